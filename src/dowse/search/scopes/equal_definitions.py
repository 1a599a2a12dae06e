"""References to one of several equal definitions, found by name: which one they mean is not stated in the text.

A function of C is defined once for each platform, and the build takes one of them; in two copies of a tree each symbol
is there twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ...analysis.code.source_paths import is_test_path
from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...graph.source_references.declared_functions import declares_for_others
from ...graph.source_references.file_scope import FileScope
from ...graph.source_references.mention_resolution import possible_symbols
from ...graph.source_references.scope_rules import C, rules_of
from ...model.edge import ResolvedReference
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.symbol import SymbolDefinition
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.ast import NO_CODE, And, Expr, ReferenceLine, Word
from ...query.extract import conjunction
from ..names.name_files import NameFiles
from ..names.reference import Reference
from ..selected_pages import selected_pages
from .equal_targets import (
    AmbiguousReference,
    ambiguous_calls,
    ambiguous_mentions,
    ambiguous_targets,
    equal_functions,
    plain_calls,
    system_headers,
)

_MOST_LISTED = 3  # definitions in a hint
_PAGE = 1_000  # notes at once


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
    unresolved: int = 0  # mentions that may mean one of the symbols, or others that are not equal


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


def mentions_of_equals(ref: Ref, symbols: Sequence[Ref], reader: Reader, filters: Expr) -> EqualReferences:
    """The mentions that may mean the symbols or others, see ambiguous_targets, and the number of those that may mean
    symbols of any sort.
    """
    named = {Ref(each.doc, unnumbered(each.section)) for each in (ref, *symbols)}
    name = unnumbered(ref.section).rpartition(".")[2]
    same = _same(name, reader)
    outside = {(each.head.path, unnumbered(each.unit.name)) for each in same if not is_test_path(each.head.path)}
    if len(outside) < 2:
        return EqualReferences()
    places, equals, unresolved = set[ReferenceLine](), set[Ref](), 0
    known: dict[CodeMention, tuple[frozenset[Ref], bool]] = {}
    for hits in selected_pages(reader, conjunction(And((NO_CODE, Word(name))), filters), _PAGE):
        for path, mentions in reader.code_mentions([hit.head.path for hit in hits]).items():
            for each in mentions:
                key = each._replace(line=0, unit="")
                if key not in known:
                    known[key] = _meant(each, same, named)
                targets, is_unresolved = known[key]
                unresolved += is_unresolved
                if targets:
                    places.add((Ref(path, each.unit), each.line))
                    equals |= targets
    return EqualReferences(
        frozenset(places), tuple(sorted(equals, key=str)), ("mention", "mentions"), unresolved=unresolved
    )


def _meant(
    mention: CodeMention, same: Sequence[SymbolDefinition], named: Collection[Ref]
) -> tuple[frozenset[Ref], bool]:
    """The symbols that the mention may mean, one of the named ones among them; and whether no one can say, since they
    are of several sorts.
    """
    possible = possible_symbols(mention, same)
    if len(possible) < 2 or possible.isdisjoint(named):
        return frozenset(), False
    targets = ambiguous_targets(mention, same)
    return targets, not targets


def equals_hint(ref: Ref, symbols: Sequence[Ref], found: EqualReferences) -> str:
    """What the references may mean, and how many are unresolved; empty without any."""
    if found.unresolved:
        are = f"{found.nouns[found.unresolved > 1]} of that name {'are' if found.unresolved > 1 else 'is'}"
        unresolved = f"{found.unresolved:,} {are} unresolved, since several symbols have it"
        return "; ".join(filter(None, (equals_hint(ref, symbols, replace(found, unresolved=0)), unresolved)))
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
    names = sorted({_common_name(each.targets) for each in found})
    if not names:
        return EqualDefinitions()
    listed = ", ".join(names[:_MOST_LISTED])
    rest = f" and {len(names) - _MOST_LISTED:,} more" if len(names) > _MOST_LISTED else ""
    has = "has" if len(names) == 1 else "have"
    hint = f"{listed}{rest} {has} several definitions, which are found by name: each may be meant"
    return EqualDefinitions(frozenset((target, 0) for each in found for target in each.targets), hint)


def _common_name(targets: Sequence[Ref]) -> str:
    """The qualified name of the symbols; the simple one where they have different ones."""
    first, *others = (each.section for each in targets)
    return first if all(each == first for each in others) else first.rpartition(".")[2]


def _same(name: str, reader: Reader) -> Sequence[SymbolDefinition]:
    return reader.definitions((fold(name),)).get(fold(name), ())
