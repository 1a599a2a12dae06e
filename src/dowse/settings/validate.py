"""Values of a settings file as arguments of a component, checked against the types of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from ..model.parameter import InvalidValueError, Parameter
from .repr import shown

MAXIMUM = 1_000_000_000  # of any number in a settings file: more candidates, days or characters than a vault has


def made(cls: type, given: Mapping[str, object], *, like: object = None, but: frozenset[str] = frozenset()) -> Any:
    """An instance of a dataclass with these fields; the other fields are those of `like`, an instance, or the defaults.

    `but` names fields that a settings file cannot set.  Raises InvalidValueError.
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
    except InvalidValueError:
        raise
    except (TypeError, ValueError) as error:  # of a component of another package
        raise InvalidValueError("", str(error)) from error


def number(value: object, hint: type, spec: Parameter) -> float:
    """The value as a number of that type and in the range of the parameter. Raises InvalidValueError without a key."""
    fitted = _fitted(value, hint, "")
    if fault := spec.fault(fitted):
        raise InvalidValueError("", fault)
    return cast(float, fitted)


def settable(cls: type) -> Mapping[str, Field[Any]]:
    """The fields of a dataclass that a settings file can set: all but functions."""
    hints = get_type_hints(cls)
    return {each.name: each for each in fields(cls) if expected(hints[each.name])}


def expected(hint: object) -> str:
    """The values of a type in words, as in "a whole number"; empty for a type that a settings file cannot express."""
    if is_dataclass(hint):
        return "a table"
    match hint, get_origin(hint), get_args(hint):
        case (type() as cls, None, _) if cls in _WORDS:
            return _WORDS[cls]
        case _, origin, options if origin in {Union, UnionType}:
            return next((found for each in options if each is not NoneType and (found := expected(each))), "")
        case _, origin, options if origin is Literal:
            *others, last = map(str, options)
            return " or ".join(filter(None, (", ".join(others), last)))
        case (_, origin, (item, *_)) if origin is tuple:
            return "a list" if expected(item) else ""
        case (_, origin, (_, item)) if origin is Mapping:
            return "a table of numbers" if item in {int, float} else "a table"
        case _:
            return ""


_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a string"}


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
    raise InvalidValueError(key, f"must be {expected(hint)}, got {shown(value)}")


def _inside(cls: type, given: Mapping[str, object], key: str, *, like: object) -> object:
    try:
        return made(cls, given, like=like)
    except InvalidValueError as error:
        raise InvalidValueError(f"{key}.{error.key}", error.fault, known=error.known) from error


def _number(value: float, hint: object, key: str) -> float:
    if hint is int and not isinstance(value, int):
        raise InvalidValueError(key, f"must be a whole number, got {shown(value)}")
    if not -MAXIMUM <= value <= MAXIMUM:  # false for nan, too; a component checks the range of its parameter
        raise InvalidValueError(key, f"must be a number up to {MAXIMUM:,}, got {shown(value)}")
    return value if hint is int else float(value)


def _listed(value: list[object], options: tuple[object, ...], key: str) -> tuple[object, ...]:
    hints = (options[0],) * len(value) if Ellipsis in options else options
    if len(hints) != len(value):
        raise InvalidValueError(key, f"must be a list of {len(hints)} values, got {shown(value)}")
    return tuple(_fitted(each, hint, key) for each, hint in zip(value, hints, strict=True))
