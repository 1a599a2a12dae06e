"""The step to tables with fewer indexes, and to a word index with the body as its first field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

from ....model.document import Document
from ...indexed_fields import field_texts
from ..page_checksums import page_checksums
from ..rows import HEAD_COLUMNS, HeadRow, head_of
from ..texts.document_texts import text_of
from ..texts.recompression import recompress
from ..unit_queries import document_units
from .word_index import CREATE_WORDS, INSERT_WORDS


def narrow(connection: apsw.Connection) -> None:
    """Numbers chunks by document, compresses texts with dictionaries, and finds postings by a number of their term.

    The chunks of a document follow each other, so that their ids need no index; names of a document are known from the
    document, and the digest of a chunk from its text.  FTS5 writes two bytes for each field but the first one in which
    a document has a term.
    """
    connection.execute(
        """
        alter table documents add column first_chunk integer not null default 0;
        alter table documents add column end_chunk integer not null default 0;
        alter table chunks rename to old_chunks;
        create table chunks(
            id integer primary key, doc integer not null, unit integer not null, part integer,
            start integer not null, end integer not null, first_token integer, end_token integer,
            number integer not null
        );
        create temp table numbers(old integer primary key, new integer not null);
        insert into numbers select id, row_number() over (order by doc, id) from old_chunks;
        insert into chunks
            select n.new, c.doc, c.unit, c.part, c.start, c.end, c.first_token, c.end_token, c.number
            from old_chunks c join numbers n on n.old = c.id order by n.new;
        drop table old_chunks;
        create temp table spans(doc integer primary key, first_chunk integer, end_chunk integer);
        insert into spans select doc, min(id), max(id) + 1 from chunks group by doc;
        update documents set first_chunk = s.first_chunk, end_chunk = s.end_chunk
            from spans s where s.doc = documents.id;
        alter table similar rename to old_similar;
        create table similar(chunk integer, other integer, cosine real not null, primary key(chunk, other))
            without rowid;
        insert into similar select a.new, b.new, s.cosine
            from old_similar s join numbers a on a.old = s.chunk join numbers b on b.old = s.other;
        drop table old_similar;
        create index similar_by_other on similar(other);
        alter table compared rename to old_compared;
        create table compared(chunk integer primary key);
        insert into compared select n.new from old_compared c join numbers n on n.old = c.chunk;
        drop table old_compared;
        drop table temp.numbers;
        drop table temp.spans;
        alter table digests rename to old_digests;
        create table digests(digest blob primary key, number integer not null) without rowid;
        insert into digests select digest, number from old_digests;
        insert or replace into meta select 'digests', cast(max(number) as text) from old_digests having count(*) > 0;
        drop table old_digests;
        drop index names_of;
        drop table postings;
        create table postings(number integer primary key, data blob not null);
        insert or ignore into unposted select id from documents;
        drop table words;
        create table dictionaries(id integer primary key, name blob not null unique, data blob not null);
        """
    )
    connection.execute(CREATE_WORDS)
    connection.executemany(INSERT_WORDS, ((doc, *field_texts(document)) for doc, document in _indexed(connection)))
    recompress(connection)
    page_checksums(connection)


def _indexed(connection: apsw.Connection) -> Iterator[tuple[int, Document]]:
    """The documents as far as the word index needs them."""
    of_one = f"""
        select {HEAD_COLUMNS}, t.data, t.text_end from documents d join texts t on t.doc = d.id where d.id = ?
    """
    listed: list[Any] = connection.execute("select id from documents").fetchall()
    for (doc,) in listed:
        rows: list[Any] = connection.execute(of_one, (doc,)).fetchall()
        for *head, data, text_end in rows:
            units = document_units(connection, (doc,))[doc]
            yield doc, Document(head_of(HeadRow(*head)), text_of(connection, data, text_end), "", units)
