"""What a scope of a query names and selects."""

from __future__ import annotations

from ...model.value_class import dataclass
from ...query.ast import OneOf
from ..names.reference import Reference


@dataclass(frozen=True, slots=True)
class ResolvedScope:
    """What a scope names, and the documents or places that it selects."""

    target: Reference | None
    selected: OneOf
    hints: tuple[str, ...] = ()  # what the user should know about the name
    is_unknown: bool = False  # whether nothing has the name, which the hints do not say
    suggestion: str = ""  # a name that may be meant by an unknown one


def non_empty(*hints: str) -> tuple[str, ...]:
    """The hints that say something."""
    return tuple(filter(None, hints))
