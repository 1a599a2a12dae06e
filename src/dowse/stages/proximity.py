"""Boost texts in which the words of the query are close together."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from ..analysis.term_matching import TermMatcher
from ..analysis.tokens import word_tokens
from ..model.chunk import ChunkSpans
from ..model.document import Document
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Slider, Switch, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Question
from ..retrieval.keyword import scoring_words
from .extent import extent

_APART_IN_QUERY, _APART_IN_TEXT = 4, 8  # words
_K1, _B = 1.2, 0.75  # BM25's
_MOST_WORDS = 32  # of the query: questions have about ten, and each word is searched in each text
_LONGEST = 10_000  # characters of a text that are scanned: a hundred such texts take 15 ms
_FAR = 200  # characters: more than eight words

# A character beyond ASCII that may be part of a word; dashes, quotes, arrows and emoji are not.
_FOREIGN = re.compile(
    "[^\x00-\x7f\xa0-\xa9\xab-\xb1\xb6-\xb8\xbb\xbf\u2010-\u205e\u2190-\u245f\u2500-\u2775\u2794-\u2bff\U0001f300-\U0001f5ff]"
)

_Pairs = Mapping[tuple[str, str], int]  # both orders of two stems, and the number of the pair


@dataclass(frozen=True, slots=True)
class WordPositions:
    """The positions of the query words in a text."""

    at: tuple[tuple[int, str], ...]  # number of the word, stem; in order
    length: int  # of the text, in characters


_NOWHERE = WordPositions((), 0)


@dataclass(frozen=True, slots=True)
class Proximity:
    """`(score + weight · prox / best prox) / (1 + weight)` for the first `depth` hits; `prox` is 0 below.

    Runs before TagBoost and Pin, which put hits above all others.
    """

    position: ClassVar[int] = 20  # see ports.Stage
    is_optional: ClassVar[bool] = True
    switch: ClassVar[Switch] = Switch("proximity", "boosts hits with query words close together")

    weight: float = parameter(
        0.15, "boost of hits with query words close together", minimum=0, slider=Slider("proximity", 0.05, maximum=1)
    )
    depth: int = parameter(100, "number of top hits to measure", minimum=1)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits[: self.depth]))
        yield DocumentsQuestion(docs)
        if run.granularity == "chunk":
            yield ChunkSpansQuestion(docs)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the share of the best proximity as evidence, in [0, 1]."""
        asked = scoring_words(run.query.where)[:_MOST_WORDS]
        spotter = TermMatcher(asked)
        stems = _stems(asked, spotter)
        if len(stems) < 2:
            return hits
        first = hits[: self.depth]
        docs = {hit.ref.doc for hit in first}
        documents = run.reader.documents(docs)
        chunks = run.reader.chunk_spans(docs) if run.granularity == "chunk" else {}
        texts = [_places(hit, documents.get(hit.ref.doc), chunks.get(hit.ref.doc), spotter) for hit in first]
        found = proximities(texts, stems)
        best = max(found, default=0.0)
        if not best:
            return hits
        near = [self._raised(hit, value / best) for hit, value in zip(first, found, strict=True)]
        return ranked((*near, *(self._raised(hit, 0.0) for hit in hits[self.depth :])))

    def _raised(self, hit: Hit, share: float) -> Hit:
        score = (hit.score + self.weight * share) / (1.0 + self.weight)
        return hit.scored(score, "proximity", share) if share else hit._replace(score=score)


def proximities(texts: Sequence[WordPositions], stems: Sequence[str]) -> list[float]:
    """`Σ min(idf) · f · 2.2 / (f + 1.2 · (0.25 + 0.75 · length / average length))` for each text.

    The sum is over the pairs of distinct stems at most 4 words apart in the query, and `f = Σ 1 / distance` over their
    occurrences at most 8 words apart in the text: BM25 with pairs in place of words.  The idf, `ln(1 + (N − df + 0.5) /
    (df + 0.5))`, is estimated from these texts.
    """
    chosen = [(a, b) for n, a in enumerate(stems) for b in stems[n + 1 : n + 1 + _APART_IN_QUERY]]
    pairs = {both: n for n, (a, b) in enumerate(chosen) for both in ((a, b), (b, a))}
    frequency = Counter(stem for text in texts for stem in {stem for _, stem in text.at})
    idf = {stem: math.log(1.0 + (len(texts) - frequency[stem] + 0.5) / (frequency[stem] + 0.5)) for stem in stems}
    worth = [min(idf[a], idf[b]) for a, b in chosen]
    average = sum(text.length for text in texts) / max(1, len(texts)) or 1.0
    return [_proximity(text, pairs, worth, text.length / average) for text in texts]


def _proximity(text: WordPositions, pairs: _Pairs, worth: Sequence[float], length: float) -> float:
    """The proximity of one text; `length` is relative to the average."""
    norm = _K1 * (1.0 - _B + _B * length)
    return sum(worth[n] * f * (_K1 + 1.0) / (f + norm) for n, f in _closeness(text.at, pairs).items())


def _closeness(at: Sequence[tuple[int, str]], pairs: _Pairs) -> Mapping[int, float]:
    """`f` of each pair with an occurrence in the text."""
    found: defaultdict[int, float] = defaultdict(float)
    for n, (here, stem) in enumerate(at):
        for there, other in islice(at, n + 1, None):
            if there - here > _APART_IN_TEXT:
                break
            pair = pairs.get((stem, other))
            if pair is not None:
                found[pair] += 1.0 / (there - here)
    return found


def _stems(asked: Iterable[str], spotter: TermMatcher) -> list[str]:
    """The distinct stems in the order of the query; for identifiers, those of their parts."""
    stems = (token[0] for word in asked for token in word_tokens(word))
    return list(dict.fromkeys(stem for stem in stems if stem in spotter.stems))


def _places(hit: Hit, document: Document | None, chunks: ChunkSpans | None, spotter: TermMatcher) -> WordPositions:
    """The positions in the title and in the text of the hit; positions in different sections are far apart."""
    if document is None:
        return _NOWHERE
    start, end = extent(hit.ref, document, chunks)
    title = f"{document.head.title}\n"
    text = _narrow(title + document.text[start : min(end, start + _LONGEST)])
    inside = (section.start - start for section in document.units if start < section.start < end)
    borders = [len(title), *(len(title) + at for at in inside)]
    return WordPositions(tuple(_numbered(text, borders, spotter)), len(text))


def _narrow(text: str) -> str:
    """The text with `?` in place of quotes, dashes and other signs: a search in ASCII takes half the time."""
    return text if text.isascii() or _FOREIGN.search(text) else text.encode("ascii", "replace").decode("ascii")


def _numbered(text: str, borders: list[int], spotter: TermMatcher) -> Iterator[tuple[int, str]]:
    """The stems with their word numbers; a section boundary adds a large distance.

    The number of words between two matches is estimated by spaces and line ends, at least 1, in a fifth of the time.
    """
    number, last, ahead = 0, 0, iter([*borders, len(text)])
    border = next(ahead)
    for start, end, stem in spotter.marks(text):
        is_far = start - last > _FAR or start >= border
        while start >= border:
            border = next(ahead)
        number += _FAR if is_far else max(1, text.count(" ", last, start) + text.count("\n", last, start))
        yield number, stem
        last = end
