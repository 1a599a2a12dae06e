"""Answers in pages: what a language model reads at once has to stay small."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ...app.results.json_fields import Json
from ...model.errors import QueryError

MOST_TOKENS = 8_000  # of an answer
ROOM = 1_000  # tokens of it for all but its rows
# A token has 3 to 4.5 bytes in prose, 3 in Markdown with links and in Chinese; a wordpiece of our JSON has 2.3.
_BYTES_A_TOKEN = 2.2

_LONGEST = 300  # characters of a title or heading
_LONGEST_REF = 1_000  # characters; a place is as well named by its line
_MOST_VALUES = 30  # tags, reasons
_WHOLE = frozenset({"ref", "path", "text", "snippet"})

Row = dict[str, Json]
ToolAnswer = tuple[Row, str]  # an answer: the structure and the text


def tokens_of(text: str) -> int:
    """At most so many tokens, estimated by its bytes."""
    return round(len(text.encode("utf-8", "replace")) / _BYTES_A_TOKEN)


def fitting(rows: Sequence[Row], texts: Sequence[str], *, most: int) -> int:
    """How many of the rows, with their texts, fit into `most` tokens together; one at least."""
    spent = 0
    for count, (row, text) in enumerate(zip(rows, texts, strict=True)):
        spent += tokens_of(json.dumps(row, ensure_ascii=False)) + tokens_of(text)
        if spent > most and count:
            return count
    return len(rows)


def clipped(row: Row) -> Row:
    """The row with no value that alone would fill a page: titles and headings may be anything."""
    out = {name: _clip(value) if name not in _WHOLE else value for name, value in row.items()}
    if len(str(row.get("ref", ""))) > _LONGEST_REF:
        out["ref"] = f"{row['path']}:{row.get('line', 1)}"
    return out


def _clip(value: Json) -> Json:
    match value:
        case str() if len(value) > _LONGEST:
            return f"{value[:_LONGEST]}…"
        case list():
            return [_clip(each) for each in value[:_MOST_VALUES]]
        case _:
            return value


def offset_of(cursor: str | None, *, last: int) -> int:
    """Where a page begins. Raises QueryError when nobody gave such a cursor."""
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 9):
        raise QueryError(f"cursor: {cursor[:40]!r} is none; pass on what `next` said, or leave it out")
    if int(cursor) >= last:
        raise QueryError(f"cursor: there are {last} results at most; a narrower query shows others")
    return int(cursor)


def following(cursor: Json) -> str:
    """How to go on, if there is more."""
    return f'more: cursor "{cursor}"' if cursor else ""
