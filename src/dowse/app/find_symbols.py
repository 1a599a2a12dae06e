"""Find symbols of source code by name and kind: with their file, line and signature."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from ..analysis.code.source_paths import is_aside, is_test_path
from ..analysis.code.symbol_names import parts_of_name
from ..analysis.folding import fold
from ..analysis.spelling.spelling_correction import distance
from ..formats.line_offsets import folded, line_at, line_starts
from ..indexing.freshness import incompleteness
from ..model.document import Document, SymbolKind, Unit
from ..model.line_numbers import line_of
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import Expr, MatchAll, OneOf, SymbolCondition, walk
from ..query.extract import conjunction
from ..query.select import fact_key, is_pattern
from ..query.symbol_match import is_as_written, meets
from ..search.names.broken_definitions import broken_definition_hint
from ..search.names.data_member_lookup import data_members_named, declaration_span, member_ref
from ..search.names.symbol_lookup import closest_symbol, definition_order, in_modules
from ..search.names.unknown_symbol import other_name
from ..stages.code.data_members import DataMember
from .location import Progress
from .results.symbol_result import SymbolResult
from .sessions.vault_session import VaultSession
from .symbol_request import SymbolRequest, is_of_ruby
from .vendored_definitions import vendored_remarks

_SHORT, _MOST_EDITS = 6, 2  # letters of a name up to which one edit is proposed; edits of a longer one


@dataclass(frozen=True, slots=True)
class SymbolListing:
    """The first of the selected symbols."""

    symbols: tuple[SymbolResult, ...]
    total: int  # selected symbols, including those beyond the limit
    hint: str = ""  # on a name without any
    incompleteness: str = ""  # why symbols may be missing


def find_symbols(
    session: VaultSession,
    request: SymbolRequest,
    *,
    where: Expr = MatchAll(),  # noqa: B008  # a value
    vault: str | None = None,
    progress: Progress | None = None,
) -> SymbolListing:
    """The symbols in the files that `where` selects: names as written first, those of examples and generated files and
    those of tests last; symbols of one name in the order of a look-up, others by path and place.  Where no symbol has
    the name, the data members of a type that the name states.

    Changed files are read first.  `vault` is the name that the results state.
    """
    listing, state = session.read(partial(_listed, request, where, vault), progress=progress)
    hint = "" if state.without_symbols else listing.hint  # the name may be that of a symbol that is not read yet
    if not listing.total and (parts := parts_of_name(request.pattern)):
        hint = "; ".join(vendored_remarks(session, parts[-1:])) or hint
    return replace(listing, hint=hint, incompleteness=incompleteness(state))


def _listed(request: SymbolRequest, where: Expr, vault: str | None, reader: Reader) -> SymbolListing:
    selected = in_modules(request.condition, reader)
    condition = next(each for each in walk(selected) if isinstance(each, SymbolCondition))
    files, where = where, conjunction(where, selected)
    heads = {hit.ref.doc: hit.head for hit in reader.select(where, reader.count(where))}
    docs = list(heads)
    units = reader.units(docs)
    named = [(doc, unit) for doc in docs for unit in units.get(doc, ()) if meets(condition, unit)]
    if is_of_ruby(request.pattern):  # `?` is a sign of the name rather than any letter
        named = [each for each in named if is_as_written(condition, each[1])] or named
    ranks = _ranks(named, reader)
    named.sort(
        key=lambda each: (
            not is_as_written(condition, each[1]),
            is_test_path(each[0]),
            is_aside(heads[each[0]]),
            ranks.get((each[0], each[1].name), 0),
            each[0],
            each[1].start,
        )
    )
    if not named and (members := _data_members(request, files, reader)):
        return SymbolListing(
            tuple(_member_results(members[: request.limit], request.pattern, vault, reader)), len(members)
        )
    shown = named[: request.limit]
    documents = reader.documents({doc for doc, _ in shown})
    name = request.pattern
    meaning = "" if named else other_name(name, reader) or broken_definition_hint(name, reader)
    hint = f"{name!r} is {meaning}" if meaning else "" if named else _misspelt(name, reader)
    return SymbolListing(tuple(_results(shown, documents, vault)), len(named), hint)


def _data_members(request: SymbolRequest, where: Expr, reader: Reader) -> Sequence[DataMember]:
    """The data members of the name in the files, which are no symbols of their own; none for a pattern."""
    if "property" not in request.kinds or is_pattern(request.pattern):
        return ()
    found = data_members_named(request.pattern, reader)
    among = OneOf(frozenset(each.definition.head.path for each in found))
    paths = {hit.ref.doc for hit in reader.select(conjunction(where, among), len(found))} if found else set()
    return [each for each in found if each.definition.head.path in paths]


def _misspelt(name: str, reader: Reader) -> str:
    """The note on a name that is an edit or two away from that of a symbol; empty for any other name."""
    known = reader.vocabulary("symbol")
    if not name or is_pattern(name) or fact_key(name) in known:
        return ""  # a filter excludes the symbol
    meant = _written_otherwise(name, known) or closest_symbol(name, known, reader)
    edits = distance(_joined(name), _joined(meant), _MOST_EDITS) if meant else _MOST_EDITS + 1
    is_near = edits <= (1 if len(name) <= _SHORT else _MOST_EDITS)
    return f"no symbol has the name {name!r}; did you mean {meant!r}?" if is_near else ""


def _written_otherwise(name: str, known: Collection[str]) -> str:
    """The one of the known names that differs by `_` and by case alone; empty for none."""
    joined = _joined(name)
    return next((each for each in known if len(each) >= len(joined) and _joined(each) == joined), "")


def _joined(name: str) -> str:
    return fold(name).replace("_", "")


def _ranks(named: Sequence[tuple[str, Unit]], reader: Reader) -> Mapping[tuple[str, str], int]:
    """The places of the symbols in the order of a look-up; none unless all have one simple name."""
    names = {unit.title for _, unit in named}
    if len(names) != 1:
        return {}
    key = fold(names.pop())
    same = sorted(reader.definitions((key,)).get(key, ()), key=definition_order)
    return {(each.head.path, each.unit.name): rank for rank, each in enumerate(same)}


def _member_results(
    members: Sequence[DataMember], name: str, vault: str | None, reader: Reader
) -> Iterator[SymbolResult]:
    documents = reader.documents({each.definition.head.path for each in members})
    for each in members:
        document = documents.get(each.definition.head.path)
        if document is None or each.line is None:
            continue
        ref, (_, end) = member_ref(each, name), declaration_span(document, each)
        yield SymbolResult(
            vault=vault,
            ref=str(ref),
            path=ref.doc,
            line=line_of(document.text, each.line[0]),
            end_line=line_of(document.text, end),
            symbol=ref.section,
            kind="property",
            signature=document.text[slice(*each.line)].strip(),
            about="",
        )


def _results(
    shown: Sequence[tuple[str, Unit]], documents: Mapping[str, Document], vault: str | None
) -> Iterator[SymbolResult]:
    starts = {doc: line_starts(folded(each.text).split("\n")) for doc, each in documents.items()}
    for doc, unit in shown:
        if doc not in documents:
            continue
        facts = next((each for each in documents[doc].symbols if each.unit == unit.name), None)
        yield SymbolResult(
            vault=vault,
            ref=str(Ref(doc, unit.name)),
            path=doc,
            line=line_at(starts[doc], facts.definition if facts else unit.start),
            end_line=line_at(starts[doc], max(unit.start, unit.end - 1)),
            symbol=unit.label,
            kind=cast("SymbolKind", unit.kind),
            signature=facts.signature if facts else "",
            about=facts.about if facts else "",
        )
