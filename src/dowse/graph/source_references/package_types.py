"""The types of the packages of Java, by their names and by the source roots that have them.

Of a package of many files that were not read, the files are read that define a name which is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .file_scope import TYPES, FileScope
from .module_files import ModuleFiles
from .scope_rules import JAVA
from .source_roots import by_root

_MANY = 100  # files of a package that were not read

_Place = tuple[str, str]  # the package, and the folder where a file states none
_Roots = Mapping[str, tuple[str, str]]  # the path and the qualified name of a type, by source root


class PackageTypes:
    """The types that files of Java see without an import, kept until one of them changes."""

    def __init__(
        self,
        modules: ModuleFiles,
        definitions: Callable[[Iterable[str]], Mapping[str, Sequence[SymbolDefinition]]],
        *,
        known: Collection[str],
    ) -> None:
        """The `known` files were read already."""
        self._modules = modules
        self._definitions = definitions
        self._known = known
        self._tables: dict[_Place, Mapping[str, _Roots]] = {}
        self._unread: dict[_Place, frozenset[str]] = {}  # the files of packages of which many were not read
        self._found: dict[tuple[_Place, str], _Roots] = {}  # types of these packages
        self._defining: dict[str, frozenset[str] | None] = {}  # files by the types at their tops; None for too many

    def clear(self) -> None:
        """Any type may be another one."""
        for memo in (self._tables, self._unread, self._found, self._defining):
            memo.clear()

    def announce(self, scopes: Iterable[FileScope]) -> None:
        """Looks up many names at once, before these files are resolved."""
        self._unread.clear()  # the group before may have read most of a package
        listed = [scope for scope in scopes if scope.rules.has_packages]
        many = {place for place in set(map(_place, listed)) if self._files_if_many(place)}
        self._find(name for scope in listed if _place(scope) in many for name in scope.stated)

    def of(self, name: str, scope: FileScope, read: Callable[[Iterable[str]], Sequence[FileScope]]) -> _Roots:
        """The types of that name in the package of the file; `read` gives the scopes of files."""
        place = _place(scope)
        if (table := self._tables.get(place)) is not None:
            return table.get(name, {})
        if (place, name) not in self._found:
            files = self._files_if_many(place)
            self._find((name,) if files else ())
            among = self._defining[name] if files else None
            if among is None:
                self._tables[place] = self._table(place, read(sorted(self._files(place))))
                return self._tables[place].get(name, {})
            self._found[place, name] = self._table(place, read(sorted(among & files))).get(name, {})
        return self._found[place, name]

    def _files_if_many(self, place: _Place) -> frozenset[str]:
        """The files of the package if many of them were not read."""
        if place in self._tables:
            return frozenset()
        if place not in self._unread:
            files = frozenset(self._files(place))
            self._unread[place] = files if len(files.difference(self._known)) > _MANY else frozenset()
        return self._unread[place]

    def _files(self, place: _Place) -> Collection[str]:
        package, folder = place
        return self._modules.of_package(package) if package else self._modules.of_folder(folder, JAVA)

    def _find(self, names: Iterable[str]) -> None:
        missing = {name: fold(name) for name in names if name not in self._defining}
        found = self._definitions(missing.values()) if missing else {}
        for name, key in missing.items():
            same = found.get(key, ())
            at_top = (each.head.path for each in same if unnumbered(each.unit.name) == name and each.unit.kind in TYPES)
            self._defining[name] = frozenset(at_top) if len(same) < MOST_DEFINITIONS else None

    def _table(self, place: _Place, scopes: Iterable[FileScope]) -> Mapping[str, _Roots]:
        return by_root(
            (title, other.root, (other.path, unit.name))
            for other in scopes
            for title, unit in other.top.items()
            if other.package == place[0] and unit.kind in TYPES
        )


def _place(scope: FileScope) -> _Place:
    return scope.package, "" if scope.package else scope.path.rpartition("/")[0]
