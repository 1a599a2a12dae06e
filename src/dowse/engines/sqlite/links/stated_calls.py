"""The calls of source files by some names, and the files that these import: what a change of the names concerns."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import apsw

from ....analysis.code.symbol_names import unnumbered
from ....analysis.folding import fold
from ....graph.source_references.interface import declaration_key, key_number, symbol_key
from ....model.edge import ResolvedReference, StatedCall, StatedCalls
from ....model.ref import Ref
from ..rows import storable
from ..sqlite_errors import RowError
from .reference_rows import calls_naming
from .source_references import rule_of

_STATING = """
    select d.id, d.path, r.data, r.resolved from documents d join source_references r on r.doc = d.id
    where +d.kind = 'code' and d.path in (select value from json_each(?1))
    and d.id not in (select k.doc from json_each(?2) n cross join reference_keys k on k.key = n.value)
    and d.id not in (select s.doc from json_each(?3) n cross join symbols s on s.key = n.value)
"""
_UNITS = """
    select u.doc, u.n, u.name, u.title, u.kind, u.parent from json_each(?) p
    cross join units u on u.doc = json_extract(p.value, '$[0]') and u.n = json_extract(p.value, '$[1]')
"""
_CALLS = """
    select e.doc, cast(coalesce(u.name, '') as text), t.path, e.place, e.rule, e.line from json_each(?) d
    cross join source_edges e on e.doc = d.value join documents t on t.id = e.target
    left join units u on u.doc = e.doc and u.n = e.unit
    where e.relation = (select id from relations where name = 'calls')
    and (e.place in (select value from json_each(?)) or instr(e.place, '~')) order by e.doc, e.n
"""
_DECLARING = """
    select k.key, d.path from json_each(?) n cross join reference_keys k on k.key = n.value
    join documents d on d.id = k.doc
"""
_IMPORTED = """
    with recursive reached(doc) as (
        select id from documents where path in (select value from json_each(?1))
        union select e.target from reached x cross join source_edges e on e.doc = x.doc where e.relation = ?2
    )
    select d.path, json_group_array(distinct t.path) from reached x
    cross join source_edges e on e.doc = x.doc join documents d on d.id = x.doc join documents t on t.id = e.target
    where e.relation = ?2 and t.kind = 'code' group by x.doc
"""


class _Around(NamedTuple):
    """The symbol around a call."""

    name: str
    kind: str
    is_inner: bool


_FILE = _Around("", "", is_inner=False)


def stated_calls(connection: apsw.Connection, docs: Iterable[str], names: Collection[str]) -> Mapping[str, StatedCalls]:
    """See ports.LinkQueue."""
    keys = json.dumps([key_number(symbol_key(name)) for name in names])
    rows: list[tuple[int, str, bytes, int]] = list(
        connection.execute(_STATING, (_listed(docs), keys, _listed(map(fold, names))))
    )
    calls = {doc: own for doc, _, data, _ in rows if (own := calls_naming(data, names)) is not None}
    units = _units(connection, {doc: [symbol for *_, symbol in own] for doc, own in calls.items() if own})
    edges = _edges(connection, {doc: path for doc, path, *_ in rows if doc in units}, names)
    return {
        path: StatedCalls(
            tuple(sorted(StatedCall(callee, line, *units[doc][symbol]) for callee, line, symbol in calls[doc])),
            tuple(edges.get(doc, ())),
            resolved,
        )
        for doc, path, _, resolved in rows
        if doc in calls
    }


def declaring_files(connection: apsw.Connection, names: Collection[str]) -> Mapping[str, Sequence[str]]:
    """See ports.LinkQueue."""
    numbers = {key_number(declaration_key(name)): name for name in names}
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, path in connection.execute(_DECLARING, (json.dumps([*numbers]),)):
        found[numbers[key]].append(path)
    return found


def imported_files(connection: apsw.Connection, docs: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """See ports.LinkQueue."""
    relation = connection.execute("select id from relations where name = 'imports'").fetchone()
    rows = connection.execute(_IMPORTED, (_listed(docs), relation[0])) if relation else ()
    return {path: json.loads(written) for path, written in rows}


def _units(connection: apsw.Connection, symbols: Mapping[int, Iterable[int]]) -> Mapping[int, Mapping[int, _Around]]:
    """Of each of the documents the symbols with these numbers; a number below 0 is that of the file."""
    wanted = {(doc, n) for doc, own in symbols.items() for each in own if each >= 0 for n in (1, each + 1, each + 2)}
    rows = {(doc, n): row for doc, n, *row in connection.execute(_UNITS, (json.dumps(list(wanted)),))}
    return {doc: {each: _around(doc, each, rows) for each in own} for doc, own in symbols.items()}


def _around(doc: int, symbol: int, rows: Mapping[tuple[int, int], Sequence[Any]]) -> _Around:
    if symbol < 0:
        return _FILE
    title = rows[doc, 1][1] if (doc, 1) in rows else ""
    own = rows.get((doc, symbol + 1 if title else symbol + 2))  # behind the text above all symbols, which has no title
    if own is None:
        raise RowError(f"a call is in symbol {symbol}, which is not there")
    name, _, kind, parent = own
    return _Around(name, kind, bool(parent))


def _edges(
    connection: apsw.Connection, paths: Mapping[int, str], names: Collection[str]
) -> Mapping[int, list[ResolvedReference]]:
    """The calls of symbols with one of the names in the documents, by document."""
    found: defaultdict[int, list[ResolvedReference]] = defaultdict(list)
    for doc, section, target, place, rule, line in connection.execute(_CALLS, (json.dumps([*paths]), _listed(names))):
        if unnumbered(place) in names:
            source = Ref(paths[doc], section)
            found[doc].append(ResolvedReference(source, Ref(target, place), "calls", rule_of(rule), line))
    return found


def _listed(texts: Iterable[str]) -> str:
    return json.dumps([storable(text) for text in texts], ensure_ascii=False)
