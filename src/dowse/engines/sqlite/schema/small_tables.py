"""The step to tables in which a property and its value have a number, and calls are stored by column."""

from __future__ import annotations

from typing import Any, cast

import apsw

from ..links.reference_rows import call_columns, compressed, lists_of
from ..sqlite_errors import RowError

# Of a number with 64 bits the last 32, signed: as `key_number` has them.
_SHORT = "(({0} & 0xffffffff) - (({0} & 0x80000000) << 1))"


def shrink(connection: apsw.Connection) -> None:
    """Stores each property with its value once, digests of files as bytes, and short numbers of keys.

    Documents refer to a property with its value by a number, which two tables have: by number, and by document.
    """
    connection.execute(
        f"""
        drop index properties_by_number;
        drop index properties_by_date;
        drop index properties_of;
        alter table properties rename to old_properties;
        create table property_values(
            id integer primary key, key text not null, value text not null,
            number real, date real, -- the value, where it is one; a date as seconds since 1970 of what is written
            unique(key, value)
        );
        insert into property_values(key, value, number, date)
            select key, value, max(number), max(date) from old_properties group by key, value;
        create index property_values_by_number on property_values(key, number) where number is not null;
        create index property_values_by_date on property_values(key, date) where date is not null;
        create table properties(value integer, doc integer, primary key(value, doc)) without rowid;
        insert into properties
            select v.id, p.doc from old_properties p join property_values v on v.key = p.key and v.value = p.value;
        create index properties_of on properties(doc);
        drop table old_properties;
        drop index documents_by_age;
        drop index documents_by_path_key;
        drop index documents_by_kind;
        alter table documents rename to old_documents;
        create table documents(
            id integer primary key, path text not null unique, path_key text not null, name_key text not null,
            ext text not null, kind text not null, title text not null, title_key text not null,
            tags text not null, aliases text not null, modified real not null, facts text not null,
            digest not null, size integer not null, mtime_ns integer not null, odd text not null,
            signature blob not null default x'', first_chunk integer not null default 0,
            end_chunk integer not null default 0
        );
        insert into documents select id, path, path_key, name_key, ext, kind, title, title_key, tags, aliases, modified,
            facts, coalesce(unhex(nullif(digest, '')), digest), size, mtime_ns, odd, signature, first_chunk, end_chunk
            from old_documents order by id;
        drop table old_documents;
        create index documents_by_age on documents(modified);
        create index documents_by_path_key on documents(path_key);
        create index documents_by_kind on documents(kind, ext, title_key, name_key);
        create temp table short_keys as select distinct {_SHORT.format("key")} as key, doc from reference_keys;
        delete from reference_keys;
        insert into reference_keys select key, doc from short_keys;
        drop table temp.short_keys;
        update source_references set passing = {_SHORT.format("passing")} where passing is not null;
        """
    )
    docs = [doc for (doc,) in connection.execute("select doc from source_references where data <> x''")]
    rows = ((_by_column(connection, doc), doc) for doc in docs)
    connection.executemany("update source_references set data = ? where doc = ?", rows)


def _by_column(connection: apsw.Connection, doc: int) -> bytes:
    """The references of a document, of which each call was a row. Raises RowError for values that are no references."""
    (data,) = connection.execute("select data from source_references where doc = ?", (doc,)).fetchall()[0]
    try:
        imports, bases, calls, mentions = lists_of(data)
        rows = [(callee, line, symbol) for callee, line, symbol in cast(Any, calls)]
        return compressed([imports, bases, call_columns(rows), mentions])
    except (ValueError, TypeError) as error:
        raise RowError(f"the references of a document are not readable: {error}") from error
