"""Where imports of JavaScript and TypeScript lead that are not relative: packages of a workspace, aliases of paths; and
the folders of modules of Go.

A package is found by its name if the importing file is in it or in the same workspace.  The files that it names are
often compiled ones, which are not in the index: the source is looked for under the names that compilers keep.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import chain, islice
from typing import Literal

from ...model.module_settings import CompilerOptions, GoModule, ModuleSettings, PackageManifest
from .path_mappings import PathMappings, folder_key
from .path_patterns import PathPatterns
from .vault_paths import inside
from .workspace_patterns import WorkspacePatterns

_Consult = Callable[[str], None]  # called with the key of each look-up

_MOST_NAMESAKES = 32  # packages of one name
_MOST_WORKSPACES = 4  # around one file
_OUTPUT = ("dist", "build", "lib", "out", "output", "es", "esm", "cjs", "umd", "types", "typings", "module", "target")
_FORMATS = frozenset({"es", "esm", "cjs", "umd", "mjs", "node", "browser", "module", "commonjs", "types", "lib"})


def package_key(name: str) -> str:
    """The key of the packages of that name."""
    return f"/@ {name}"


def script_keys(path: str, settings: ModuleSettings) -> set[str]:
    """The keys of the look-ups that see what the file at the path says about scripts."""
    keys = {folder_key(posixpath.dirname(path))}
    return keys | {package_key(settings.name)} if isinstance(settings, PackageManifest) and settings.name else keys


class ScriptPackages:
    """The packages and the compiler options of a vault, by folder."""

    def __init__(self, settings: Mapping[str, ModuleSettings] = {}) -> None:
        options = {path: each for path, each in settings.items() if isinstance(each, CompilerOptions)}
        self._mappings = PathMappings(options, self._folders)
        self._patterns: dict[tuple[int, str], PathPatterns] = {}  # by the package and the field
        self._manifests: dict[str, list[PackageManifest]] = defaultdict(list)
        self._links: dict[str, dict[str, str]] = defaultdict(dict)  # by the folder of the package that states them
        named: dict[str, list[tuple[str, PackageManifest]]] = defaultdict(list)
        for path, each in sorted(settings.items()):
            if isinstance(each, PackageManifest):
                folder = posixpath.dirname(path)
                self._manifests[folder].append(each)
                named[each.name].append((folder, each))
            if isinstance(each, PackageManifest) and each.links:
                self._links[posixpath.dirname(path)] |= {name: target for name, (target, *_) in each.links if target}
        self._go: dict[str, set[str]] = defaultdict(set)
        for path, each in settings.items():
            if isinstance(each, GoModule):
                self._go[each.path].add(posixpath.dirname(path))
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
        yield from self._mappings.candidates(module, folders, consult)
        yield from self._packaged(module, folders, consult)

    def go_folders(self, module: str, source: str) -> Sequence[str]:
        """The folders of the modules of Go with that path: first those around the importing file, innermost first."""
        if not (folders := self._go.get(module)):
            return ()
        around = [each for each in _around(source) if each in folders]
        others = folders.difference(around)
        return (*around, *nsmallest(_MOST_NAMESAKES, others, key=lambda each: (each.count("/"), each)))

    def _imported(self, module: str, folders: Sequence[str], consult: _Consult) -> Iterator[str]:
        """By `imports` of the package around."""
        for folder in folders:
            for manifest in self._manifests.get(folder, ()):
                for target in self._table(manifest, "imports").targets(module):
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
        for at in (folder for folder in folders if name in self._links.get(folder, ())):
            target = self._links[at][name]
            if not target.startswith((".", "/")):  # a package of the workspace has another name here
                name = target
                consult(package_key(name))
                break
            for folder in inside([posixpath.join(at, target)]):
                consult(folder_key(folder))
                for manifest in self._manifests.get(folder, [PackageManifest()]):
                    yield from self._entries(folder, manifest, inner)
        for folder, manifest in self._linked(name, folders) if name else ():
            yield from self._entries(folder, manifest, inner)

    def _folders(self, name: str, path: str, consult: _Consult) -> Iterator[str]:
        """The folders of the packages that the file at the path may mean by the name."""
        consult(package_key(name))
        return (folder for folder, _ in self._linked(name, [*_around(path)]))

    def _table(self, manifest: PackageManifest, field: Literal["imports", "exports"]) -> PathPatterns:
        key = (id(manifest), field)
        if key not in self._patterns:
            self._patterns[key] = PathPatterns(manifest.imports if field == "imports" else manifest.exports)
        return self._patterns[key]

    def _entries(self, folder: str, manifest: PackageManifest, inner: str) -> Iterator[str]:
        """The paths of a part of the package, or of its main module."""
        targets = self._table(manifest, "exports").targets(f"./{inner}" if inner else ".")
        for target in targets if inner else chain(targets, manifest.entries):
            yield from _sources(folder, target)
        if inner and not manifest.exports:
            yield from inside(posixpath.join(folder, top, inner) for top in ("", "src"))
        elif not inner:
            yield from (posixpath.join(folder, top, "index") for top in ("src", ""))

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


def _around(path: str) -> Iterator[str]:
    """The folders around a file, innermost first; the last is the vault."""
    while path:
        path = posixpath.dirname(path)
        yield path


def _outermost(packages: Sequence[tuple[str, PackageManifest]]) -> list[tuple[str, PackageManifest]]:
    """The packages nearest to the top of the vault, by path: fixtures lie deeper than what they are for."""
    chosen = nsmallest(_MOST_NAMESAKES, packages, key=lambda each: (each[0].count("/"), each[0]))
    return sorted(chosen, key=lambda each: each[0])


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
