"""The source files that resolutions read, kept with the keys of what each answer rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol

from ...analysis.folding import fold
from ...model.document import LANGUAGE, Head
from ...model.source_reference import ImportReference
from ...model.symbol import MOST_DEFINITIONS, SourceOutline, SymbolDefinition
from . import scope_change
from .declared_functions import DeclaredFunctions
from .file_scope import FileScope, opening
from .global_usings import GlobalUsings
from .interface import path_key, source_key, symbol_key
from .key_recorder import KeyRecorder, Memo
from .module_files import ModuleFiles
from .module_keys import import_keys, module_key
from .package_types import PackageTypes
from .scope_rules import RUST, C, ending_of, is_compiled_alone, rules_of, rules_of_script
from .script_packages import ScriptPackages
from .source_roots import by_root, nearest

_SIZE_OF_FILE = 10  # names; a file takes as much memory beside its own
MOST_INCLUDED = 2_000  # files that a file includes or imports with all names, directly or not

_ModuleKey = tuple[str, str, str, int]  # the place of an import, the module, the name, the level


class SourceLookup(Protocol):
    """The questions of a resolution to the index."""

    def called(self, keys: Iterable[str], /) -> Mapping[str, tuple[Head, ...]]:
        """For each module_key the source files."""

    def heads(self, docs: Iterable[str], /) -> Mapping[str, Head]:
        """The documents that are there."""

    def source_outlines(self, docs: Iterable[str], /) -> Mapping[str, SourceOutline]:
        """The symbols and the references of the documents."""

    def definitions(self, keys: Iterable[str], /) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """For each folded name the symbols of that simple name."""


class _Documents:
    """Whether there are documents at paths."""

    def __init__(self, index: SourceLookup, keys: KeyRecorder) -> None:
        self._index = index
        self._keys = keys
        self._known: dict[str, bool] = {}

    def __contains__(self, path: str) -> bool:
        self._keys.add(path_key(path))
        if path not in self._known:
            self._known[path] = path in self._index.heads((path,))
        return self._known[path]


class SourceFiles:
    """Scopes of files, files of imports, and files that bring their names to others."""

    def __init__(self, index: SourceLookup, packages: ScriptPackages | None = None) -> None:
        self._index = index
        self._scopes: dict[str, FileScope | None] = {}
        self._before: dict[str, FileScope | None] = {}  # of documents that are to be read again
        self.size = 0  # symbols and references that are kept
        self.keys = KeyRecorder()
        self._documents = _Documents(index, self.keys)
        self._modules: Memo[_ModuleKey, tuple[str, ...]] = {}
        self._import_keys: dict[_ModuleKey, set[str]] = {}  # of the imports that were read ahead last
        self._siblings: Memo[str, dict[tuple[str, str], tuple[str, str]]] = {}
        self._stars: Memo[str, tuple[str, ...]] = {}
        self._passed: dict[str, tuple[str, ...]] = {}  # without keys, as `_included`
        self._included: dict[str, dict[str, int]] = {}
        self._sources: dict[str, str] = {}  # what `_beside` gives
        self._defining: dict[str, tuple[str, ...]] = {}  # files by the names at their tops
        self._spellings: defaultdict[str, list[str]] = defaultdict(list)  # these names by their folded forms
        self._having: defaultdict[str, list[str]] = defaultdict(list)  # files by the names that they offer
        self._declared = DeclaredFunctions(index.definitions)
        self._linking: set[str] = set()  # names behind which a file that was read has looked for others
        self.modules = ModuleFiles(index.called, self._documents.__contains__, packages=packages, consult=self.keys.add)
        self._global_usings = GlobalUsings(index.called, self.keys)
        self._packages = PackageTypes(self.modules, index.definitions, known=self._scopes.keys())

    def forget(self, changed: Collection[str]) -> None:
        """Lets these documents be read again, after a change of them that has added, removed and renamed none.

        To be called before the change.  What was found out of other files stays if the next reading finds the symbols
        and the imports of these as they were.
        """
        self._load(path for path in changed if rules_of(path))
        if not all(map(rules_of, changed)):  # symbols of other languages
            self._defining.clear()
            self._spellings.clear()
        for path in changed:
            if path not in self._scopes:
                continue
            scope = self._scopes.pop(path)
            self._before.setdefault(path, scope)
            self.size -= _SIZE_OF_FILE + (_size(scope.outline) if scope else 0)
            for name in scope.offered_names() if scope else ():
                self._having[name].remove(path)
            if scope:
                self._declared.remove(scope)
        self.keys.clear()

    def compare_changed(self) -> frozenset[str] | None:
        """Reads the changed documents, and forgets what others may have found out of them before.

        Returns the names that may mean something else in one of them; None if any name may.
        """
        before, self._before = self._before, {}
        self._load(before)
        changes = [(old, self._scopes[path]) for path, old in before.items()]
        changed = [(old, new) for old, new in changes if scope_change.stated(old) != scope_change.stated(new)]
        symbols = (set(scope_change.symbols(old)) ^ set(scope_change.symbols(new)) for old, new in changed)
        names = frozenset(title for some in symbols for _, title, *_ in some)
        if names:
            self._siblings.clear()
            self._packages.clear()
            self._declared.forget(names)
            self._forget_definitions(names)
        if any(scope_change.imports(old) != scope_change.imports(new) for old, new in changed):
            for memo in (self._stars, self._passed, self._included):
                memo.clear()
            self._global_usings.clear()
        if any(scope_change.namespaces_of(old) != scope_change.namespaces_of(new) for old, new in changed):
            self._modules.clear()
            self._siblings.clear()
            self._packages.clear()
            self.modules.forget()
        is_of_symbols = all(scope_change.rest(old) == scope_change.rest(new) for old, new in changed)
        return names if is_of_symbols and names.isdisjoint(self._linking) else None

    @property
    def files(self) -> int:
        """The number of files that are kept."""
        return len(self._scopes)

    def read(self, paths: Sequence[str]) -> list[FileScope]:
        """The scopes of those of the documents that are source code; reads their imports ahead, too."""
        self._load(paths)
        scopes = [scope for path in paths if (scope := self._scopes.get(path)) is not None]
        self._find_definitions(name for scope in scopes if scope.rules.has_namespaces for name in scope.stated)
        with self.keys.unrecorded():
            self._packages.announce(scopes)
        imported = {
            _module_of(each, scope): (each, scope)
            for scope in scopes
            for each in scope.outline.references.imports
            if not each.is_own_name
        }
        for module in imported.keys() & self._modules.keys():
            del imported[module]
        self._import_keys = {module: import_keys((each,), scope.path) for module, (each, scope) in imported.items()}
        self.modules.announce(set[str]().union(*self._import_keys.values()))
        alone = [(each, scope) for each, scope in imported.values() if not scope.rules.has_namespaces]
        self._load({path for each, scope in alone for path in self.files_of(each, scope)})
        return scopes

    def scope(self, path: str) -> FileScope | None:
        """The names of the file; None for a document that is no source code, and for none.

        Records no key: a file is reached by an import, whose keys are recorded, or is of the same folder.
        """
        if path not in self._scopes:
            self._load((path,))
        return self._scopes[path]

    def files_of(self, each: ImportReference, scope: FileScope) -> tuple[str, ...]:
        """The other files that the import means."""
        module = _module_of(each, scope)

        def find() -> tuple[str, ...]:
            self.keys.add(*(self._import_keys.get(module) or import_keys((each,), scope.path)))
            if is_compiled_alone(name := each.module.rpartition("/")[2]):
                self.keys.add(source_key(name))
            found = self.modules.of_import(each, scope.path)
            return self._nearest(found, scope) if scope.package and len(found) > 1 else found

        files = self.keys.remembered(self._modules, module, find)
        return files if scope.path not in files else tuple(path for path in files if path != scope.path)

    def included(self, scope: FileScope) -> dict[str, int]:
        """The files that the file imports with all names, directly or not, by distance; 0 is the file itself."""
        if scope.path not in self._included:
            with self.keys.unrecorded():
                self._included[scope.path] = self._closure(scope)
        return self._included[scope.path]

    def included_by(self, path: str) -> tuple[str, ...]:
        """The files that the file itself imports with all names."""
        scope = self.scope(path)
        return self._stars_of(scope) if scope else ()

    def declared_by(self, path: str) -> frozenset[str]:
        """The functions that the file of C declares."""
        scope = self.scope(path)
        return scope.declared if scope else frozenset()

    def implementation(self, path: str, name: str) -> str:
        """The file of C that defines what a header declares: the one of the same name beside it."""
        source = self._beside(path)
        scope = self.scope(source) if source else None
        return source if scope and name in scope.top else path

    def look_for(self, *names: str) -> None:
        """Records that symbols of these names are looked for in other files."""
        self.keys.add(*map(symbol_key, names))

    def passed_on(self, name: str, scope: FileScope) -> str:
        """As `brought`, for files that import this one: it may have names that it does not pass on."""
        return self.brought(name, scope) if scope.passed_stars else ""

    def brought(self, name: str, scope: FileScope) -> str:
        """The nearest file that the file imports with all names, directly or not, and that has the name.

        Records no key of these files: a change reaches the file through those that pass names on (see
        interface.passing_key).  A file that passes on none of them has the keys of its own imports instead.
        """
        if not (scope.stars or scope.rules.has_namespaces):
            return ""
        self.look_for(name.rpartition(".")[2])
        if len(scope.passed_stars) < len(scope.stars):
            self.keys.remembered(self._stars, scope.path, partial(self._stars_of, scope))
        if scope.rules.has_namespaces:
            return self._of_namespaces(name, scope)
        order = self.included(scope)
        having = [path for path in self._having.get(name, ()) if order.get(path)]  # 0 is the file itself
        return min(having, key=order.__getitem__, default="")

    def opens_namespace(self, name: str, scope: FileScope) -> bool:
        """Whether a macro of the file, or of a file that it includes, opens the namespace."""
        return name in scope.macro_namespaces or bool(self.brought(opening(name), scope))

    def declared(self, name: str, scope: FileScope) -> tuple[str, str] | None:
        """The function of another file of C that the file or a header of it declares: its path and qualified name."""
        if scope.rules is not C:
            return None
        is_declared = name in scope.declared or (scope.stars and self._declared.is_declared(name, self.included(scope)))
        return self._declared.function(name, scope) if is_declared else None

    def _of_namespaces(self, name: str, scope: FileScope) -> str:
        """The file of the namespaces in scope that has the name, without reading the others; empty for several."""
        self._find_definitions((name,))
        files = self._defining[name]
        among = self.keys.remembered(self._stars, scope.path, partial(self._stars_of, scope)) if files else ()
        having = sorted({path for path in files if path != scope.path}.intersection(among))
        return having[0] if len({path.rpartition("/")[0] for path in having}) == 1 else ""

    def of_namespace(self, namespace: Sequence[str], name: str, scope: FileScope) -> str:
        """The file of the namespace with these parts that has the name at its top; empty for none and for several."""
        self.look_for(name)
        self._find_definitions((name,))
        if not (files := self._defining[name]):
            return ""
        whole = ImportReference(".".join(namespace), "", "", 0, False, 0, None)
        having = set(files).intersection(self.files_of(whole, scope))
        return having.pop() if len(having) == 1 else ""

    def other_parts(self, type_name: str, scope: FileScope) -> list[tuple[str, str]]:
        """The other parts of the partial type of C#, in the folder and in the same namespaces: paths and names."""
        if type_name not in scope.partial_types:
            return []
        name, folder = type_name.partition(".")[0], scope.path.rpartition("/")[0]
        self.keys.add(module_key(folder.rpartition("/")[2]))
        self.look_for(name, "default")  # the key of signatures, which say whether types are partial
        self._find_definitions((name,))
        near = {path for path in self._defining[name] if path.rpartition("/")[0] == folder} - {scope.path}
        others = self._scopes_of(sorted(near))
        return [
            (other.path, type_name)
            for other in others
            if type_name in other.partial_types and scope.namespaces == other.namespaces
        ]

    def _find_definitions(self, names: Iterable[str]) -> None:
        missing = {name: fold(name) for name in names if name not in self._defining}
        found = self._index.definitions(missing.values()) if missing else {}
        for name, key in missing.items():
            same = found.get(key, ())
            at_top = (each.head.path for each in same if each.unit.title == name and not each.unit.parent)
            self._defining[name] = tuple(at_top) if len(same) < MOST_DEFINITIONS else ()
            self._spellings[key].append(name)

    def _forget_definitions(self, names: Iterable[str]) -> None:
        """Forgets which files define the names, and those that differ from them in case."""
        for key in set(map(fold, names)):
            for name in self._spellings.pop(key, ()):
                del self._defining[name]

    def sibling(self, name: str, scope: FileScope) -> tuple[str, str] | None:
        """The symbol at the top of a file of the folder or of the package: path and qualified name."""
        if scope.rules.has_packages:
            folder = scope.path.rpartition("/")[0]
            self.keys.add(module_key(f"{scope.package}." if scope.package else folder.rpartition("/")[2]))
            with self.keys.unrecorded():
                offers = self._packages.of(name, scope, self._scopes_of)
            return nearest(offers, scope.root)
        return self.shared(scope).get(("", name))

    def shared(self, scope: FileScope) -> Mapping[tuple[str, str], tuple[str, str]]:
        """The symbols of the folder: path and qualified name by parent and simple name."""
        folder = scope.path.rpartition("/")[0]

        def find() -> dict[tuple[str, str], tuple[str, str]]:
            self.keys.add(module_key(folder.rpartition("/")[2]))
            with self.keys.unrecorded():
                return self._table(sorted(self.modules.of_folder(folder, scope.rules)))

        return self.keys.remembered(self._siblings, scope.place, find)

    def _nearest(self, paths: Sequence[str], scope: FileScope) -> tuple[str, ...]:
        """Those of the files of Java that are of the nearest source root among those of the same name."""
        named = by_root((each.path.rpartition("/")[2], each.root, each.path) for each in self._scopes_of(paths))
        return tuple(sorted(path for roots in named.values() if (path := nearest(roots, scope.root)) is not None))

    def _scopes_of(self, paths: Iterable[str]) -> list[FileScope]:
        self._load(listed := tuple(paths))
        return [scope for path in listed if (scope := self._scopes[path]) is not None]

    def _table(self, paths: Sequence[str]) -> dict[tuple[str, str], tuple[str, str]]:
        self._load(paths)
        table: dict[tuple[str, str], tuple[str, str]] = {}
        for path in paths:
            other = self.scope(path)
            for parent, members in other.members.items() if other else ():
                for title, unit in members.items():
                    table.setdefault((parent, title), (path, unit.name))
        return table

    def _closure(self, scope: FileScope) -> dict[str, int]:
        """As `included`."""
        order = {scope.path: 0}
        waiting = [scope]
        for each in waiting:
            for path in self._stars_of(each) if each is scope else self._passed_by(each):
                included = self.scope(path) if path not in order and len(order) < MOST_INCLUDED else None
                if included:
                    order[path] = len(order)
                    waiting.append(included)
                    source = self._sources.get(path)
                    if source is None:
                        source = self._sources[path] = self._beside(path)
                    if source and source not in order and self.scope(source):
                        order[source] = len(order)
        return order

    def _stars_of(self, scope: FileScope) -> tuple[str, ...]:
        """The files that the file itself imports with all names, or another one of C# for it."""
        stars = (*scope.stars, *self._global_usings.of(scope, self._scopes_of))
        return tuple(dict.fromkeys(path for star in stars for path in self.files_of(star, scope)))

    def _passed_by(self, scope: FileScope) -> tuple[str, ...]:
        """Those whose names the file has for others, too."""
        if scope.path not in self._passed:
            files = (path for star in scope.passed_stars for path in self.files_of(star, scope))
            self._passed[scope.path] = tuple(dict.fromkeys(files))
            self._load(self._passed[scope.path])
        return self._passed[scope.path]

    def _beside(self, path: str) -> str:
        source = f"{path.removesuffix('.h')}.c"
        return source if path.endswith(".h") and source in self._documents else ""

    def _load(self, paths: Iterable[str]) -> None:
        missing = [path for path in dict.fromkeys(paths) if path not in self._scopes]
        outlines = self._index.source_outlines(missing) if missing else {}
        scripts = [path for path in missing if path in outlines and not ending_of(path)]
        heads = self._index.heads(scripts) if scripts else {}
        for path in missing:
            rules = rules_of_script(heads[path].fact(LANGUAGE)) if path in heads else rules_of(path)
            scope = FileScope(path, outlines[path], rules) if rules and path in outlines else None
            self._scopes[path] = scope
            self.size += _SIZE_OF_FILE + (_size(outlines[path]) if scope else 0)
            for name in scope.offered_names() if scope else ():
                self._having[name].append(path)
            if scope:
                self._linking.update(scope.linking_names())
                self._declared.add(scope)


def _module_of(each: ImportReference, scope: FileScope) -> _ModuleKey:
    """Equal for imports that mean the same files; those of Rust without `crate` begin at the file itself."""
    is_relative = each.level or (scope.rules is RUST and not each.module.startswith("crate"))
    place = scope.path if is_relative else scope.place
    return place, each.module, each.name, each.level


def _size(outline: SourceOutline) -> int:
    return len(outline.units) + sum(map(len, outline.references))
