"""Queries for symbols of source code, each on the given connection."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping

import apsw

from ...model.document import Head, Unit
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .row_cache import RowCache
from .rows import storable
from .sqlite_errors import RowError

_DEFINED = """
    select s.key, s.doc, u.name, u.title, u.level, u.start, u.end, coalesce(p.name, ''), u.kind,
           s.signature, s.about, s.is_exported
    from json_each(?) k cross join symbols s on s.key = k.value
    join documents d on d.id = s.doc join units u on u.doc = s.doc and u.n = s.unit
    left join units p on p.doc = u.doc and p.n = u.parent
    order by s.key, d.path, u.n
"""

_Facts = tuple[Unit, str, str, bool]


def definitions(
    connection: apsw.Connection, heads: RowCache[Head], keys: Iterable[str]
) -> Mapping[str, tuple[SymbolDefinition, ...]]:
    """Each key's symbols by path and place."""
    wanted = json.dumps([storable(key) for key in set(keys) if key], ensure_ascii=False)
    rows: defaultdict[str, list[tuple[int, _Facts]]] = defaultdict(list)
    for key, doc, name, title, level, start, end, parent, kind, signature, about, is_exported in connection.execute(
        _DEFINED, (wanted,)
    ):
        if level < 0 or not 0 <= start <= end:
            raise RowError(f"a symbol is of level {level}, from {start} to {end}")
        if len(rows[key]) < MOST_DEFINITIONS:
            unit = Unit(name, title, level, start, end, parent, kind)
            rows[key].append((doc, (unit, signature, about, bool(is_exported))))
    head = heads.of(connection, {doc for listed in rows.values() for doc, *_ in listed})
    return {
        key: tuple(SymbolDefinition(head[doc], *facts) for doc, facts in listed if doc in head)
        for key, listed in rows.items()
    }
