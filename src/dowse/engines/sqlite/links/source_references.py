"""References of source code and of code spans in notes: as written, as resolved, and which ones to resolve again."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import cast

import apsw

from ....graph.source_references.interface import key_number
from ....model.edge import (
    REFERENCE_RULES,
    SOURCE_RELATIONS,
    ReferenceResolution,
    ReferenceRule,
    ReferenceUpdate,
    ResolvedReference,
    ResolvedReferences,
    SourceRelation,
)
from ....model.ref import Ref
from ....model.source_reference import CodeMention
from ....model.symbol import SourceOutline
from .. import symbol_queries
from ..rows import storable
from ..sqlite_errors import RowError
from ..texts.document_texts import texts_and_details
from ..unit_queries import document_units, numbers_of_units, unit_numbers
from .reference_rows import has_name_with, unpacked

_EDGES = """
    select s.path, cast(coalesce(u.name, '') as text), t.path, e.place, r.name, e.rule, e.line
    from source_edges e join documents s on s.id = e.doc join documents t on t.id = e.target
    join relations r on r.id = e.relation left join units u on u.doc = e.doc and u.n = e.unit {}
    order by s.path, r.name = 'calls', iif(r.name = 'calls', e.line, e.n), t.path, e.place, 2
"""
_AMONG = "in (select id from documents where path in (select value from json_each(?1)))"
_PLACE = "select n from source_edges where doc = ? and unit = ? and relation = ? and target = ? and place = ?"
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
        ResolvedReference(Ref(source, unit), Ref(target, place), _relation(relation), rule_of(rule), line)
        for source, unit, target, place, relation, rule, line in rows
    ]


def rule_of(number: object) -> ReferenceRule:
    """The rule with the stored number."""
    if not isinstance(number, int) or not 0 <= number < len(REFERENCE_RULES):
        raise RowError(f"a reference was resolved by rule {str(number)[:40]!r}")
    return REFERENCE_RULES[number]


def store(
    connection: apsw.Connection,
    ids: Mapping[str, int],
    found: Mapping[str, ReferenceResolution | None],
    relations: Mapping[str, int],
) -> None:
    """Replaces the resolved references of the documents; `ids` has those of all ends.

    Writes the rows that differ: after another file has changed, a document keeps most of its own.
    """
    revised = {ids[path]: each for path, each in found.items() if isinstance(each, ReferenceUpdate)}
    _revise(connection, ids, revised, relations)
    own = {
        ids[path]: each or ResolvedReferences() for path, each in found.items() if not isinstance(each, ReferenceUpdate)
    }
    edges, keys = _stored_edges(connection, own), _stored_keys(connection, own)
    numbers = unit_numbers(connection, [doc for doc, each in own.items() if each.edges])
    for doc, each in own.items():
        gone, new = _differing(edges[doc], list(_edge_rows(each.edges, ids, numbers.get(doc, {}), relations)))
        connection.executemany("delete from source_edges where doc = ? and n = ?", ((doc, n) for n in gone))
        connection.executemany(
            "insert or replace into source_edges values (?, ?, ?, ?, ?, ?, ?, ?)",
            ((doc, n, *row) for n, row in new.items()),
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


def _revise(
    connection: apsw.Connection,
    ids: Mapping[str, int],
    changes: Mapping[int, ReferenceUpdate],
    relations: Mapping[str, int],
) -> None:
    ends = {doc: [*(old for old, _ in each.replaced), *each.edges] for doc, each in changes.items()}
    names = {each.source.section for own in ends.values() for each in own}
    units = numbers_of_units(connection, [doc for doc, own in ends.items() if own], names)
    found: list[tuple[int, int, _EdgeRow | None]] = []
    for doc, change in changes.items():
        for old, new in change.replaced:
            ((*key, _, _),) = _edge_rows((old,), ids, units[doc], relations)
            row = next(_edge_rows((new,), ids, units[doc], relations)) if new else None
            found += ((doc, n, row) for (n,) in connection.execute(_PLACE, (doc, *key)))
    connection.executemany(
        "delete from source_edges where doc = ? and n = ?", ((doc, n) for doc, n, row in found if row is None)
    )
    connection.executemany(
        "replace into source_edges values (?, ?, ?, ?, ?, ?, ?, ?)",
        ((doc, n, *row) for doc, n, row in found if row is not None),
    )
    for doc, change in changes.items():
        if not change.added:
            continue
        rows = enumerate(_edge_rows(change.added, ids, units[doc], relations), start=1)
        ((last,),) = connection.execute("select coalesce(max(n), -1) from source_edges where doc = ?", (doc,))
        connection.executemany(
            "insert into source_edges values (?, ?, ?, ?, ?, ?, ?, ?)", ((doc, last + n, *row) for n, row in rows)
        )
    connection.executemany(
        "insert or ignore into reference_keys values (?, ?)",
        ((key_number(key), doc) for doc, each in changes.items() for key in each.keys),
    )
    connection.executemany(
        "update source_references set resolved = ?1 where doc = ?2 and resolved <> ?1",
        ((each.resolved, doc) for doc, each in changes.items()),
    )


def _stored_edges(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, list[tuple[int, _EdgeRow]]]:
    """Of each of the documents the rows of its references with their numbers, in order."""
    rows: dict[int, list[tuple[int, _EdgeRow]]] = {doc: [] for doc in docs}
    for doc, n, *row in connection.execute(
        """
        select doc, n, unit, relation, target, place, rule, line from source_edges
        where doc in (select value from json_each(?)) order by doc, n
        """,
        (json.dumps([*rows]),),
    ):
        rows[doc].append((n, cast(_EdgeRow, tuple(row))))
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


def _differing(
    stored: Sequence[tuple[int, _EdgeRow]], rows: Sequence[_EdgeRow]
) -> tuple[AbstractSet[int], Mapping[int, _EdgeRow]]:
    """The numbers of the stored rows to delete, and the rows to write under ascending numbers.

    Rows keep the numbers under which they are stored, where these still ascend; most of them are equal.
    """
    shortest = min(len(stored), len(rows))
    first = next((n for n in range(shortest) if stored[n][1] != rows[n]), shortest)
    rest = shortest - first
    last = next((n for n in range(rest) if stored[-1 - n][1] != rows[-1 - n]), rest)
    before = stored[first - 1][0] if first else -1
    old = dict(stored[first : len(stored) - last])
    new = _numbered(old, rows[first : len(rows) - last], before)
    if last and max(new, default=before) >= stored[-last][0]:  # too few numbers are free before the rows at the end
        old = dict(stored[first:])
        new = _numbered(old, rows[first:], before)
    return old.keys() - new.keys(), {n: row for n, row in new.items() if old.get(n) != row}


def _numbered(stored: Mapping[int, _EdgeRow], rows: Iterable[_EdgeRow], before: int) -> dict[int, _EdgeRow]:
    """The rows by numbers that ascend from the one before them."""
    numbers = {row: n for n, row in stored.items()}
    found: dict[int, _EdgeRow] = {}
    for row in rows:
        before = max(numbers.get(row, 0), before + 1)
        found[before] = row
    return found


def _relation(name: str) -> SourceRelation:
    found = next((each for each in SOURCE_RELATIONS if each == name), None)
    if found is None:
        raise RowError(f"a reference is of the relation {str(name)[:40]!r}")
    return found


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
