"""The result of the tool `find`: files and folders, in pages."""

from __future__ import annotations

from dataclasses import replace

from ...app.find import FindRequest, find
from ...app.location import Progress
from ...app.options import MOST_FILES
from ...app.results.json_fields import Json
from ...app.sessions.workspace import Workspace
from . import text_content
from .paging import MOST_TOKENS, RESERVED_TOKENS, Row, ToolAnswer, clip_values, count_fitting, next_page_line, offset_of


def find_page(
    workspace: Workspace, vault: str, request: FindRequest, *, cursor: str | None, progress: Progress
) -> ToolAnswer:
    """A page of files and folders; neither needs nor creates an index."""
    offset = offset_of(cursor, last=MOST_FILES)
    limit = min(MOST_FILES, offset + request.limit) - offset
    result = find(workspace.selected(vault), replace(request, offset=offset, limit=limit), progress=progress)
    rows = [clip_values(file.to_dict()) for file in result.files]
    lines = [text_content.file_text(row) for row in rows]
    count, total = count_fitting(rows, lines, max_tokens=MOST_TOKENS - RESERVED_TOKENS), result.total
    has_more = offset + count < min(total, MOST_FILES)
    notes: list[Json] = [{"at": 0, "hint": remark} for remark in result.remarks]
    if offset + count == MOST_FILES < total:
        notes.append({"at": 0, "hint": f"find returns at most {MOST_FILES:,} files; add filters to see others"})
    if not result.is_whole:
        notes.append({"at": 0, "hint": "only the newest files were checked; older ones may match too"})
    content: Row = {
        "vault": ", ".join(location.name for location in result.vaults),
        "total": total,
        "files": list[Json](rows[:count]),
        "notes": notes,
        "next": str(offset + count) if has_more else "",
    }
    named = "files and folders" if result.folders else "files"
    head = f"{offset + 1}-{offset + count} of {total} {named}" if count else "nothing found"
    return content, text_content.compose_text(head, lines[:count], notes, next_page_line(content["next"]))
