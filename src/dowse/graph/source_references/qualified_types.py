"""What constants of Ruby mean: `Utils.escape` is of the innermost module around that has `Utils`, in whichever file.

Constants are global once a file has loaded them, often by their names alone, so that they are found by their qualified
names.  Of several files that define one, such as a module that is opened again, the file itself is the nearest, then
those that it requires, and there the one that is called like the constant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from ...analysis.code.predeclared_names import built_into
from ...analysis.code.source_paths import is_test_path
from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...model.document import Unit
from ...model.edge import ReferenceRule
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .call_edges import ResolvedName
from .file_scope import TYPES, FileScope
from .interface import path_key
from .namespace_names import meaning_in_namespaces
from .scope_rules import RUBY, C, rules_of, stem_of
from .source_files import SourceFiles

_MOST_PARTS = 8  # files with a part of a module that are searched for a member
_KINDS = TYPES | {"const"}

_Member = Callable[[str, str, str, ReferenceRule], ResolvedName | None]


class _Place(NamedTuple):
    """A definition of a constant."""

    path: str
    unit: Unit
    is_test: bool
    is_called_otherwise: bool  # whether the file has another name: `http_error.rb` is that of `HTTPError`


_Places = Sequence[_Place]


class QualifiedTypes:
    """The classes, modules and other constants of Ruby, kept until a symbol of their name changes."""

    def __init__(
        self,
        sources: SourceFiles,
        definitions: Callable[[Iterable[str]], Mapping[str, Sequence[SymbolDefinition]]],
    ) -> None:
        self._sources = sources
        self._definitions = definitions
        self._known: dict[str, Mapping[str, _Places]] = {}  # by simple name, then by qualified name

    def clear(self) -> None:
        """Any constant may be another one."""
        self._known.clear()

    def forget(self, names: Iterable[str]) -> None:
        """Symbols of these names have changed."""
        for name in names:
            self._known.pop(name, None)

    def announce(self, scopes: Iterable[FileScope]) -> None:
        """Looks up the constants that these files name at once."""
        self._find(name for scope in scopes if scope.rules is RUBY for name in scope.stated if _is_constant(name))

    def meaning(
        self, parts: Sequence[str], scope: FileScope, at: int | None, member: _Member, *, is_base: bool
    ) -> ResolvedName | None:
        """The constant that a base is, or the method of a constant that is called; None for other names.  For C++, see
        meaning_in_namespaces.

        `member` finds the member of a type, by the path and the name of that, its own name and the rule; it is not
        kept, since its owner keeps this object.
        """
        if scope.rules is C:
            return meaning_in_namespaces(parts, scope, at, self._sources, member)
        is_absolute, parts = not parts[0], parts[not parts[0] :]  # `::Utils.escape`
        names = tuple(takewhile(_is_constant, parts if is_base else parts[:-1]))
        subject = scope.symbols[at] if is_base and at is not None else None
        places = self._places(names, scope, subject, None if is_absolute else at)
        if not places:
            return None
        path, unit = places[0].path, places[0].unit
        rest = parts[len(names) :]
        if len(rest) > 1 and rest[0] in {"new", "new()"}:
            rest = rest[1:]
        if rest and (len(rest) > 1 or unit.kind not in TYPES):
            return None
        is_built_in = bool(built_into(unit.name, {"rb"}))  # the file adds to a class of the language
        for each in places[:_MOST_PARTS] if rest else ():
            self._sources.keys.add(path_key(each.path))
            if found := member(each.path, unnumbered(each.unit.name), rest[0], "class"):
                return found
        if is_built_in or rest not in ((), ("new",)):
            return None
        self._sources.keys.add(path_key(path))
        return ResolvedName(path, unit.name, "file" if path == scope.path else "package")

    def _places(self, names: Sequence[str], scope: FileScope, subject: Unit | None, at: int | None) -> _Places:
        """The definitions of the constant of the innermost type around that has it, best first."""
        if not names:
            return ()
        self._sources.look_for(names[-1])
        self._sources.keys.add(fold(names[-1]))
        self._find(names[-1:])
        known = self._known[names[-1]]
        around = [unnumbered(unit.name) for unit in scope.scopes(at) if unit.kind in TYPES] if known else ()
        for outer in (*around, ""):
            found = known.get(".".join(filter(None, (outer, *names))), ())
            if own := [each for each in found if each.path != scope.path or each.unit != subject]:
                return self._ordered(own, scope)
        return ()

    def _ordered(self, places: _Places, scope: FileScope) -> _Places:
        """Those that the file sees, best first; none if no rule tells which of several is."""
        own = [each for each in places if each.path == scope.path]
        required = self._sources.included(scope) if len(own) < len(places) else {}
        near = [each for each in places if required.get(each.path)]
        near.sort(key=lambda each: (each.is_called_otherwise, required[each.path]))
        others = [each for each in places if each.path not in required and each.path != scope.path]
        if others and (not is_test_path(scope.path) or not all(each.is_test for each in others)):
            others = [each for each in others if not each.is_test]
        is_clear = 1 in {len(others), sum(not each.is_called_otherwise for each in others)}
        return (*own, *near, *(others if own or near or is_clear else ()))

    def _find(self, names: Iterable[str]) -> None:
        missing = {name: fold(name) for name in names if name not in self._known}
        found = self._definitions(missing.values()) if missing else {}
        for name, key in missing.items():
            same = found.get(key, ())
            by_name: defaultdict[str, dict[str, _Place]] = defaultdict(dict)
            for head, unit, _ in same if len(same) < MOST_DEFINITIONS else ():
                if unit.title == name and unit.kind in _KINDS and rules_of(head.path) is RUBY:
                    by_name[unnumbered(unit.name)].setdefault(head.path, _place(head.path, unit))
            self._known[name] = {own: _best_first(places.values()) for own, places in by_name.items()}


def _is_constant(name: str) -> bool:
    return name[:1].isupper() and name.isidentifier()


def _place(path: str, unit: Unit) -> _Place:
    own_name = stem_of(path.rpartition("/")[2]).replace("_", "").lower()
    return _Place(path, unit, is_test_path(path), own_name != unit.title.replace("_", "").lower())


def _best_first(places: Iterable[_Place]) -> _Places:
    """Those in files that are called like the constant first, else in order."""
    return tuple(sorted(places, key=lambda each: each.is_called_otherwise))
