"""BM25 of all documents for some phrases, from the stored postings, and from FTS5 for what the postings lack."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw
import numpy as np

from ....analysis.bm25_formula import K1, inverse_document_frequency
from ....analysis.spelling.inflection import EqualPhrases
from ....analysis.tokens import Token
from ....ports.storage import FieldWeights
from ...bm25_parameters import BOILERPLATE_FREQUENCY, CLEAR_LEAD, DECIMALS, LEAD, LEAST_HELD, MOST_NAMED
from ...indexed_fields import FIELD_ORDER, NAME_FIELDS, NAMES
from ..sqlite_errors import RowError
from .boilerplate import FIELD_BITS, Occurrences
from .length_norms import LengthNorms
from .packed_postings import PostingList
from .posting_cache import PostingCache
from .postings import PostingDocuments
from .tokenizer import expression
from .top_rows import top_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

# FTS5 multiplies by its own inverse document frequency, of at least 10⁻⁶.
_LEAST_FACTOR = 1e-6
_SCORED = f"select w.rowid, -bm25(words, {', '.join('?' * len(FIELD_ORDER))}) from words w where words match ?"
# The plus keeps SQLite from querying the word index once for each id: 100 times as slow for half of the vault.
_UNPOSTED = f"{_SCORED} and +w.rowid in (select doc from unposted)"

ScoredDocument = tuple[int, float]  # id, score


class KeywordRanking:
    """The scores of the documents that contain any of the phrases, by document."""

    def __init__(self, docs: NDArray[np.int64], scores: NDArray[np.float64]) -> None:
        self._docs = docs  # ascending
        self._scores = scores

    def best(self, limit: int) -> list[ScoredDocument]:
        """The best documents, best first; equal ones by id."""
        return self._listed(top_rows(self._scores, limit))

    def batches(self, first: int) -> Generator[list[ScoredDocument], None, None]:
        """All documents, best first: the best `first` of them, then twice as many, and so on."""
        start = 0
        while start < len(self._docs):
            best = top_rows(self._scores, start + first)[start:]
            yield self._listed(best)
            start, first = start + len(best), 2 * first

    def of(self, docs: NDArray[np.int64]) -> KeywordRanking:
        """The ranking of these documents alone."""
        rows = np.flatnonzero(np.isin(self._docs, docs, assume_unique=True))
        return KeywordRanking(self._docs[rows], self._scores[rows])

    def _listed(self, rows: NDArray[np.int64]) -> list[ScoredDocument]:
        return list(zip(self._docs[rows].tolist(), self._scores[rows].tolist(), strict=True))


def keyword_ranking(
    connection: apsw.Connection,
    posted: PostingDocuments,
    documents: int,
    norms: LengthNorms,
    phrases: Iterable[EqualPhrases],
    weights: FieldWeights,
    *,
    postings: PostingCache,
) -> KeywordRanking:
    """The ranking by these phrases; a repeated phrase counts again."""
    counted = Counter(phrases)
    search = _Search(connection, posted, documents, norms, weights)
    found = postings.of(connection, posted, [each[0] for alike in counted for each in alike if len(each) == 1])
    try:
        for alike, times in counted.items():
            search.add(alike, times, found)
    except IndexError as error:
        raise RowError("a posting belongs to no document") from error
    return search.ranking()


class _Saturations(NamedTuple):
    """`f·(k1 + 1) / (f + k1·(1 − b + b·length / average))` of a phrase in each document that contains it."""

    rows: NDArray[np.int64]
    values: NDArray[np.float64]
    emptied: NDArray[np.intp] | None = None  # the places here of documents with the phrase in boilerplate alone

    @property
    def holding(self) -> int:
        """The documents that contain the phrase outside of boilerplate."""
        return len(self.rows) - (0 if self.emptied is None else len(self.emptied))


class _Search:
    """The sum for each document: first the posted ones, then the others."""

    def __init__(
        self,
        connection: apsw.Connection,
        posted: PostingDocuments,
        documents: int,
        norms: LengthNorms,
        weights: FieldWeights,
    ) -> None:
        self._connection = connection
        self._posted = posted
        self._documents = documents
        self._weights = tuple(float(getattr(weights, name)) for name in FIELD_ORDER)
        self._by_field = np.array(self._weights)
        self._norms, self._norms_of_fts5 = norms
        self._is_by_kind = norms.of_kind is not norms.of_all
        size = len(posted.ids) + len(posted.unposted)
        self._scores = np.zeros(size)
        self._is_found = np.zeros(size, np.bool_)
        self._held = np.zeros(size)  # the sum of the inverse document frequencies of the phrases of each document
        self._asked = 0.0  # and of all phrases
        self._own: dict[int, float] = {}  # and of those that the document alone has

    def add(self, phrases: EqualPhrases, times: int, postings: Mapping[str, PostingList]) -> None:
        """Adds the scores of one phrase, or of terms that count as one; of these are the postings."""
        alike = [(phrase, postings.get(phrase[0]) if len(phrase) == 1 else None) for phrase in phrases]
        parts = self._together([part for each in alike for part in self._of_phrase(*each)], len(alike))
        idf = self._sum(times, parts)
        self._asked += times * idf
        holding = [part.rows[part.values > LEAST_HELD] for part in parts]
        for rows in holding:
            self._held[rows] += times * idf
        if sum(map(len, holding)) == 1:
            (row,) = (int(rows[0]) for rows in holding if len(rows))
            self._own[row] = self._own.get(row, 0.0) + times * idf
        if any(part.holding < len(part.rows) for part in parts):
            named = self._together([part for each in alike for part in self._in_names(*each)], len(alike))
            if sum(len(part.rows) for part in named) <= MOST_NAMED * self._documents:
                self._sum(times, named, less=idf)

    def _of_phrase(self, phrase: Token, posted: PostingList | None) -> list[_Saturations]:
        if not posted:
            return [self._of_fts5(self._queried(_SCORED, phrase), phrase, 0)]
        parts = [self._looked_up(posted)]
        if len(self._posted.unposted) and (changed := self._queried(_UNPOSTED, phrase)):
            parts.append(self._of_fts5(changed, phrase, len(parts[0].rows)))
        return parts

    def _together(self, parts: list[_Saturations], terms: int) -> list[_Saturations]:
        """Those of several terms as those of one: the frequencies in each document are added."""
        if terms == 1:
            return parts
        rows, place = np.unique(np.concatenate([part.rows for part in parts]), return_inverse=True)
        frequencies, is_held = np.zeros(len(rows)), np.zeros(len(rows), np.bool_)
        first = 0
        for part in parts:
            own = place[first : first + len(part.rows)]
            first += len(part.rows)
            of_part = part.values * self._norms[part.rows] / np.maximum(K1 + 1 - part.values, _LEAST_FACTOR)
            if part.emptied is None:
                is_held[own] = True
            else:
                of_part[part.emptied] = 0.0
                is_held[np.delete(own, part.emptied)] = True
            frequencies[own] += of_part
        frequencies[~is_held] = BOILERPLATE_FREQUENCY
        values = frequencies * (K1 + 1) / (frequencies + self._norms[rows])
        return [_Saturations(rows, values, None if is_held.all() else np.flatnonzero(~is_held))]

    def ranking(self) -> KeywordRanking:
        """The documents with any of the phrases."""
        self._lift_leading()
        found = np.flatnonzero(self._is_found)
        docs, scores = np.concatenate((self._posted.ids, self._posted.unposted))[found], self._scores[found]
        if len(self._posted.unposted):
            order = np.argsort(docs, kind="stable")
            docs, scores = docs[order], scores[order]
        return KeywordRanking(docs, np.round(scores, DECIMALS))

    def _lift_leading(self) -> None:
        """Ranks the document first that clearly leads in the phrases that it has; see bm25_parameters."""
        if not self._own:
            return
        leading = int(self._held.argmax())
        most, self._held[leading] = self._held[leading], 0.0
        lead = min(float(most - self._held.max()), self._own.get(leading, 0.0))
        if round(lead, DECIMALS) >= round(CLEAR_LEAD * self._asked, DECIMALS) > 0:
            self._scores[leading] = self._scores.max() + LEAD

    def _sum(self, times: int, parts: Iterable[_Saturations], *, less: float = 0.0) -> float:
        """Adds the scores, by the inverse document frequency, which it returns, without so much of it."""
        found = [part for part in parts if len(part.rows)]
        idf = inverse_document_frequency(self._documents, sum(part.holding for part in found))
        for part in found:
            self._scores[part.rows] += times * (idf - less) * part.values
            self._is_found[part.rows] = True
        return idf

    def _in_names(self, term: Token, posted: PostingList | None) -> list[_Saturations]:
        """Those of a term of boilerplate in the names of documents."""
        if not posted:
            return [self._of_fts5(self._queried(_SCORED, term, NAME_FIELDS), (), 0)]
        is_name = np.isin(posted.field, NAMES)
        named = PostingList(posted.place[is_name], posted.field[is_name], posted.frequency[is_name])
        parts = [self._looked_up(named)]
        if len(self._posted.unposted) and (changed := self._queried(_UNPOSTED, term, NAME_FIELDS)):
            parts.append(self._of_fts5(changed, (), len(parts[0].rows)))
        return parts

    def _looked_up(self, found: PostingList) -> _Saturations:
        place, field, frequency = found
        frequencies: NDArray[np.float64] = self._by_field[field] * frequency
        is_first = np.ones(len(place), np.bool_)
        np.not_equal(place[1:], place[:-1], out=is_first[1:])
        if len(place) and not is_first.all():
            starts = np.flatnonzero(is_first)
            place, frequencies = place[starts], np.add.reduceat(frequencies, starts)
            frequency = np.maximum.reduceat(frequency, starts)
        emptied = None if frequency.all() else np.flatnonzero(frequency == 0)
        if emptied is not None:
            frequencies[emptied] = BOILERPLATE_FREQUENCY
        return _Saturations(place, frequencies * (K1 + 1) / (frequencies + self._norms[place]), emptied)

    def _queried(self, statement: str, phrase: Token, fields: Sequence[str] = ()) -> list[ScoredDocument]:
        asked = expression([phrase], fields)
        found: list[Any] = self._connection.execute(statement, (*self._weights, asked)).fetchall()
        return found

    def _of_fts5(self, found: list[ScoredDocument], phrase: Token, posted: int) -> _Saturations:
        """The saturations of documents that FTS5 has scored; `posted` more have the phrase too.

        With a term, without its occurrences in boilerplate.
        """
        odds = (self._documents - len(found) - posted + 0.5) / (len(found) + posted + 0.5)
        factor = max(math.log(odds), _LEAST_FACTOR) if odds > 0 else _LEAST_FACTOR
        values = np.array([score for _, score in found]) / factor
        rows, emptied = self._rows([doc for doc, _ in found]), None
        repeated = self._posted.repeated(self._connection, phrase[0]) if len(phrase) == 1 else {}
        if repeated or self._is_by_kind:
            frequencies = values * self._norms_of_fts5[rows] / np.maximum(K1 + 1 - values, _LEAST_FACTOR)
            if repeated:
                emptied = self._subtract(repeated, {doc: n for n, (doc, _) in enumerate(found)}, frequencies)
            values = frequencies * (K1 + 1) / (frequencies + self._norms[rows])
        return _Saturations(rows, values, emptied)

    def _subtract(
        self, repeated: Occurrences, order: Mapping[int, int], frequencies: NDArray[np.float64]
    ) -> NDArray[np.intp] | None:
        """Takes the occurrences in boilerplate from the frequencies; the places of documents without any others."""
        removed: defaultdict[int, float] = defaultdict(float)
        for key, count in repeated.items():
            removed[key >> FIELD_BITS] += self._weights[key & (1 << FIELD_BITS) - 1] * count
        emptied = list[int]()
        for doc in removed.keys() & order:
            frequency = float(frequencies[order[doc]]) - removed[doc]
            if frequency < _LEAST_FACTOR:
                frequency = BOILERPLATE_FREQUENCY
                emptied.append(order[doc])
            frequencies[order[doc]] = frequency
        return np.array(emptied, np.intp) if emptied else None

    def _rows(self, docs: list[int]) -> NDArray[np.int64]:
        ids, unposted = self._posted.ids, self._posted.unposted
        wanted = np.array(docs, np.int64)
        rows = _places(unposted, wanted) + len(ids)
        missing = np.flatnonzero(rows < len(ids))
        rows[missing] = _places(ids, wanted[missing])
        if (rows < 0).any():
            raise RowError("a document is neither posted nor unposted")
        return rows


def _places(ordered: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place of each number in the ordered ones; a negative number for a missing one."""
    if not len(ordered):
        return np.full(len(wanted), np.iinfo(np.int64).min // 2)
    places = np.minimum(np.searchsorted(ordered, wanted), len(ordered) - 1)
    return np.where(ordered[places] == wanted, places, np.iinfo(np.int64).min // 2)
