"""Values of the pieces of a document that filters select, without words that rank them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ...chunking.spans import trimmed
from ...model.document import Document, Span, Unit
from ...model.hit import Hit
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...query.extract import embedding_text, similarity_targets, text_conditions
from ...stages.snippets.reference_lines import reference_lines, resolved_lines, without_members
from ..symbol_hits import is_selected
from .passage_spans import pieces_within

_OTHER_REFERENCE = 0.95  # the value of a piece with one more reference, relative to that with the first
_NO_REFERENCE = 0.9  # that of a piece without one, beside the first
_DISTANCE_COST = 0.01  # for each piece between
# Of the pieces besides that of the snippet in a document that filters select; packing leaves out what has less.
_FIRST_OTHER, _LAST_OTHER = 0.9, 0.1


@dataclass(frozen=True, slots=True)
class SelectedPassages:
    """The pieces, their values relative to the score of the hit, and the start of the symbol."""

    spans: tuple[Span, ...]
    values: tuple[float, ...]  # 1.0 for the first to be packed
    start: int | None  # of the symbol; None for lines outside of symbols


def selected_passages(hit: Hit, document: Document, run: Run, others: Iterable[Ref]) -> SelectedPassages | None:
    """Those of the hit, without the symbols of the other hits inside it; None for a hit that no such filter selects.

    Of a file, which `imports:` selects, only those with the import, unless words rank the files.
    """
    if not document.is_source or not is_selected(hit, document.units, run.where):
        return None
    resolved = resolved_lines(run.where).get(hit.ref, ())
    lines = [trimmed(document.text, *line) for line in reference_lines(document, hit.ref, run.query.where, resolved)]
    unit = next((unit for unit in document.units if hit.ref.section and unit.name == hit.ref.section), None)
    if unit is None:
        if not lines or embedding_text(run.query.where):
            return None
        spans = pieces_within(document, [(0, len(document.text))])
        spans = sorted({spans[_number(spans, at)] for at, _ in lines})
        return SelectedPassages(tuple(spans), (1.0, *(_OTHER_REFERENCE for _ in spans[1:])), None)
    spans = pieces_within(document, without_members(unit, _inside(unit, document, others)))
    if not spans:
        return None
    referring = [_number(spans, at) for at, _ in lines] or [0]
    values = [_NO_REFERENCE / (1 + _DISTANCE_COST * abs(n - referring[0])) for n in range(len(spans))]
    for n in referring:
        values[n] = _OTHER_REFERENCE
    values[referring[0]] = 1.0
    return SelectedPassages(tuple(spans), tuple(values), unit.start)


def values_in_order(run: Run, count: int) -> tuple[float, ...]:
    """The values of the pieces of a document that filters alone select: descending, equal for all documents, so that
    each document gets as many as another; none if words, similarity or conditions on one passage choose the pieces.
    """
    where = run.query.where
    if embedding_text(where) or similarity_targets(where) or text_conditions(where):
        return ()
    return tuple(_LAST_OTHER + (_FIRST_OTHER - _LAST_OTHER) / (1 + n) for n in range(count))


def _inside(unit: Unit, document: Document, others: Iterable[Ref]) -> list[Unit]:
    """The symbols of the other hits in the document."""
    names = {ref.section for ref in others if ref.doc == document.head.path} - {unit.name}
    return [each for each in document.units if each.name in names]


def _number(spans: list[Span], at: int) -> int:
    """The number of the piece with the offset, or of the one before it."""
    return max(0, bisect_right(spans, at, key=lambda span: span[0]) - 1)
