"""Query help: the forms of a query with their meanings."""

from __future__ import annotations

from ..query.fields import HELP_TABLES
from .results.server_result import HelpRowResult, HelpTableResult


def query_help() -> tuple[HelpTableResult, ...]:
    """The tables of `dowse help query`."""
    return tuple(
        HelpTableResult(title=title, rows=tuple(HelpRowResult(example=row.example, about=row.about) for row in rows))
        for title, rows in HELP_TABLES.items()
    )
