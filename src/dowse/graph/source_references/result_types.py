"""The types that methods of Java return and that constants have, as their signatures state them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...model.document import SymbolFacts, Unit

_NAME = re.compile(r"[A-Z]\w*(?:\.[A-Z]\w*)*")
_TYPE_VARIABLE = re.compile(r"[A-Z][A-Z0-9]?")  # by convention, such as T and K1
_WITH_TYPES = frozenset({"method", "const"})


def result_types(units: Iterable[Unit], facts: Iterable[SymbolFacts]) -> list[str]:
    """For each symbol the class of its value, such as `Map.Entry`; empty for none, for an array and for a variable."""
    return [
        stated_type(each.signature, unit.title) if unit.kind in _WITH_TYPES else ""
        for unit, each in zip(units, facts, strict=True)
    ]


def stated_type(signature: str, title: str) -> str:
    """The class that the signature states before the name of the symbol."""
    before = signature.partition("(")[0].partition("=")[0].rstrip()
    if not before.endswith(f" {title}"):
        return ""
    written = before[: -len(title) - 1].rstrip()
    if written.endswith(">"):
        written = _without_parameters(written)
    name = written.rpartition(" ")[2]
    return name if _NAME.fullmatch(name) and not _TYPE_VARIABLE.fullmatch(name) else ""


def _without_parameters(written: str) -> str:
    """The text before the angle brackets at its end."""
    depth = 0
    for at in range(len(written) - 1, -1, -1):
        depth += {">": 1, "<": -1}.get(written[at], 0)
        if not depth:
            return written[:at].rstrip()
    return ""
