"""Outline: the headings, symbols, pages or cards of a document, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..formats.line_offsets import folded, line_at, line_starts
from ..model.document import Document
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..search.names.reference import Reference, find_symbol_or_file
from ..search.passage import Passage, passage
from .location import Progress, silent
from .options import check
from .results.outline_result import OutlineResult, OutlineUnitResult
from .results.search_result import FreshnessResult
from .sessions.vault_session import VaultSession
from .skipped_files import explaining_files


@dataclass(frozen=True, slots=True)
class OutlineRequest:
    """A reference to a document, a section or a range of lines: the units that begin there are listed."""

    ref: str

    def __post_init__(self) -> None:
        check(self)


def outline(vault: VaultSession, request: OutlineRequest, *, progress: Progress = silent) -> OutlineResult:
    """The outline of the document. Raises RefError, with the nearest name, for an unknown reference."""
    with explaining_files(vault, request.ref):
        (found, units, named), state = vault.read(
            partial(_read, request), shown=lambda found: (found[0].document.head.path,), progress=progress
        )
    head = found.document.head
    return OutlineResult(
        ref=found.ref,
        path=head.path,
        title=head.title,
        units=units,
        of_vault=vault.name,
        index=FreshnessResult.of(state),
        remarks=(*filter(None, (named.hint, found.hint)), *_warnings(found.document), *state.remarks),
    )


def _read(request: OutlineRequest, reader: Snapshot) -> tuple[Passage, tuple[OutlineUnitResult, ...], Reference]:
    named = find_symbol_or_file(request.ref, reader) or Reference(request.ref)
    found = passage(request.ref, reader, target=named)
    lines = range(found.lines[0][0], found.lines[-1][0] + 1) if found.lines else range(0)
    return found, tuple(each for each in _units(found.document) if each.line in lines), named


def _warnings(document: Document) -> Iterator[str]:
    """The warnings of the parser, such as that of syntax errors, by which units may be missing."""
    yield from (f"{document.head.path}: {what}" for what in document.odd)


def _units(document: Document) -> Iterator[OutlineUnitResult]:
    facts = {each.unit: each for each in document.symbols}
    starts = line_starts(folded(document.text).split("\n"))
    above: list[int] = []  # the levels of the units around, outermost first
    for unit, start, end in document.nested():
        if not unit.title:  # the text before the first heading or symbol
            continue
        while above and above[-1] >= unit.level:
            above.pop()
        above.append(unit.level)
        symbol = facts.get(unit.name)
        yield OutlineUnitResult(
            ref=str(Ref(document.head.path, unit.name)),
            title=unit.title,
            kind=unit.kind,
            level=len(above),
            line=line_at(starts, symbol.definition if symbol else start),
            end_line=line_at(starts, max(start, end - 1)),
            signature=symbol.signature if symbol else None,
        )
