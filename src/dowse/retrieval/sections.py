"""Rank the sections of documents by keyword."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..analysis.term_matching import TermMatcher
from ..model.document import Document
from ..model.hit import Hit, Hits, ranked
from ..model.ref import Ref
from ..ports.storage import Reader

_K1, _B = 1.2, 0.75  # BM25's
_LONGEST = 200_000  # characters of one document


@dataclass(frozen=True, slots=True)
class _Part:
    """A section with the frequency of each stem."""

    ref: Ref
    length: int  # characters
    counted: Counter[str]


def in_sections(documents: Hits, words: Sequence[str], reader: Reader) -> Hits:
    """The sections that contain the words, each with a share of the score of its document.

    The share is the BM25 score of the section divided by that of the best section of the document, with frequencies
    counted among these sections.  A document that contains the words in its names alone is represented by its first
    section.  Sections need no index of their own, which would double the work of indexing; the order of documents by
    their best section is that of the documents.
    """
    texts = reader.documents(hit.ref.doc for hit in documents)
    spotter = TermMatcher(words)
    parts = {doc: list(_parts(text, spotter)) for doc, text in texts.items()}
    every = [part for some in parts.values() for part in some]
    held = Counter(stem for part in every for stem in part.counted)
    idf = {stem: math.log(1 + (len(every) - df + 0.5) / (df + 0.5)) for stem, df in held.items()}
    average = sum(part.length for part in every) / max(1, len(every)) or 1.0

    def weight(part: _Part) -> float:
        norm = _K1 * (1 - _B + _B * part.length / average)
        return sum(idf[stem] * tf * (_K1 + 1) / (tf + norm) for stem, tf in part.counted.items())

    return ranked(
        found
        for hit in documents
        for found in _shared(hit, [(part, weight(part)) for part in parts.get(hit.ref.doc, ())])
    )


def _parts(document: Document, spotter: TermMatcher) -> Iterator[_Part]:
    tops = list(document.tops())
    starts = [start for _, start, _ in tops]
    counted: list[Counter[str]] = [Counter() for _ in tops]
    end = min(len(document.text), document.body_start + _LONGEST)
    for at, _, stem in spotter.marks(document.text, document.body_start, end):
        counted[bisect_right(starts, at) - 1][stem] += 1
    for (section, first, last), found in zip(tops, counted, strict=True):
        yield _Part(Ref(document.head.id, section.name), last - first, found)


def _shared(hit: Hit, weighed: Sequence[tuple[_Part, float]]) -> Iterator[Hit]:
    best = max((weight for _, weight in weighed), default=0.0)
    if not best:
        yield hit._replace(ref=weighed[0][0].ref) if weighed else hit
        return
    for part, weight in weighed:
        if weight:
            yield hit._replace(ref=part.ref, score=hit.score * weight / best)
