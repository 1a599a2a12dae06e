"""The source files that have the lines which a query of several lines repeats, and where they stand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from ..analysis.text_offsets import offsets_of
from ..model.document import Document, Span
from ..model.hit import Hit, Hits
from ..model.ref import Ref
from ..ports.pipeline import Run
from ..ports.questions import MatchQuestion
from ..ports.storage import FieldWeights
from ..query.ast import IS_CODE, Should
from ..query.extract import node_types
from ..query.pasted_text import pasted_lines

_MOST_HOLDING = 20  # files with a line; more say nothing about where the lines are from
_MOST = 3  # files with all lines, such as copies
_BODY = FieldWeights()


def pasted_hits(run: Run) -> Hits:
    """The source files with all lines of the query that few files have; none if these are no three or fewer."""
    questions = [MatchQuestion((line,), IS_CODE, _MOST_HOLDING, _BODY) for line in _lines(run)]
    run.reader.prefetch(questions)  # in one round trip
    found = [hits for question in questions if 0 < len(hits := question.of(run.reader)) < _MOST_HOLDING]
    if not found:
        return ()
    docs = set.intersection(*({hit.ref.doc for hit in hits} for hits in found))
    if len(docs) > _MOST:
        return ()
    return tuple(Hit(Ref(hit.ref.doc), hit.head, 1.0) for hit in found[0] if hit.ref.doc in docs)


def _lines(run: Run) -> Sequence[str]:
    return pasted_lines(run.query.text) if Should in node_types(run.query.where) else ()


def pasted_span(document: Document, text: str) -> Span | None:
    """Where the pasted text stands, or else most of its lines together, from first to last; None without any."""
    lines = pasted_lines(text)
    if lines and (at := document.text.find(whole := text.strip())) >= 0:
        return at, at + len(whole)
    places = sorted((at, at + len(line)) for line in lines for at in _places(document.text, line))
    best: Sequence[Span] = ()
    for n, (start, _) in enumerate(places):
        near = places[n : bisect_left(places, (start + 2 * len(text),))]
        best = max(best, near, key=len)
    return (best[0][0], max(end for _, end in best)) if best else None


def _places(text: str, line: str) -> list[int]:
    return list(islice(offsets_of(line, text), _MOST_HOLDING))
