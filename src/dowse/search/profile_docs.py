"""Components in words: their names, and their parameters with values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass

# Said even where they are as usual, unless that is 0.
_TELLING = frozenset({"limit", "weights", "k", "half_life_days", "max_boost", "least", "most"})


def name_of(part: object) -> str:
    """The name of a component in explanations and settings: `TimeBoost` is `time_boost`."""
    name = type(part).__name__
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")


def described(part: object) -> str:
    """The parameters of a component with their non-empty values, as in "half_life_days 7, max_boost 0.5"."""
    if not is_dataclass(part):
        return ""
    pairs = ((each.name, getattr(part, each.name)) for each in fields(part))
    return ", ".join(f"{name} {_shown(value)}" for name, value in pairs if value is not None and value not in ({}, ()))


def told(part: object) -> Iterator[str]:
    """The parameters of a component that differ from the defaults, and the most important ones."""
    if not is_dataclass(part):
        return
    for each in fields(part):
        value = getattr(part, each.name)
        usual = each.default if each.default_factory is MISSING else each.default_factory()
        if value is None or value in ({}, ()) or (value == usual and (each.name not in _TELLING or not value)):
            continue
        match value:
            case Mapping():
                yield from (f"{key} {_shown(weight)}" for key, weight in value.items())
            case _ if is_dataclass(value):
                yield f"{each.name} {_shown(value)[1:-1]}"
            case _:
                yield f"{each.name} {_shown(value)}"


def _shown(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return f"{value:,g}" if abs(value) < 1e6 else f"{value:,.0f}"
        case Mapping():
            return f"({', '.join(f'{key} {_shown(each)}' for key, each in value.items())})"
        case tuple() | frozenset():
            return f"({', '.join(map(_shown, value))})"
        case _ if is_dataclass(value):
            return f"({described(value)})"
        case _:
            return str(value)
