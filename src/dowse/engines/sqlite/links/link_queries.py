"""Queries about names, folders and links, each on the given connection."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

import apsw

from ....model.document import Head, Link
from ....model.hit import made_of
from ..row_cache import RowCache
from ..rows import storable

LINK_COLUMNS = "l.target, l.kind, cast(coalesce(u.name, '') as text), l.anchor, l.line"
UNIT_OF_LINK = "left join units u on u.doc = l.doc and u.n = l.unit"


def heads_of(connection: apsw.Connection, heads: RowCache[Head], docs: Iterable[str]) -> Mapping[str, Head]:
    """Those that are there."""
    rows = connection.execute("select id from documents where path in (select value from json_each(?))", _list(docs))
    ids = [doc for (doc,) in rows]
    head = heads.of(connection, ids)
    return {head[doc].path: head[doc] for doc in ids if doc in head}


def called(connection: apsw.Connection, heads: RowCache[Head], keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
    """Each key's documents by path."""
    rows = list(
        connection.execute(
            "select name, doc from names where name in (select value from json_each(?))", _list(filter(None, keys))
        )
    )
    head = heads.of(connection, {doc for _, doc in rows})
    found: defaultdict[str, list[Head]] = defaultdict(list)
    for key, doc in rows:
        if doc in head:
            found[key].append(head[doc])
    return {key: tuple(sorted(some, key=lambda head: head.path)) for key, some in found.items()}


def inside(connection: apsw.Connection, folders: Iterable[str]) -> list[str]:
    """By path; `folders` are folded, as `path_key` is."""
    wanted = set(folders)
    if "" in wanted:
        return [path for (path,) in connection.execute("select path from documents order by path")]
    # `0` follows `/`. A cross join keeps SQLite from going through all documents for each folder.
    rows = connection.execute(
        """
        select distinct d.path from json_each(?) f cross join documents d
        on d.path_key >= f.value || '/' and d.path_key < f.value || '0' order by d.path
        """,
        _list(wanted),
    )
    return [path for (path,) in rows]


def pointers(
    connection: apsw.Connection, docs: Iterable[str], kinds: Collection[str]
) -> Mapping[str, tuple[Link, ...]]:
    """In the order of the text."""
    condition, values = _of_kinds(kinds)
    rows = connection.execute(
        f"""
        select d.path, {LINK_COLUMNS} from documents d join links l on l.doc = d.id {UNIT_OF_LINK}
        where d.path in (select value from json_each(?)) {condition} order by d.path, l.n
        """,
        (*_list(docs), *values),
    )
    found: defaultdict[str, list[Link]] = defaultdict(list)
    for path, *link in rows:
        found[path].append(made_of(Link, link))
    return {path: tuple(links) for path, links in found.items()}


def pointing(connection: apsw.Connection, keys: Iterable[str], kinds: Collection[str]) -> list[tuple[str, Link]]:
    """By path and place."""
    condition, values = _of_kinds(kinds)
    rows = connection.execute(
        f"""
        select d.path, {LINK_COLUMNS} from links l join documents d on d.id = l.doc {UNIT_OF_LINK}
        where l.key in (select value from json_each(?)) {condition} order by d.path, l.n
        """,
        (*_list(filter(None, keys)), *values),
    )
    return [(path, made_of(Link, link)) for path, *link in rows]


def _of_kinds(kinds: Collection[str]) -> tuple[str, tuple[str, ...]]:
    return ("and l.kind in (select value from json_each(?))", _list(kinds)) if kinds else ("", ())


def _list(texts: Iterable[str]) -> tuple[str]:
    """The texts as one value to bind."""
    return (json.dumps([storable(text) for text in texts], ensure_ascii=False),)
