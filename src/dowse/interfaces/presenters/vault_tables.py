"""The registered vaults and the status of an index as text."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from ...app.results.json_fields import Json
from ...app.results.vault_result import LinkCountsResult, RegisteredVaultResult, StatusResult
from .sanitize import visible
from .text_style import TextStyle, count_documents, pluralize
from .text_table import table_lines

_MOST_ALIKE = 5  # files of one reason that are listed
_COLUMNS = ("name", "default", "documents", "index", "folder")


def entry_lines(entries: Sequence[RegisteredVaultResult], style: TextStyle) -> Iterator[str]:
    """One line for each vault."""
    rows: list[list[Json]] = [
        [entry.name, "*" if entry.default else "", entry.documents, entry.state, entry.folder] for entry in entries
    ]
    return table_lines(_COLUMNS if entries else (), rows, style)


def all_status_lines(entries: Sequence[RegisteredVaultResult], style: TextStyle) -> Iterator[str]:
    """The status of each vault, or the reason why there is none."""
    for number, entry in enumerate(entries):
        if number:
            yield ""
        if entry.status is not None:
            yield from status_lines(entry.status, style, where=f" -v {shlex.quote(entry.name)}")
        else:
            yield style.paint(visible(entry.name), "1") + f"  {visible(entry.folder)}"
            yield f"  {visible(entry.why)}"


def status_lines(status: StatusResult, style: TextStyle, *, where: str) -> Iterator[str]:
    """The index of a vault, its links, and every file that was skipped or parsed with warnings.

    `where` has the arguments that select the vault in other commands.
    """
    yield style.paint(status.vault, "1") + f"  {status.folder}"
    if not status.index_folder:  # there is no index
        yield f"  {pluralize(status.index.changed, 'file')} to index"
    else:
        documents = count_documents(status.documents, status.pages, status.sources)
        yield f"  {documents}; {pluralize(status.chunks, 'chunk')}, {status.embedded:,} embedded"
    if status.unread:
        yield f"  {pluralize(status.unread, 'file')} not read, found by path{_of_endings(status)}"
    if status.index_folder:
        yield from _index_lines(status, where)
    for remark in status.remark_list:
        yield f"  {remark}"
    yield from _file_problem_lines("skipped", [(each.path, each.why) for each in status.skipped], style)
    yield from _file_problem_lines("parsed with warnings", [(each.path, each.what) for each in status.odd], style)


def _of_endings(status: StatusResult) -> str:
    """The most frequent endings of the files that are not read."""
    counted = [f"{count:,} {visible(ending)}" for ending, count in status.unread_endings]
    others = status.unread - sum(count for _, count in status.unread_endings)
    return f": {', '.join(counted)}{' and others' if others else ''}" if counted else ""


def _index_lines(status: StatusResult, where: str) -> Iterator[str]:
    unused = " (not confirmed, not used)" if status.embedder in status.unconfirmed else ""
    yield f"  embedder {status.embedder}{unused}; index {status.size_bytes / 1e6:,.1f} MB in {status.index_folder}"
    yield f"  {_links(status.links, where)}"
    if resolved := status.references.resolved:
        yield f"  {status.references.total:,} references of source code and code spans, {resolved:,} resolved"
    if not (status.index.is_partial or status.index.is_reread):  # a remark says how far it is, or why
        yield f"  {_freshness(status, where)}"


def _links(links: LinkCountsResult, where: str) -> str:
    """The number of links; for broken and ambiguous ones also the command that lists them."""
    states = (("broken", links.broken + links.broken_anchors), ("ambiguous", links.ambiguous))
    problems = [f"{count:,} {state} (`dowse links{where} --{state}`)" for state, count in states if count]
    return ", ".join([pluralize(links.total, "link"), *problems])


def _freshness(status: StatusResult, where: str) -> str:
    if not status.index.changed:
        is_done = status.embedded >= status.chunks and not any("`dowse index`" in each for each in status.remark_list)
        return "up to date" if is_done else "all files are read"
    files = pluralize(status.index.changed, "file")
    description = f"{files} changed since indexing" if status.documents else f"{files} not indexed yet"
    return f"{description}; the next search or `dowse index{where}` indexes them"


def _file_problem_lines(title: str, problems: Sequence[tuple[str, str]], style: TextStyle) -> Iterator[str]:
    if problems:
        yield style.paint(f"  {len(problems):,} {title}:", "33")
    alike, listed = Counter(reason for _, reason in problems), Counter[str]()
    for path, reason in problems:
        listed[reason] += 1
        if listed[reason] <= _MOST_ALIKE:
            yield f"    {visible(path)}: {reason}"
        elif listed[reason] == alike[reason]:
            yield f"    and {alike[reason] - _MOST_ALIKE:,} more: {reason}; --json lists all"
