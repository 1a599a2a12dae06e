"""The values of a field, for suggestions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import apsw

from ...model.document import LANGUAGE, SYMBOL_KINDS
from ...model.kinds import FACT_NAMES
from ...query.select import accented_tags

_SYMBOL_KINDS = """
    select kind from units where kind in (select value from json_each(?)) and title <> ''
    group by kind order by count(distinct doc) desc, kind
"""
_PROPERTIES = f"""
    select v.key from property_values v cross join properties p on p.value = v.id where v.key <> '{LANGUAGE}'
    group by v.key order by count(*) desc, v.key
"""
_VALUES = """
    select v.value from property_values v cross join properties p on p.value = v.id where v.key = ?
    group by v.value order by count(*) desc, v.value
"""
_ACCENTED_TAGS = """
    select value, count(*) from documents, json_each(documents.tags)
    where tags glob '*[^ -~]*' and value glob '*[^ -~]*' group by value
"""


def vocabulary(connection: apsw.Connection, field: str) -> Sequence[str]:
    """Every value of the field, most frequent first."""
    match field:
        case "tag":
            counted = dict(connection.execute("select tag, count(*) from tags group by tag order by 2 desc, tag"))
            return accented_tags(counted, dict(connection.execute(_ACCENTED_TAGS)))
        case "kind" | "ext":
            rows = connection.execute(f"select {field} from documents group by 1 order by count(*) desc, 1")
        case "property":
            rows = connection.execute(_PROPERTIES)
        case "symbol":
            rows = connection.execute("select key from symbols group by key order by count(distinct doc) desc, key")
        case "symbol_kind":
            rows = connection.execute(_SYMBOL_KINDS, (json.dumps(sorted(SYMBOL_KINDS)),))
        case _ if field in FACT_NAMES or field.startswith("["):
            rows = connection.execute(_VALUES, (field.strip("[]"),))
        case "path":
            return _places(path for (path,) in connection.execute("select path from documents"))
        case _:
            return ()
    return [value for (value,) in rows]


def _places(paths: Iterable[str]) -> Sequence[str]:
    """All folders and files, those with the most files first."""
    counted: dict[str, int] = {}
    for path in paths:
        counted[path] = 1
        for at, char in enumerate(path):
            if char == "/":
                counted[path[:at]] = counted.get(path[:at], 0) + 1
    return sorted(counted, key=lambda place: (-counted[place], place))
