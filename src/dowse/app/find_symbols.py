"""Find symbols of source code by name and kind: with their file, line and signature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import cast

from ..analysis.source_paths import is_test_path
from ..formats.line_offsets import folded, line_at, line_starts
from ..model.document import Document, SymbolKind, Unit
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.ast import Expr
from ..query.extract import conjunction
from ..query.symbol_match import meets
from .location import Progress, VaultLocation, silent
from .results.symbol_result import SymbolResult
from .search_filter import narrowing
from .sessions.vault_session import open_session
from .symbol_request import SymbolRequest


@dataclass(frozen=True, slots=True)
class SymbolListing:
    """The first of the selected symbols."""

    symbols: tuple[SymbolResult, ...]
    total: int  # selected symbols, including those beyond the limit


def find_symbols(
    places: Sequence[VaultLocation],
    request: SymbolRequest,
    *,
    index_dir: Path | None = None,
    progress: Progress = silent,
) -> SymbolListing:
    """The symbols by vault; those of tests last, then by path and place. Changed files are read first."""
    found: list[SymbolResult] = []
    total = 0
    for place in places:
        assert not place.scope, "a vault with a scope is opened by its workspace"
        name = place.name if len(places) > 1 else None
        with closing(open_session(place.root, index_dir=index_dir)) as session:
            where = conjunction(narrowing(path=place.folders(request.path, None)), request.condition)
            listing, _ = session.read(partial(_listed, request, where, name), progress=progress)
        found += listing.symbols
        total += listing.total
    return SymbolListing(tuple(found[: request.limit]), total)


def _listed(request: SymbolRequest, where: Expr, vault: str | None, reader: Reader) -> SymbolListing:
    docs = [hit.ref.doc for hit in reader.select(where, reader.count(where))]
    units = reader.units(docs)
    named = [(doc, unit) for doc in docs for unit in units.get(doc, ()) if meets(request.condition, unit)]
    named.sort(key=lambda each: (is_test_path(each[0]), each[0], each[1].start))
    shown = named[: request.limit]
    documents = reader.documents({doc for doc, _ in shown})
    return SymbolListing(tuple(_results(shown, documents, vault)), len(named))


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
