"""Endpoints that search."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, NoReturn

from fastapi import Depends, Query, Request
from pydantic import ValidationError

from ...app.client_remarks import with_notes
from ...app.options import MOST_OVER_WIRE
from ...app.results.json_fields import as_json
from ...app.search import search
from ...app.search_request import SearchRequest
from ...app.why_not import WhyNotRequest, why_not
from ...model.value_class import dataclass
from .problems import ParameterError, ProblemError, parameter_problem
from .request_parameters import MixParameters, SearchParameters, VaultsParameters, WhyNotParameters
from .server_state import RawJsonResponse, ServerState
from .validation_errors import parameter_errors

_MOST_EXACT = 2**53  # whole numbers up to here have a value of their own


async def _mix_parameters(request: Request) -> MixParameters:
    """The body of `POST /search`. Raises ProblemError for an invalid one."""
    value = _parse_json_object(await request.body(), request.headers.get("content-type", ""))
    try:
        return MixParameters.model_validate(value, strict=True)
    except ValidationError as error:
        raise parameter_problem(parameter_errors(error.errors(), tuple(MixParameters.model_fields))) from error


def _parse_json_object(body: bytes, media_type: str) -> dict[str, object]:
    """The JSON object in the body. Raises ProblemError for anything else."""
    if media_type.partition(";")[0].strip().casefold() != "application/json":
        raise ProblemError(415, "send the body as JSON, with `Content-Type: application/json`")
    try:
        value = json.loads(body.decode("utf-8"), parse_float=_number, parse_constant=_reject_constant)
    except RecursionError:
        raise parameter_problem([ParameterError("body", "lists and objects are nested too deeply")]) from None
    except ValueError as error:  # of JSON, of UTF-8; of a long number, followed by advice for programmers
        raise parameter_problem([ParameterError("body", f"not valid JSON: {str(error).partition(';')[0]}")]) from None
    if not isinstance(value, dict):
        raise parameter_problem([ParameterError("body", "must be a JSON object")])
    return value


def _number(text: str) -> float:
    """The number; one without a fraction is a whole number, as in JSON Schema, however it is written."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= _MOST_EXACT else value


def _reject_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


@dataclass(frozen=True, slots=True)
class SearchEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    state: ServerState

    def search(self, parameters: Annotated[SearchParameters, Query()]) -> RawJsonResponse:
        """Search documents by keyword and by meaning."""
        return self._search_response(parameters.vault, parameters.request)

    def mix(self, parameters: Annotated[MixParameters, Depends(_mix_parameters)]) -> RawJsonResponse:
        """Search with a profile that the request body defines."""
        return self._search_response(parameters.vault, parameters.request)

    def why_not(self, parameters: Annotated[WhyNotParameters, Query()]) -> RawJsonResponse:
        """Explain why a document is not among the hits of a search, with changes that make it one."""
        found = self.state.at_ref(parameters, why_not, lambda ref: WhyNotRequest(ref, parameters.request))[1]
        return RawJsonResponse(with_notes(found, "http").to_dict())

    def profiles(self, parameters: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List the ranking profiles with their parameters."""
        return RawJsonResponse(as_json(self.state.profiles(parameters.vault)))

    def _search_response(self, vaults: str, request: SearchRequest) -> RawJsonResponse:
        """The hits, at most as many as a response can have."""
        limited = replace(request, most=MOST_OVER_WIRE, marks=True, syntax=True)  # the limit in a query may be higher
        return RawJsonResponse(
            search(self.state.searchable(vaults), limited, progress=self.state.check_stopping).to_dict()
        )
