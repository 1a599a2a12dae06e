"""References of source code and of code spans in notes: as written, as resolved, and which ones to resolve again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

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
from .unit_queries import document_units

_EDGES = """
    select s.path, cast(coalesce(u.name, '') as text), t.path, e.place, r.name, e.rule, e.line
    from source_edges e join documents s on s.id = e.doc join documents t on t.id = e.target
    join relations r on r.id = e.relation left join units u on u.doc = e.doc and u.n = e.unit {} order by s.path, e.n
"""
_AMONG = "in (select id from documents where path in (select value from json_each(?1)))"
_RULE_NUMBERS = {rule: number for number, rule in enumerate(REFERENCE_RULES)}


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
    """Replaces the resolved references of the documents; `ids` has those of all ends."""
    docs = [(ids[path],) for path in found]
    connection.executemany("delete from source_edges where doc = ?", docs)
    connection.executemany("delete from reference_keys where doc = ?", docs)
    own = {path: each for path, each in found.items() if each is not None}
    numbers = _unit_numbers(connection, [ids[path] for path in own])
    connection.executemany(
        "insert into source_edges values (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                ids[path],
                n,
                numbers.get((ids[path], edge.source.section), 0),
                relations[edge.relation],
                ids[edge.target.doc],
                storable(edge.target.section),
                _RULE_NUMBERS[edge.rule],
                edge.line,
            )
            for path, each in own.items()
            for n, edge in enumerate(each.edges)
            if edge.target.doc in ids
        ),
    )
    connection.executemany(
        "insert or ignore into reference_keys values (?, ?)",
        chain.from_iterable(((key_number(key), ids[path]) for key in each.keys) for path, each in own.items()),
    )
    connection.executemany(
        "update source_references set total = ?, resolved = ? where doc = ?",
        ((each.total, each.resolved, ids[path]) for path, each in own.items()),
    )


def _unit_numbers(connection: apsw.Connection, docs: Sequence[int]) -> Mapping[tuple[int, str], int]:
    listed = document_units(connection, docs)
    return {(doc, unit.name): n for doc, units in listed.items() for n, unit in enumerate(units, start=1)}


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
