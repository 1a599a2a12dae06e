"""The result of the tool `status`: the state of the indexes and, on request, their broken and ambiguous links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...app.client_remarks import for_client
from ...app.location import Progress
from ...app.results.json_fields import Json
from ...app.sessions.workspace import Workspace
from ...app.token_budget import MOST_TOKENS, count_fitting
from . import text_content
from .output_types import FIELDS_OF_FAULTY_LINKS
from .paging import Row, ToolAnswer, as_notes, clip_values

_MOST_TROUBLES = 20
_STATUS_TOKENS = 500  # of a vault without its links, in both forms


def status_report(workspace: Workspace, vault: str, *, links: bool = False, progress: Progress) -> ToolAnswer:
    """The state of the index of each selected vault, or of all; on request with the broken and ambiguous links that
    fit.
    """
    from ...app.status import served_statuses  # noqa: PLC0415  # it brings numpy

    statuses, omissions = served_statuses(workspace, vault)
    rows: list[Row] = []
    for result in statuses:
        counts: Row = {"skipped_count": len(result.skipped), "odd_count": len(result.odd)}
        shortened = replace(result, skipped=result.skipped[:_MOST_TROUBLES], odd=result.odd[:_MOST_TROUBLES])
        rows.append(shortened.to_dict() | counts | {"remarks": for_client(result.remarks, "mcp")})
    texts = [text_content.status_text(row) for row in rows]
    unread = [each for each in statuses if each.index.changed and not each.documents]
    remarks = [*omissions, *(f"{each.vault}: no file is indexed yet; `search` indexes them" for each in unread)]
    content: Row = {"vaults": list[Json](rows)}
    if links:
        faulty = [row for each in statuses for row in _faulty_links(workspace, each.vault, len(statuses) > 1, progress)]
        lines = list(map(text_content.faulty_link_text, faulty))
        room = MOST_TOKENS - _STATUS_TOKENS * len(statuses)
        count = count_fitting(faulty, lines, most=max(room, MOST_TOKENS // 2)) if faulty else 0
        content["faulty_links"], texts = list[Json](faulty[:count]), [*texts, *lines[:count]]
        if count < len(faulty):
            rest = "`get` with `links` lists those of one file, the command dowse links --broken all"
            remarks.append(f"the first {count} of {len(faulty):,} such links; {rest}")
    notes = as_notes(remarks)
    return content | {"notes": notes}, text_content.compose_text("", texts, notes)


def _faulty_links(workspace: Workspace, vault: str, is_named: bool, progress: Progress) -> Iterator[Row]:
    """The broken and ambiguous links of a vault by path and line."""
    from ...app.links import LinksRequest, list_links  # noqa: PLC0415  # it brings numpy

    request = LinksRequest(states=("broken", "ambiguous"))
    for each in list_links(workspace.vault(vault), request, progress=progress).links:
        row = {name: value for name, value in each.to_dict().items() if name in FIELDS_OF_FAULTY_LINKS}
        yield clip_values({**({"vault": vault} if is_named else {}), **row})
