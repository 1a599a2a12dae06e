"""Questions to the database. Every one runs in the connection it is given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import apsw

from ...analysis.fold import name_key
from ...analysis.tokens import alternatives
from ...model.document import Document, Section
from ...model.hit import Hit, Hits
from ...model.ref import Ref
from ...ports import Counts, FieldWeights, Vector
from ...query.ast import Anything, Expr
from ..fields import FIELD_ORDER
from .heads import Heads
from .matrix import Matrix, unpacked
from .rows import HEAD_COLUMNS, HeadRow, head_of, storable
from .selection import Sql, selection
from .tokenizer import expression

_MOST_PHRASES = 4000  # of one FTS5 query; a longer question repeats itself


def match(
    connection: apsw.Connection, heads: Heads, words: Sequence[str], where: Expr, *, limit: int, weights: FieldWeights
) -> Hits:
    """BM25 over the fields, best first."""
    phrases = [phrase for word in words for phrase in alternatives(word)][:_MOST_PHRASES]
    if not phrases:
        return ()
    narrowing, values = _narrowing("w.rowid", where)
    # Ordering by bm25() itself is 1.5 times faster than by the hidden column `rank`.
    scored = connection.execute(
        f"""
        select w.rowid, -bm25(words, {", ".join("?" * len(FIELD_ORDER))}) as score from words w
        where words match ? {narrowing} order by score desc, w.rowid limit ?
        """,
        (*(getattr(weights, name) for name in FIELD_ORDER), expression(phrases), *values, limit),
    )
    found = list(scored)
    head = heads.of(connection, [doc for doc, _ in found])
    return tuple(Hit(Ref(head[doc].path), head[doc], score) for doc, score in found if doc in head)


def nearest(
    connection: apsw.Connection, heads: Heads, matrix: Matrix, vector: Vector, *, where: Expr, limit: int
) -> Hits:
    """Chunks by cosine, best first."""
    found = matrix.nearest(vector, limit, among=_ids(connection, where))
    places = {
        chunk: (doc, section, part)
        for chunk, doc, section, part in connection.execute(
            "select id, doc, section, part from chunks where id in (select value from json_each(?))",
            (json.dumps([chunk for chunk, _ in found]),),
        )
    }
    head = heads.of(connection, {doc for doc, _, _ in places.values()})
    return tuple(
        Hit(Ref(head[doc].path, section, part), head[doc], score)
        for chunk, score in found
        if chunk in places
        for doc, section, part in (places[chunk],)
        if doc in head
    )


def select(connection: apsw.Connection, where: Expr, limit: int) -> Hits:
    """Newest first, then by path."""
    condition, values = selection(where)
    rows = connection.execute(
        f"select {HEAD_COLUMNS} from documents d where {condition} order by d.modified desc, d.path limit ?",
        (*values, limit),
    )
    heads = (head_of(HeadRow(*row)) for row in rows)
    return tuple(Hit(Ref(head.path), head, 1.0) for head in heads)


def named(connection: apsw.Connection, name: str) -> Hits:
    """By path."""
    rows = connection.execute(
        f"select {HEAD_COLUMNS} from names n join documents d on d.id = n.doc where n.name = ? order by d.path",
        (storable(name_key(name)),),
    )
    heads = (head_of(HeadRow(*row)) for row in rows)
    return tuple(Hit(Ref(head.path), head, 1.0) for head in heads)


def documents(connection: apsw.Connection, ids: Iterable[str]) -> Mapping[str, Document]:
    """Those that are there, with text and sections."""
    wanted = json.dumps(list(ids))
    rows = connection.execute(
        f"""
        select {HEAD_COLUMNS}, d.digest, d.odd, t.text from documents d join texts t on t.doc = d.id
        where d.path in (select value from json_each(?))
        """,
        (wanted,),
    )
    found: dict[str, Document] = {}
    for *columns, digest, odd, text in rows:
        head = HeadRow(*columns)
        sections = _sections(connection, head.id)
        found[head.path] = Document(head_of(head), text, digest, sections, odd=tuple(json.loads(odd)))
    return found


def counts(connection: apsw.Connection) -> Counts:
    """The size is that of the database's pages."""
    documents, chunks, embedded = connection.execute(
        """
        select (select count(*) from documents), (select count(*) from chunks),
               (select count(*) from chunks c join vectors v on v.digest = c.digest)
        """
    ).fetchall()[0]
    size = cast(int, connection.pragma("page_count")) * cast(int, connection.pragma("page_size"))
    return Counts(cast(int, documents), cast(int, chunks), cast(int, embedded), size)


def vectors(connection: apsw.Connection, doc: str) -> Mapping[Ref, Vector]:
    """The vectors of a document's chunks, in order."""
    rows = connection.execute(
        """
        select d.path, c.section, c.part, v.vector from documents d join chunks c on c.doc = d.id
        join vectors v on v.digest = c.digest where d.path = ? order by c.id
        """,
        (storable(doc),),
    )
    return {Ref(path, section, part): unpacked(vector) for path, section, part, vector in rows}


def vector_rows(connection: apsw.Connection) -> list[tuple[int, int, bytes]]:
    """(chunk id, document id, packed vector) of every chunk that has one, by chunk."""
    rows = connection.execute(
        "select c.id, c.doc, v.vector from chunks c join vectors v on v.digest = c.digest order by c.id"
    )
    return [(chunk, doc, vector) for chunk, doc, vector in rows]


def _narrowing(column: str, where: Expr) -> Sql:
    if where == Anything():
        return "", ()
    condition, values = selection(where)
    return f"and {column} in (select d.id from documents d where {condition})", values


def _ids(connection: apsw.Connection, where: Expr) -> list[int] | None:
    if where == Anything():
        return None
    condition, values = selection(where)
    return [doc for (doc,) in connection.execute(f"select d.id from documents d where {condition}", values)]


def _sections(connection: apsw.Connection, doc: int) -> tuple[Section, ...]:
    rows = connection.execute(
        "select slug, heading, level, start, end, parent from sections where doc = ? order by n", (doc,)
    )
    return tuple(Section(*row) for row in rows)
