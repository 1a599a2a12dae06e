"""Where imports of JavaScript and TypeScript lead that are not relative: packages of a workspace, aliases of paths.

A package is found by its name if the importing file is in it or in the same workspace.  The files that it names are
often compiled ones, which are not in the index: the source is looked for under the names that compilers keep.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import chain, islice

from ...model.module_settings import CompilerOptions, ModuleSettings, PackageManifest, Targets
from .workspace_patterns import WorkspacePatterns

_Consult = Callable[[str], None]  # called with the key of each look-up

_CONFIGURATIONS = ("tsconfig.json", "jsconfig.json")
_MOST_EXTENDED = 20  # configurations that one is based on, directly or not
_MOST_REFERENCES = 20
_MOST_NAMESAKES = 32  # packages of one name
_MOST_WORKSPACES = 4  # around one file
_OUTPUT = ("dist", "build", "lib", "out", "output", "es", "esm", "cjs", "umd", "types", "typings", "module", "target")
_FORMATS = frozenset({"es", "esm", "cjs", "umd", "mjs", "node", "browser", "module", "commonjs", "types", "lib"})


def folder_key(folder: str) -> str:
    """The key of the settings in a folder."""
    return f"/% {folder}"


def package_key(name: str) -> str:
    """The key of the packages of that name."""
    return f"/@ {name}"


def settings_keys(path: str, settings: ModuleSettings) -> set[str]:
    """The keys of the look-ups that see what the file at the path says."""
    keys = {folder_key(posixpath.dirname(path))}
    return keys | {package_key(settings.name)} if isinstance(settings, PackageManifest) and settings.name else keys


class ScriptPackages:
    """The packages and the compiler options of a vault, by folder."""

    def __init__(self, settings: Mapping[str, ModuleSettings] = {}) -> None:
        self._options = {path: each for path, each in settings.items() if isinstance(each, CompilerOptions)}
        self._manifests: dict[str, list[PackageManifest]] = defaultdict(list)
        named: dict[str, list[tuple[str, PackageManifest]]] = defaultdict(list)
        for path, each in sorted(settings.items()):
            if isinstance(each, PackageManifest):
                folder = posixpath.dirname(path)
                self._manifests[folder].append(each)
                named[each.name].append((folder, each))
        self._named = {name: _outermost(packages) for name, packages in named.items() if name}
        stated = {
            at: [text for each in manifests for text in each.workspaces] for at, manifests in self._manifests.items()
        }
        self._workspaces = {folder: WorkspacePatterns(texts) for folder, texts in stated.items() if texts}

    def candidates(self, module: str, source: str, consult: _Consult) -> Iterator[str]:
        """The paths that the module may have, best first, with or without an ending; none is outside of the vault."""
        if not module or module[0] in "/." or ":" in module:
            return
        folders = list(_around(source))
        for folder in folders:
            consult(folder_key(folder))
        if module.startswith("#"):
            yield from self._imported(module, folders, consult)
            return
        yield from self._mapped(module, folders, consult)
        yield from self._packaged(module, folders, consult)

    def _imported(self, module: str, folders: Sequence[str], consult: _Consult) -> Iterator[str]:
        """By `imports` of the package around."""
        for folder in folders:
            for manifest in self._manifests.get(folder, ()):
                for target in _matching(manifest.imports, module):
                    if target.startswith("."):
                        yield from _sources(folder, target)
                    else:
                        yield from self._packaged(target, folders, consult)
            if any(manifest.name for manifest in self._manifests.get(folder, ())):
                return

    # Packages

    def _packaged(self, module: str, folders: Sequence[str], consult: _Consult) -> Iterator[str]:
        parts = module.split("/")
        length = 2 if module.startswith("@") else 1
        name, inner = "/".join(parts[:length]), "/".join(parts[length:])
        consult(package_key(name))
        for folder, manifest in self._linked(name, folders) if name else ():
            yield from _entries(folder, manifest, inner)

    def _linked(self, name: str, folders: Sequence[str]) -> Iterator[tuple[str, PackageManifest]]:
        """What files in the innermost of these folders import by the name: the package around, then the workspace's."""
        around = ((folder, each) for folder in folders for each in self._manifests.get(folder, ()) if each.name == name)
        yield from islice(around, _MOST_NAMESAKES)
        workspaces = list(islice((folder for folder in folders if folder in self._workspaces), _MOST_WORKSPACES))
        for folder, manifest in self._named.get(name, ()):
            if folder not in folders and self._is_member(folder, workspaces):
                yield folder, manifest

    def _is_member(self, package: str, workspaces: Sequence[str]) -> bool:
        """Whether the package is in the first of these workspaces that selects its folder."""
        for root in workspaces:
            if root and not package.startswith(f"{root}/"):
                continue
            patterns = self._workspaces[root]
            inner = package.removeprefix(f"{root}/" if root else "")
            if patterns.selects(inner):
                return not patterns.excludes(inner)
        return False

    # Aliases

    def _mapped(self, module: str, folders: Sequence[str], consult: _Consult) -> Iterator[str]:
        """By `paths` and `baseUrl` of the nearest configuration, or else of those that it refers to."""
        for folder in folders:
            listed = (posixpath.join(folder, name) for name in _CONFIGURATIONS)
            if own := next((path for path in listed if path in self._options), ""):
                for path in (own, *self._referenced(own, consult)):
                    yield from self._by_options(module, path, consult)
                return

    def _referenced(self, path: str, consult: _Consult) -> Iterator[str]:
        for each in self._options[path].references[:_MOST_REFERENCES]:
            if found := self._configuration(each, path, consult):
                yield found

    def _by_options(self, module: str, path: str, consult: _Consult) -> Iterator[str]:
        base, paths, paths_folder = "", Targets(), ""
        for each, options in self._extended(path, consult):  # from the last that counts to the first
            if options.base_url:
                base = posixpath.join(posixpath.dirname(each), options.base_url)
            if options.paths:
                paths, paths_folder = options.paths, posixpath.dirname(each)
        targets = _matching(paths, module)
        yield from _inside(posixpath.join(base or paths_folder, target) for target in targets)
        if base:
            yield from _inside([posixpath.join(base, module)])

    def _extended(self, path: str, consult: _Consult) -> list[tuple[str, CompilerOptions]]:
        """The configuration, and before it those that it extends."""
        found: list[tuple[str, CompilerOptions]] = []
        waiting = [path]
        while waiting and len(found) < _MOST_EXTENDED:
            each = waiting.pop()
            if all(each != known for known, _ in found):
                options = self._options[each]
                found.append((each, options))
                waiting += filter(None, (self._configuration(name, each, consult) for name in options.extends))
        return found[::-1]

    def _configuration(self, name: str, path: str, consult: _Consult) -> str:
        """The path of the configuration that another one names; empty for one that is not in the vault."""
        starts: Iterator[str] = iter([posixpath.join(posixpath.dirname(path), name)])
        if not name.startswith("."):
            length = 2 if name.startswith("@") else 1
            package, inner = "/".join(name.split("/")[:length]), "/".join(name.split("/")[length:])
            consult(package_key(package))
            starts = (posixpath.join(folder, inner) for folder, _ in self._linked(package, [*_around(path)]))
        for start in _inside(starts):
            for each in (start, f"{start}.json", posixpath.join(start, _CONFIGURATIONS[0])):
                consult(folder_key(posixpath.dirname(each)))
                if each in self._options:
                    return each
        return ""


def _around(path: str) -> Iterator[str]:
    """The folders around a file, innermost first; the last is the vault."""
    while path:
        path = posixpath.dirname(path)
        yield path


def _outermost(packages: Sequence[tuple[str, PackageManifest]]) -> list[tuple[str, PackageManifest]]:
    """The packages nearest to the top of the vault, by path: fixtures lie deeper than what they are for."""
    chosen = nsmallest(_MOST_NAMESAKES, packages, key=lambda each: (each[0].count("/"), each[0]))
    return sorted(chosen, key=lambda each: each[0])


def _matching(patterns: Targets, name: str) -> tuple[str, ...]:
    """The targets of the pattern that fits best: the same name, or else the one with the longest text before `*`."""
    best, found = -1, tuple[str, ...]()
    for pattern, targets in patterns:
        before, star, after = pattern.partition("*")
        if not star and pattern == name:
            return targets
        is_longer = len(before) > best and len(name) >= len(before) + len(after)
        if star and is_longer and name.startswith(before) and name.endswith(after):
            best = len(before)
            middle = name[len(before) : len(name) - len(after)]
            found = tuple(target.replace("*", middle, 1) for target in targets)
    return found


def _entries(folder: str, manifest: PackageManifest, inner: str) -> Iterator[str]:
    """The paths of a part of the package, or of its main module."""
    targets = _matching(manifest.exports, f"./{inner}" if inner else ".")
    for target in targets if inner else chain(targets, manifest.entries):
        yield from _sources(folder, target)
    if inner and not manifest.exports:
        yield from _inside(posixpath.join(folder, top, inner) for top in ("", "src"))
    elif not inner:
        yield from (posixpath.join(folder, top, "index") for top in ("src", ""))


def _sources(folder: str, target: str) -> Iterator[str]:
    """The paths of the file of a package, then those of the source that it may be compiled from."""
    path = posixpath.normpath(target)
    if path.startswith(("..", "/")) or path == ".":
        return
    yield posixpath.join(folder, path)
    first, _, rest = path.partition("/")
    if not rest:
        yield posixpath.join(folder, "src", path)
    elif first in _OUTPUT or first.startswith(tuple(f"{each}-" for each in _OUTPUT)):
        yield posixpath.join(folder, "src", rest)
        yield posixpath.join(folder, rest)
        second, _, last = rest.partition("/")
        if last and second in _FORMATS:
            yield posixpath.join(folder, "src", last)
            yield posixpath.join(folder, last)


def _inside(paths: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """The paths without dots, unless they lead out of the vault."""
    for path in map(posixpath.normpath, paths):
        if not path.startswith(("../", "/")) and path != "..":
            yield "" if path == "." else path
