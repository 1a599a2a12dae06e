"""Components in words: their names, and their parameters with values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache

# Said even where they are as usual, unless that is 0.
_ALWAYS_SHOWN = frozenset({"limit", "weights", "k", "half_life_days", "max_boost", "least", "most"})


def name_of(part: object) -> str:
    """The name of a component in explanations and settings: `TimeBoost` is `time_boost`."""
    return _in_words(type(part).__name__)


@cache
def _in_words(name: str) -> str:
    """The name of a class in lower case, with `_` between its words."""
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")


def describe_parameters(part: object) -> str:
    """The parameters of a component with their non-empty values, as in "half_life_days 7, max_boost 0.5"."""
    if not is_dataclass(part):
        return ""
    pairs = ((each.name, getattr(part, each.name)) for each in fields(part))
    return ", ".join(
        f"{name} {_format_value(value)}" for name, value in pairs if value is not None and value not in ({}, ())
    )


def changed_parameters(part: object) -> Iterator[str]:
    """The parameters of a component that differ from the defaults, and the most important ones."""
    if not is_dataclass(part):
        return
    for each in fields(part):
        value = getattr(part, each.name)
        default = each.default if each.default_factory is MISSING else each.default_factory()
        if value is None or value in ({}, ()) or (value == default and (each.name not in _ALWAYS_SHOWN or not value)):
            continue
        match value:
            case Mapping():
                yield from (f"{key} {_format_value(weight)}" for key, weight in value.items())
            case _ if is_dataclass(value):
                yield f"{each.name} {_format_value(value)[1:-1]}"
            case _:
                yield f"{each.name} {_format_value(value)}"


def _format_value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return f"{value:,g}" if abs(value) < 1e6 else f"{value:,.0f}"
        case Mapping():
            return f"({', '.join(f'{key} {_format_value(each)}' for key, each in value.items())})"
        case tuple() | frozenset():
            return f"({', '.join(map(_format_value, value))})"
        case _ if is_dataclass(value):
            return f"({describe_parameters(value)})"
        case _:
            return str(value)
