"""Rows to values and back: the columns of a document's head."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple, cast

from ...model.document import Fact, Head
from ...model.kinds import Kind

HEAD_COLUMNS = "d.id, d.path, d.kind, d.title, d.tags, d.aliases, d.modified, d.facts"


_SURROGATE = re.compile("[\ud800-\udfff]")


class HeadRow(NamedTuple):
    """A row of `select HEAD_COLUMNS from documents d`."""

    id: int
    path: str
    kind: str
    title: str
    tags: str
    aliases: str
    modified: float
    facts: str


def head_of(row: HeadRow) -> Head:
    """The head in a row."""
    return Head(
        id=row.path,
        path=row.path,
        kind=cast(Kind, row.kind),
        title=row.title,
        tags=frozenset(json.loads(row.tags)),
        aliases=tuple(json.loads(row.aliases)),
        modified=row.modified,
        facts={key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(row.facts).items()},
    )


def storable(text: str) -> str:
    """The text without lone surrogates, which UTF-8 cannot encode: no value in the tables equals a text with one."""
    return _SURROGATE.sub("\ufffd", text)


def written_facts(facts: Mapping[str, Fact]) -> str:
    """Facts as JSON; numbers that JSON lacks become text."""
    return json.dumps({key: _plain(value) for key, value in facts.items()}, ensure_ascii=False)


def _plain(value: Fact) -> str | float | bool | list[str]:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, float) and not (float("-inf") < value < float("inf")):
        return str(value)
    return value
