"""The ASGI application: endpoints, pages, and problems for other requests."""

from __future__ import annotations

import difflib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Route

from ... import __version__
from ...app.results.document_result import FileResult, PassageResult, RelatedDocumentResult
from ...app.results.graph_result import CommunityDetailResult, FacetsResult, MapResult
from ...app.results.search_result import CommunityResult, SearchResult, WhyNotResult
from ...app.results.server_result import HealthResult, HelpTableResult, ProfileResult, ServedVaultResult
from ...app.results.vault_result import StatusResult
from ..presenters.json_schema import list_of, model_of
from .document_endpoints import DocumentEndpoints
from .graph_endpoints import GraphEndpoints
from .openapi import ABOUT, BODY_OF_MIX, described, problems
from .pages import PAGES, page_routes
from .problems import ProblemError, faulty, response
from .search_endpoints import SearchEndpoints
from .server_state import QueuedRoute, RawJsonResponse, ServerState, turns
from .validation_errors import check_names, complaints

_OF_VAULT = (404, 503, 507)  # unknown vault; missing folder or busy index; no space for the index
Endpoint = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class _Offer:
    """An endpoint and its description."""

    path: str
    call: Endpoint
    shape: Any  # the type of its answer
    statuses: tuple[int, ...] = _OF_VAULT
    method: str = "GET"
    extra: dict[str, Any] | None = None


def application(work: ServerState) -> FastAPI:
    """The application for the vaults. It checks no host, origin or token: the middleware does."""

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        yield
        work.is_over.set()  # requests under way have had their time

    app = FastAPI(
        title="dowse",
        version=__version__,
        summary="Search a folder of notes, docs and code by keyword, by meaning and by link.",
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=running,
        redirect_slashes=False,
    )
    app.state.turns = turns()
    app.include_router(_endpoints(work))
    app.router.routes += [*page_routes(), Route("/openapi.json", _description, methods=["GET"])]
    app.add_exception_handler(ProblemError, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]  # as FastAPI documents it
    return app


def _endpoints(work: ServerState) -> APIRouter:
    searches, documents, graphs = SearchEndpoints(work), DocumentEndpoints(work), GraphEndpoints(work)
    router = APIRouter(dependencies=[Depends(check_names)], route_class=QueuedRoute)
    for offer in (
        _Offer("/search", searches.search, model_of(SearchResult)),
        _Offer("/search", searches.mix, model_of(SearchResult), (*_OF_VAULT, 413, 415), "POST", BODY_OF_MIX),
        _Offer("/why-not", searches.why_not, model_of(WhyNotResult)),
        _Offer("/profiles", searches.profiles, list_of(ProfileResult)),
        _Offer("/find", documents.find, list_of(FileResult)),
        _Offer("/get", documents.get, model_of(PassageResult)),
        _Offer("/related", graphs.related, list_of(RelatedDocumentResult)),
        _Offer("/communities", graphs.communities, list_of(CommunityResult)),
        _Offer("/map", graphs.map, model_of(MapResult) | model_of(CommunityDetailResult)),
        _Offer("/facets", documents.facets, model_of(FacetsResult)),
        _Offer("/status", documents.status, model_of(StatusResult)),
    ):
        _add(router, offer)
    at_once = APIRouter(dependencies=[Depends(check_names)])  # without a queue: these need no index
    for offer in (
        _Offer("/vaults", documents.vaults, list_of(ServedVaultResult), ()),
        _Offer("/query-help", documents.query_help, list_of(HelpTableResult), ()),
        _Offer("/health", documents.health, model_of(HealthResult), ()),
    ):
        _add(at_once, offer)
    router.routes += at_once.routes
    return router


def _add(router: APIRouter, offer: _Offer) -> None:
    about = (offer.call.__doc__ or "").strip()
    router.add_api_route(
        offer.path,
        offer.call,
        methods=[offer.method],
        response_model=offer.shape,
        response_class=RawJsonResponse,
        summary=about.partition(". ")[0].rstrip("."),
        description=about,
        operation_id=offer.call.__name__,
        responses=problems(offer.statuses),
        openapi_extra=offer.extra,
    )


async def _description(request: Request) -> Response:
    return RawJsonResponse(cast(FastAPI, request.app).openapi())


async def _problem(request: Request, error: Exception) -> Response:  # noqa: ARG001  # Starlette's signature
    assert isinstance(error, ProblemError)
    return response(error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    known = {parameter["name"] for parameter in _parameters(request)}
    return response(faulty(complaints(error.errors(), known)))


def _parameters(request: Request) -> list[dict[str, Any]]:
    operation = request.app.openapi()["paths"][request.scope["route"].path][request.method.lower()]
    found: list[dict[str, Any]] = operation.get("parameters", [])
    return found


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    match error.status_code:
        case 404:
            return response(ProblemError(404, _nothing_at(request), headers=headers))
        case 405:
            allowed = ", ".join(_methods(request))
            return response(ProblemError(405, f"allowed methods: {allowed}", headers={"Allow": allowed}))
        case _:
            return response(ProblemError(error.status_code, str(error.detail), headers=headers))


def _methods(request: Request) -> list[str]:
    """The methods of a known path: those of its endpoints, or of a page."""
    operations: Mapping[str, object] = request.app.openapi()["paths"].get(request.url.path, {"get": {}})
    return sorted({"HEAD", *map(str.upper, operations)})


def _nothing_at(request: Request) -> str:
    """The detail for an unknown path."""
    app: FastAPI = request.app
    known = [*app.openapi()["paths"], *PAGES]
    path = request.url.path[:60]
    near = difflib.get_close_matches(path, known, n=1, cutoff=0.6)
    return f"unknown path {path!r}; {f'did you mean {near[0]}?' if near else '/docs lists the endpoints'}"
