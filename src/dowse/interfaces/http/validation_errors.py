"""Errors in the parameters of a request, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request

from ..presenters.validation_error import parameter_advice, validation_message
from .problems import ParameterError, parameter_problem

_LONGEST_NAME = 60  # characters of a name in a message
_REQUEST_PARTS = frozenset({"query", "body", "path"})


def parameter_errors(errors: Iterable[Mapping[str, Any]], known: Collection[str]) -> Sequence[ParameterError]:
    """The errors that pydantic found; `known` are the names of the parameters."""
    return list(dict.fromkeys(_parameter_error(error, known) for error in errors))


async def check_names(request: Request) -> None:
    """Raises ProblemError for an unknown parameter, or for several values of a parameter that takes one."""
    app: FastAPI = request.app
    operation = app.openapi()["paths"][request.scope["route"].path][request.method.lower()]
    takes_many = {each["name"]: _is_list(each["schema"]) for each in operation.get("parameters", ())}
    errors = []
    for name in request.query_params:
        if name not in takes_many:
            errors.append(ParameterError(_shorten(name), unknown_parameter(name, takes_many)))
        elif not takes_many[name] and len(request.query_params.getlist(name)) > 1:
            errors.append(ParameterError(name, "given more than once; it takes one value"))
    if errors:
        raise parameter_problem(errors)


def unknown_parameter(name: str, known: Collection[str]) -> str:
    """The detail for an unknown name."""
    advice = parameter_advice("http", name, known) if known else "this endpoint takes none"
    return f"unknown parameter {_shorten(name)!r}; {advice}"


def _parameter_error(error: Mapping[str, Any], known: Collection[str]) -> ParameterError:
    location = [str(each) for each in error["loc"] if each not in _REQUEST_PARTS]
    name = location[0] if location else "body"
    if error["type"] == "extra_forbidden":
        return ParameterError(_shorten(name), unknown_parameter(name, known))
    if error["type"] == "missing":
        return ParameterError(name, "required, but missing")
    item = f"number {int(location[1]) + 1} " if len(location) > 1 and location[1].isdecimal() else ""
    return ParameterError(name, f"{item}{validation_message(error)}")


def _is_list(schema: Mapping[str, Any]) -> bool:
    return any(each.get("type") == "array" for each in (schema, *schema.get("anyOf", ())))


def _shorten(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
