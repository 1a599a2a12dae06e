"""Scale the scores of an answer by confidence, so that scores of different queries compare, and drop noise."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from ..analysis.term_matching import TermMatcher
from ..model.document import Document, Head
from ..model.hit import Evidence, Hit, Hits, made_of
from ..model.parameter import changed, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run, StageRole
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Question
from ..query.extract import selecting, selects_by_text
from ..retrieval.keyword import closed_compounds, inflected_terms_questions, matcher_of_run, spot_matcher

CONFIDENCE = "confidence"  # evidence: how sure it is that anything here answers the query
_LEAST_OF_WORD = 0.5  # for a word that no document contains, by a sentence encoder: more likely right than not
_LONGEST = 20_000  # characters of a file in which several words are counted together; one word counts anywhere
_OVERLAP = 1_000  # characters that are in two such passages, so that none cuts a sentence
_MOST_PASSAGES = 10  # of a file that are read
_MOST_COUNTS = 2_000  # of the words of a query in a document that are kept: less than 2 MB
_counts: dict[Hashable, int] = {}

_PartsOfCompounds = tuple[tuple[str, frozenset[str]], ...]  # stems of two words written as one, with theirs


@dataclass(frozen=True, slots=True)
class Confidence:
    """`score · (¼ + ¾ · sure)` for each hit, with `sure = max(1 / (1 + e^((middle − cosine) / width)), held³)`.

    `cosine` is the greatest cosine of any hit, `held` the greatest share of the query's words that one of the first
    `depth` hits contains.  Fused scores are relative: the best is about 1 even if no hit is relevant.  The best cosine
    separates the two cases, except for queries with a name or a rare word.  `middle` and `width` are fitted to the
    bundled vectors; docs/quality.md has the figures.

    With `only_words`, `sure = held`: the bundled vectors know hardly a word of other languages than English, a word may
    have another form in the text, and of a script without spaces about half of the pairs and threes of characters of a
    question cross a word boundary.

    A natural query whose words no hit contains returns no hits if `sure` is below `least`; `least` 0 keeps all hits,
    for a search by meaning alone.  With `needs_word` the query returns none however similar they are, which applies to
    a single word: the bundled vectors have nearest neighbours for any word, and those of a misspelt or made-up word
    are noise with a high cosine.  Filters and excluded words change neither; a required text keeps its documents.  For
    a single word and a sentence encoder `least` is at least ½: made-up words have neighbours with a cosine of 0.2 to
    0.35.  Without a cosine, `sure = held²`; hits of filters alone stay as they are.
    Runs after fusion and before Pin.
    """

    position: ClassVar[int] = 50  # see ports.Stage
    role: ClassVar[StageRole] = "confidence"

    middle: float = parameter(0.40, "cosine at which the confidence is one half", minimum=-1, maximum=1)
    width: float = parameter(0.08, "width of the logistic curve, in cosine", above=0)
    least: float = parameter(
        0.1, "confidence below which a search without a keyword match returns nothing", minimum=0, maximum=1
    )
    depth: int = parameter(1, "number of top hits in which to count the words of the query", minimum=1)
    only_words: bool = parameter(False, "whether to leave the cosine out")
    needs_word: bool = parameter(False, "whether a search without a keyword match returns nothing")

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. Confidence in keyword and semantic matches does not apply to links."""
        if traits.is_linked:
            return None
        if traits.is_by_similarity:
            return changed(self, least=0.0, needs_word=False)
        if traits.is_encoded_word and self.least:
            return changed(self, least=max(self.least, _LEAST_OF_WORD))
        stage = changed(self, needs_word=True) if traits.is_one_word and self.least else self
        return changed(stage, only_words=True) if traits.is_in_other_language else stage

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if any(reason.source == "keyword" and reason.value for hit in hits for reason in hit.why):
            yield from inflected_terms_questions(run)
            yield DocumentsQuestion(tuple(dict.fromkeys(hit.ref.doc for hit in hits[: self.depth])))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the same order, scaled, with `sure` as evidence; or no hits."""
        cosines, scores = _raw(hits)
        holds_words = any(scores)
        if not cosines and not holds_words:
            return hits
        if run.granularity != "document":  # PerDocument moves other documents up: in one round trip with their snippets
            docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits))[: max(self.depth, run.limit)]
            run.reader.prefetch((DocumentsQuestion(docs), ChunkSpansQuestion(docs)))
        longest = sys.maxsize if self.needs_word else _LONGEST
        sure = self._sure(cosines, _held(hits[: self.depth], run, longest) if holds_words else 0.0)
        is_unsure = self.needs_word or sure < self.least
        if is_unsure and not holds_words and not selects_by_text(selecting(run.query.where)):
            return ()
        reason, factor = (Evidence(CONFIDENCE, sure),), 0.25 + 0.75 * sure
        return tuple(
            made_of(Hit, (ref, head, score * factor, why + reason, spot, matched_chunks, snippet))
            for ref, head, score, why, spot, matched_chunks, snippet in hits
        )

    def _sure(self, cosines: Sequence[float], held: float) -> float:
        if self.only_words:
            return held
        return max(self._near(max(cosines)), held**3) if cosines else held**2

    def _near(self, cosine: float) -> float:
        return 1.0 / (1.0 + math.exp(min(700.0, (self.middle - cosine) / self.width)))


def _raw(hits: Hits) -> tuple[list[float], list[float]]:
    """The raw values of the semantic list and of the keyword list, of the hits that each contains."""
    cosines: list[float] = []
    scores: list[float] = []
    for hit in hits:
        for source, value, _rank, _names in hit.why:
            if source == "semantic":
                cosines.append(value)
            elif source == "keyword":
                scores.append(value)
    return cosines, scores


def _held(hits: Hits, run: Run, longest: int) -> float:
    """The greatest share of the query's words that one hit contains in its text, names or tags, in [0, 1].

    Of a longer text the best passage of `longest` characters counts.  Two words written as one are both of them.
    """
    asked, spotter = matcher_of_run(run), spot_matcher(run)
    parts: _PartsOfCompounds = tuple(
        (compound, frozenset((*asked.stems_of(one), *asked.stems_of(other))))
        for written, (one, other) in closed_compounds(run.query.where).items()
        for compound in spotter.stems_of(written) - asked.stems
    )
    documents: Mapping[str, Document] = run.reader.documents({hit.ref.doc for hit in hits})
    counts = (
        _count_of_stems(hit.head, documents.get(hit.ref.doc), spotter, parts, longest=longest, most=len(asked.stems))
        for hit in hits
    )
    return max((count / len(asked.stems) for count in counts if asked.stems), default=0.0)


def _count_of_stems(
    head: Head, document: Document | None, spotter: TermMatcher, parts: _PartsOfCompounds, *, longest: int, most: int
) -> int:
    """The number of stems in the names and in one passage of the text, which is read once for the same query."""
    names = " ".join((head.path, head.title, *head.tags, *head.aliases))
    text = document.text if document else ""  # a file that is not in the index has names alone
    key = spotter.key, parts, names, hash(text), len(text), longest
    count = _counts.get(key)
    if count is None:
        if len(_counts) >= _MOST_COUNTS:
            _counts.clear()
        named = _stems(names, spotter, len(names))

        def counted(passage: str, end: int) -> int:
            found = named | _stems(passage, spotter, end)
            found.update(*(both for compound, both in parts if compound in found))
            return len(found.difference(compound for compound, _ in parts))

        count = counted(text, min(len(text), longest))
        if count < most and len(text) > longest:
            # No passage has more words than the whole, which is kept with its words for other steps.
            most = min(most, counted(text, min(len(text), _MOST_PASSAGES * longest)))
            for passage in _further_passages(text, longest):
                if count >= most:
                    break
                count = max(count, counted(passage, len(passage)))
        _counts[key] = count
    return count


def _further_passages(text: str, longest: int) -> Iterator[str]:
    """The text behind the first passage in others of that length; the end of a very long one is left out."""
    for start in range(0, max(1, len(text) - _OVERLAP), max(1, longest - _OVERLAP))[1:_MOST_PASSAGES]:
        yield text[start : start + longest]


def _stems(text: str, spotter: TermMatcher, end: int) -> set[str]:
    words = set(spotter.matched_words(text, end))
    return set[str]().union(*map(spotter.stems_of, words))
