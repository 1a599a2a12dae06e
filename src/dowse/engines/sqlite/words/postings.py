"""The postings of each term: which documents contain the term, how often, and in which field.

They are derived from FTS5's index, which is authoritative, and stored in one row a term.  BM25 of a common word takes a
tenth of the time of FTS5's `bm25()`, and may use any inverse document frequency.  A term of few documents has no
postings, unless it is in boilerplate: FTS5 is as fast, and most terms are such.  A posting does not count the
occurrences in boilerplate; without any others, its frequency is 0.  A changed document is only listed in the table
`unposted`: its old postings no longer count, FTS5 answers for the new ones, and when a twentieth of the documents have
changed, all are derived again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, cast

import apsw
import numpy as np

from ....analysis.boilerplate import NO_BOILERPLATE, Boilerplate, SharedLines
from ...indexed_fields import FIELD_ORDER
from ..sqlite_errors import RowError
from ..texts import text_dictionaries
from . import boilerplate as boilerplate_lines
from . import stored_terms
from .boilerplate import FIELD_BITS, Occurrences
from .packed_postings import COUNT_BITS, MOST_COUNTED, PackedPostings, PostingList, unpacked
from .varints import varints

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DOCUMENTS = -1  # the row of the documents themselves
_NUMBER_BYTES = 7  # of a term; another word has that of one of a million terms by a chance of 1 in 70 billion
_FEWEST_POSTED = 4  # documents; a term of fewer has no postings, unless it is in boilerplate
_FEW_TERMS = 500
_LONG_DOCUMENTS = 10_000  # tokens, on average; most terms of shorter ones have postings
_MOST_UNPOSTED = 1 / 20  # of all documents
_MOST_TOKENS = 1 << 40  # of a document
_BATCH = 250_000  # occurrences that are counted together: some 10 MB
_MOST_WAITING = 4_000_000  # occurrences whose postings wait, so that they are inserted by number: some 10 MB

_PLACES = " ".join(f"when '{name}' then {n}" for n, name in enumerate(FIELD_ORDER))
_KEYS = f"group_concat(doc * {1 << FIELD_BITS} + case col {_PLACES} end)"
_OCCURRENCES = f"""
    select term, count(*), {_KEYS} from temp.occurrences group by term
    having count(*) >= {_FEWEST_POSTED} or term in (select value from json_each(?))
"""
_OCCURRENCES_OF_FEW = f"""
    select value, (select count(*) || ' ' || {_KEYS} from temp.occurrences where term = value) from json_each(?)
"""
_POSTED = f"select term from temp.terms where doc >= {_FEWEST_POSTED} limit {_FEW_TERMS + 1}"


class PostingDocuments:
    """The documents that have postings, and those that changed since the postings were derived."""

    def __init__(
        self,
        ids: NDArray[np.int64],
        lengths: NDArray[np.int64],
        unposted: NDArray[np.int64],
        boilerplate: Boilerplate = NO_BOILERPLATE,
    ) -> None:
        self.ids = ids  # ascending
        self.lengths = lengths  # tokens, one for each id
        self.unposted = unposted  # ids, ascending
        self.tokens = int(lengths.sum(dtype=np.float64))  # a float, since a sum of a changed row may be too great
        self._boilerplate = boilerplate
        self._repeated: Mapping[str, Occurrences] | None = None
        outdated = np.isin(ids, unposted, assume_unique=True) if len(unposted) else None
        self._is_outdated = outdated if outdated is not None and outdated.any() else None

    def current(self, found: PostingList) -> PostingList:
        """The postings without those of changed documents."""
        if self._is_outdated is None:
            return found
        kept = ~self._is_outdated[found.place]
        return PostingList(found.place[kept], found.field[kept], found.frequency[kept])

    def repeated(self, connection: apsw.Connection, term: str) -> Occurrences:
        """The occurrences of the term in the boilerplate of the unposted documents."""
        if not self._boilerplate.digests:
            return {}
        if self._repeated is None:  # in several threads all store the same
            docs = self.unposted.tolist()
            self._repeated = boilerplate_lines.occurrences(connection, self._boilerplate.lines, docs)
        return self._repeated.get(term, {})


def posting_documents(connection: apsw.Connection) -> PostingDocuments:
    """The documents as the connection reads them. Raises RowError for a row that `derive` does not write."""
    row = connection.execute("select data from postings where number = ?", (_DOCUMENTS,)).fetchone()
    data = row[0] if row else b""
    if len(data) % 16:
        raise RowError("the documents of the postings are cut off")
    ids, lengths = np.frombuffer(data, np.int64).reshape(2, -1)
    if (np.diff(ids) <= 0).any() or (lengths < 0).any():
        raise RowError("the documents of the postings are not in order")
    unposted = [doc for (doc,) in connection.execute("select doc from unposted order by doc")]
    return PostingDocuments(ids, lengths, np.array(unposted, np.int64), boilerplate_lines.boilerplate_of(connection))


def posting_lists(
    connection: apsw.Connection, documents: PostingDocuments, terms: Iterable[str]
) -> Mapping[str, PostingList]:
    """The postings of those of the terms that have postings, without those of changed documents."""
    wanted = {term_number(term): term for term in terms}
    rows = connection.execute(
        "select number, data from postings where number in (select value from json_each(?))", (json.dumps([*wanted]),)
    )
    return {
        wanted[number]: documents.current(unpacked(data, len(documents.ids), documents.tokens)) for number, data in rows
    }


def term_number(term: str) -> int:
    """The number of the row of a term. A row with the term itself, and the index over it, took 25 bytes more."""
    return int.from_bytes(blake2b(term.encode("utf-8", "replace"), digest_size=_NUMBER_BYTES).digest(), "little")


def is_due(connection: apsw.Connection) -> bool:
    """Whether so many documents have changed that deriving all postings pays, or an earlier dowse derived them."""
    if not (boilerplate_lines.is_found(connection) and stored_terms.is_decided(connection)):
        return True
    (changed,) = connection.execute("select count(*) from unposted").fetchall()[0]
    (documents,) = connection.execute("select count(*) from documents").fetchall()[0]
    return cast(int, changed) > _MOST_UNPOSTED * cast(int, documents)


def derive(connection: apsw.Connection) -> None:
    """Stores the postings of all documents, from FTS5's index; the caller holds the transaction."""
    documents = _lengths(connection)
    keys = boilerplate_lines.find(connection)
    repeated = boilerplate_lines.occurrences(connection, SharedLines(keys)) if keys else {}
    connection.execute("delete from postings")
    connection.execute("delete from unposted")
    text_dictionaries.forget_unused(connection)  # the texts are read anyway
    if _are_long(documents[:, 1]):
        stored_terms.leave_out(connection)  # FTS5 counts few documents in little time
    else:
        stored_terms.store(connection)
    connection.execute("insert into postings values (?, ?)", (_DOCUMENTS, documents.T.tobytes()))
    connection.execute("create virtual table temp.occurrences using fts5vocab(main, words, instance)")
    try:
        few = _few_posted(connection, documents[:, 1], repeated)
        occurrences = _occurrences(connection, repeated) if few is None else _occurrences_of_few(connection, few)
        waiting: list[tuple[int, bytes]] = []
        counted = 0
        for batch in _batches(occurrences):
            waiting += ((term_number(term), data) for term, data in _rows(batch, documents[:, 0], repeated))
            counted += sum(number for _, number, _ in batch)
            if counted >= _MOST_WAITING:
                _insert(connection, waiting)
                waiting, counted = [], 0
        _insert(connection, waiting)
    finally:
        connection.execute("drop table temp.occurrences")


def _few_posted(
    connection: apsw.Connection, lengths: NDArray[np.int64], repeated: Collection[str]
) -> Collection[str] | None:
    """The terms that have postings, if the documents are long and these terms are few."""
    if not _are_long(lengths):
        return None
    connection.execute(stored_terms.TERMS)
    posted = {*repeated, *(term for (term,) in connection.execute(_POSTED))}
    return posted if len(posted) <= _FEW_TERMS else None


def _are_long(lengths: NDArray[np.int64]) -> bool:
    """Whether the documents have many tokens on average."""
    return bool(len(lengths)) and float(lengths.mean()) >= _LONG_DOCUMENTS


def _occurrences(connection: apsw.Connection, repeated: Collection[str]) -> Iterable[_Occurrences]:
    """The occurrences of the terms that may have postings."""
    return connection.execute(_OCCURRENCES, (json.dumps(list(repeated)),))


def _occurrences_of_few(connection: apsw.Connection, terms: Collection[str]) -> Iterator[_Occurrences]:
    """Those of these terms: a tenth of the time where a note of megabytes has words that no other document has."""
    for term, found in connection.execute(_OCCURRENCES_OF_FEW, (json.dumps(sorted(terms)),)):
        if found:
            count, _, keys = found.partition(" ")
            yield term, int(count), keys


def _insert(connection: apsw.Connection, rows: Iterable[tuple[int, bytes]]) -> None:
    connection.executemany("insert or ignore into postings values (?, ?)", sorted(rows))


def _lengths(connection: apsw.Connection) -> NDArray[np.int64]:
    """(documents, 2): the id and the tokens of each document, by id."""
    rows = connection.execute("select id, sz from words_docsize order by id")
    sizes = [(doc, sum(varints(size))) for doc, size in rows]
    if any(size > _MOST_TOKENS for _, size in sizes):
        raise RowError("a document has more tokens than dowse indexes")
    return np.array(sizes, np.int64).reshape(-1, 2)


_Occurrences = tuple[str, int, str]  # a term, the number of its occurrences, and `document · 8 + field` for each


def _batches(rows: Iterable[_Occurrences]) -> Iterator[list[_Occurrences]]:
    batch: list[_Occurrences] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += row[1]
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _rows(
    batch: Sequence[_Occurrences], ids: NDArray[np.int64], repeated: Mapping[str, Occurrences]
) -> Iterator[tuple[str, bytes]]:
    """The rows of those of these terms that have postings; one pass for all is ten times as fast as one for each."""
    keys = np.fromstring(",".join(listed for _, _, listed in batch), np.int64, sep=",")
    term = np.repeat(np.arange(len(batch)), [number for _, number, _ in batch])
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = (keys[1:] != keys[:-1]) | (term[1:] != term[:-1])
    starts = np.flatnonzero(is_first)
    counts = np.diff(starts, append=len(keys))
    if repeated:
        firsts = np.searchsorted(term[starts], np.arange(len(batch) + 1)).tolist()
        for (name, _, _), first, last in zip(batch, firsts, firsts[1:], strict=False):
            if own := repeated.get(name):
                _subtract(own, keys[starts[first:last]], counts[first:last])
    starts, counts = _bounded(starts, counts)
    docs = keys[starts] >> FIELD_BITS
    places = np.searchsorted(ids, docs)
    if not np.isin(docs, ids).all():
        raise RowError("a term belongs to no document")
    fields = keys[starts] & (1 << FIELD_BITS) - 1
    columns = fields << COUNT_BITS | counts
    ends = np.searchsorted(term[starts], np.arange(len(batch)), "right").tolist()
    is_other = np.diff(places, prepend=-1) != 0  # than the document before it; between terms it does not matter
    others = np.cumsum(is_other)
    begins = np.array([0, *ends[:-1]], np.int64)
    documents = (others[np.array(ends, np.int64) - 1] - others[begins] + 1).tolist()
    rows = PackedPostings(places, columns, begins)
    for n, ((name, _, _), held) in enumerate(zip(batch, documents, strict=True)):
        if held >= _FEWEST_POSTED or name in repeated:
            yield name, rows.row(n)


def _subtract(repeated: Occurrences, keys: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Subtracts the occurrences in boilerplate from the counts of these keys, which are in order."""
    removed = np.fromiter(repeated, np.int64, len(repeated))
    places = np.minimum(np.searchsorted(keys, removed), len(keys) - 1)
    numbers = np.fromiter(repeated.values(), np.int64, len(repeated))
    is_counted = keys[places] == removed  # FTS5 may have other terms than the text, in a damaged index
    counts[places[is_counted]] -= numbers[is_counted]
    np.maximum(counts, 0, out=counts)


def _bounded(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each count that is greater than a posting holds as several."""
    if not (counts > MOST_COUNTED).any():
        return starts, counts
    parts = np.maximum(1, -(-counts // MOST_COUNTED))
    within = np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts)
    rest = np.repeat(counts, parts) - within * MOST_COUNTED
    return np.repeat(starts, parts), np.minimum(rest, MOST_COUNTED)
