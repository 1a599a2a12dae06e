"""The answer of the tool `find`: files, in pages."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ...app.limits import MOST_FILES
from ...app.location import Progress, VaultLocation
from ...app.search_filter import narrowing
from ...app.workspace import Workspace
from ...model.errors import QueryError
from ...query.ast import Expr, FieldEquals
from ...query.extract import conjunction
from ...query.leaf_parser import property_leaf
from ..presenters.to_json import Json
from . import text_content
from .paging import MOST_TOKENS, ROOM, Row, ToolAnswer, clipped, fitting, following, offset_of

if TYPE_CHECKING:  # numpy and SQLite are not there before the first question
    from ...app.find_files import FileListing


def found_files(
    shelf: Workspace, vault: str, where: Expr, limit: int, *, cursor: str | None, progress: Progress
) -> ToolAnswer:
    """A page of files; needs no index and makes none."""
    from ...app.find_files import find  # noqa: PLC0415  # here, though it only needs the parsers: a client waits
    from ..presenters.file_listing import listed  # noqa: PLC0415  # as above

    now, offset = time.time(), offset_of(cursor, last=MOST_FILES)
    most = min(MOST_FILES, offset + limit)

    def look(place: VaultLocation) -> FileListing:
        shelf.present(place.name)
        return find(place, where, most, now=now, progress=progress)

    places = shelf.meant(vault)
    found = listed(places, look, most)
    rows = [clipped(row) for row in found.described(found.rows[offset:], now=now)]
    lines = [text_content.file_text(row) for row in rows]
    count, total = fitting(rows, lines, most=MOST_TOKENS - ROOM), found.whole.total
    more = offset + count < min(total, MOST_FILES)
    notes: list[Json] = [{"at": 0, "hint": remark} for remark in found.whole.remarks]
    if offset + count == MOST_FILES < total:
        notes.append({"at": 0, "hint": f"no more than {MOST_FILES:,} files are given; narrow the search to see others"})
    if not found.whole.is_whole:
        notes.append({"at": 0, "hint": "the newest; older files were not looked at, so there may be more"})
    out: Row = {
        "vault": ", ".join(place.name for place in places),
        "total": total,
        "files": list[Json](rows[:count]),
        "notes": notes,
        "next": str(offset + count) if more else "",
    }
    head = f"{offset + 1}-{offset + count} of {total} files" if count else "nothing found"
    return out, text_content.together(head, lines[:count], notes, following(out["next"]))


def wanted(pattern: str, path: str | None, tag: str | None, prop: tuple[str, str | None] | None) -> Expr:
    """What the parameters of `find` select. Raises QueryError when a property cannot be compared so."""
    leaf = property_leaf(*prop) if prop else None
    if isinstance(leaf, str):
        raise QueryError(f"property: {leaf}; a value is a text, or numbers or dates compared as in >=4 and 2026-01..")
    return conjunction(
        *([FieldEquals("file", pattern)] if pattern else []),
        narrowing(path=(path,) if path else (), tag=(tag,) if tag else ()),
        *([leaf] if leaf else []),
    )
