"""JSON schemas of results, generated from the result dataclasses for OpenAPI and for MCP's output schemas.

For interfaces that have pydantic, which is part of an extra: no other module of the application imports this one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from ...model.value_class import dataclass
from .json_fields import Description, Json, Result, printed


class JsonObject(BaseModel):
    """An object; other fields are allowed, since a later version may add some."""

    model_config = ConfigDict(extra="allow")


def model_of(
    result: type[Result],
    *,
    only: Mapping[type[Result], Collection[str]] | None = None,
    is_described: bool = True,
    is_partial: bool = False,
) -> type[JsonObject]:
    """The pydantic model of a result dataclass, with descriptions and ranges; `only` names the fields to declare.

    Without descriptions only names, types and ranges are left. Without a field, a partial result is valid, too.
    """
    hashable: Any = result  # mypy regards a class with __slots__ as not hashable
    declared = tuple((of, tuple(names)) for of, names in (only or {}).items())
    return _model(hashable, _Declared(declared, is_described, hashable if is_partial else None))


def list_of(result: type[Result]) -> Any:
    """The type of a list of these results."""
    return list[model_of(result)]  # type: ignore[misc]  # made at run time


@dataclass(frozen=True, slots=True)
class _Declared:
    """What the schema of a result states: of some classes only these fields, and whether with descriptions."""

    only: tuple[tuple[Any, tuple[str, ...]], ...]
    is_described: bool
    partial: Any = None  # the class whose fields may all be missing


@cache
def _model(result: Any, stated: _Declared) -> type[JsonObject]:
    hints = get_type_hints(result, include_extras=True)
    declared = dict(stated.only).get(result)
    fields: dict[str, Any] = {
        name: _field(
            hints[name], stated, is_optional=is_optional, is_required=not is_optional and stated.partial is not result
        )
        for name, is_optional in printed(result)
        if declared is None or name in declared
    }
    about = result.__doc__ if stated.is_described else ""
    return create_model(result.__name__, __base__=JsonObject, __doc__=about, **fields)


def _field(hint: Any, stated: _Declared, *, is_optional: bool, is_required: bool) -> tuple[Any, Any]:
    """The type and the description of a field. A field that JSON omits while its value is None is never null."""
    description = next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Description)), None)
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if is_optional:
        inner = Union[tuple(each for each in get_args(inner) if each is not NoneType)]  # noqa: UP007  # of a tuple
    constraints: dict[str, Any] = {}
    if description is not None:
        constraints = {"ge": description.least, "le": description.most}
        if stated.is_described:
            constraints["description"] = description.text
    if not is_required:
        return _schema_type(inner, stated), Field(None, json_schema_extra=_without_default, **constraints)
    return _schema_type(inner, stated), Field(**constraints)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def _schema_type(hint: Any, stated: _Declared) -> Any:  # one for each form of a type
    """The type with models in place of result dataclasses, and lists in place of tuples of any length."""
    if isinstance(hint, type) and issubclass(hint, Result):
        result: Any = hint
        return _model(result, stated)
    origin, inner = get_origin(hint), get_args(hint)
    if hint == Json:
        return Any  # pydantic resolves no alias that names itself
    if origin is dict:
        return dict[str, Any]
    if origin is tuple and inner[-1] is Ellipsis:
        return list[_schema_type(inner[0], stated)]  # type: ignore[misc]  # made at run time
    if origin in {Union, UnionType}:
        return Union[tuple(_schema_type(each, stated) for each in inner)]  # noqa: UP007  # of a tuple
    if origin is tuple:
        return tuple[tuple(_schema_type(each, stated) for each in inner)]  # type: ignore[misc]  # as above
    return hint
