"""The ASGI application: endpoints, pages, and problems for other requests."""

from __future__ import annotations

import difflib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Route

from ... import __version__
from ...app.results.document_result import FileResult, PassageResult, RelatedDocumentResult
from ...app.results.graph_result import CommunityDetailResult, FacetsResult, MapResult
from ...app.results.json_schema import list_of, model_of
from ...app.results.outline_result import OutlineResult
from ...app.results.search_result import CommunityResult, SearchResult, WhyNotResult
from ...app.results.server_result import HealthResult, HelpTableResult, ProfileResult, ServedVaultResult
from ...app.results.symbol_result import SymbolResult
from ...app.results.vault_result import StatusResult
from ...model.value_class import dataclass
from ...serving.request_queue import RequestQueue
from .document_endpoints import DocumentEndpoints
from .graph_endpoints import GraphEndpoints
from .openapi import ABOUT, BODY_OF_MIX, openapi_document, problems
from .pages import PAGES, missing_page, page_routes
from .problems import ProblemError, bug_response, parameter_problem, response
from .search_endpoints import SearchEndpoints
from .server_state import QueuedRoute, RawJsonResponse, ServerState
from .validation_errors import check_names, parameter_errors

_VAULT_STATUSES = (404, 503, 507)  # unknown vault; missing folder or busy index; no space for the index
Endpoint = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class _EndpointSpec:
    """An endpoint and its description."""

    path: str
    call: Endpoint
    response_type: Any  # the type of its answer
    statuses: tuple[int, ...] = _VAULT_STATUSES
    method: str = "GET"
    openapi_extra: dict[str, Any] | None = None


def application(state: ServerState) -> FastAPI:
    """The application for the vaults. It checks no host, origin or token: the middleware does."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        state.is_over.set()  # requests under way have had their time

    app = FastAPI(
        title="dowse",
        version=__version__,
        summary="Search a folder of notes, docs and code by keyword, by meaning and by link.",
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.request_queue = RequestQueue()
    app.include_router(_endpoints(state))
    app.router.routes += [*page_routes(), Route("/openapi.json", _description, methods=["GET"])]
    app.add_exception_handler(ProblemError, _problem_response)
    app.add_exception_handler(RequestValidationError, _validation_problem)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(Exception, bug_response)  # Starlette raises the error again, so that it is logged
    app.openapi = lambda: openapi_document(app)  # type: ignore[method-assign]  # as FastAPI documents it
    return app


def _endpoints(state: ServerState) -> APIRouter:
    search, documents, graph = SearchEndpoints(state), DocumentEndpoints(state), GraphEndpoints(state)
    router = APIRouter(dependencies=[Depends(check_names)], route_class=QueuedRoute)
    for spec in (
        _EndpointSpec("/search", search.search, model_of(SearchResult)),
        _EndpointSpec("/search", search.mix, model_of(SearchResult), (*_VAULT_STATUSES, 413, 415), "POST", BODY_OF_MIX),
        _EndpointSpec("/why-not", search.why_not, model_of(WhyNotResult)),
        _EndpointSpec("/profiles", search.profiles, list_of(ProfileResult)),
        _EndpointSpec("/find", documents.find, list_of(FileResult) | list_of(SymbolResult)),
        _EndpointSpec("/get", documents.get, model_of(PassageResult)),
        _EndpointSpec("/outline", documents.outline, model_of(OutlineResult)),
        _EndpointSpec("/related", graph.related, list_of(RelatedDocumentResult)),
        _EndpointSpec("/communities", graph.communities, list_of(CommunityResult)),
        _EndpointSpec("/map", graph.map, model_of(MapResult) | model_of(CommunityDetailResult)),
        _EndpointSpec("/facets", documents.facets, model_of(FacetsResult)),
        _EndpointSpec("/status", documents.status, model_of(StatusResult)),
    ):
        _add_route(router, spec)
    unqueued = APIRouter(dependencies=[Depends(check_names)])  # without a queue: these need no index
    for spec in (
        _EndpointSpec("/vaults", documents.vaults, list_of(ServedVaultResult), ()),
        _EndpointSpec("/query-help", documents.query_help, list_of(HelpTableResult), ()),
        _EndpointSpec("/health", documents.health, model_of(HealthResult), ()),
    ):
        _add_route(unqueued, spec)
    router.routes += unqueued.routes
    return router


def _add_route(router: APIRouter, spec: _EndpointSpec) -> None:
    description = (spec.call.__doc__ or "").strip()
    router.add_api_route(
        spec.path,
        spec.call,
        methods=[spec.method],
        response_model=spec.response_type,
        response_class=RawJsonResponse,
        summary=description.partition(". ")[0].rstrip("."),
        description=description,
        operation_id=spec.call.__name__,
        responses=problems(spec.statuses),
        openapi_extra=spec.openapi_extra,
    )


async def _description(request: Request) -> Response:
    return RawJsonResponse(cast(FastAPI, request.app).openapi())


async def _problem_response(request: Request, error: Exception) -> Response:  # noqa: ARG001  # Starlette's signature
    assert isinstance(error, ProblemError)
    return response(error)


async def _validation_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    known = {parameter["name"] for parameter in _parameters(request)}
    return response(parameter_problem(parameter_errors(error.errors(), known)))


def _parameters(request: Request) -> list[dict[str, Any]]:
    operation = request.app.openapi()["paths"][request.scope["route"].path][request.method.lower()]
    parameters: list[dict[str, Any]] = operation.get("parameters", [])
    return parameters


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    match error.status_code:
        case 404 if page := missing_page(request):
            return page
        case 404:
            return response(ProblemError(404, _unknown_path(request), headers=headers))
        case 405:
            allowed = ", ".join(_methods(request))
            return response(ProblemError(405, f"allowed methods: {allowed}", headers={"Allow": allowed}))
        case _:
            return response(ProblemError(error.status_code, str(error.detail), headers=headers))


def _methods(request: Request) -> list[str]:
    """The methods of a known path: those of its endpoints, or of a page."""
    operations: Mapping[str, object] = request.app.openapi()["paths"].get(request.url.path, {"get": {}})
    return sorted({"HEAD", *map(str.upper, operations)})


def _unknown_path(request: Request) -> str:
    """The detail for an unknown path."""
    app: FastAPI = request.app
    known = [*app.openapi()["paths"], *PAGES]
    path = request.url.path[:60]
    matches = difflib.get_close_matches(path, known, n=1, cutoff=0.6)
    return f"unknown path {path!r}; {f'did you mean {matches[0]}?' if matches else '/docs lists the endpoints'}"
