"""The tables, as numbered steps. A step is never edited once released; the number of the last one is in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import apsw

from ....model.document import Document, Unit
from ....model.errors import VaultError
from ...indexed_fields import field_texts
from ..page_checksums import page_checksums
from ..rows import HEAD_COLUMNS, HeadRow, head_of
from ..savepoint import savepoint
from ..sqlite_errors import RowError
from .compact_tables import compact
from .narrow_tables import narrow
from .small_tables import shrink
from .tables import create_tables
from .word_index import CREATE_WORDS, INSERT_WORDS


def _m001_documents(connection: apsw.Connection) -> None:
    connection.execute(
        """
        create table meta(key text primary key, value) without rowid;
        -- At random, so that a file of vectors which outlived its database is not taken for one of this database.
        insert into meta values ('generation', abs(random() % 1099511627776));
        create table documents(
            id integer primary key, path text not null unique, path_key text not null, name_key text not null,
            ext text not null, kind text not null, title text not null, title_key text not null,
            tags text not null, aliases text not null, modified real not null, facts text not null,
            digest text not null, size integer not null, mtime_ns integer not null, odd text not null
        );
        create index documents_by_age on documents(modified);
        create table texts(
            doc integer primary key, beside text not null, text text not null, body_start integer not null
        );
        create table sections(
            doc integer, n integer, slug text not null, heading text not null, level integer not null,
            start integer not null, end integer not null, parent text not null, primary key(doc, n)
        ) without rowid;
        create table tags(tag text, doc integer, primary key(tag, doc)) without rowid;
        create index tags_of on tags(doc);
        create table names(name text, doc integer, primary key(name, doc)) without rowid;
        create index names_of on names(doc);
        create table properties(key text, value text, doc integer, primary key(key, value, doc)) without rowid;
        create index properties_of on properties(doc);
        create table links(
            doc integer, n integer, target text not null, kind text not null, section text not null,
            anchor text not null, line integer not null, primary key(doc, n)
        ) without rowid;
        create table skipped(
            path text primary key, why text not null,
            size integer not null, mtime_ns integer not null, digest text not null
        ) without rowid;
        """
    )


def _m002_words(connection: apsw.Connection) -> None:
    connection.execute(CREATE_WORDS)


def _m003_chunks(connection: apsw.Connection) -> None:
    connection.execute(
        """
        create table chunks(
            id integer primary key, doc integer not null, section text not null, part integer,
            start integer not null, end integer not null,
            digest blob not null, heading text not null, prefix text not null
        );
        create index chunks_of on chunks(doc);
        create index chunks_by_digest on chunks(digest);
        create table vectors(digest blob primary key, vector blob not null) without rowid;
        """
    )


def _m004_measured_properties(connection: apsw.Connection) -> None:
    connection.execute(
        """
        drop table properties;
        create table properties(
            key text, value text, doc integer,
            number real, date real, -- the value, where it is one; a date as seconds since 1970 of what is written
            primary key(key, value, doc)
        ) without rowid;
        create index properties_of on properties(doc);
        create index properties_by_number on properties(key, number) where number is not null;
        create index properties_by_date on properties(key, date) where date is not null;
        -- What was in the table comes back from the files.
        update documents set mtime_ns = -1, digest = '';
        """
    )


def _m005_links_by_target(connection: apsw.Connection) -> None:
    connection.execute(
        """
        drop table links;
        create table links(
            doc integer, n integer, target text not null, key text not null, kind text not null,
            section text not null, anchor text not null, line integer not null, primary key(doc, n)
        ) without rowid;
        create index links_by_key on links(key, kind);
        create index documents_by_path_key on documents(path_key);
        update documents set mtime_ns = -1, digest = '';
        """
    )


def _m006_documents_by_kind(connection: apsw.Connection) -> None:
    # For a scan for a part of a title or a name: 20 times narrower than the table itself.
    connection.execute("create index if not exists documents_by_kind on documents(kind, ext, title_key, name_key)")


def _m007_words_of_properties(connection: apsw.Connection) -> None:
    # Keyword search covers values of properties: every file is read again.
    connection.execute("update documents set mtime_ns = -1, digest = ''")


def _m008_edges(connection: apsw.Connection) -> None:
    connection.execute(
        """
        -- What each link means: no target is a broken link, several candidates an ambiguous one.
        create table edges(
            doc integer, n integer, target integer, candidates integer not null, primary key(doc, n)
        ) without rowid;
        create index edges_by_target on edges(target) where target is not null;
        create table unlinked(doc integer primary key); -- documents whose links are to be resolved
        insert into unlinked select id from documents;
        -- For each chunk those of other documents that are nearest in meaning, and which chunks were compared.
        create table similar(chunk integer, other integer, cosine real not null, primary key(chunk, other))
            without rowid;
        create index similar_by_other on similar(other);
        create table compared(chunk integer primary key);
        """
    )


def _m009_coming_vectors(connection: apsw.Connection) -> None:
    connection.execute(
        """
        create table if not exists coming(digest blob primary key, vector blob not null) without rowid;
        create table if not exists refused(
            space text, digest blob, why text not null, primary key(space, digest)
        ) without rowid;
        """
    )


def _m010_units(connection: apsw.Connection) -> None:
    # A unit is called by its number in its document, and 0 is the document itself: half the size of names in each row.
    connection.execute(
        """
        create table units(
            doc integer, n integer, parent integer not null, kind text not null, name text not null,
            title text not null, level integer not null, start integer not null, end integer not null,
            primary key(doc, n)
        ) without rowid;
        create temp table numbers as select doc, n + 1 as n, slug from sections;
        create index temp.numbers_by_slug on numbers(doc, slug, n);
        insert into units select s.doc, s.n + 1,
            coalesce((select p.n from temp.numbers p where p.doc = s.doc and p.slug = s.parent and s.parent <> ''), 0),
            'heading', s.slug, s.heading, s.level, s.start, s.end from sections s;
        create table relations(id integer primary key, name text not null unique);
        insert into relations values (1, 'PARENT_OF'), (2, 'REFERENCES');
        alter table links rename to old_links;
        create table links(
            doc integer, n integer, unit integer not null, target text not null, key text not null, kind text not null,
            anchor text not null, line integer not null, primary key(doc, n)
        ) without rowid;
        insert into links select l.doc, l.n,
            coalesce((select u.n from temp.numbers u where u.doc = l.doc and u.slug = l.section), 0),
            l.target, l.key, l.kind, l.anchor, l.line from old_links l;
        drop table old_links;
        create index links_by_key on links(key, kind);
        -- From a unit to a unit.  The target is called by its name, which outlives a change of its document.
        alter table edges rename to old_edges;
        create table edges(
            doc integer, n integer, unit integer not null, relation integer not null, target integer, place text,
            candidates integer not null, primary key(doc, n)
        ) without rowid;
        insert into edges select e.doc, e.n, l.unit, case l.kind when 'parent' then 1 else 2 end, e.target, null,
            e.candidates from old_edges e join links l on l.doc = e.doc and l.n = e.n;
        drop table old_edges;
        create index edges_by_target on edges(target) where target is not null;
        insert or ignore into unlinked select distinct doc from links where anchor <> '';
        alter table chunks rename to old_chunks;
        create table chunks(
            id integer primary key, doc integer not null, unit integer not null, part integer,
            start integer not null, end integer not null,
            digest blob not null, heading text not null, prefix text not null
        );
        insert into chunks select c.id, c.doc,
            coalesce((select u.n from temp.numbers u where u.doc = c.doc and u.slug = c.section), 0),
            c.part, c.start, c.end, c.digest, c.heading, c.prefix from old_chunks c order by c.id;
        drop table old_chunks;
        create index chunks_of on chunks(doc, unit);
        create index chunks_by_digest on chunks(digest);
        drop table temp.numbers;
        drop table sections;
        """
    )


def _m011_summaries_are_embedded(connection: apsw.Connection) -> None:
    # Chunks have a summary in their prefix: files with one are read again, all other chunks keep their vectors.
    connection.execute(
        """
        update documents set mtime_ns = -1, digest = ''
        where id in (select doc from properties where key = 'summary')
        """
    )


def _m012_postings(connection: apsw.Connection) -> None:
    connection.execute(
        """
        create table postings(term text primary key, data blob not null) without rowid;
        create table unposted(doc integer primary key); -- documents that changed since the postings were derived
        insert into unposted select id from documents;
        """
    )


def _m013_rules_of_links(connection: apsw.Connection) -> None:
    # The addresses of documents come from their files, which the next step has read again.
    connection.execute(
        """
        alter table edges add column rule text not null default '';
        create index links_from_root on links(target) where target >= '/' and target < '0';
        insert or ignore into unlinked select distinct doc from links;
        """
    )


def _m014_signatures(connection: apsw.Connection) -> None:
    connection.execute(
        """
        alter table documents add column signature blob not null default x'';
        update documents set mtime_ns = -1, digest = ''; -- signatures come from the files
        """
    )


def _m015_spans_in_tokens(connection: apsw.Connection) -> None:
    connection.execute(
        """
        -- The span of each unit and each chunk in tokens of the body; null until the file is read again.
        alter table units add column first_token integer;
        alter table units add column end_token integer;
        alter table chunks add column first_token integer;
        alter table chunks add column end_token integer;
        update documents set mtime_ns = -1, digest = '';
        """
    )


def _m016_source_code(connection: apsw.Connection) -> None:
    # The word index has one more field, and FTS5 cannot add a column: the documents are written to a new one.  Files
    # are read again for links, tags and headings in comments, and for first-level headings that are no titles.
    connection.execute(
        """
        create table symbols(
            doc integer, unit integer, key text not null, is_exported integer not null, definition integer not null,
            signature text not null, about text not null, primary key(doc, unit)
        ) without rowid;
        create index symbols_by_key on symbols(key);
        delete from postings;
        insert or ignore into unposted select id from documents;
        update documents set mtime_ns = -1, digest = '';
        drop table words;
        """
    )
    _m002_words(connection)
    connection.executemany(INSERT_WORDS, ((doc, *field_texts(document)) for doc, document in _indexed(connection)))


def _m017_source_references(connection: apsw.Connection) -> None:
    connection.execute(
        """
        -- What source code refers to, and which code spans notes have, as written, and how many of them were resolved.
        create table source_references(
            doc integer primary key, data blob not null, interface integer not null,
            passing integer, -- the key under which others wait for a file that passes on names of other files
            total integer not null, resolved integer not null
        );
        -- The files and the symbols that they mean. The target is called by its name, as in edges.
        create table source_edges(
            doc integer, n integer, unit integer not null, relation integer not null, target integer not null,
            place text not null, rule integer not null, line integer not null, primary key(doc, n)
        ) without rowid;
        create index source_edges_by_target on source_edges(target);
        -- Numbers of the names and paths on whose documents the result depends.
        create table reference_keys(key integer, doc integer, primary key(key, doc)) without rowid;
        create index reference_keys_of on reference_keys(doc);
        update documents set mtime_ns = -1, digest = '';
        """
    )


_SECTIONS = "select title, start, end from units where doc = ? order by n"


def _indexed(connection: apsw.Connection) -> Iterator[tuple[int, Document]]:
    """The documents as far as the word index needs them."""
    of_one = f"select {HEAD_COLUMNS}, t.text from documents d join texts t on t.doc = d.id where d.id = ?"
    listed: list[Any] = connection.execute("select id from documents").fetchall()
    for (doc,) in listed:
        rows: list[Any] = connection.execute(of_one, (doc,)).fetchall()
        for *head, text in rows:
            own: list[Any] = connection.execute(_SECTIONS, (doc,)).fetchall()
            units = tuple(Unit(str(n), title, 0, start, end) for n, (title, start, end) in enumerate(own))
            yield doc, Document(head_of(HeadRow(*head)), text, "", units)


MIGRATIONS: tuple[Callable[[apsw.Connection], None], ...] = (
    _m001_documents,
    _m002_words,
    _m003_chunks,
    _m004_measured_properties,
    _m005_links_by_target,
    _m006_documents_by_kind,
    _m007_words_of_properties,
    _m008_edges,
    _m009_coming_vectors,
    _m010_units,
    _m011_summaries_are_embedded,
    _m012_postings,
    _m013_rules_of_links,
    _m014_signatures,
    _m015_spans_in_tokens,
    _m016_source_code,
    _m017_source_references,
    *(compact, page_checksums, narrow, shrink),
)
APPLICATION = 0x646F7773  # "dows", which identifies the file for `file` and for dowse


def migrate(connection: apsw.Connection) -> None:
    """Migrates the file to the newest schema in one transaction; an empty file gets its tables at once.

    Raises VaultError when another program created the file, which dowse must not delete.
    """
    _refuse_foreign(connection)
    if connection.pragma("user_version") == len(MIGRATIONS):
        return
    connection.execute("begin immediate")
    with savepoint(connection):
        version = connection.pragma("user_version")
        assert isinstance(version, int)
        if not version:
            create_tables(connection)
        for step in MIGRATIONS[version:] if version else ():
            step(connection)
        connection.pragma("user_version", len(MIGRATIONS))
        connection.pragma("application_id", APPLICATION)
    connection.execute("commit")


def create(connection: apsw.Connection) -> None:
    """Creates the tables of an empty file.

    Raises VaultError as `migrate`, and RowError for a file of another schema: the name of a file has the number of its
    schema, so that neither a newer nor an older dowse has written the file.
    """
    _refuse_foreign(connection)
    version = connection.pragma("user_version")
    if version not in (0, len(MIGRATIONS)):
        raise RowError(f"its schema is {version}")
    migrate(connection)


def is_current(connection: apsw.Connection) -> bool:
    """Whether the file is an index of dowse with the current schema."""
    mark, version = connection.pragma("application_id"), connection.pragma("user_version")
    return (mark, version) == (APPLICATION, len(MIGRATIONS))


def can_convert(connection: apsw.Connection) -> bool:
    """Whether the file is an index of dowse with this schema or an earlier one."""
    mark, version = connection.pragma("application_id"), connection.pragma("user_version")
    return mark == APPLICATION and isinstance(version, int) and 1 <= version <= len(MIGRATIONS)


def _refuse_foreign(connection: apsw.Connection) -> None:
    """Accepts an empty file, and one with tables only if it has dowse's application id."""
    with savepoint(connection):  # one snapshot of both: another process may be creating the tables
        mark = connection.pragma("application_id")
        tables = connection.execute("select 1 from sqlite_schema").fetchone()
    if mark != APPLICATION and tables:
        raise VaultError(
            f"{connection.filename} is a database, but not an index of dowse; dowse does not change it; "
            "choose another folder with --index-dir or DOWSE_INDEX_DIR"
        )
