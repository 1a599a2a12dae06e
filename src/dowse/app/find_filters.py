"""The filters by property and by time that interfaces offer beside the query of `find`."""

from __future__ import annotations

import re

from ..query.ast import And, Expr, Not, Property
from ..query.leaf_parser import field_leaf, property_leaf

_PROPERTY = re.compile(r"\s*([^=<>]*?[^=<>\s])\s*(?:(!)?=?=\s*(.*)|([<>].*))?", re.DOTALL)


def by_property(text: str) -> Expr | str:
    """What `K`, `K=V`, `K!=V` or `K>V` selects, or what was wanted; `!=` what has the property, and not this value."""
    read = _PROPERTY.fullmatch(text)
    leaf = property_leaf(read[1], read[3] if read[4] is None else read[4]) if read else ""
    if isinstance(leaf, str):
        wanted = "wanted a name, NAME=VALUE, or numbers or dates compared as in rating>=4 and due=2026-01..2026-03"
        return f"{wanted}; got {text!r}"
    return And((Property(read[1]), Not(leaf))) if read and read[2] else leaf


def by_time(text: str) -> Expr | str:
    """What was changed then, or what was wanted."""
    leaf = field_leaf("modified", text)
    if isinstance(leaf, str):
        wanted = "wanted a date or an age, as in 2026-01-31, >2026-W05, 2026-01..2026-03, today or <30d"
        return f"{wanted}; got {text!r}"
    return leaf
