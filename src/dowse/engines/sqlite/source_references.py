"""References of source code and of code spans in notes: as written, as resolved, and which ones to resolve again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import apsw

from ...graph.source_references.interface import key_number
from ...model.edge import (
    REFERENCE_RULES,
    SOURCE_RELATIONS,
    ReferenceRule,
    ResolvedReference,
    ResolvedReferences,
    SourceRelation,
)
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.symbol import SourceOutline
from . import symbol_queries
from .document_texts import texts_and_details
from .reference_rows import has_name_with, unpacked
from .rows import storable
from .sqlite_errors import RowError
from .unit_queries import document_units, unit_numbers

_EDGES = """
    select s.path, cast(coalesce(u.name, '') as text), t.path, e.place, r.name, e.rule, e.line
    from source_edges e join documents s on s.id = e.doc join documents t on t.id = e.target
    join relations r on r.id = e.relation left join units u on u.doc = e.doc and u.n = e.unit {} order by s.path, e.n
"""
_AMONG = "in (select id from documents where path in (select value from json_each(?1)))"
_RULE_NUMBERS = {rule: number for number, rule in enumerate(REFERENCE_RULES)}

_EdgeRow = tuple[int, int, int, str, int, int]  # unit, relation, target, place, rule, line


def outlines(connection: apsw.Connection, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:
    """See ports.DocumentStore."""
    rows: list[tuple[int, str, bytes]] = list(
        connection.execute(  # `+` keeps SQLite from reading all documents of the kind
            """
            select d.id, d.path, r.data from documents d join source_references r on r.doc = d.id
            where +d.kind = 'code' and d.path in (select value from json_each(?))
            """,
            (_listed(docs),),
        )
    )
    if naming:
        rows = [row for row in rows if has_name_with(row[2], naming)]
    ids = [doc for doc, *_ in rows]
    units, texts = document_units(connection, ids), texts_and_details(connection, ids)
    found: dict[str, SourceOutline] = {}
    for doc, path, data in rows:
        symbols = symbol_queries.facts(units[doc], texts[doc][1]) if doc in texts else ()
        found[path] = SourceOutline(units[doc], symbols, unpacked(data, len(symbols)))
    return found


def mentions(connection: apsw.Connection, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
    """See ports.LinkStore."""
    rows = connection.execute(
        """
        select d.path, r.data from documents d join source_references r on r.doc = d.id
        where +d.kind <> 'code' and d.path in (select value from json_each(?))
        """,
        (_listed(docs),),
    )
    # Source code of another kind has references of symbols, too.
    found = ((path, unpacked(data, sys.maxsize).mentions) for path, data in rows)
    return {path: own for path, own in found if own}


def references(connection: apsw.Connection, docs: Iterable[str] | None) -> list[ResolvedReference]:
    """See ports.LinkStore."""
    if docs is None:
        rows = connection.execute(_EDGES.format(""))
    else:
        rows = connection.execute(_EDGES.format(f"where e.doc {_AMONG} or e.target {_AMONG}"), (_listed(docs),))
    return [
        ResolvedReference(Ref(source, unit), Ref(target, place), _relation(relation), _rule(rule), line)
        for source, unit, target, place, relation, rule, line in rows
    ]


def store(
    connection: apsw.Connection,
    ids: Mapping[str, int],
    found: Mapping[str, ResolvedReferences | None],
    relations: Mapping[str, int],
) -> None:
    """Replaces the resolved references of the documents; `ids` has those of all ends.

    Writes the rows that differ: after another file has changed, a document keeps most of its own.
    """
    own = {ids[path]: each or ResolvedReferences() for path, each in found.items()}
    edges, keys = _stored_edges(connection, own), _stored_keys(connection, own)
    numbers = unit_numbers(connection, own)
    for doc, each in own.items():
        new = _numbered(edges[doc], _edge_rows(each.edges, ids, numbers[doc], relations))
        old = {n: row for row, n in edges[doc].items()}
        connection.executemany(
            "delete from source_edges where doc = ? and n = ?", ((doc, n) for n in old.keys() - new.keys())
        )
        connection.executemany(
            "insert or replace into source_edges values (?, ?, ?, ?, ?, ?, ?, ?)",
            ((doc, n, *row) for n, row in new.items() if old.get(n) != row),
        )
        now = set(map(key_number, each.keys))
        connection.executemany(
            "delete from reference_keys where key = ? and doc = ?", ((key, doc) for key in keys[doc] - now)
        )
        connection.executemany("insert into reference_keys values (?, ?)", ((key, doc) for key in now - keys[doc]))
    connection.executemany(
        "update source_references set total = ?1, resolved = ?2 where doc = ?3 and (total, resolved) <> (?1, ?2)",
        ((each.total, each.resolved, doc) for doc, each in own.items()),
    )


def _stored_edges(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, dict[_EdgeRow, int]]:
    """Of each of the documents the rows of its references with their numbers, in order."""
    rows: dict[int, dict[_EdgeRow, int]] = {doc: {} for doc in docs}
    for doc, n, *row in connection.execute(
        """
        select doc, n, unit, relation, target, place, rule, line from source_edges
        where doc in (select value from json_each(?)) order by doc, n
        """,
        (json.dumps([*rows]),),
    ):
        rows[doc][cast(_EdgeRow, tuple(row))] = n
    return rows


def _stored_keys(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, set[int]]:
    keys: dict[int, set[int]] = {doc: set() for doc in docs}
    for doc, key in connection.execute(
        "select doc, key from reference_keys where doc in (select value from json_each(?))", (json.dumps([*keys]),)
    ):
        keys[doc].add(key)
    return keys


def _edge_rows(
    edges: Iterable[ResolvedReference], ids: Mapping[str, int], units: Mapping[str, int], relations: Mapping[str, int]
) -> Iterator[_EdgeRow]:
    for source, target, relation, rule, line in edges:
        if target.doc in ids:
            place = target.section if target.section.isascii() else storable(target.section)
            unit = units.get(source.section, 0)
            yield unit, relations[relation], ids[target.doc], place, _RULE_NUMBERS[rule], line


def _numbered(stored: Mapping[_EdgeRow, int], rows: Iterable[_EdgeRow]) -> dict[int, _EdgeRow]:
    """The rows with ascending numbers: with those under which they are stored, where these still ascend."""
    found: dict[int, _EdgeRow] = {}
    last = -1
    for row in rows:
        last = max(stored.get(row, 0), last + 1)
        found[last] = row
    return found


def _relation(name: str) -> SourceRelation:
    found = next((each for each in SOURCE_RELATIONS if each == name), None)
    if found is None:
        raise RowError(f"a reference is of the relation {str(name)[:40]!r}")
    return found


def _rule(number: object) -> ReferenceRule:
    if not isinstance(number, int) or not 0 <= number < len(REFERENCE_RULES):
        raise RowError(f"a reference was resolved by rule {str(number)[:40]!r}")
    return REFERENCE_RULES[number]


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
