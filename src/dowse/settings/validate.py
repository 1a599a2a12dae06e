"""Values of a settings file as the fields of a part want them, checked against their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .repr import shown

_MOST = 1_000_000_000  # more candidates, days or characters than anybody has


class InvalidValueError(ValueError):
    """A value that a field cannot have: `key` is the field, `told` what is wrong, in words for the user."""

    def __init__(self, key: str, told: str, *, known: tuple[str, ...] = ()) -> None:
        super().__init__(told)
        self.key = key
        self.told = told
        self.known = known  # what the key may be, when it is unknown


def made(cls: type, given: Mapping[str, object], *, like: object = None, but: frozenset[str] = frozenset()) -> Any:
    """An instance of a dataclass with these fields, the others as in `like`, an instance of it, if there is one.

    `but` names fields that no file may set.  Raises MisfitError.
    """
    known = settable(cls) if is_dataclass(cls) else {}
    hints = get_type_hints(cls)
    values: dict[str, object] = {}
    for key, value in given.items():
        if key not in known or key in but:
            raise InvalidValueError(key, "", known=tuple(name for name in known if name not in but))
        values[key] = _fitted(value, hints[key], key, like=getattr(like, key, None))
    try:
        return cls(**values) if like is None else replace(like, **values)  # type: ignore[type-var]  # of that class
    except (TypeError, ValueError) as error:
        raise InvalidValueError("", str(error)) from error


def settable(cls: type) -> Mapping[str, Field[Any]]:
    """The fields of a dataclass that a file can set: functions are none."""
    hints = get_type_hints(cls)
    return {each.name: each for each in fields(cls) if wanted(hints[each.name])}


def wanted(hint: object) -> str:
    """What a field of that type wants, in words; empty when no file can give it."""
    if is_dataclass(hint):
        return "a table"
    match hint, get_origin(hint), get_args(hint):
        case (type() as cls, None, _) if cls in _WORDS:
            return _WORDS[cls]
        case _, origin, options if origin in {Union, UnionType}:
            return next((found for each in options if each is not NoneType and (found := wanted(each))), "")
        case _, origin, options if origin is Literal:
            return " or ".join(map(str, options))
        case (_, origin, (item, *_)) if origin is tuple:
            return "a list" if wanted(item) else ""
        case (_, origin, (_, item)) if origin is Mapping:
            return "a table of numbers" if item in {int, float} else "a table"
        case _:
            return ""


_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def _fitted(value: object, hint: object, key: str, *, like: object = None) -> object:
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, dict):
        return _inside(hint, value, key, like=like)
    options = get_args(hint)
    match value, get_origin(hint):
        case _, origin if origin in {Union, UnionType}:
            return _fitted(value, next(each for each in options if each is not NoneType), key)
        case _, origin if origin is Literal and value in options:
            return value
        case bool(), None if hint is bool:
            return value
        case int() | float(), None if hint in {int, float} and not isinstance(value, bool):
            return _number(value, hint, key)
        case str(), None if hint is str:
            return value
        case list(), origin if origin is tuple:
            return _listed(value, options, key)
        case dict(), origin if origin is Mapping:
            return {name: _fitted(each, options[1], f"{key}.{name}") for name, each in value.items()}
    raise InvalidValueError(key, f"wants {wanted(hint)}, got {shown(value)}")


def _inside(cls: type, given: Mapping[str, object], key: str, *, like: object) -> object:
    try:
        return made(cls, given, like=like)
    except InvalidValueError as error:
        raise InvalidValueError(f"{key}.{error.key}", error.told, known=error.known) from error


def _number(value: float, hint: object, key: str) -> float:
    if hint is int and not isinstance(value, int):
        raise InvalidValueError(key, f"wants a whole number, got {shown(value)}")
    if not -_MOST <= value <= _MOST:  # nan is not either; what a part wants beyond that it says itself
        raise InvalidValueError(key, f"wants a number of at most {_MOST:,}, got {shown(value)}")
    return value if hint is int else float(value)


def _listed(value: list[object], options: tuple[object, ...], key: str) -> tuple[object, ...]:
    hints = (options[0],) * len(value) if Ellipsis in options else options
    if len(hints) != len(value):
        raise InvalidValueError(key, f"wants {len(hints)} values side by side, got {shown(value)}")
    return tuple(_fitted(each, hint, key) for each, hint in zip(value, hints, strict=True))
