"""The pages with their scripts and styles: files of the package, by a fixed list of names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

PAGES: Mapping[str, str] = {
    "/": "index.html",
    "/pipeline": "pipeline.html",
    "/mixer": "mixer.html",
    "/harness": "mixer.html",  # Temoa's name for it
    "/graph": "graph.html",
    "/note": "note.html",
    "/docs": "docs.html",
}
_TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


def page_routes() -> list[Route]:
    """The routes of the pages. A requested name is looked up in the list and never becomes part of a file path."""
    assets = {
        file.name: file
        for file in files("dowse.interfaces.web").iterdir()
        if file.is_file() and PurePosixPath(file.name).suffix in _TYPES
    }

    async def page(request: Request) -> Response:
        return _file(assets.get(PAGES[request.url.path]), request)

    async def asset(request: Request) -> Response:
        return _file(assets.get(request.path_params["name"]), request)

    return [*(Route(path, page, methods=["GET"]) for path in PAGES), Route("/assets/{name}", asset, methods=["GET"])]


def missing_page(request: Request) -> Response | None:
    """The page for an unknown address, for a browser that wants a page; None for a program that wants JSON."""
    wanted = [each.partition(";")[0].strip() for each in request.headers.get("accept", "").split(",")]
    if "text/html" not in wanted or request.url.path.startswith("/assets/"):
        return None
    content = files("dowse.interfaces.web").joinpath("missing.html").read_bytes()
    return Response(content, 404, headers={"Content-Type": _TYPES[".html"]})


def _file(file: Traversable | None, request: Request) -> Response:
    if file is None:
        raise HTTPException(404)
    content = file.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    known_tags = request.headers.get("if-none-match", "")
    if tag in (each.strip().removeprefix("W/") for each in known_tags.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(content, headers={**headers, "Content-Type": _TYPES[PurePosixPath(file.name).suffix]})
