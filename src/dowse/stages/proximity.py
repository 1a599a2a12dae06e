"""Boost texts in which the words of the query are close together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from ..analysis.bm25_formula import K1, B
from ..analysis.term_matching import terms_in_all_forms
from ..analysis.tokens import tokens, word_tokens
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Slider, Switch, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import TermPositionsQuestion, TextPartsQuestion
from ..ports.storage import Question
from ..ports.term_positions import PartKind, TermPositions, TextParts
from ..retrieval.keyword import inflected_terms_of, scoring_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

_APART_IN_QUERY, _APART_IN_TEXT = 4, 8  # words
_MOST_WORDS = 32  # of the query: questions have about ten
_LONGEST = 2_000  # tokens of a text that count, some 10,000 characters
_FAR = 200  # tokens: more than eight
_MOST_TOKENS = 1 << 40  # of one text


class WordPositions(NamedTuple):
    """The positions of the query words in a text: two columns in the order of the text, and its length."""

    number: NDArray[np.int64]  # of the word
    stem: NDArray[np.int64]  # its number among the stems
    length: int  # of the text, in tokens


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
        yield TermPositionsQuestion(tuple(_asked_terms(run)), docs)
        yield from (TextPartsQuestion(docs, kind) for kind in _kinds(run))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the share of the best proximity as evidence, in [0, 1]."""
        terms = _asked_terms(run)
        stems = _stems(_asked(run), terms)
        if len(stems) < 2:
            return hits
        first = hits[: self.depth]
        found = proximities(_texts(first, terms, stems, run), len(stems))
        best = max(found, default=0.0)
        if not best:
            return hits
        near = [self._raised(hit, value / best) for hit, value in zip(first, found, strict=True)]
        return ranked((*near, *(self._raised(hit, 0.0) for hit in hits[self.depth :])))

    def _raised(self, hit: Hit, share: float) -> Hit:
        score = (hit.score + self.weight * share) / (1.0 + self.weight)
        return hit.scored(score, "proximity", share) if share else hit._replace(score=score)


def proximities(texts: Sequence[WordPositions], stems: int) -> list[float]:
    """`Σ min(idf) · f · 2.2 / (f + 1.2 · (0.25 + 0.75 · length / average length))` for each text.

    The sum is over the pairs of distinct stems at most 4 words apart in the query, and `f = Σ 1 / distance` over their
    occurrences at most 8 words apart in the text: BM25 with pairs in place of words.  The idf, `ln(1 + (N − df + 0.5) /
    (df + 0.5))`, is estimated from these texts.
    """
    if not texts:
        return []
    text = np.repeat(np.arange(len(texts)), [len(each.number) for each in texts])
    number = np.concatenate([each.number for each in texts]) + text * _MOST_TOKENS
    stem = np.concatenate([each.stem for each in texts])
    first, second = (rows.ravel() for rows in np.divmod(np.arange(stems * stems), stems))
    is_chosen = (first < second) & (second <= first + _APART_IN_QUERY)
    pair_of = np.full((stems, stems), -1)
    pair_of[first[is_chosen], second[is_chosen]] = np.flatnonzero(is_chosen)
    pair_of = np.maximum(pair_of, pair_of.T)  # in both orders
    keys, frequencies = _closeness(text, number, stem, pair_of)
    is_held = np.zeros((len(texts), stems), np.bool_)
    is_held[text, stem] = True
    holding = is_held.sum(axis=0)
    idf = np.log(1.0 + (len(texts) - holding + 0.5) / (holding + 0.5))
    lengths = np.array([each.length for each in texts], np.float64)
    norms = K1 * (1.0 - B + B * lengths / (lengths.mean() or 1.0))
    of_text, pair = np.divmod(keys, stems * stems)
    worth = np.minimum(idf[pair // stems], idf[pair % stems])
    values = worth * frequencies * (K1 + 1.0) / (frequencies + norms[of_text])
    found: list[float] = np.bincount(of_text, values, len(texts)).tolist()
    return found


def _closeness(
    text: NDArray[np.int64], number: NDArray[np.int64], stem: NDArray[np.int64], pair_of: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """`f` of each pair with an occurrence in a text, by the key `text · pairs + pair`."""
    keys, values = [np.empty(0, np.int64)], [np.empty(0)]
    for lag in range(1, len(number)):
        distances = number[lag:] - number[:-lag]
        near = np.flatnonzero(distances <= _APART_IN_TEXT)
        if not len(near):
            break
        pairs, apart = pair_of[stem[near], stem[near + lag]], distances[near]
        is_pair = (pairs >= 0) & (apart > 0)
        keys.append(text[near[is_pair]] * pair_of.size + pairs[is_pair])
        values.append(1.0 / apart[is_pair])
    listed, which = np.unique(np.concatenate(keys), return_inverse=True)
    frequencies = np.bincount(which, np.concatenate(values), len(listed))
    return listed, frequencies.astype(np.float64)


def _asked(run: Run) -> Sequence[str]:
    return scoring_words(run.query.where)[:_MOST_WORDS]


def _asked_terms(run: Run) -> Mapping[str, str]:
    return terms_in_all_forms(_asked(run), inflected_terms_of(run))


def _stems(asked: Iterable[str], terms: Mapping[str, str]) -> list[str]:
    """The distinct stems in the order of the query, without those that count as another; for identifiers, those of
    their parts.
    """
    return list(dict.fromkeys(terms[token[0]] for word in asked for token in word_tokens(word) if token[0] in terms))


def _kinds(run: Run) -> tuple[PartKind, ...]:
    return ("unit", "chunk") if run.granularity == "chunk" else ("unit",)


def _texts(hits: Hits, terms: Mapping[str, str], stems: Sequence[str], run: Run) -> list[WordPositions]:
    """The positions in the title and in the text of each hit; positions in different sections are far apart."""
    docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits))
    positions = run.reader.term_positions(tuple(terms), docs)
    parts = [run.reader.text_parts(docs, kind) for kind in _kinds(run)]
    number = {stem: n for n, stem in enumerate(stems)}
    number_of = {term: number[own] for term, own in terms.items() if own in number}
    numbers = np.array([number_of.get(term, -1) for term in terms], np.int64)
    of_documents: dict[str, _Body] = {}
    for doc in docs:
        of_documents[doc] = _Body.of(positions.get(doc), numbers, [each[doc] for each in parts if doc in each])
    return [of_documents[hit.ref.doc].text_of(hit, number_of) for hit in hits]


class _Body(NamedTuple):
    """The positions in a body, in order, and its parts."""

    at: NDArray[np.int64]
    stem: NDArray[np.int64]
    shift: NDArray[np.int64]  # of each position, by the sections before it
    spans: Mapping[Ref, tuple[int, int]]
    length: int  # tokens

    @classmethod
    def of(cls, positions: TermPositions | None, numbers: NDArray[np.int64], parts: Sequence[TextParts]) -> _Body:
        """The body with these positions of terms, of which `numbers` has the stems."""
        at, stem = np.empty((2, 0), np.int64)
        if positions is not None:
            stem = numbers[positions.term]
            order = np.argsort(positions.at, kind="stable")
            order = order[stem[order] >= 0]
            at, stem = positions.at[order], stem[order]
        spans = {
            ref: span
            for each in parts
            for ref, span in zip(each.refs, zip(each.starts.tolist(), each.ends.tolist(), strict=True), strict=True)
        }
        starts = parts[0].starts if parts else np.empty(0, np.int64)
        length = max((end for _, end in spans.values()), default=0)
        return cls(at, stem, np.searchsorted(starts, at, "right") * _FAR, spans, length)

    def text_of(self, hit: Hit, number_of: Mapping[str, int]) -> WordPositions:
        """The positions in the title and in the part that the hit refers to, or in the whole body."""
        if not self.spans:
            return WordPositions(np.empty(0, np.int64), np.empty(0, np.int64), 0)
        ref = hit.ref if hit.ref in self.spans else Ref(hit.ref.doc, hit.ref.section)
        start, end = self.spans.get(ref, (0, self.length))
        end = min(end, start + _LONGEST)
        title = tokens(hit.head.title)
        titled = [(n, number_of[token[0]]) for n, token in enumerate(title) if token[0] in number_of]
        first, last = np.searchsorted(self.at, (start, end))
        number, stem = np.array(titled, np.int64).reshape(-1, 2).T
        return WordPositions(
            np.concatenate((number, self.at[first:last] + (self.shift[first:last] + len(title)))),
            np.concatenate((stem, self.stem[first:last])),
            len(title) + end - start,
        )
