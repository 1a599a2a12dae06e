"""The vaults that have a name, for people and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .sanitize import visible
from .text_style import TextStyle
from .text_table import table_lines
from .to_json import Json, status_json
from .to_text import status_lines

if TYPE_CHECKING:
    from ...app.link_report import LinkStatus
    from ...app.vault_listing import VaultSummary
    from ...indexing.freshness import VaultStatus

_COLUMNS = ("name", "default", "documents", "index", "folder")


def entry_lines(entries: Sequence[VaultSummary[VaultStatus]], style: TextStyle) -> Iterator[str]:
    """A line for each vault."""
    rows: list[list[Json]] = [
        [each.name, "*" if each.is_default else "", _documents(each), state_of(each), str(each.folder)]
        for each in entries
    ]
    return table_lines(_COLUMNS if entries else (), rows, style)


def entry_json(each: VaultSummary[VaultStatus]) -> dict[str, Json]:
    """A vault of the list."""
    return {
        "name": each.name,
        "folder": str(each.folder),
        "default": each.is_default,
        "documents": _documents(each),
        "state": state_of(each),
        "why": each.why,
    }


def state_of(each: VaultSummary[VaultStatus]) -> str:
    """How the index stands, in a word; where there is none to ask, why not."""
    return each.state if each.said is None else each.said.index.state


def all_status_lines(
    entries: Sequence[VaultSummary[tuple[VaultStatus, Sequence[LinkStatus]]]], style: TextStyle
) -> Iterator[str]:
    """What is to be said of each vault."""
    for number, each in enumerate(entries):
        if number:
            yield ""
        if each.said is not None:
            yield from status_lines(*each.said, style)
        else:
            yield style.paint(visible(each.name), "1") + f"  {visible(str(each.folder))}"
            yield f"  {visible(each.why)}"


def all_status_json(entries: Sequence[VaultSummary[tuple[VaultStatus, Sequence[LinkStatus]]]]) -> list[dict[str, Json]]:
    """The status of each vault; of one that cannot be asked, why."""
    return [
        status_json(*each.said)
        if each.said is not None
        else {"vault": each.name, "folder": str(each.folder), "why": each.why}
        for each in entries
    ]


def _documents(each: VaultSummary[VaultStatus]) -> int | None:
    return each.said.counts.documents if each.said is not None else None
