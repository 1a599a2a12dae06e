"""Queries of the database, each on the given connection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, cast

import apsw

from ...analysis.folding import name_key
from ...analysis.spelling.inflection import in_all_forms
from ...analysis.tokens import alternatives
from ...model.document import Document, Head, Unit
from ...model.hit import SEMANTIC, Evidence, Hit, Hits, made_of
from ...model.index_counts import IndexCounts
from ...model.inflected_words import InflectedWords
from ...model.ref import Ref
from ...ports.models import Vector
from ...ports.storage import FieldWeights
from ...query.ast import And, Expr, MatchAll, Not, Or, Word
from ...query.extract import conjunction
from ...query.select import needs_text
from . import symbol_queries
from .filter_cache import Batches, Candidate, FilterSelection
from .inflection import inflected_terms
from .read_cache import REF_COLUMNS, UNIT_OF_CHUNK, ReadCache
from .rows import HEAD_COLUMNS, WRITTEN_DIGEST, heads_of, storable, texts_of
from .selection import OF_ALL, is_listed, listings, selection, whole_listing
from .texts.document_texts import text_and_details, text_of
from .unit_queries import document_units
from .vectors.vector_scan import NearestScan, VectorScan, unpacked
from .words.packed_postings import PostingList
from .words.posting_cache import document_frequency
from .words.tokenizer import expression

_MOST_PHRASES = 4000  # a longer question repeats itself

_DATED = "select d.id from documents d {} order by d.modified desc, d.path limit ?"
_BY_AGE = _DATED.format(""), _DATED.format("where d.id in (select value from json_each(?))")
_NO_LIMIT = -1
_UNPOSTED = "select count(*) from words where words match ? and +rowid in (select doc from unposted)"


def match(
    connection: apsw.Connection,
    kept: ReadCache,
    words: Sequence[str],
    where: Expr,
    *,
    limit: int,
    weights: FieldWeights,
    inflected: InflectedWords,
) -> Hits:
    """BM25 over the fields, best first; equal ones by path."""
    asked = tuple(phrase for word in words for phrase in alternatives(word))[:_MOST_PHRASES]
    if not asked:
        return ()
    phrases = in_all_forms(asked, inflected_terms(connection, kept, inflected))
    narrowing = kept.narrowing(connection, where)
    ranking = kept.ranking(connection, phrases, weights)
    if narrowing is None:
        found = ranking.best(limit)
    else:
        narrowing.look(connection)
        found = narrowing.best(
            connection, limit, ranked=ranking.batches, among=lambda few: ranking.of(few.ids).best(limit)
        )
    head = kept.heads.of(connection, [doc for doc, _ in found])
    listed = [(score, head[doc]) for doc, score in found if doc in head]
    if len({score for score, _ in listed}) < len(listed):
        listed.sort(key=_by_score_and_path)
    return tuple(
        made_of(Hit, (made_of(Ref, (own.path, "", None)), own, score, (), None, 0, None)) for score, own in listed
    )


def _by_score_and_path(scored: tuple[float, Head, *tuple[object, ...]]) -> tuple[float, str]:
    """Equal documents by path: a number of a document is by the time at which it was indexed."""
    return -scored[0], scored[1].path


def nearest(
    connection: apsw.Connection,
    kept: ReadCache,
    matrix: VectorScan,
    vector: Vector,
    where: Expr,
    *,
    limit: int,
    started: NearestScan | None = None,
) -> Hits:
    """Chunks by dot product, best first; equal ones by path. `started` is the scan of the vector, if it was started."""
    narrowing = kept.narrowing(connection, where)
    if narrowing is None:
        found = next(matrix.nearest(vector, limit, started), [])
    else:
        narrowing.look(connection)
        found = narrowing.best(
            connection,
            limit,
            ranked=lambda first: matrix.nearest(vector, first, started),
            among=lambda few: matrix.nearest_of(few.ids, vector, limit),
        )
    kept_refs = kept.chunk_refs.of(connection, [chunk for _, chunk, *_ in found])
    ref = {chunk: made_of(Ref, kept_refs[chunk]) for _, chunk, *_ in found if chunk in kept_refs}
    head = kept.heads.of(connection, {doc for doc, *_ in found})
    listed = [(product, head[doc], ref[chunk], cosine) for doc, chunk, product, cosine in found if chunk in ref]
    if len({product for product, *_ in listed}) < len(listed):
        listed.sort(key=_by_score_and_path)
    return tuple(
        made_of(Hit, (chunk, own, product, (made_of(Evidence, (SEMANTIC, cosine, None, ())),), None, 1, None))
        for product, own, chunk, cosine in listed
    )


def select(connection: apsw.Connection, kept: ReadCache, where: Expr, limit: int) -> Hits:
    """Newest first, then by path."""
    narrowing = kept.narrowing(connection, where)

    def listed() -> list[tuple[int]]:
        return _rows(connection, _BY_AGE, (), narrowing, limit)

    if narrowing and limit > 1 and not needs_text(where):  # listing all in their order takes longer
        narrowing.look(connection)
    found = narrowing.newest(listed) if narrowing and limit == 1 else listed()
    head = kept.heads.of(connection, [doc for (doc,) in found])
    return tuple(Hit(Ref(head[doc].path), head[doc], 1.0) for (doc,) in found)


def count(connection: apsw.Connection, kept: ReadCache, where: Expr) -> int:
    """The number of documents of that kind."""
    if where == MatchAll():
        return kept.document_count(connection)
    if isinstance(where, Word) and (postings := _only_postings(connection, kept, where)):
        return document_frequency(postings) + _unposted_count(connection, kept, where)
    if (parts := _words_and_excluded(where)) is not None:
        words, excluded = parts
        return count(connection, kept, words) - _count_within(connection, words, excluded)
    condition, values = selection(where)
    if condition == OF_ALL.words:
        # The word index has a row a document: a quarter of the time of looking the documents up in it.
        counted = "words where words match ?"
    elif listing := whole_listing(where):
        # Of 24,000 documents with a property: 2 ms where looking them up takes 53.
        counted, values = f"(select distinct * from ({listing[0]}))", listing[1]
    else:
        counted = f"documents d where {condition}"
    return cast(int, connection.execute(f"select count(*) from {counted}", values).fetchall()[0][0])


def _words_and_excluded(where: Expr) -> tuple[Expr, Expr] | None:
    """A selection by words alone without documents that an index lists, such as archived ones, as its two parts."""
    items = where.items if isinstance(where, And) else ()
    excluded = tuple(item.item for item in items if isinstance(item, Not))
    words = conjunction(*(item for item in items if not isinstance(item, Not)))
    if not excluded or selection(words)[0] != OF_ALL.words or not is_listed(Or(excluded)):
        return None
    return words, Or(excluded)


def _count_within(connection: apsw.Connection, words: Expr, listed: Expr) -> int:
    """The number of the listed documents that the words select."""
    ((listing, values),) = listings(listed)
    statement = f"select count(*) from words where words match ? and +rowid in ({listing})"
    return cast(int, connection.execute(statement, (*selection(words)[1], *values)).fetchall()[0][0])


def _only_postings(connection: apsw.Connection, kept: ReadCache, word: Word) -> PostingList | None:
    """The postings of a word that is looked up as one term alone, if it has any."""
    match alternatives(word.text):
        case ((term,),):
            return kept.postings(connection, (term,)).get(term)
        case _:
            return None


def _unposted_count(connection: apsw.Connection, kept: ReadCache, word: Word) -> int:
    """The number of documents with the word that changed since the postings were derived."""
    if not len(kept.posted(connection).unposted):
        return 0
    return cast(int, connection.execute(_UNPOSTED, (expression(alternatives(word.text)),)).fetchall()[0][0])


def named(connection: apsw.Connection, name: str) -> Hits:
    """By path."""
    rows = connection.execute(
        f"select {HEAD_COLUMNS} from names n join documents d on d.id = n.doc where n.name = ? order by d.path",
        (storable(name_key(name)),),
    ).fetchall()
    return tuple(Hit(Ref(head.path), head, 1.0) for head in heads_of(rows).values())


def documents(connection: apsw.Connection, kept: ReadCache, ids: Iterable[str]) -> Mapping[str, Document]:
    """The known documents, with text, units and symbols."""
    return kept.documents.of(ids, lambda paths: _documents(connection, kept, paths))


def _documents(connection: apsw.Connection, kept: ReadCache, paths: Sequence[str]) -> Mapping[str, Document]:
    wanted = json.dumps(paths)
    cursor = connection.execute(
        f"""
        select d.id, {WRITTEN_DIGEST}, d.odd, t.data, t.text_end, t.names_end
        from documents d join texts t on t.doc = d.id
        where d.path in (select value from json_each(?))
        """,
        (wanted,),
    )
    rows: list[Any] = cursor.fetchall()
    docs = [doc for doc, *_ in rows]
    head, units = kept.heads.of(connection, docs), document_units(connection, docs)
    return {
        head[doc].path: _document(connection, head[doc], digest, odd, stream, units[doc])
        for doc, digest, odd, *stream in rows
    }


def _document(
    connection: apsw.Connection, head: Head, digest: str, odd: str, stream: Sequence[object], units: tuple[Unit, ...]
) -> Document:
    data, text_end, names_end = stream
    len(head.facts)  # decodes them: a wrong value shows now, while the index can be repaired
    if head.kind != "code":
        return Document(head, text_of(connection, data, text_end), digest, units, odd=texts_of(odd))
    text, details = text_and_details(connection, data, text_end, names_end)
    return Document(head, text, digest, units, symbols=symbol_queries.facts(units, details), odd=texts_of(odd))


def counts(connection: apsw.Connection) -> IndexCounts:
    """The size is that of the database's pages."""
    counted = connection.execute(
        """
        select (select count(*) from documents), (select count(*) from chunks),
               (select count(*) from chunks c join vectors v on v.number = c.number),
               (select count(*) from edges),
               (select count(*) from chunks c join refused r on r.number = c.number
                where r.space = (select value from meta where key = 'fingerprint')),
               (select cast(total(total) as integer) from source_references),
               (select cast(total(resolved) as integer) from source_references),
               (select count(*) from documents where kind = 'doc'), (select count(*) from documents where kind = 'code')
        """
    ).fetchall()[0]
    documents, chunks, embedded, *others = cast(tuple[int, ...], counted)
    size = cast(int, connection.pragma("page_count")) * cast(int, connection.pragma("page_size"))
    return IndexCounts(documents, chunks, embedded, size, *others)


def vectors(connection: apsw.Connection, doc: str) -> Mapping[Ref, Vector]:
    """The vectors of a document's chunks, in order."""
    rows = connection.execute(
        f"""
        select {REF_COLUMNS}, v.vector from documents d join chunks c
        on c.id >= d.first_chunk and c.id < d.end_chunk {UNIT_OF_CHUNK}
        join vectors v on v.number = c.number where d.path = ? order by c.id
        """,
        (storable(doc),),
    )
    return {Ref(path, section, part): unpacked(vector) for path, section, part, vector in rows}


def coming_vectors(connection: apsw.Connection, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:
    """The coming vectors of those of the chunks that have one."""
    listed = json.dumps([(storable(doc), storable(section), part) for doc, section, part in refs], ensure_ascii=False)
    rows = connection.execute(
        f"""
        with wanted as materialized (
            select value ->> 0 as path, value ->> 1 as section, coalesce(value ->> 2, -1) as part from json_each(?)
        )
        select {REF_COLUMNS}, v.vector from documents d cross join chunks c
        on c.id >= d.first_chunk and c.id < d.end_chunk {UNIT_OF_CHUNK}
        cross join coming v on v.number = c.number
        where d.path in (select path from wanted)
        and (d.path, coalesce(u.name, ''), coalesce(c.part, -1)) in (select path, section, part from wanted)
        """,
        (listed,),
    )
    return {Ref(path, section, part): unpacked(vector) for path, section, part, vector in rows}


def vector_rows(connection: apsw.Connection) -> Sequence[tuple[object, object, object]]:
    """(chunk id, document id, packed vector) of every chunk with a vector, by chunk; the caller checks the types."""
    # The plus makes an expression of a column, which the cursor does not check row by row: half of the time.
    rows: list[Any] = connection.execute(
        "select +c.id, +c.doc, +v.vector from chunks c join vectors v on v.number = c.number order by c.id"
    ).fetchall()
    return rows


def _rows(
    connection: apsw.Connection,
    statements: tuple[str, str],
    values: tuple[str | float, ...],
    narrowing: FilterSelection | None,
    limit: int,
) -> list[Candidate]:
    """The first rows of a statement for all documents, or for few, that the filter selects."""
    of_all, of_few = statements
    if narrowing is None:
        return list(connection.execute(of_all, (*values, limit)))
    return narrowing.best(
        connection,
        limit,
        ranked=lambda first: _batches(lambda most: connection.execute(of_all, (*values, most)), first),
        among=lambda few: list(connection.execute(of_few, (*values, few.as_json, limit))),
    )


def _batches(ask: Callable[[int], apsw.Cursor], first: int) -> Batches[Candidate]:
    """The rows in order, as many as `first`, then twice as many, and so on.

    Two queries, for the first rows and for all: mostly the first suffice, and sorting all takes 2 ms longer at
    100,000 documents.
    """
    with closing(ask(first)) as rows:
        batch = list(rows)
    yield batch
    if len(batch) < first:
        return
    with closing(ask(_NO_LIMIT)) as rows:
        for _ in islice(rows, first):
            pass
        while batch := list(islice(rows, first)):
            yield batch
            first *= 2


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
