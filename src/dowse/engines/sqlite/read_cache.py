"""A cache that reads share while the index is unchanged: document heads, chunks, results of filters, file stamps."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Literal, cast, get_args

import apsw

from ...analysis.spelling.inflection import EqualPhrases
from ...analysis.spelling.word_forms import IndexLanguages, languages_of
from ...model.chunk import ChunkSpans
from ...model.correction import Correction
from ...model.document import Head
from ...model.hit import made_of
from ...model.index_counts import Lengths
from ...model.inflected_words import InflectedWords
from ...model.ref import Ref
from ...ports.indexed_document import FileStamp
from ...ports.storage import FieldWeights
from ...ports.term_positions import PartKind
from ...query.ast import Expr, MatchAll
from . import write_batch
from .filter_cache import FilterCache, FilterSelection
from .row_cache import MOST_REFS, DocumentCache, DocumentRowCache, RowCache, TextCache
from .rows import HEAD_COLUMNS, heads_of, storable
from .sqlite_errors import RowError
from .words.keyword_ranking import KeywordRanking, keyword_ranking
from .words.length_norms import LengthNorms, length_norms
from .words.packed_postings import PostingList
from .words.posting_cache import PostingCache
from .words.postings import PostingDocuments, posting_documents
from .words.stored_terms import are_stored
from .words.term_cache import TermCache
from .words.term_positions import PartCache
from .words.varints import varints

UNIT_OF_CHUNK = "left join units u on u.doc = c.doc and u.n = c.unit"
REF_COLUMNS = "d.path, cast(coalesce(u.name, '') as text), c.part"
_TOTALS = 1  # the row of FTS5's totals, as varints: the documents, and the tokens of each column
_MOST_SPANS = 40_000  # chunks, some 10 MB
_MOST_FILES = 20_000  # some 5 MB

# Plain tuples of texts and numbers, which garbage collections pass over: a search keeps two hundred of them.
RefRow = tuple[str, str, int | None]  # the values of a Ref
_SpanRow = tuple[RefRow, int, int]
_RankingKey = tuple[tuple[EqualPhrases, ...], FieldWeights]


class ReadCache:
    """The cache for one edition of the index; another edition empties it."""

    def __init__(self, edition: int = -1) -> None:
        self.edition = edition
        self.heads = RowCache(_heads)
        self.chunk_refs = RowCache(self._chunk_refs, MOST_REFS)
        self.documents = DocumentCache()
        self.row_ids = DocumentRowCache()
        self.texts = TextCache()
        self._narrowings = FilterCache()
        self._spans: dict[str, Sequence[_SpanRow]] = {}
        self._span_count = 0
        self._file_stamps: Mapping[str, FileStamp] | None = None
        self._lengths: Lengths | None = None
        self.parts: Mapping[PartKind, PartCache] = {kind: PartCache(kind) for kind in get_args(PartKind)}
        self._length_norms: LengthNorms | None = None
        self._posted: PostingDocuments | None = None
        self._postings = PostingCache()
        self._terms = TermCache()
        self.corrections: dict[str, Correction | None] = {}  # of unknown and of rare words, by word
        self._languages: IndexLanguages | None = None
        self.inflected_terms: dict[InflectedWords, Mapping[str, tuple[str, ...]]] = {}
        self._has_any: dict[str, bool] = {}  # by table
        self._has_stored_terms: bool | None = None
        self._ranking: tuple[_RankingKey, KeywordRanking] | None = None
        self._document_count: int | None = None

    def narrowing(self, connection: apsw.Connection, where: Expr) -> FilterSelection | None:
        """The filter, as far as it is evaluated; None when it selects everything."""
        return None if where == MatchAll() else self._narrowings.of(connection, where)

    def file_stamps(self, connection: apsw.Connection) -> Mapping[str, FileStamp]:
        """The stamps of all files, which every scan of the vault compares."""
        if self._file_stamps is not None:
            return self._file_stamps
        found = write_batch.known(connection)
        if len(found) <= _MOST_FILES:
            self._file_stamps = found
        return found

    def lengths(self, connection: apsw.Connection) -> Lengths:
        """The lengths of the documents, from the record that bm25() reads itself, so that both use the same average."""
        if self._lengths is None:
            record = connection.execute("select block from words_data where id = ?", (_TOTALS,)).fetchone()
            documents, *tokens = (varints(record[0]) if record else ()) or [0]
            self._lengths = Lengths(documents, sum(tokens))
        return self._lengths

    def posted(self, connection: apsw.Connection) -> PostingDocuments:
        """The documents that have postings."""
        if self._posted is None:
            self._posted = posting_documents(connection)
        return self._posted

    def postings(self, connection: apsw.Connection, terms: Iterable[str]) -> Mapping[str, PostingList]:
        """The postings of those of the terms that have postings."""
        return self._postings.of(connection, self.posted(connection), terms)

    def ranking(
        self,
        connection: apsw.Connection,
        phrases: tuple[EqualPhrases, ...],
        weights: FieldWeights,
    ) -> KeywordRanking:
        """BM25 of these phrases. The last one is kept: a search asks for the best excluded document by the same one."""
        last = self._ranking
        if last is None or last[0] != (phrases, weights):
            posted, lengths = self.posted(connection), self.lengths(connection)
            if self._length_norms is None:
                self._length_norms = length_norms(connection, posted, lengths.average)
            norms, postings = self._length_norms, self._postings
            ranking = keyword_ranking(connection, posted, lengths.documents, norms, phrases, weights, postings=postings)
            last = self._ranking = (phrases, weights), ranking
        return last[1]

    def has_any(self, connection: apsw.Connection, table: Literal["symbols", "source_edges"]) -> bool:
        """Whether the table has a row: no table of source code has one without source code."""
        known = self._has_any.get(table)
        if known is None:
            (found,) = connection.execute(f"select exists(select 1 from {table})").fetchall()[0]
            known = self._has_any[table] = bool(found)
        return known

    def has_stored_terms(self, connection: apsw.Connection) -> bool:
        """Whether all terms are stored with their document frequencies: no document has changed since then."""
        if self._has_stored_terms is None:
            self._has_stored_terms = not len(self.posted(connection).unposted) and are_stored(connection)
        return self._has_stored_terms

    def term_lines(self, connection: apsw.Connection, prefixes: Collection[str]) -> Iterable[tuple[str, str]]:
        """See analysis.spelling.term_lines."""
        return self._terms.of(connection, prefixes, stored=self.has_stored_terms(connection))

    def languages(self, connection: apsw.Connection) -> IndexLanguages:
        """The languages of the texts."""
        if self._languages is None:
            self._languages = languages_of(partial(self.term_lines, connection))
        return self._languages

    def document_count(self, connection: apsw.Connection) -> int:
        """The number of documents."""
        if self._document_count is None:
            self._document_count = cast(int, connection.execute("select count(*) from documents").fetchall()[0][0])
        return self._document_count

    def _chunk_refs(self, connection: apsw.Connection, ids: str) -> dict[int, RefRow]:
        """The references of the chunks with these ids."""
        rows: list[Any] = connection.execute(
            f"""
            select c.id, c.doc, cast(coalesce(u.name, '') as text), c.part from chunks c {UNIT_OF_CHUNK}
            where c.id in (select value from json_each(?))
            """,
            (ids,),
        ).fetchall()
        docs = {doc for _, doc, _, _ in rows}
        if None in docs:
            raise RowError("a chunk has no document")
        head = self.heads.of(connection, docs)
        return {chunk: (head[doc].path, section, part) for chunk, doc, section, part in rows if doc in head}

    def chunk_spans(self, connection: apsw.Connection, docs: Collection[str]) -> Mapping[str, ChunkSpans]:
        """The chunks of each document that is there, in order."""
        rows = {doc: spans for doc in docs if (spans := self._spans.get(doc)) is not None}
        missing = [doc for doc in docs if doc not in rows]
        if missing:
            found = _chunk_spans(connection, missing)
            count = sum(map(len, found.values()))
            if self._span_count + count > _MOST_SPANS:
                self._spans, self._span_count = {}, 0
            self._spans.update(found)  # safe in several threads: all store the same values
            self._span_count += count
            rows |= found
        return {doc: {made_of(Ref, ref): (start, end) for ref, start, end in spans} for doc, spans in rows.items()}


def _heads(connection: apsw.Connection, ids: str) -> dict[int, Head]:
    columns = f"select {HEAD_COLUMNS} from documents d where d.id in (select value from json_each(?))"
    return heads_of(connection.execute(columns, (ids,)).fetchall())


def _chunk_spans(connection: apsw.Connection, docs: Collection[str]) -> dict[str, Sequence[_SpanRow]]:
    rows: list[Any] = connection.execute(
        f"""
        select {REF_COLUMNS}, c.start, c.end from documents d cross join chunks c
        on c.id >= d.first_chunk and c.id < d.end_chunk {UNIT_OF_CHUNK}
        where d.path in (select value from json_each(?))
        """,
        (json.dumps([storable(doc) for doc in docs], ensure_ascii=False),),
    ).fetchall()
    found: dict[str, list[_SpanRow]] = {}
    for path, section, part, start, end in rows:
        found.setdefault(path, []).append(((path, section, part), start, end))
    return {path: tuple(sorted(spans, key=itemgetter(1, 2))) for path, spans in found.items()}
