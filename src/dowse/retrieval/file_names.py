"""Retrieve files by keyword: BM25 over their paths and titles, and over what source code exports and imports."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from ..analysis.bm25_formula import K1, inverse_document_frequency
from ..analysis.folding import fold
from ..analysis.languages.stopwords import StopWords
from ..analysis.term_matching import TermMatcher, own_terms
from ..model.hit import Hit, Hits
from ..model.inflected_words import InflectedTerms
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import MatchQuestion
from ..ports.storage import FieldWeights, HitsQuestion, Question
from ..query.ast import IS_CODE
from ..query.extract import conjunction
from .file_texts import FileText, UnreadFiles, file_texts
from .folders import folder_question
from .keyword import (
    MOST_LISTED,
    MOST_WORDS,
    inflected_terms_of,
    inflected_terms_questions,
    inflected_words_of,
    scoring_words,
)

_POOL = 300  # documents that are compared, of each kind of look-up
_NAMES = FieldWeights(filename=10, title=8, aliases=8, tags=0, area=0, headings=0, summary=0, path=4, body=0)
_CODE = FieldWeights(filename=0, title=0, aliases=0, tags=0, area=0, headings=3, summary=0, path=4, body=1)
_WEIGHT_OF: Mapping[str, int] = {"name": 10, "folders": 4, "title": 8, "aliases": 8, "exports": 3, "imports": 1}


@dataclass(frozen=True, slots=True)
class FileNames:
    """The best `limit` files whose path or title has a word of the query, or the exports or imports of source code.

    `Σ idf · w · (k1 + 1) / (w + k1)` over the words, with `w` the sum of the weights of the fields with the word: name
    10, title and aliases 8, folders 4, exported symbols 3, imports 1.  All forms of a natural word in another language
    than English count as one word, as in `Keyword`.  A file whose name or path is the whole query comes first.
    """

    limit: int = parameter(10, "maximum number of candidates", minimum=1, maximum=MOST_LISTED)
    with_code: bool = parameter(True, "whether the exports and imports of source code are compared")
    stop_words: StopWords = parameter("minimal", "list of words that do not count beside other words")
    listing: UnreadFiles = field(default_factory=UnreadFiles)

    def __post_init__(self) -> None:
        check(self)

    @property
    def name(self) -> str:
        """The name of this list in evidence."""
        return "keyword"

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        asked = self._asked(run)
        if not asked:
            return
        yield from self._documents_questions(asked, run)
        yield from inflected_terms_questions(run)
        if question := folder_question(asked, run.where):
            yield question

    def _documents_questions(self, asked: tuple[str, ...], run: Run) -> Iterator[HitsQuestion]:
        inflected = inflected_words_of(run.query)
        yield MatchQuestion(asked, run.where, _POOL, _NAMES, inflected)
        if self.with_code:
            yield MatchQuestion(asked, conjunction(run.where, IS_CODE), _POOL, _CODE, inflected)

    def __call__(self, run: Run) -> Hits:
        """Best first; of a query without words the files of the listing that it selects."""
        asked = self._asked(run)
        if not asked:
            return self.listing.listed(run)[: self.limit]
        pool = self.pool(run)
        texts = file_texts(pool, run, with_code=self.with_code)
        documents = run.reader.lengths().documents + len(self.listing.heads)
        scores = _scores(texts, asked, inflected_terms_of(run), documents)
        name = fold(run.query.text.strip())
        found = (hit._replace(score=scores[hit.ref.doc]) for hit in pool if scores[hit.ref.doc] > 0)
        return tuple(sorted(found, key=lambda hit: (not is_called(hit, name), -hit.score, *_order(hit))))[: self.limit]

    def pool(self, run: Run) -> Sequence[Hit]:
        """The files that may have a word of the query in their text, each once; documents before other files."""
        found: dict[str, Hit] = {}
        asked, others = self._asked(run), inflected_terms_of(run)
        in_folders = folder_question(asked, run.where, others)
        for question in filter(None, (*self._documents_questions(asked, run), in_folders)) if asked else ():
            for hit in question.of(run.reader):
                if hit.score > 0:
                    found.setdefault(hit.ref.doc, hit._replace(score=0.0))
        beginnings = TermMatcher(asked, others=others).beginnings
        for hit in self.listing.selected(run) if beginnings else ():
            path = fold(hit.ref.doc)
            if any(beginning in path for beginning in beginnings):
                found.setdefault(hit.ref.doc, hit)
        return list(found.values())

    def _asked(self, run: Run) -> tuple[str, ...]:
        return tuple(scoring_words(run.query.where, self.stop_words))[:MOST_WORDS]


def is_called(hit: Hit, name: str) -> bool:
    """Whether the file has this name, folded: the whole path, or its end from a folder or from the file name on."""
    return bool(name) and f"/{fold(hit.ref.doc)}".endswith(f"/{name.removeprefix('./').removeprefix('/')}")


def _scores(
    texts: Mapping[str, FileText], asked: Sequence[str], others: InflectedTerms, documents: int
) -> Mapping[str, float]:
    wanted, own = TermMatcher(asked, others=others).stems, own_terms(others)
    weights = {path: _weights(text, wanted, own) for path, text in texts.items()}
    counts = Counter(stem for held in weights.values() for stem in held)
    idf = {stem: inverse_document_frequency(documents, count) for stem, count in counts.items()}
    return {
        path: math.fsum(idf[stem] * weight * (K1 + 1) / (weight + K1) for stem, weight in held.items())
        for path, held in weights.items()
    }


def _weights(text: FileText, wanted: frozenset[str], own: Mapping[str, str]) -> Mapping[str, float]:
    """The sum of the weights of the fields with each of the stems, or with one that `own` replaces by it."""
    held: Counter[str] = Counter()
    for stems, name in zip(text.stems(), text._fields, strict=True):
        for stem in wanted & {own.get(each, each) for each in stems}:
            held[stem] += _WEIGHT_OF[name]
    return held


def _order(hit: Hit) -> tuple[int, str]:
    return hit.ref.doc.count("/"), hit.ref.doc
