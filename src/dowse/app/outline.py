"""Outline: the headings, symbols, pages or cards of a document, each with its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..formats.code.grammars import missing_grammar_hint
from ..formats.code.languages import NOTEBOOK_ENDING
from ..formats.line_offsets import folded, line_at, line_starts
from ..formats.notebook.notebook_outline import notebook_headings
from ..model.document import Document
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..search.names.reference import Reference, find_symbol_or_file
from ..search.passages.passage import Passage, passage
from .location import Progress, silent
from .options import check
from .results.outline_result import OutlineResult, OutlineUnitResult
from .results.search_result import FreshnessResult
from .sessions.vault_session import VaultSession
from .skipped_files import explaining_files, paths_in


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
            partial(_read, request),
            shown=lambda found: (found[0].document.head.path,),
            named=[*paths_in(request.ref)],
            progress=progress,
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
    units = _with_headings(tuple(_units(found.document)), found.document)
    return found, tuple(each for each in units if each.line in lines), named


def _warnings(document: Document) -> Iterator[str]:
    """Why units may be missing: the warnings of the parser, such as that of syntax errors, and a missing grammar."""
    if missing := missing_grammar_hint(document.head):
        yield missing
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


def _with_headings(units: tuple[OutlineUnitResult, ...], document: Document) -> tuple[OutlineUnitResult, ...]:
    """The symbols of a notebook below the headings of its cells; the units of any other document."""
    path = document.head.path
    if not path.lower().endswith(NOTEBOOK_ENDING):
        return units
    headings = notebook_headings(document.text.rstrip().split("\n"))
    lines = [each.line for each in headings]
    depths = [0, *(each.level for each in headings)]
    symbols = (replace(each, level=each.level + depths[bisect_right(lines, each.line)]) for each in units)
    listed = (
        OutlineUnitResult(
            ref=f"{path}#L{each.line}-L{each.end_line}",
            title=each.title,
            kind="heading",
            level=each.level,
            line=each.line,
            end_line=each.end_line,
        )
        for each in headings
    )
    return tuple(sorted((*listed, *symbols), key=lambda each: each.line))
