"""References to one of several equal definitions, found by name: which one they mean is not stated in the text.

A function of C is defined once for each platform, and the build takes one of them; in two copies of a tree each symbol
is there twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..analysis.folding import fold
from ..analysis.symbol_names import unnumbered
from ..graph.source_references.declared_functions import declares_for_others
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
from .equal_targets import (
    AmbiguousReference,
    ambiguous_calls,
    ambiguous_mentions,
    equal_functions,
    equal_symbols,
    plain_calls,
    system_headers,
)
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


@dataclass(frozen=True, slots=True)
class EqualReferences:
    """The references to one of several equal definitions."""

    places: frozenset[ReferenceLine] = frozenset()
    equals: tuple[Ref, ...] = ()
    nouns: tuple[str, str] = ("", "")  # one of the references, several
    is_whole: bool = True  # whether all files with the name were read


def equal_definitions(field: str, named: Reference | None, reader: Reader, filters: Expr) -> EqualDefinitions:
    """The calls, for `calls:`, or the mentions, for `explains:`, that mean one of several definitions, the named one
    among them; for `called:` and `explained:` all definitions that those of the named place may mean; none for other
    fields.
    """
    if named is None or named.ref is None:
        return EqualDefinitions()
    match field:
        case "calls" | "explains" if named.ref.section:
            references = calls_of_equals if field == "calls" else mentions_of_equals
            found = references(named.ref, named.symbols, reader, filters)
            return EqualDefinitions(found.places, equals_hint(named.ref, named.symbols, found))
        case "called" | "explained":
            found_from = ambiguous_calls if field == "called" else ambiguous_mentions
            return _targets([each for part in named.symbols or (named.ref,) for each in found_from(part, reader)])
        case _:
            return EqualDefinitions()


def calls_of_equals(ref: Ref, symbols: Sequence[Ref], reader: Reader, filters: Expr) -> EqualReferences:
    """The calls of a function of C of which several source files have one, where the file or a header of it declares
    the function; `symbols` are all that the name of the function means.
    """
    name = unnumbered(ref.section)
    equals = equal_functions(name, _same(name, reader))
    if {ref, *symbols}.isdisjoint(equals):
        return EqualReferences()
    files = NameFiles(reader, (name,))
    calls: dict[str, list[ReferenceLine]] = {}
    declaring, of_system = set[str](), dict[str, frozenset[str]]()
    for scope in (FileScope(path, outline, C) for path, outline in files.read(filters) if rules_of(path) is C):
        declaring |= {scope.path} if name in scope.declared else set()
        if own := list(plain_calls(name, scope)):
            calls[scope.path] = own
            of_system[scope.path] = frozenset(system_headers(scope))
    seeing = _seeing(declaring, reader) if calls else frozenset()
    ends = {f"<{path[at + 1 :]}>" for path in seeing for at in _starts(path) if declares_for_others(path)}
    seen = [path for path in calls if path in seeing or not ends.isdisjoint(of_system[path])]
    resolved = {each.source for each in (reader.references(seen) if seen else ()) if _is_call_of(name, each)}
    places = frozenset(place for path in seen for place in calls[path] if place[0] not in resolved)
    return EqualReferences(places, equals, ("call", "calls"), files.is_whole)


def mentions_of_equals(ref: Ref, _symbols: Sequence[Ref], reader: Reader, filters: Expr) -> EqualReferences:
    """The mentions of a name that only symbols of one qualified name and one language have."""
    section = unnumbered(ref.section)
    name = section.rpartition(".")[2]
    same = _same(name, reader)
    equals = equal_symbols(ref, same)
    if len(equals) < 2 or Ref(ref.doc, section) not in equals:
        return EqualReferences()
    places = set()
    for hits in selected_pages(reader, conjunction(And((_NOTES, Word(name))), filters), _PAGE):
        for path, mentions in reader.code_mentions([hit.head.path for hit in hits]).items():
            meant = {each.name: possible_symbols(each.name, same) for each in mentions}
            places |= {
                (Ref(path, each.unit), each.line)
                for each in mentions
                if len(meant[each.name]) > 1 and meant[each.name] <= equals
            }
    return EqualReferences(frozenset(places), tuple(sorted(equals, key=str)), ("mention", "mentions"))


def equals_hint(ref: Ref, symbols: Sequence[Ref], found: EqualReferences) -> str:
    """What the references may mean; empty without any."""
    if not found.places:
        return ""
    places, equals = found.places, found.equals
    count = f"{'' if found.is_whole else 'at least '}{len(places):,} {found.nouns[len(places) > 1]}"
    if set(symbols) == set(equals):
        meant = "any of them" if len(equals) > 2 else "either of them"
    else:
        is_one = len(symbols) < 2
        listed = [str(each) for each in equals if not (is_one and each == ref)]
        rest = f" and {len(listed) - _MOST_LISTED:,} more" if len(listed) > _MOST_LISTED else ""
        meant = f"{'it or' if is_one else 'any of'} {', '.join(listed[:_MOST_LISTED])}{rest}"
    are = "are" if len(places) > 1 else "is"
    return f"{count} may mean {meant}, and {are} found by name"


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


def _targets(found: Sequence[AmbiguousReference]) -> EqualDefinitions:
    names = sorted({each.targets[0].section for each in found})
    if not names:
        return EqualDefinitions()
    listed = ", ".join(names[:_MOST_LISTED])
    rest = f" and {len(names) - _MOST_LISTED:,} more" if len(names) > _MOST_LISTED else ""
    has = "has" if len(names) == 1 else "have"
    hint = f"{listed}{rest} {has} several definitions, which are found by name: each may be meant"
    return EqualDefinitions(frozenset((target, 0) for each in found for target in each.targets), hint)


def _same(name: str, reader: Reader) -> Sequence[SymbolDefinition]:
    return reader.definitions((fold(name),)).get(fold(name), ())
