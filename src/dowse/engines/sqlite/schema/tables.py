"""The tables of the current schema, as an empty file gets them at once.

The steps in `migrate.py` make the same tables in 14 ms, of which most goes into tables that later steps replace.
"""

from __future__ import annotations

import apsw

from ..page_checksums import page_checksums
from ..unit_rows import UNITS_VIEW
from .word_index import CREATE_WORDS

_TABLES = f"""
    create table meta(key text primary key, value) without rowid;
    -- At random, so that a file of vectors which outlived its database is not taken for one of this database.
    insert into meta values ('generation', abs(random() % 1099511627776));
    create table documents(
        id integer primary key, path text not null unique, path_key text not null, name_key text not null,
        ext text not null, kind text not null, title text not null, title_key text not null,
        tags text not null, aliases text not null, modified real not null, facts text not null,
        digest not null, size integer not null, mtime_ns integer not null, odd text not null,
        signature blob not null default x'', first_chunk integer not null default 0,
        end_chunk integer not null default 0
    );
    create index documents_by_age on documents(modified);
    create index documents_by_path_key on documents(path_key);
    create index documents_by_kind on documents(kind, ext, title_key, name_key);
    create table tags(tag text, doc integer, primary key(tag, doc)) without rowid;
    create index tags_of on tags(doc);
    create table names(name text, doc integer, primary key(name, doc)) without rowid;
    create table skipped(
        path text primary key, why text not null,
        size integer not null, mtime_ns integer not null, digest text not null
    ) without rowid;
    create table property_values(
        id integer primary key, key text not null, value text not null,
        number real, date real, -- the value, where it is one; a date as seconds since 1970 of what is written
        unique(key, value)
    );
    create index property_values_by_number on property_values(key, number) where number is not null;
    create index property_values_by_date on property_values(key, date) where date is not null;
    create table properties(value integer, doc integer, primary key(value, doc)) without rowid;
    create index properties_of on properties(doc);
    create table unlinked(doc integer primary key);
    create table relations(id integer primary key, name text not null unique);
    insert into relations values (1, 'PARENT_OF'), (2, 'REFERENCES');
    create table links(
        doc integer, n integer, unit integer not null, target text not null, key text not null, kind text not null,
        anchor text not null, line integer not null, primary key(doc, n)
    ) without rowid;
    create index links_by_key on links(key, kind);
    create index links_from_root on links(target) where target >= '/' and target < '0';
    create table edges(
        doc integer, n integer, unit integer not null, relation integer not null, target integer, place text,
        candidates integer not null, rule text not null default '', primary key(doc, n)
    ) without rowid;
    create index edges_by_target on edges(target) where target is not null;
    create table unposted(doc integer primary key);
    create table source_references(
        doc integer primary key, data blob not null, interface integer not null,
        passing integer, -- the key under which others wait for a file that passes on names of other files
        total integer not null, resolved integer not null
    );
    create table source_edges(
        doc integer, n integer, unit integer not null, relation integer not null, target integer not null,
        place text not null, rule integer not null, line integer not null, primary key(doc, n)
    ) without rowid;
    create index source_edges_by_target on source_edges(target);
    create table reference_keys(key integer, doc integer, primary key(key, doc)) without rowid;
    create index reference_keys_of on reference_keys(doc);
    -- A stream of three texts: the document's, then other texts that a phrase matches, then details as JSON.
    create table texts(
        doc integer primary key, data blob not null, body_start integer not null, text_end integer not null,
        names_end integer not null
    );
    create table symbols(
        key text, doc integer, unit integer, is_exported integer not null, primary key(key, doc, unit)
    ) without rowid;
    create table refused(space text, number integer, why text not null, primary key(space, number)) without rowid;
    create table vectors(number integer primary key, vector blob not null);
    create table coming(number integer primary key, vector blob not null);
    create table unit_rows(
        doc integer, n integer, parent integer not null, kind not null, own_name, title text not null,
        level integer not null, start integer not null, end integer not null,
        first_token integer, end_token integer, primary key(doc, n)
    ) without rowid;
    create view units as {UNITS_VIEW};
    create table chunks(
        id integer primary key, doc integer not null, unit integer not null, part integer,
        start integer not null, end integer not null, first_token integer, end_token integer,
        number integer not null
    );
    create table similar(chunk integer, other integer, cosine real not null, primary key(chunk, other))
        without rowid;
    create index similar_by_other on similar(other);
    create table compared(chunk integer primary key);
    create table digests(digest blob primary key, number integer not null) without rowid;
    create table postings(number integer primary key, data blob not null);
    create table dictionaries(id integer primary key, name blob not null unique, data blob not null);
"""


def create_tables(connection: apsw.Connection) -> None:
    """Creates the tables in an empty file; `test_migrate.py` compares them with those of the steps."""
    connection.execute(_TABLES)
    connection.execute(CREATE_WORDS)
    page_checksums(connection)
