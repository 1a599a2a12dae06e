"""The result of the tool `status`: the state of the indexes and, on request, their broken and ambiguous links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...app.client_remarks import for_client
from ...app.location import Progress
from ...app.results.json_fields import Json
from ...app.results.vault_result import StatusResult
from ...app.sessions.workspace import Workspace
from ...app.token_budget import MOST_TOKENS, RESERVED_TOKENS, answer_tokens, count_fitting
from . import text_content
from .output_types import FIELDS_OF_FAULTY_LINKS
from .paging import Row, ToolAnswer, as_notes, clip_values

_TROUBLES = (20, 10, 5, 2, 0)  # skipped files and warnings of a vault, the most that fit


def status_report(workspace: Workspace, vault: str, *, links: bool = False, progress: Progress) -> ToolAnswer:
    """The state of the index of each selected vault, or of all; on request with the broken and ambiguous links that
    fit.
    """
    from ...app.status import served_statuses  # noqa: PLC0415  # it brings numpy

    statuses, omissions = served_statuses(workspace, vault)
    faulty: list[Row] = []
    if links:
        names = [each.vault for each in statuses]
        faulty = [row for name in names for row in _faulty_links(workspace, name, len(names) > 1, progress)]
        if any(each.index.changed for each in statuses):  # they are of the index with these changes
            statuses, omissions = served_statuses(workspace, vault)
    rows, texts = _fitting(statuses, MOST_TOKENS // 2 if faulty else MOST_TOKENS - RESERVED_TOKENS)
    unread = [each for each in statuses if each.index.changed and not each.documents]
    remarks = [*omissions, *(f"{each.vault}: no file is indexed yet; `search` indexes them" for each in unread)]
    content: Row = {"vaults": list[Json](rows)}
    if links:
        lines = list(map(text_content.faulty_link_text, faulty))
        count = count_fitting(faulty, lines, most=max(0, MOST_TOKENS - _tokens(rows, texts)))
        content["faulty_links"], texts = list[Json](faulty[:count]), [*texts, *lines[:count]]
        if count < len(faulty):
            rest = "`get` with `links` lists those of one file, the command dowse links --broken all"
            remarks.append(f"the first {count} of {len(faulty):,} such links; {rest}")
    notes = as_notes(remarks)
    return content | {"notes": notes}, text_content.compose_text("", texts, notes)


def _fitting(statuses: Sequence[StatusResult], most: int) -> tuple[Sequence[Row], Sequence[str]]:
    """The states and their texts, each with as many of the skipped files and warnings as fit into so many tokens."""
    for count in _TROUBLES:
        rows = [_row(each, count) for each in statuses]
        texts = [text_content.status_text(row) for row in rows]
        if _tokens(rows, texts) <= most:
            break
    return rows, texts


def _row(status: StatusResult, most: int) -> Row:
    counts: Row = {"skipped_count": len(status.skipped), "odd_count": len(status.odd)}
    shortened = replace(status, skipped=status.skipped[:most], odd=status.odd[:most])
    return shortened.to_dict() | counts | {"remarks": for_client(status.remarks, "mcp")}


def _tokens(rows: Sequence[Row], texts: Sequence[str]) -> int:
    return sum(map(answer_tokens, rows, texts))


def _faulty_links(workspace: Workspace, vault: str, is_named: bool, progress: Progress) -> Iterator[Row]:
    """The broken and ambiguous links of a vault by path and line."""
    from ...app.links import LinksRequest, list_links  # noqa: PLC0415  # it brings numpy

    request = LinksRequest(states=("broken", "ambiguous"))
    for each in list_links(workspace.vault(vault), request, progress=progress).links:
        row = {name: value for name, value in each.to_dict().items() if name in FIELDS_OF_FAULTY_LINKS}
        yield clip_values({**({"vault": vault} if is_named else {}), **row})
