"""The registered vaults and the status of an index as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...app.results.json_fields import Json
from ...app.results.vault_result import LinkCountsResult, RegisteredVaultResult, StatusResult
from .sanitize import visible
from .text_style import TextStyle, counted
from .text_table import table_lines

_COLUMNS = ("name", "default", "documents", "index", "folder")


def entry_lines(entries: Sequence[RegisteredVaultResult], style: TextStyle) -> Iterator[str]:
    """One line for each vault."""
    rows: list[list[Json]] = [
        [each.name, "*" if each.default else "", each.documents, each.state, each.folder] for each in entries
    ]
    return table_lines(_COLUMNS if entries else (), rows, style)


def all_status_lines(entries: Sequence[RegisteredVaultResult], style: TextStyle) -> Iterator[str]:
    """The status of each vault, or the reason why there is none."""
    for number, each in enumerate(entries):
        if number:
            yield ""
        if each.status is not None:
            yield from status_lines(each.status, style)
        else:
            yield style.paint(visible(each.name), "1") + f"  {visible(each.folder)}"
            yield f"  {visible(each.why)}"


def status_lines(status: StatusResult, style: TextStyle) -> Iterator[str]:
    """The index of a vault, its links, and every file that was skipped or parsed with warnings."""
    yield style.paint(status.vault, "1") + f"  {status.folder}"
    held = f"{counted(status.documents, 'document')}, {counted(status.chunks, 'chunk')}"
    yield f"  {held}, {status.embedded:,} embedded"
    unused = " (not confirmed, not used)" if status.embedder in status.unconfirmed else ""
    yield f"  embedder {status.embedder}{unused}; index {status.size_bytes / 1e6:,.1f} MB in {status.index_folder}"
    yield f"  {_links(status.links)}"
    yield f"  {_freshness(status)}"
    for remark in status.said:
        yield f"  {remark}"
    yield from _trouble_lines("skipped", [(each.path, each.why) for each in status.skipped], style)
    yield from _trouble_lines("parsed with warnings", [(each.path, each.what) for each in status.odd], style)


def _links(links: LinkCountsResult) -> str:
    """The number of links; for broken and ambiguous ones also the command that lists them."""
    ways = (("broken", links.broken, "without a target note"), ("ambiguous", links.ambiguous, "ambiguous"))
    wrong = [f"{count:,} {what} (`dowse links --{state}`)" for state, count, what in ways if count]
    return ", ".join([counted(links.total, "link"), *wrong])


def _freshness(status: StatusResult) -> str:
    if not status.index.changed:
        return "up to date"
    files = counted(status.index.changed, "file")
    how = f"{files} changed since indexing" if status.documents else f"{files} not indexed yet"
    return f"{how}; the next search or `dowse index` indexes them"


def _trouble_lines(title: str, troubles: Sequence[tuple[str, str]], style: TextStyle) -> Iterator[str]:
    if troubles:
        yield style.paint(f"  {len(troubles):,} {title}:", "33")
    for path, why in troubles:
        yield f"    {visible(path)}: {why}"
