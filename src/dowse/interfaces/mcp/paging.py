"""Results in pages, since the input of a language model is limited."""

from __future__ import annotations

from collections.abc import Iterable

from ...app.client_remarks import for_client
from ...app.results.json_fields import Json
from ...model.errors import QueryError

_LONGEST = 300  # characters of a title or heading
_LONGEST_REF = 1_000  # characters; a longer reference is replaced by path and line
_MOST_VALUES = 30  # tags, reasons
_WHOLE = frozenset({"ref", "path", "text", "snippet"})

Row = dict[str, Json]
ToolAnswer = tuple[Row, str]  # the structured content and the text content


def clip_values(row: Row) -> Row:
    """The row with very long values cut: titles and headings have any length."""
    clipped = {name: _clip(value) if name not in _WHOLE else value for name, value in row.items()}
    if len(str(row.get("ref", ""))) > _LONGEST_REF:
        clipped["ref"] = f"{row['path']}:{row.get('line', 1)}"
    return clipped


def _clip(value: Json) -> Json:
    match value:
        case str() if len(value) > _LONGEST:
            return f"{value[:_LONGEST]}…"
        case list():
            return [_clip(each) for each in value[:_MOST_VALUES]]
        case _:
            return value


def offset_of(cursor: str | None, *, last: int) -> int:
    """The offset of a page. Raises QueryError for a cursor that no result contained."""
    if not cursor:
        return 0
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 9):
        raise QueryError(f"cursor: {cursor[:40]!r} is not valid; pass `next` of the previous page, or leave cursor out")
    if int(cursor) >= last:
        raise QueryError(f"cursor: there are at most {last} results; narrow the query to see others")
    return int(cursor)


def as_notes(hints: Iterable[str]) -> list[Json]:
    """Notes of a result that are not about a place in the query."""
    return [{"at": 0, "hint": for_client(hint, "mcp")} for hint in hints]


def next_page_line(cursor: Json) -> str:
    """The cursor of the next page, if there is one."""
    return f'more: cursor "{cursor}"' if cursor else ""
