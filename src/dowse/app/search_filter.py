"""Filters that a request has beside its query."""

from __future__ import annotations

from ..query.ast import Expr, FieldEquals, MatchAll, Or
from ..query.extract import conjunction


def narrowing(**values: tuple[str, ...]) -> Expr:
    """The filter for values of some fields: all tags, any of several paths, types or kinds."""
    parts: list[Expr] = []
    for field, given in values.items():
        leaves = tuple(FieldEquals(field, value) for value in given)
        if not leaves:
            continue
        parts.append(conjunction(*leaves) if field == "tag" else Or(leaves) if len(leaves) > 1 else leaves[0])
    return conjunction(*parts) if parts else MatchAll()
