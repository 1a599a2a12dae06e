"""Aliases of paths in tsconfig.json and jsconfig.json, and in those that these extend and refer to."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...model.module_settings import CompilerOptions, Targets
from .path_patterns import PathPatterns
from .vault_paths import inside

_CONFIGURATIONS = ("tsconfig.json", "jsconfig.json")
_MOST_EXTENDED = 20  # configurations that one is based on, directly or not, whether they are there or not
_MOST_REFERENCES = 20

_Consult = Callable[[str], None]  # called with the key of each look-up
_PackageFolders = Callable[[str, str, _Consult], Iterable[str]]
"""The folders of the packages that a file may mean by a name, by the name and the path of the file."""


def folder_key(folder: str) -> str:
    """The key of the settings in a folder."""
    return f"/% {folder}"


class _Options(NamedTuple):
    """What one configuration says, with those that it extends."""

    base: str  # the folder of modules that are not relative; empty if not stated
    folder: str  # of the paths
    paths: PathPatterns
    keys: frozenset[str]  # of the look-ups that have led to it

    def candidates(self, module: str) -> Iterator[str]:
        """The paths that the module may have."""
        yield from inside(posixpath.join(self.base or self.folder, target) for target in self.paths.targets(module))
        if self.base:
            yield from inside([posixpath.join(self.base, module)])


class PathMappings:
    """The aliases of a vault."""

    def __init__(self, options: Mapping[str, CompilerOptions], packages: _PackageFolders) -> None:
        self._options = options
        self._packages = packages
        self._known: dict[str, _Options] = {}
        self._parts: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {}

    def candidates(self, module: str, folders: Sequence[str], consult: _Consult) -> Iterator[str]:
        """By `paths` and `baseUrl` of the nearest configuration, or else of those that it refers to."""
        for folder in folders:
            listed = (posixpath.join(folder, name) for name in _CONFIGURATIONS)
            if own := next((path for path in listed if path in self._options), ""):
                parts, keys = self._referenced(own)
                _consult_all(keys, consult)
                for path in (own, *parts):
                    options = self._of(path)
                    _consult_all(options.keys, consult)
                    yield from options.candidates(module)
                return

    def _referenced(self, path: str) -> tuple[tuple[str, ...], frozenset[str]]:
        if path not in self._parts:
            keys: set[str] = set()
            names = self._options[path].references[:_MOST_REFERENCES]
            found = (self._configuration(name, path, keys.add) for name in names)
            self._parts[path] = tuple(dict.fromkeys(filter(None, found))), frozenset(keys)
        return self._parts[path]

    def _of(self, path: str) -> _Options:
        if path not in self._known:
            self._known[path] = self._found(path)
        return self._known[path]

    def _found(self, path: str) -> _Options:
        keys: set[str] = set()
        base, paths, folder = "", Targets(), ""
        for each in self._extended(path, keys.add):  # from the last that counts to the first
            options = self._options[each]
            if options.base_url:
                base = posixpath.join(posixpath.dirname(each), options.base_url)
            if options.paths:
                paths, folder = options.paths, posixpath.dirname(each)
        return _Options(base, folder, PathPatterns(paths), frozenset(keys))

    def _extended(self, path: str, consult: _Consult) -> Sequence[str]:
        """The configuration, and before it those that it extends."""
        found: list[str] = []
        waiting = [path]
        left = _MOST_EXTENDED
        while waiting:
            each = waiting.pop()
            if each not in found:
                found.append(each)
                names = self._options[each].extends[:left]
                left -= len(names)
                waiting += filter(None, (self._configuration(name, each, consult) for name in names))
        return found[::-1]

    def _configuration(self, name: str, path: str, consult: _Consult) -> str:
        """The path of the configuration that another one names; empty for one that is not in the vault."""
        starts: Iterable[str] = [posixpath.join(posixpath.dirname(path), name)]
        if not name.startswith("."):
            length = 2 if name.startswith("@") else 1
            package, inner = "/".join(name.split("/")[:length]), "/".join(name.split("/")[length:])
            starts = (posixpath.join(folder, inner) for folder in self._packages(package, path, consult))
        for start in inside(starts):
            for each in (start, f"{start}.json", posixpath.join(start, _CONFIGURATIONS[0])):
                consult(folder_key(posixpath.dirname(each)))
                if each in self._options:
                    return each
        return ""


def _consult_all(keys: Iterable[str], consult: _Consult) -> None:
    for key in keys:
        consult(key)
