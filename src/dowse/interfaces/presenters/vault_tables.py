"""The registered vaults for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...app.results.json_fields import Json
from ...app.results.vault_result import RegisteredVaultResult
from .sanitize import visible
from .text_style import TextStyle
from .text_table import table_lines
from .to_text import status_lines

_COLUMNS = ("name", "default", "documents", "index", "folder")


def entry_lines(entries: Sequence[RegisteredVaultResult], style: TextStyle) -> Iterator[str]:
    """A line for each vault."""
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
