"""The filters of `find` for properties and for the modification time."""

from __future__ import annotations

import re

from ..model.errors import QueryError
from ..query.ast import And, Expr, Not, Property
from ..query.leaf_parser import field_leaf, property_leaf

_PROPERTY = re.compile(r"\s*([^=<>]*?[^=<>\s])\s*(?:(!)?=?=\s*(.*)|([<>].*))?", re.DOTALL)  # K, K=V, K!=V, K>V


class FilterError(QueryError):
    """A filter with a value that cannot be read."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name  # `property` or `modified`
        self.detail = detail


def property_filter(given: str | tuple[str, str | None]) -> Expr:
    """The filter for `K`, `K=V`, `K!=V` or `K>V`, or for a key and a value. Raises FilterError."""
    return _read("property", _property(given))


def time_filter(text: str) -> Expr:
    """The filter for the modification time. Raises FilterError."""
    return _read("modified", _by_time(text))


def _property(given: str | tuple[str, str | None]) -> Expr | str:
    if isinstance(given, str):
        return _by_property(given)
    leaf = property_leaf(*given)
    wanted = "expected a text, or numbers or dates compared as in >=4 and 2026-01.."
    return f"{leaf}; {wanted}" if isinstance(leaf, str) else leaf


def _read(name: str, leaf: Expr | str) -> Expr:
    if isinstance(leaf, str):
        raise FilterError(name, leaf)
    return leaf


def _by_property(text: str) -> Expr | str:
    """The filter for `K`, `K=V`, `K!=V` or `K>V`, or an error message; `!=` needs the property with another value."""
    read = _PROPERTY.fullmatch(text)
    leaf = property_leaf(read[1], read[3] if read[4] is None else read[4]) if read else ""
    if isinstance(leaf, str):
        wanted = "expected a name, NAME=VALUE, or numbers or dates compared as in rating>=4 and due=2026-01..2026-03"
        return f"{wanted}; got {text!r}"
    return And((Property(read[1]), Not(leaf))) if read and read[2] else leaf


def _by_time(text: str) -> Expr | str:
    """The filter for the modification time, or an error message."""
    leaf = field_leaf("modified", text)
    if isinstance(leaf, str):
        wanted = "expected a date or an age, as in 2026-01-31, >2026-W05, 2026-01..2026-03, today or <30d"
        return f"{wanted}; got {text!r}"
    return leaf
