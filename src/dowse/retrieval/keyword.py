"""Retrieve documents by keyword: BM25 over their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import islice, pairwise

from ..analysis.folding import UNSPACED
from ..analysis.languages.stopwords import STOP_WORDS, StopWords, telling
from ..analysis.spelling.inflection import inflected_words
from ..analysis.tag_matching import TagPattern
from ..analysis.term_matching import TermMatcher, matcher_of, terms_in_all_forms
from ..analysis.tokens import katakana_words, query_words, words
from ..model.hit import Hit, Hits, ranked
from ..model.inflected_words import InflectedTerms, InflectedWords
from ..model.lazy_pattern import lazy_pattern
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import InflectedTermsQuestion, MatchQuestion
from ..ports.storage import FieldWeights, Granularity, Question, Reader
from ..query.ast import NO_CODE, Expr, Query
from ..query.extract import Scoring, conjunction, embedding_text, is_natural, natural_text, scoring_leaves, text_of
from .compound_names import is_number_alone, name_questions, with_names
from .folders import folder_question, with_folders
from .messages import with_messages
from .sections import in_parts

MOST_WORDS = 256  # of a query; BM25 of more takes longer than anyone waits and adds nothing
MOST_LISTED = 100_000  # candidates; each is a hit in memory
TAGS_MATCHED = "tags_matched"  # evidence: the number of the document's tags in the query, and their names
KEYWORD_BASE = "keyword_base"  # evidence: the score without the factor for tags

_LOWER_SHARE = 0.4  # measured, see docs/quality.md
_SHORTEST_PART = 3  # letters of each of two words that may be written as one
_PARTICLES = frozenset(("down", "in", "off", "on", "out", "over", "up"))  # behind a verb: *set up* for `setup`
_HYPHENATED = lazy_pattern(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+){1,3}(?![\w-])")
_MOST_COMPOUNDS = 32  # of a query; that of a paragraph takes three times as long with those of all its words
_SHORT, _LEAST_SCALE = 200, 0.5  # tokens a document up to which k1 is 1.2, and 1.2 / the greatest k1
_WIDER = 4  # times the limit: the depth from which the boost can raise documents


@dataclass(frozen=True, slots=True)
class Keyword:
    """The best `limit` documents that contain any distinctive word of the query; repeated words count again.

    A compound name such as `1.26.3` counts as its words, and documents with the whole rank first (see `with_names`).
    If the query is such a number and no document has it, no document with one of its digits is a hit.
    All forms of a natural word in another language than English count as one word, see
    analysis.spelling.inflection.  Two natural words side by side count as one word, too, but in source code (see
    `closed_compounds`).

    With the granularity `section` or `chunk` the list has the best `limit` sections or chunks of these documents (see
    `in_parts`).  `tag_boost` (Temoa: 5) multiplies the score of a document with a tag that the query names.  With
    `folders` above 0 the names of the folders of a document are a field, too.

    With `k1_by_length` BM25's k1, which FTS5 fixes at 1.2, grows with the length of the documents: all weights are
    multiplied by `s = min(1, max(½, 200 / average tokens a document))`, and `s·tf / (s·tf + k1)` is `tf / (tf + k1 /
    s)`.  So k1 is 1.2 up to 200 tokens and 2.4 from 400 tokens on: in a long document the tenth occurrence of a word
    still counts.  Weights scale against k1 by Robertson, Zaragoza and Taylor, CIKM 2004; the curve is measured, see
    docs/quality.md.
    """

    limit: int = parameter(150, "maximum number of candidates", minimum=1, maximum=MOST_LISTED)
    weights: FieldWeights = parameter(FieldWeights(), "BM25 weight of each field", minimum=0)
    tag_boost: float = parameter(
        1.0,
        "score factor of documents with a tag that the query names",
        minimum=0,
        slider=Slider("tag factor", 0.5, minimum=1, maximum=10),
    )
    granularity: Granularity = parameter("document", "the parts that are ranked")
    k1_by_length: bool = parameter(False, "whether k1 grows with the average length of the documents")
    stop_words: StopWords = parameter("english", "list of words that do not count beside other words")
    folders: float = parameter(0.0, "BM25 weight of the names of the folders of a document", minimum=0)

    def __post_init__(self) -> None:
        check(self)

    @property
    def name(self) -> str:
        """The name of this list in evidence."""
        return "keyword"

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if asked := self._asked(run):
            limit = self.limit if self.tag_boost <= 1 else _WIDER * self.limit
            weights = self.weights_in(run.reader)
            yield MatchQuestion(_with_katakana(asked, run), run.where, limit, weights, inflected_words_of(run.query))
            if compounds := _compounds_question(run, limit, weights):
                yield compounds
            yield from inflected_terms_questions(run)
            for name in name_questions(run.query.where, run.where, limit, weights):
                yield from name.questions
            if self.folders and (question := folder_question(asked, run.where)):
                yield question

    def __call__(self, run: Run) -> Hits:
        """By BM25, best first; empty for a query without words."""
        asked = self._asked(run)
        if not asked:
            return ()
        found = self._documents(asked, run)
        if self.granularity != "document":
            others = inflected_terms_of(run)
            sought = (*asked, *closed_compounds(run.query.where))
            found = in_parts(found, sought, run.reader, self.granularity, self.limit, others=others)
        return found if self.tag_boost <= 1 else tuple(_with_base(hit, self.tag_boost) for hit in found)

    def _documents(self, asked: Sequence[str], run: Run) -> Hits:
        if self.tag_boost <= 1:
            return self._matching(asked, run, self.limit)
        found = self._matching(asked, run, _WIDER * self.limit)
        asked_tags = TagPattern(scoring_words(run.query.where), inflected_terms_of(run))
        return tag_boosted(found, asked_tags, self.tag_boost)[: self.limit]

    def weights_in(self, reader: Reader) -> FieldWeights:
        """The field weights for a search in this index."""
        average = reader.lengths().average if self.k1_by_length else 0.0
        scale = max(_LEAST_SCALE, _SHORT / average) if average > _SHORT else 1.0
        return FieldWeights(*(scale * getattr(self.weights, each.name) for each in fields(self.weights)))

    def _asked(self, run: Run) -> tuple[str, ...]:
        hyphenated = hyphenated_words(run.query.where) if self.stop_words == "english" else ()
        return (*scoring_words(run.query.where, self.stop_words), *hyphenated, *run.added)[:MOST_WORDS]

    def _matching(self, asked: Sequence[str], run: Run, limit: int) -> Hits:
        """The hits without those that contain the words only in fields of weight 0."""
        weights = self.weights_in(run.reader)
        inflected = inflected_words_of(run.query)
        found = run.reader.match(_with_katakana(asked, run), run.where, limit, weights=weights, inflected=inflected)
        if compounds := _compounds_question(run, limit, weights):
            found = _with_scores(found, compounds.of(run.reader))[:limit]
        names = name_questions(run.query.where, run.where, limit, weights)
        if is_number_alone(run.query.where) and not any(name.question.of(run.reader) for name in names):
            return ()
        found = with_names(found, asked, names, run.reader)
        found = with_messages(found, asked, run.query, run.where, weights, run.reader)[:limit]
        if not all(getattr(self.weights, each.name) for each in fields(self.weights)):
            found = tuple(hit for hit in found if hit.score > 0)
        if not self.folders:
            return found
        others = inflected_terms_of(run)
        return with_folders(found, asked, run.where, run.reader, weight=self.folders, others=others)[:limit]


def _with_katakana(asked: Sequence[str], run: Run) -> tuple[str, ...]:
    """The words, and those in katakana as wholes: their pairs are in other words, too."""
    return (*asked, *katakana_words(natural_text(run.query.where)))[:MOST_WORDS]


def _compounds_question(run: Run, limit: int, weights: FieldWeights) -> MatchQuestion | None:
    """Asks for notes with closed compounds: source code has the words of `GameBoy` as parts of the name."""
    compounds = tuple(closed_compounds(run.query.where))
    where = conjunction(run.where, NO_CODE)
    return MatchQuestion(compounds, where, limit, weights) if compounds else None


def _with_scores(hits: Hits, more: Hits) -> Hits:
    """The hits, with the scores of these added; of both scores of a hit the lower one counts in part.

    A note with `StorageClass` has both words as parts of it, too, and would count twice.
    """
    if not more:
        return hits
    added = {hit.ref: hit for hit in more}
    found = {hit.ref for hit in hits}
    both = (
        hit._replace(score=_of_both_forms(hit.score, added[hit.ref].score)) if hit.ref in added else hit for hit in hits
    )
    return ranked([*both, *(hit for ref, hit in added.items() if ref not in found)])


def _of_both_forms(one: float, other: float) -> float:
    return max(one, other) + _LOWER_SHARE * min(one, other)


@lru_cache(32)  # a search asks several times
def closed_compounds(where: Expr) -> Mapping[str, tuple[str, str]]:
    """Each two natural words that stand side by side and score, as one: of *game boy* `gameboy`, as others write it.

    The second may be a particle such as *up*.  With the two words; the first ones of a long query.  In small letters:
    `GameBoy` would be a name with both as parts.
    """
    scoring = {
        word
        for word in scoring_words(where)
        if len(word) >= _SHORTEST_PART and word.isalpha() and not UNSPACED.search(word)
    }
    both = {
        f"{one}{other}".lower(): (one, other)
        for one, other in pairwise(words(natural_text(where)))
        if one in scoring and (other in scoring or other.lower() in _PARTICLES)
    }
    return dict(islice(both.items(), _MOST_COMPOUNDS))


@lru_cache(32)  # a search asks several times
def hyphenated_words(where: Expr) -> Sequence[str]:
    """The natural words with a hyphen of which a part is a stop word, such as *here-string* and *on-call*, each once.

    Without that part the others say something else.  As phrases they count beside their other parts.
    """
    found = dict.fromkeys(map(str.lower, _HYPHENATED.findall(natural_text(where))))
    return tuple(islice((word for word in found if not STOP_WORDS.isdisjoint(word.split("-"))), _MOST_COMPOUNDS))


def tag_boosted(hits: Hits, asked: TagPattern, factor: float) -> Hits:
    """The hits in the new order: a hit with tags that the query names gets its score times the factor, and evidence."""

    def boosted(hit: Hit) -> Hit:
        matched = asked.matched(hit.head.tags)
        if not matched:
            return hit
        return hit._replace(score=hit.score * factor).because(
            TAGS_MATCHED, float(len(matched)), names=tuple(sorted(matched))
        )

    return ranked(boosted(hit) for hit in hits)


def _with_base(hit: Hit, factor: float) -> Hit:
    """A boosted hit with its score before the boost as evidence; for a section, which has a share of both scores."""
    is_boosted = any(reason.source == TAGS_MATCHED for reason in hit.why)
    return hit.because(KEYWORD_BASE, hit.score / factor) if is_boosted else hit


def scoring_words(where: Expr, stop_words: StopWords = "english") -> Sequence[str]:
    """The words of the query that score, without stop words unless there are no others."""
    return telling(all_words(where), stop_words)


def words_of_run(run: Run) -> Sequence[str]:
    """The words of the query that score in the profile of the run."""
    return scoring_words(run.query.where) if run.words is None else run.words


def inflected_terms_questions(run: Run) -> Iterator[Question]:
    """What `matcher_of_run` asks."""
    if (inflected := inflected_words_of(run.query)).words:
        yield InflectedTermsQuestion(inflected)


def inflected_terms_of(run: Run) -> InflectedTerms:
    """The terms of the words of the query that have other forms in the index."""
    inflected = inflected_words_of(run.query)
    return tuple(run.reader.inflected_terms(inflected).items()) if inflected.words else ()


def terms_of_run(run: Run) -> Mapping[str, str]:
    """The terms of the words of the query that score, in all forms, and of the added words."""
    return terms_in_all_forms((*words_of_run(run), *run.added), inflected_terms_of(run))


def matcher_of_run(run: Run) -> TermMatcher:
    """Finds the words of the query that score, in all forms, in texts."""
    return matcher_of(tuple(words_of_run(run)), inflected_terms_of(run))


def spot_matcher(run: Run, *others: str) -> TermMatcher:
    """Finds these words, each two side by side as one, and some others."""
    return matcher_of((*words_of_run(run), *closed_compounds(run.query.where), *others), inflected_terms_of(run))


@lru_cache(32)  # a search asks several times
def inflected_words_of(query: Query) -> InflectedWords:
    """The natural words of the query that score and may stand in a document in another form."""
    natural = frozenset(words(natural_text(query.where)))
    return inflected_words(
        embedding_text(query.where), (word for word in scoring_words(query.where) if word in natural)
    )


@lru_cache(32)  # a search asks eight times
def all_words(where: Expr) -> Sequence[str]:
    """The words of the query that may score, including stop words.

    A natural run of a script without spaces gives its overlapping pairs or threes of characters; a run that selects is
    one word, which is looked up as a phrase.
    """
    return tuple(word for leaf in scoring_leaves(where) for word in _words(leaf))


def _words(leaf: Scoring) -> Sequence[str]:
    return query_words(text_of(leaf)) if is_natural(leaf) else words(text_of(leaf))
