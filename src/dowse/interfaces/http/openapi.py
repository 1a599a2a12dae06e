"""The description of the API (OpenAPI 3.1): endpoints, query language and errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ...query.fields import HELP_TABLES
from .problems import MEDIA_TYPE, TITLES
from .request_parameters import MixParameters

_COMMON_STATUSES = (401, 403, 414, 421, 422, 500)  # of each endpoint
_PROBLEM = {
    "type": "object",
    "title": "Problem",
    "description": "An error (RFC 9457).",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["parameter", "detail"],
                "properties": {"parameter": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
    },
}
BODY_OF_MIX = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": MixParameters.model_json_schema()}}}
}


def _about() -> str:
    lines = [
        "All endpoints are read-only. Paths are relative to the vault. Each answer reads changed files first.",
        "",
        "Errors are `application/problem+json`. Unknown parameters are errors. `vault` selects one of several vaults.",
    ]
    for title, rows in HELP_TABLES.items():
        lines += ["", f"### {title}", "", "| | |", "|---|---|"]
        lines += [f"| `{_cell(row.example)}` | {_cell(row.about)} |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


ABOUT = _about()


def problems(statuses: Iterable[int]) -> dict[int | str, dict[str, Any]]:
    """The descriptions of the error responses with these statuses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {each: {"description": TITLES[each], "content": content} for each in sorted({*_COMMON_STATUSES, *statuses})}


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """The description, generated once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=app.description,
            routes=app.routes,
        )
        components = document.setdefault("components", {})
        components.setdefault("schemas", {})["Problem"] = _PROBLEM
        components["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer", "description": "Required when the server has a token."}
        }
        document["security"] = [{}, {"token": []}]
        app.openapi_schema = document
    return app.openapi_schema
