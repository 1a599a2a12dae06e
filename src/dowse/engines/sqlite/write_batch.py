"""Changes to the database, inside the transaction of their batch."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, count
from typing import Any

import apsw

from ...analysis.folding import DIGRAPHS, PLAIN_FORMS, fold
from ...graph.source_references.module_keys import module_key
from ...graph.source_references.scope_rules import rules_of
from ...model.document import SYMBOL_KINDS, Head, Span
from ...model.source_reference import SourceReferences
from ...ports.indexed_document import FileStamp, IndexedDocument, SkippedFile, WriteBatch
from ...ports.storage import LargeDocument
from ..indexed_fields import BODY, field_texts
from ..token_spans import tokenized_body
from .document_rows import INSERT_VALUE, STATEMENTS, NumberedDocument, name_keys, value_rows
from .links.edges import FormerNames
from .links.reference_rows import unpacked
from .meta import edition, generation, remember
from .repacking import forget_packing
from .rows import HEAD_COLUMNS, WRITTEN_DIGEST, HeadRow, greatest_id, head_of, storable, texts_of
from .schema.word_index import INSERT_WORDS
from .sqlite_errors import RowError
from .texts import text_dictionaries
from .texts.dictionary_pruning import FormerLines
from .texts.document_texts import LEVEL, LEVEL_ALONE, text_rows, text_stream
from .vectors import chunk_digests, embedding_spaces, pending_documents, similarity
from .vectors.similarity import CHUNKS_OF
from .words.tokenizer import PREPARED

_OF_A_DOCUMENT = (
    *("unit_rows", "tags", "properties", "links", "edges", "unlinked", "texts"),
    *("source_references", "source_edges"),
)

# A value that no document has any more, of those that one had.
_UNSTATED = """
    delete from property_values where id in (select value from json_each(?))
    and not exists (select 1 from properties p where p.value = property_values.id)
"""
_SYMBOLS_OF = "select distinct title from units where doc = ? and kind in (select value from json_each(?))"
_SYMBOL_KINDS = json.dumps(sorted(SYMBOL_KINDS))
_FOLDED_SINCE = str.maketrans({**PLAIN_FORMS, **DIGRAPHS})  # letters that keys of earlier versions have
_MODULE = module_key("")


def write(connection: apsw.Connection, batch: WriteBatch) -> None:
    """Writes the whole batch; the caller holds the transaction."""
    pending = pending_documents.noted(connection)
    callings = FormerNames(connection, batch)
    former_lines = FormerLines(connection, batch)
    _forget(connection, batch.removed)
    _forget(connection, [skipped.path for skipped in batch.skipped])
    for skipped in batch.skipped:
        _skip(connection, skipped)
    if batch.indexed:
        _index(connection, list({item.document.head.path: item for item in batch.indexed}.values()))
    for path, stamp in batch.touched.items():
        _touch(connection, path, stamp)
    answers_otherwise = embedding_spaces.store(connection, batch)
    callings.mark(connection)
    former_lines.forget(connection)
    if batch.indexed or batch.removed or batch.skipped or batch.touched or answers_otherwise:
        remember(connection, "edition", edition(connection) + 1)
    if batch.indexed or batch.removed or batch.skipped or answers_otherwise:
        remember(connection, "generation", generation(connection) + 1)
        pending_documents.note(connection, pending, (item.document.head.path for item in batch.indexed))


def known(connection: apsw.Connection, paths: Collection[str] | None = None) -> Mapping[str, FileStamp]:
    """Documents and skipped files; with `paths`, those of them."""
    among, values = "", []
    if paths is not None:
        among = "where path in (select value from json_each(?))"
        values = 2 * [json.dumps([storable(path) for path in paths], ensure_ascii=False)]
    # The plus makes an expression of a column, which the cursor does not check row by row: a third of the time.
    rows = connection.execute(
        f"""
        select +path, +size, +mtime_ns, {WRITTEN_DIGEST} from documents {among}
        union all select +path, +size, +mtime_ns, +digest from skipped {among}
        """,
        values,
    ).fetchall()
    if not rows:
        return {}
    paths, sizes, times, digests = zip(*rows, strict=True)
    if {*map(type, paths), *map(type, digests)} != {str} or {*map(type, sizes), *map(type, times)} != {int}:
        raise RowError("the stamp of a file is not one")
    return dict(zip(paths, map(FileStamp, sizes, times, digests), strict=True))


def read_again(connection: apsw.Connection, paths: Iterable[str] | None) -> None:
    """See ports.DocumentWriter. The rows are found by the names of this version when they are replaced."""
    if paths is None:
        connection.execute("update documents set mtime_ns = -1, digest = ''")
        connection.execute("update skipped set mtime_ns = -1, digest = ''")
        forget_packing(connection)
    else:
        wanted = [(path,) for path in paths]
        for table in ("documents", "skipped"):
            connection.executemany(f"update {table} set mtime_ns = -1, digest = '' where path = ?", wanted)
    for table, column in (("names", "name"), ("symbols", "key")):
        outside_of_ascii = f"select distinct {column} from {table} where {column} glob '*[^ -~]*'"
        keys: list[Any] = connection.execute(outside_of_ascii).fetchall()
        folded = [(new, key) for (key,) in keys if (new := _folded_again(key)) != key]
        connection.executemany(f"update or replace {table} set {column} = ? where {column} = ?", folded)
    remember(connection, "edition", edition(connection) + 1)


def _folded_again(key: str) -> str:
    """The key of a name by this version; module_keys have letters as they are."""
    return key if key.startswith(_MODULE) else key.translate(_FOLDED_SINCE)


def troubles(connection: apsw.Connection) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """(path, reason) of skipped files, (path, warning) of files parsed with warnings."""
    skipped = [(path, why) for path, why in connection.execute("select path, why from skipped order by path")]
    odd = connection.execute("select path, odd from documents where odd <> '[]' order by path")
    return skipped, [(path, what) for path, written in odd for what in texts_of(written)]


def largest(connection: apsw.Connection, limit: int) -> list[LargeDocument]:
    """See ports.DocumentWriter."""
    rows = connection.execute(
        """
        select d.path, count(*), d.size from chunks c join documents d on d.id = c.doc
        group by d.id order by 2 desc, 1 limit ?
        """,
        (limit,),
    )
    return [LargeDocument(*row) for row in rows]


def _forget(connection: apsw.Connection, paths: Iterable[str]) -> None:
    for path in paths:
        row = connection.execute("select id from documents where path = ?", (path,)).fetchone()
        if row:
            _clear(connection, row[0])
            connection.execute("delete from reference_keys where doc = ?", row)
            connection.execute("delete from documents where id = ?", row)
        connection.execute("delete from skipped where path = ?", (path,))


def _clear(connection: apsw.Connection, doc: int) -> None:
    """Deletes what the index has of a document but for the keys of its references, by which others depend on it."""
    # Deleted first: inserting over an existing row of a contentless table leaves its old words behind.
    connection.execute("delete from words where rowid = ?", (doc,))
    connection.execute("insert or ignore into unposted values (?)", (doc,))
    similarity.forget(connection, doc)
    connection.execute(f"delete from chunks where id in {CHUNKS_OF}", (doc,))
    rows: list[Any] = connection.execute(f"select {HEAD_COLUMNS} from documents d where d.id = ?", (doc,)).fetchall()
    keys = {(key, doc) for row in rows for key in _former_keys(connection, head_of(HeadRow(*row)), doc)}
    connection.executemany("delete from names where name = ? and doc = ?", keys)
    names = [fold(title) for (title,) in connection.execute(_SYMBOLS_OF, (doc, _SYMBOL_KINDS))]
    connection.executemany("delete from symbols where key = ? and doc = ?", ((name, doc) for name in names))
    values = [value for (value,) in connection.execute("select value from properties where doc = ?", (doc,))]
    for table in _OF_A_DOCUMENT:
        connection.execute(f"delete from {table} where doc = ?", (doc,))
    if values:
        connection.execute(_UNSTATED, (json.dumps(values),))


def _skip(connection: apsw.Connection, skipped: SkippedFile) -> None:
    stamp = skipped.stamp
    connection.execute(
        "insert or replace into skipped values (?, ?, ?, ?, ?)",
        (skipped.path, skipped.why, stamp.size, stamp.mtime_ns, stamp.digest),
    )


def _touch(connection: apsw.Connection, path: str, stamp: FileStamp) -> None:
    values = (stamp.size, stamp.mtime_ns)
    connection.execute("update documents set size = ?, mtime_ns = ? where path = ?", (*values, path))
    if stamp.modified is not None:
        connection.execute("update documents set modified = ? where path = ?", (stamp.modified, path))
    connection.execute("update skipped set size = ?, mtime_ns = ? where path = ?", (*values, path))


def _index(connection: apsw.Connection, items: Sequence[IndexedDocument]) -> None:
    """Table by table for all documents together: one statement a table is a third faster than one a document."""
    ids = _ids(connection, items)
    firsts = _first_chunks(connection, items)
    _write_texts(connection, ids)
    in_tokens = _words(connection, ids)
    chunk_digests.add(connection, (c.digest for _, item in ids for c in item.chunks))
    documents = [
        NumberedDocument(doc, item, first, in_tokens[doc]) for (doc, item), first in zip(ids, firsts, strict=True)
    ]
    connection.executemany(INSERT_VALUE, value_rows(documents))
    for statement, rows in STATEMENTS.items():
        connection.executemany(statement, chain.from_iterable(map(rows, documents)))
    connection.executemany("insert or ignore into unposted values (?)", ((doc,) for doc, _ in ids))


def _write_texts(connection: apsw.Connection, ids: Sequence[tuple[int, IndexedDocument]]) -> None:
    streams = [text_stream(item.document, item.chunks) for _, item in ids]
    dictionary = text_dictionaries.for_batch(connection, [stream.whole for stream in streams])
    rows = text_rows(streams, dictionary, level=LEVEL if len(ids) > 1 else LEVEL_ALONE)
    connection.executemany(
        "insert into texts values (?, ?, ?, ?, ?)", ((doc, *row) for (doc, _), row in zip(ids, rows, strict=True))
    )


def _words(connection: apsw.Connection, ids: Sequence[tuple[int, IndexedDocument]]) -> Mapping[int, Sequence[Span]]:
    """Writes the fields of the documents; the spans of the units and then of the chunks of each, in tokens of the body.

    Each body is tokenized once, for FTS5 and for the spans.
    """
    in_tokens: dict[int, Sequence[Span]] = {}

    def rows() -> Iterator[tuple[int | str, ...]]:
        for doc, item in ids:
            fields = field_texts(item.document)
            units = [(unit.start, unit.end) for unit in item.document.units]
            spans = [*units, *((chunk.start, chunk.end) for chunk in item.chunks)]
            tokens, in_tokens[doc] = tokenized_body(fields[BODY], item.document.body_start, spans)
            PREPARED.add(fields[BODY], tokens)
            yield (doc, *fields)

    connection.executemany(INSERT_WORDS, rows())
    return in_tokens


def _ids(connection: apsw.Connection, items: Sequence[IndexedDocument]) -> list[tuple[int, IndexedDocument]]:
    """Each document with its row id: the old one, with its rows deleted, or the next free one."""
    paths = [item.document.head.path for item in items]
    listed = json.dumps(paths)
    connection.execute("delete from skipped where path in (select value from json_each(?))", (listed,))
    known = dict(
        connection.execute("select path, id from documents where path in (select value from json_each(?))", (listed,))
    )
    for doc in known.values():
        _clear(connection, doc)
        connection.execute("delete from documents where id = ?", (doc,))
    greatest = greatest_id(connection)
    free = count(max(greatest, *known.values(), 0) + 1)
    return [(known.get(path) or next(free), item) for path, item in zip(paths, items, strict=True)]


def _first_chunks(connection: apsw.Connection, items: Sequence[IndexedDocument]) -> list[int]:
    """The id of the first chunk of each document; the chunks of a document follow each other."""
    (greatest,) = connection.execute("select coalesce(max(id), 0) from chunks").fetchall()[0]
    assert isinstance(greatest, int)
    return list(accumulate((len(item.chunks) for item in items), initial=greatest + 1))[:-1]


def _former_keys(connection: apsw.Connection, head: Head, doc: int) -> set[str]:
    """The names of a document that is in the index."""
    rules = rules_of(head.path)
    if rules is None or not rules.states_namespace:
        return name_keys(head, SourceReferences())
    rows = connection.execute("select data from source_references where doc = ?", (doc,)).fetchall()
    return {key for (data,) in rows or ((b"",),) for key in name_keys(head, unpacked(data, sys.maxsize))}
