"""The result of the tool `find`: files, in pages."""

from __future__ import annotations

from dataclasses import replace

from ...app.find import FindRequest, find
from ...app.limits import MOST_FILES
from ...app.location import Progress
from ...app.results.json_fields import Json
from ...app.sessions.workspace import Workspace
from . import text_content
from .paging import MOST_TOKENS, ROOM, Row, ToolAnswer, clipped, fitting, following, offset_of


def found_files(
    shelf: Workspace, vault: str, request: FindRequest, *, cursor: str | None, progress: Progress
) -> ToolAnswer:
    """A page of files; neither needs nor creates an index."""
    offset = offset_of(cursor, last=MOST_FILES)
    limit = min(MOST_FILES, offset + request.limit) - offset
    found = find(shelf.selected(vault), replace(request, offset=offset, limit=limit), progress=progress)
    rows = [clipped(each.to_dict()) for each in found.files]
    lines = [text_content.file_text(row) for row in rows]
    count, total = fitting(rows, lines, most=MOST_TOKENS - ROOM), found.total
    more = offset + count < min(total, MOST_FILES)
    notes: list[Json] = [{"at": 0, "hint": remark} for remark in found.remarks]
    if offset + count == MOST_FILES < total:
        notes.append({"at": 0, "hint": f"find returns at most {MOST_FILES:,} files; add filters to see others"})
    if not found.is_whole:
        notes.append({"at": 0, "hint": "only the newest files were checked; older ones may match too"})
    out: Row = {
        "vault": ", ".join(place.name for place in found.vaults),
        "total": total,
        "files": list[Json](rows[:count]),
        "notes": notes,
        "next": str(offset + count) if more else "",
    }
    head = f"{offset + 1}-{offset + count} of {total} files" if count else "nothing found"
    return out, text_content.together(head, lines[:count], notes, following(out["next"]))
