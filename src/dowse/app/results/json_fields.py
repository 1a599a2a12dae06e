"""How a result becomes JSON: which of its fields are printed, and the meaning of each for schemas and documentation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from ...model.value_class import dataclass

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

WORKTREE = "in a git worktree: its folder, absolute"  # the description of a field
OPTIONAL: Mapping[str, str] = {"json": "optional"}  # metadata of a field that JSON omits while its value is None
INTERNAL: Mapping[str, str] = {"json": "never"}  # metadata of a field for interfaces in the same process


@dataclass(frozen=True, slots=True)
class Description:
    """Annotation of a field: its meaning, in the words of the documentation, and its range where it has one."""

    text: str
    least: float | None = None
    most: float | None = None


class Result:
    """Base of the dataclasses that use cases return. They hold values only and need no open index."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Json]:
        """The result as JSON values, with the fields that docs/output.md lists."""
        known: Any = type(self)
        found = ((name, getattr(self, name), is_optional) for name, is_optional in printed(known))
        return {name: as_json(value) for name, value, is_optional in found if value is not None or not is_optional}


def as_json(value: Any) -> Json:
    """The value as JSON: results as objects, tuples as lists."""
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, tuple | list):
        return [as_json(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): as_json(each) for name, each in value.items()}
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{type(value).__name__} is no JSON value")


@cache
def printed(result: Any) -> tuple[tuple[str, bool], ...]:
    """The names of the fields of a result class that JSON has, in order, each with whether it may be missing."""
    known = ((each.name, each.metadata.get("json", "")) for each in fields(result))
    return tuple((name, how == OPTIONAL["json"]) for name, how in known if how != INTERNAL["json"])
