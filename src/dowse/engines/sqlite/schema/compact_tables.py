"""The step to tables in which texts are compressed, digests numbered and names of units derived."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw

from ....model.chunk import DIGEST_BYTES
from ..texts.document_texts import DocumentDetails, packed_texts
from ..unit_rows import INSERT_UNIT, UNITS_VIEW, own_names, stored_kind


def compact(connection: apsw.Connection) -> None:
    """Compresses texts, numbers digests and derives the names of units.

    Rows of vectors in the order of their numbers fill their pages; in that of digests a fifth of each stayed empty.
    Postings are derived anew: a table with row ids keeps 4 kB of a row in its page, one without them 1 kB.
    """
    connection.execute(
        """
        alter table texts rename to old_texts;
        -- A stream of three texts: the document's, then other texts that a phrase matches, then details as JSON.
        create table texts(
            doc integer primary key, data blob not null, body_start integer not null, text_end integer not null,
            names_end integer not null
        );
        """
    )
    connection.executemany("insert into texts values (?, ?, ?, ?, ?)", _former_texts(connection))
    connection.execute(
        f"""
        drop table old_texts;
        alter table symbols rename to old_symbols;
        create table symbols(
            key text, doc integer, unit integer, is_exported integer not null, primary key(key, doc, unit)
        ) without rowid;
        insert into symbols select key, doc, unit, is_exported from old_symbols;
        drop table old_symbols;
        create table digests(number integer primary key, digest blob not null unique);
        insert or ignore into digests(digest) select substr(digest, 1, {DIGEST_BYTES}) from chunks order by id;
        alter table chunks add column number integer not null default 0;
        update chunks set number = (
            select number from digests g where g.digest = substr(chunks.digest, 1, {DIGEST_BYTES})
        );
        drop index chunks_by_digest;
        alter table chunks drop column digest;
        alter table chunks drop column heading;
        alter table chunks drop column prefix;
        alter table refused rename to old_refused;
        create table refused(space text, number integer, why text not null, primary key(space, number)) without rowid;
        insert or ignore into refused select r.space, g.number, r.why
            from old_refused r join digests g on g.digest = substr(r.digest, 1, {DIGEST_BYTES});
        drop table old_refused;
        drop table postings;
        create table postings(term text primary key, data blob not null);
        insert or ignore into unposted select id from documents;
        """
    )
    _number_vectors(connection)
    _derive_names(connection)


def _number_vectors(connection: apsw.Connection) -> None:
    for table in ("vectors", "coming"):
        connection.execute(
            f"""
            alter table {table} rename to old_vectors;
            create table {table}(number integer primary key, vector blob not null);
            insert or ignore into {table} select g.number, v.vector
                from old_vectors v join digests g on g.digest = substr(v.digest, 1, {DIGEST_BYTES}) order by 1;
            drop table old_vectors;
            """
        )


def _derive_names(connection: apsw.Connection) -> None:
    connection.execute(
        f"""
        create table unit_rows(
            doc integer, n integer, parent integer not null, kind not null, own_name, title text not null,
            level integer not null, start integer not null, end integer not null,
            first_token integer, end_token integer, primary key(doc, n)
        ) without rowid;
        alter table units rename to old_units;
        create view units as {UNITS_VIEW};
        """
    )
    docs = [doc for (doc,) in connection.execute("select distinct doc from old_units")]
    connection.executemany(INSERT_UNIT, (row for doc in docs for row in _former_units(connection, doc)))
    connection.execute("drop table old_units")


def _former_units(connection: apsw.Connection, doc: int) -> Iterator[tuple[apsw.SQLiteValue, ...]]:
    rows: list[Any] = connection.execute(
        """
        select n, parent, kind, name, title, level, start, end, first_token, end_token from old_units
        where doc = ? order by n
        """,
        (doc,),
    ).fetchall()
    own = own_names({n: (parent, name, title) for n, parent, _, name, title, *_ in rows})
    for n, parent, kind, _, title, *rest in rows:
        yield doc, n, parent, stored_kind(kind), own[n], title, *rest


def _former_texts(connection: apsw.Connection) -> Iterator[tuple[int | bytes, ...]]:
    of_text = "select text, beside, body_start from old_texts where doc = ?"
    of_chunks = "select heading, prefix from chunks where doc = ? order by id"
    of_symbols = "select unit, signature, about, definition, is_exported from symbols where doc = ? order by unit"
    docs = [doc for (doc,) in connection.execute("select doc from old_texts")]
    for doc in docs:
        texts: list[Any] = connection.execute(of_text, (doc,)).fetchall()
        chunks: list[Any] = connection.execute(of_chunks, (doc,)).fetchall()
        symbols: list[Any] = connection.execute(of_symbols, (doc,)).fetchall()
        columns = ([row[n] for row in rows] for rows, width in ((chunks, 2), (symbols, 5)) for n in range(width))
        details = DocumentDetails(*columns)
        for text, beside, body_start in texts:
            yield doc, *packed_texts(text, beside, details, body_start)
