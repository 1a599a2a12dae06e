"""Errors in the parameters of a request, in words."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request

from .problems import ParameterError, faulty

_LONGEST_NAME = 60  # characters of a name in a message
_PLACES = frozenset({"query", "body", "path"})


def complaints(errors: Iterable[Mapping[str, Any]], known: Collection[str]) -> Sequence[ParameterError]:
    """The errors that pydantic found; `known` are the names of the parameters."""
    return list(dict.fromkeys(_wrong(each, known) for each in errors))


async def check_names(request: Request) -> None:
    """Raises ProblemError for an unknown parameter, or for several values of a parameter that takes one."""
    app: FastAPI = request.app
    operation = app.openapi()["paths"][request.scope["route"].path][request.method.lower()]
    takes_many = {each["name"]: _is_list(each["schema"]) for each in operation.get("parameters", ())}
    wrong = []
    for name in request.query_params:
        if name not in takes_many:
            wrong.append(ParameterError(_short(name), unknown(name, takes_many)))
        elif not takes_many[name] and len(request.query_params.getlist(name)) > 1:
            wrong.append(ParameterError(name, "given more than once; it takes one value"))
    if wrong:
        raise faulty(wrong)


def unknown(name: str, known: Collection[str]) -> str:
    """The detail for an unknown name."""
    near = difflib.get_close_matches(name[:_LONGEST_NAME].casefold(), known, n=1, cutoff=0.6)
    offer = (
        f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}" if known else "this endpoint takes none"
    )
    return f"unknown parameter {_short(name)!r}; {offer}"


def _wrong(error: Mapping[str, Any], known: Collection[str]) -> ParameterError:
    where = [str(each) for each in error["loc"] if each not in _PLACES]
    name = where[0] if where else "body"
    if error["type"] == "extra_forbidden":
        return ParameterError(_short(name), unknown(name, known))
    if error["type"] == "missing":
        return ParameterError(name, "required, but missing")
    message = str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "value_error":  # a message of dowse, which has the value
        return ParameterError(name, message)
    place = f" (number {int(where[1]) + 1})" if len(where) > 1 and where[1].isdecimal() else ""
    return ParameterError(name, f"{message}{place}, got {reprlib.repr(error['input'])}")


def _is_list(schema: Mapping[str, Any]) -> bool:
    return any(each.get("type") == "array" for each in (schema, *schema.get("anyOf", ())))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
