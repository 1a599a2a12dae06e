"""Parses and validates the JSON body of a request."""

from __future__ import annotations

import json
from typing import NoReturn

from fastapi import Request
from pydantic import ValidationError

from .problems import ParameterError, ProblemError, parameter_problem
from .request_parameters import MixParameters
from .validation_errors import parameter_errors


async def mix_parameters(request: Request) -> MixParameters:
    """The body of `POST /search`. Raises ProblemError for an invalid one."""
    value = parse_json_object(await request.body(), request.headers.get("content-type", ""))
    try:
        return MixParameters.model_validate(value, strict=True)
    except ValidationError as error:
        raise parameter_problem(parameter_errors(error.errors(), tuple(MixParameters.model_fields))) from error


def parse_json_object(body: bytes, media_type: str) -> dict[str, object]:
    """The JSON object in the body. Raises ProblemError for anything else."""
    if media_type.partition(";")[0].strip().casefold() != "application/json":
        raise ProblemError(415, "send the body as JSON, with `Content-Type: application/json`")
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_reject_constant)
    except RecursionError:
        raise parameter_problem([ParameterError("body", "lists and objects are nested too deeply")]) from None
    except ValueError as error:  # of JSON, of UTF-8; of a long number, followed by advice for programmers
        raise parameter_problem([ParameterError("body", f"not valid JSON: {str(error).partition(';')[0]}")]) from None
    if not isinstance(value, dict):
        raise parameter_problem([ParameterError("body", "must be a JSON object")])
    return value


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
