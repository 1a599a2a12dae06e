"""Queries for symbols of source code, each on the given connection."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from operator import gt, itemgetter

import apsw

from ...analysis.folding import fold
from ...model.document import Head, SymbolFacts, Unit
from ...model.hit import made_of
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from .row_cache import RowCache
from .rows import storable
from .sqlite_errors import RowError
from .texts.document_texts import DocumentDetails

_name, _start, _end = map(itemgetter, map(Unit._fields.index, ("name", "start", "end")))
_DEFINED = """
    select s.key, s.doc, u.name, u.title, u.level, u.start, u.end, coalesce(p.name, ''), u.kind,
           s.is_exported
    from json_each(?) k cross join symbols s on s.key = k.value
    join documents d on d.id = s.doc join units u on u.doc = s.doc and u.n = s.unit
    left join units p on p.doc = u.doc and p.n = u.parent
    order by s.key, d.path, u.n
"""


def definitions(
    connection: apsw.Connection, heads: RowCache[Head], keys: Iterable[str]
) -> Mapping[str, tuple[SymbolDefinition, ...]]:
    """Each key's symbols by path and place."""
    wanted = json.dumps([storable(key) for key in set(keys) if key], ensure_ascii=False)
    rows: defaultdict[str, list[tuple[int, Unit, bool]]] = defaultdict(list)
    for key, doc, name, title, level, start, end, parent, kind, is_exported in connection.execute(_DEFINED, (wanted,)):
        if level < 0 or not 0 <= start <= end:
            raise RowError(f"a symbol is of level {level}, from {start} to {end}")
        if fold(title) == key and len(rows[key]) < MOST_DEFINITIONS:
            unit = Unit(name, title, level, start, end, parent, kind)
            rows[key].append((doc, unit, bool(is_exported)))
    head = heads.of(connection, {doc for listed in rows.values() for doc, *_ in listed})
    return {
        key: tuple(SymbolDefinition(head[doc], unit, is_exported) for doc, unit, is_exported in listed if doc in head)
        for key, listed in rows.items()
    }


def facts(units: Sequence[Unit], details: DocumentDetails) -> tuple[SymbolFacts, ...]:
    """What the document with these units states about its symbols, in order."""
    numbers, definitions = details.units, details.definitions
    if numbers and not 0 < min(numbers) <= max(numbers) <= len(units):
        raise RowError(f"a symbol is of unit {min(numbers)} or {max(numbers)} of {len(units)}")
    own = [units[n - 1] for n in numbers]
    if any(map(gt, map(_start, own), definitions)) or any(map(gt, definitions, map(_end, own))):
        raise RowError("the definition of a symbol begins outside of its unit")
    columns = zip(map(_name, own), *details[3:6], map(bool, details.exported), strict=True)
    return tuple(map(made_of, repeat(SymbolFacts), columns))
