"""A hit and the reasons for its score."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from .document import Head
from .ref import Ref
from .value_class import dataclass

KEYWORD = "keyword"  # evidence: the BM25 score
SEMANTIC = "semantic"  # evidence: the cosine of the vectors of a chunk and of the query
FOLDED = "fold_duplicates"  # evidence: the number of near-duplicates, and their references


class Evidence(NamedTuple):
    """One contribution to a score: the step, its raw value, for lists the hit's rank, and what the value counts."""

    source: str
    value: float
    rank: int | None = None  # 1-based
    names: tuple[str, ...] = ()  # such as the matching tags


@dataclass(frozen=True, slots=True)
class Snippet:
    """The best place inside a hit, cut for display; `marks` are the spans of matched words in `text`."""

    text: str
    heading: str
    line: int  # 1-based, in the file
    end_line: int  # last line of the passage that the snippet comes from
    marks: tuple[tuple[int, int], ...] = ()
    part: int = 0  # number of the chunk of the document that the passage is in, from 0
    parts: int = 0  # number of chunks of the document
    start: int = 0  # of that chunk in the text of the document, in characters
    end: int = 0
    symbol_kind: str = ""  # of the symbol in the heading, such as `method`; empty for a heading of text


class Hit(NamedTuple):
    """Something found. `score` is the only number anybody sorts by; `why` is its history.

    A named tuple and not a dataclass: a search makes a thousand of them, and these are made four times as fast.
    """

    ref: Ref  # the ranked document or section
    head: Head
    score: float  # bigger is better; in [0, 1] once fused
    why: tuple[Evidence, ...] = ()
    spot: Ref | None = None  # the place inside `ref` that matched best
    matched_chunks: int = 0  # chunks of `ref` among the candidates; of its document when it stands for all its hits
    snippet: Snippet | None = None

    def scored(self, score: float, source: str, value: float, *, rank: int | None = None) -> Hit:
        """The same hit with another score and the reason for it."""
        return self._with(score, made_of(Evidence, (source, value, rank, ())))

    def because(self, source: str, value: float, *, rank: int | None = None, names: tuple[str, ...] = ()) -> Hit:
        """The same hit with one more reason; the score stays."""
        return self._with(self.score, Evidence(source, value, rank, names))

    @property
    def duplicates(self) -> tuple[str, ...]:
        """The references of the near-duplicates that are folded into the hit."""
        return next((reason.names for reason in self.why if reason.source == FOLDED), ())

    def with_score(self, score: float) -> Hit:
        """The same hit with another score for the same reasons."""
        ref, head, _score, why, spot, matched_chunks, snippet = self
        return made_of(Hit, (ref, head, score, why, spot, matched_chunks, snippet))

    def _with(self, score: float, reason: Evidence) -> Hit:
        # Not by _replace(), which takes five times as long: a search scores hundreds of hits several times.
        ref, head, _score, why, spot, matched_chunks, snippet = self
        return made_of(Hit, (ref, head, score, (*why, reason), spot, matched_chunks, snippet))


Hits = tuple[Hit, ...]
_score = attrgetter("score")
made_of = tuple.__new__  # a named tuple of all its values, in half of the time of a call of its class


def cosine_of(hit: Hit) -> float:
    """The cosine of a hit that semantic search found."""
    for source, value, _rank, _names in hit.why:  # in half of the time of an expression: for each candidate
        if source == SEMANTIC:
            return value
    raise ValueError(f"semantic search did not find {hit.ref}")


def keyword_score(hit: Hit, default: float = 0.0) -> float:
    """The score of the hit in the list by keyword; the default if that does not have it."""
    return next((reason.value for reason in hit.why if reason.source == KEYWORD), default)


def ranked(hits: Iterable[Hit]) -> Hits:
    """The hits, best first; hits of equal score keep their order."""
    return tuple(sorted(hits, key=_score, reverse=True))
