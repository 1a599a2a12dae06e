"""Errors as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from ...app.client_remarks import for_client
from ...app.results.json_fields import Json
from ...model.errors import (
    DowseError,
    IndexBusyError,
    IndexDamagedError,
    QueryError,
    RefError,
    SettingsError,
    StorageError,
    UnknownProfileError,
    VaultError,
)
from ...serving.request_queue import ServerBusyError

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 5  # enough to index some thousand notes

# The first matching class counts, so subclasses come first.
_STATUS: Sequence[tuple[type[DowseError], int]] = (
    (RefError, 404),
    (QueryError, 422),
    (UnknownProfileError, 404),
    (SettingsError, 422),
    (IndexBusyError, 503),
    (IndexDamagedError, 503),
    (ServerBusyError, 503),
    (VaultError, 503),
    (StorageError, 507),
    (DowseError, 422),
)
# The phrases of RFC 9110 and RFC 4918: with the type about:blank the title is that of the status (RFC 9457, 4.2.1).
TITLES: Mapping[int, str] = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    414: "URI Too Long",
    415: "Unsupported Media Type",
    421: "Misdirected Request",
    422: "Unprocessable Content",
    500: "Internal Server Error",
    503: "Service Unavailable",
    507: "Insufficient Storage",
}


@dataclass(frozen=True, slots=True)
class ParameterError:
    """An error in one parameter."""

    parameter: str
    detail: str


@dataclass(slots=True, eq=False)
class ProblemError(Exception):
    """A request that is answered with a problem."""

    status: int
    detail: str
    errors: Sequence[ParameterError] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        Exception.__init__(self, self.status, self.detail)


def parameter_problem(errors: Sequence[ParameterError]) -> ProblemError:
    """The problem for a request with these errors."""
    return ProblemError(422, "; ".join(f"{error.parameter}: {error.detail}" for error in errors), errors)


def problem_of(error: DowseError) -> ProblemError:
    """The problem for an error of the application."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    headers = {"Retry-After": str(RETRY_SECONDS)} if status == 503 else {}
    return ProblemError(status, for_client(str(error), "http"), headers=headers)


def bug_problem() -> ProblemError:
    """The problem for an unexpected error, without its traceback."""
    return ProblemError(500, "The traceback is in the server's log; please report it")


async def bug_response(_request: Request, _error: Exception) -> Response:
    """The response of an application to an unexpected error, in place of Starlette's, which is plain text."""
    return response(bug_problem())


def response(problem: ProblemError) -> Response:
    """The problem as a response."""
    return Response(encode_json(problem_json(problem)), problem.status, {**problem.headers, "Content-Type": MEDIA_TYPE})


def problem_json(problem: ProblemError) -> dict[str, Json]:
    """The problem as data."""
    out: dict[str, Json] = {
        "type": "about:blank",
        "title": TITLES.get(problem.status) or HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
    }
    if problem.errors:
        out["errors"] = [{"parameter": error.parameter, "detail": error.detail} for error in problem.errors]
    return out


def encode_json(value: object) -> bytes:
    """The value as JSON; bytes of a file name that are not Unicode become question marks."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")
