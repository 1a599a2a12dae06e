"""The JSON Schema of a profile, as `mixed` reads it: from the registry of components and their parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ..model.parameter import Parameter, parameters
from ..search.profiles import PROFILES
from ..settings.adhoc_profile import LONGEST
from ..settings.component_packages import ComponentKind
from ..settings.component_registry import ALIASES, NAMES, names
from ..settings.schema import MOST_COMPONENTS, MOST_RERANKERS
from ..settings.user_profiles import GRANULARITIES, MAX_AGE
from ..settings.validate import MAXIMUM, settable

OWN_NAME = {"not": {"enum": list(PROFILES)}}  # of a profile that is not built in

_Schema = dict[str, Any]
_TEXT: _Schema = {"type": "string", "maxLength": LONGEST}
_TYPES: _Schema = {"type": "array", "items": {**_TEXT, "pattern": "\\S"}}


def profile_schema() -> _Schema:
    """The schema of the table of a profile, without the limit of all its entries together."""
    fusion = _component("fusion")
    properties = {
        "about": _TEXT,
        "extends": {**_TEXT, "minLength": 1, "description": "Name of a profile, for the keys that this table lacks."},
        "retrievers": {**_components("retriever"), "minItems": 1, **_at_most_one_each(names("retriever"))},
        "fusion": fusion,
        "encoded": {**fusion, "description": "Fusion for a model that encodes texts, instead of `fusion`."},
        "unspaced": {**fusion, "description": "Fusion for other scripts than Latin, and Vietnamese."},
        "stages": {**_components("stage"), "allOf": [_at_most("rerank", MOST_RERANKERS)]},
        "rewrites": _components("rewrite"),
        "include_types": _TYPES,
        "exclude_types": _TYPES,
        "max_age_days": _number(float, MAX_AGE),
        "granularity": {"type": "string", "enum": list(GRANULARITIES)},
    }
    complete = [{"required": ["extends"]}, {"required": ["retrievers", "fusion", "stages"]}]
    return {"type": "object", "additionalProperties": False, "properties": properties, "anyOf": complete}


def _components(kind: ComponentKind) -> _Schema:
    return {"type": "array", "maxItems": MOST_COMPONENTS[kind], "items": _component(kind)}


def _component(kind: ComponentKind) -> _Schema:
    """A name, or a table of one key, the name, with the parameters."""
    known = (*names(kind), *(ALIASES if kind == "stage" else ()))
    tables = {name: _table(NAMES[kind][ALIASES.get(name, name)]) for name in known}
    table = {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
        "properties": tables,
    }
    return {"anyOf": [{"type": "string", "enum": list(known)}, table]}


def _table(cls: type) -> _Schema:
    """The parameters of a component, each of which may be left out."""
    specs, hints = parameters(cls), get_type_hints(cls)
    properties = {
        name: _parameter(name, hints[name], _with_numbers(specs.get(name), field.default))
        for name, field in settable(cls).items()
    }
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _with_numbers(spec: Parameter | None, default: object) -> Parameter | None:
    """The specification with numbers for bounds.

    A bound that is another parameter becomes the default of this one, which lies within for any valid value of both.
    """
    if spec is None or not isinstance(default, int | float):
        return spec
    bounds = (spec.minimum, spec.maximum, spec.above, spec.below)
    low, high, above, below = (default if isinstance(each, str) else each for each in bounds)
    return replace(spec, minimum=low, maximum=high, above=above, below=below)


def _parameter(name: str, hint: object, spec: Parameter | None) -> _Schema:
    value = _value(hint, spec)
    if name == "weights" and get_origin(hint) is Mapping:  # of lists, not of fields
        lists = names("retriever")
        value = {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(lists, value["additionalProperties"]),
        }
    return {**value, "description": f"{spec.about[:1].upper()}{spec.about[1:]}."} if spec else value


def _value(hint: object, spec: Parameter | None) -> _Schema:
    """The schema of a value of that type; the bounds hold for each number in it."""
    options = get_args(hint)
    match hint, get_origin(hint):
        case _, origin if origin in {Union, UnionType}:
            return _value(next(each for each in options if each is not NoneType), spec)
        case _, origin if origin is Literal:
            return {"type": "string", "enum": list(options)}
        case _, origin if origin is tuple:
            return _list(options, spec)
        case _, origin if origin is Mapping:
            return {"type": "object", "additionalProperties": _value(options[1], spec)}
        case type() as cls, None if is_dataclass(cls):
            inner = {name: _value(each, spec) for name, each in get_type_hints(cls).items() if name in settable(cls)}
            return {"type": "object", "additionalProperties": False, "properties": inner}
        case cls, None if cls is bool:
            return {"type": "boolean"}
        case cls, None if cls is str:
            return _TEXT
        case _:
            return _number(hint, spec)


def _list(options: tuple[object, ...], spec: Parameter | None) -> _Schema:
    if Ellipsis in options:
        rows = spec.row if spec else ()
        columns = get_args(options[0]) if rows else ()
        item = (
            _fixed(_value(each, row) for each, row in zip(columns, rows, strict=True))
            if rows
            else _value(options[0], spec)
        )
        return {"type": "array", "items": item}
    return _fixed(_value(each, spec) for each in options)


def _fixed(columns: Iterator[_Schema]) -> _Schema:
    schemas = list(columns)
    return {"type": "array", "prefixItems": schemas, "minItems": len(schemas), "maxItems": len(schemas)}


def _number(hint: object, spec: Parameter | None) -> _Schema:
    schema: _Schema = {"type": "integer" if hint is int else "number", "minimum": -MAXIMUM, "maximum": MAXIMUM}
    bounds = (spec.minimum, spec.maximum, spec.above, spec.below) if spec else (None,) * 4
    keywords = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    schema |= {key: bound for key, bound in zip(keywords, bounds, strict=True) if isinstance(bound, int | float)}
    return schema


def _at_most_one_each(known: tuple[str, ...]) -> _Schema:
    return {"allOf": [_at_most(name, 1) for name in known]}


def _at_most(name: str, most: int) -> _Schema:
    named = {"anyOf": [{"const": name}, {"type": "object", "required": [name]}]}
    return {"contains": named, "minContains": 0, "maxContains": most}
