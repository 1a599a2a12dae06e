"""References to one of several equal definitions, found by name: which one they mean is not stated in the text.

A function of C is defined once for each platform, and the build takes one of them; in two copies of a tree each symbol
is there twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..analysis.folding import fold
from ..analysis.source_paths import is_test_path
from ..analysis.symbol_names import unnumbered
from ..graph.source_references.call_edges import symbol_name
from ..graph.source_references.declared_functions import declares_for_others, public_functions
from ..graph.source_references.file_scope import FileScope
from ..graph.source_references.mention_resolution import possible_symbols
from ..graph.source_references.scope_rules import C, rules_of
from ..model.edge import ResolvedReference
from ..model.ref import Ref
from ..model.symbol import SymbolDefinition
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import And, Expr, FieldEquals, Not, ReferenceLine, Word
from ..query.extract import conjunction
from .name_files import NameFiles
from .reference import Reference
from .selected_pages import selected_pages

_MOST_LISTED = 3  # definitions in a hint
_PAGE = 1_000  # notes at once
_NOTES = Not(FieldEquals("kind", "code"))


@dataclass(frozen=True, slots=True)
class EqualDefinitions:
    """The places that mean one of several definitions, and a hint on them."""

    places: frozenset[ReferenceLine] = frozenset()
    hint: str = ""


def equal_definitions(field: str, named: Reference | None, reader: Reader, filters: Expr) -> EqualDefinitions:
    """The calls, for `calls:`, or the mentions, for `explains:`, that mean one of several definitions, the named one
    among them; none for other fields, and where the named one has no equals.
    """
    if named is None or named.ref is None or not named.ref.section:
        return EqualDefinitions()
    match field:
        case "calls":
            return _calls(named, reader, filters)
        case "explains":
            return _mentions(named, reader, filters)
        case _:
            return EqualDefinitions()


def _calls(named: Reference, reader: Reader, filters: Expr) -> EqualDefinitions:
    """The calls of a function of C of which several source files have one, where the file or a header of it declares
    the function.
    """
    name = unnumbered(named.ref.section) if named.ref else ""
    equals = tuple(Ref(*each) for each in sorted(public_functions(name, _same(name, reader)).items()))
    if len(equals) < 2 or {named.ref, *named.symbols}.isdisjoint(equals):
        return EqualDefinitions()
    files = NameFiles(reader, (name,))
    calls: dict[str, list[ReferenceLine]] = {}
    declaring, system_headers = set[str](), dict[str, frozenset[str]]()
    for scope in (FileScope(path, outline, C) for path, outline in files.read(filters) if rules_of(path) is C):
        declaring |= {scope.path} if name in scope.declared else set()
        if own := list(_plain_calls(name, scope)):
            calls[scope.path] = own
            system_headers[scope.path] = frozenset(_system_headers(scope))
    seeing = _seeing(declaring, reader) if calls else frozenset()
    ends = {f"<{path[at + 1 :]}>" for path in seeing for at in _starts(path) if declares_for_others(path)}
    seen = [path for path in calls if path in seeing or not ends.isdisjoint(system_headers[path])]
    resolved = {each.source for each in (reader.references(seen) if seen else ()) if _is_call_of(name, each)}
    places = frozenset(place for path in seen for place in calls[path] if place[0] not in resolved)
    return _found(named, equals, places, ("call", "calls"), is_whole=files.is_whole)


def _plain_calls(name: str, scope: FileScope) -> Iterator[ReferenceLine]:
    """The calls by the name alone outside of types, whose members may have it."""
    for callee, line, symbol in scope.outline.references.calls:
        if callee == (name,) and not scope.type_around(symbol):
            yield Ref(scope.path, symbol_name(scope, symbol)), line


def _system_headers(scope: FileScope) -> Iterator[str]:
    """The included headers as `<uv.h>`, of which no file is known."""
    return (each.module for each in scope.outline.references.imports if each.module.startswith("<"))


def _starts(path: str) -> Iterator[int]:
    """Where the path and each of its ends begin, less one."""
    yield -1
    yield from (at for at, sign in enumerate(path) if sign == "/")


def _is_call_of(name: str, each: ResolvedReference) -> bool:
    return each.relation == "calls" and unnumbered(each.target.section) == name


def _seeing(declaring: Collection[str], reader: Reader) -> frozenset[str]:
    """The files that declare a function, or include a header that does, directly or not."""
    found, waiting = set(declaring), set(filter(declares_for_others, declaring))
    while waiting:
        edges = reader.references(waiting)
        importing = {each.source.doc for each in edges if each.relation == "imports" and each.target.doc in waiting}
        waiting = set(filter(declares_for_others, importing - found))
        found |= importing
    return frozenset(found)


def _mentions(named: Reference, reader: Reader, filters: Expr) -> EqualDefinitions:
    """The mentions of a name that only symbols of one qualified name and one language have."""
    section = unnumbered(named.ref.section) if named.ref else ""
    name = section.rpartition(".")[2]
    same = _same(name, reader)
    rules = rules_of(named.ref.doc) if named.ref else None
    fitting = (each for each in same if rules_of(each.head.path) is rules and not is_test_path(each.head.path))
    equals = frozenset(Ref(each.head.path, section) for each in fitting if unnumbered(each.unit.name) == section)
    if len(equals) < 2 or Ref(named.ref.doc if named.ref else "", section) not in equals:
        return EqualDefinitions()
    places = set()
    for hits in selected_pages(reader, conjunction(And((_NOTES, Word(name))), filters), _PAGE):
        for path, mentions in reader.code_mentions([hit.head.path for hit in hits]).items():
            meant = {each.name: possible_symbols(each.name, same) for each in mentions}
            places |= {
                (Ref(path, each.unit), each.line)
                for each in mentions
                if len(meant[each.name]) > 1 and meant[each.name] <= equals
            }
    return _found(named, tuple(sorted(equals, key=str)), frozenset(places), ("mention", "mentions"))


def _same(name: str, reader: Reader) -> Sequence[SymbolDefinition]:
    return reader.definitions((fold(name),)).get(fold(name), ())


def _found(
    named: Reference,
    equals: Sequence[Ref],
    places: frozenset[ReferenceLine],
    what: tuple[str, str],
    *,
    is_whole: bool = True,
) -> EqualDefinitions:
    if not places:
        return EqualDefinitions()
    count = f"{'' if is_whole else 'at least '}{len(places):,} {what[len(places) > 1]}"
    if set(named.symbols) == set(equals):
        meant = "any of them" if len(equals) > 2 else "either of them"
    else:
        is_one = len(named.symbols) < 2
        listed = [str(each) for each in equals if not (is_one and each == named.ref)]
        rest = f" and {len(listed) - _MOST_LISTED:,} more" if len(listed) > _MOST_LISTED else ""
        meant = f"{'it or' if is_one else 'any of'} {', '.join(listed[:_MOST_LISTED])}{rest}"
    are = "are" if len(places) > 1 else "is"
    return EqualDefinitions(places, f"{count} may mean {meant}, and {are} found by name")
