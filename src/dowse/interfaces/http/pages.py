"""The pages with their scripts and styles: files of the package, by a fixed list of names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import PurePosixPath
from string import Template
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


class _Page(NamedTuple):
    name: str  # of its content, style and script
    title: str
    skip: str  # what the link for keyboards skips to


_MIXER = _Page("mixer", "Mixer", "the mixer")
_MISSING = _Page("missing", "Page not found", "the text")
PAGES: Mapping[str, _Page] = {
    "/": _Page("search", "Search", "the search"),
    "/pipeline": _Page("pipeline", "Pipeline", "the pipeline"),
    "/mixer": _MIXER,
    "/harness": _MIXER,  # Temoa's name for it
    "/graph": _Page("graph", "Graph", "the map"),
    "/note": _Page("note", "Note", "the note"),
    "/docs": _Page("docs", "API", "the endpoints"),
}
_HTML = "text/html; charset=utf-8"
_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
_FILES = files("dowse.interfaces.web")


def page_routes() -> list[Route]:
    """The routes of the pages. A requested name is looked up in the list and never becomes part of a file path."""
    assets = {
        file.name: file for file in _FILES.iterdir() if file.is_file() and PurePosixPath(file.name).suffix in _TYPES
    }

    async def page(request: Request) -> Response:
        return _answer(_composed(PAGES[request.url.path]), _HTML, request)

    async def asset(request: Request) -> Response:
        file = assets.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return _answer(file.read_bytes(), _TYPES[PurePosixPath(file.name).suffix], request)

    return [*(Route(path, page, methods=["GET"]) for path in PAGES), Route("/assets/{name}", asset, methods=["GET"])]


def missing_page(request: Request) -> Response | None:
    """The page for an unknown address, for a browser that wants a page; None for a program that wants JSON."""
    wanted = [each.partition(";")[0].strip() for each in request.headers.get("accept", "").split(",")]
    if "text/html" not in wanted or request.url.path.startswith("/assets/"):
        return None
    return Response(_composed(_MISSING), 404, headers={"Content-Type": _HTML})


def _composed(page: _Page) -> bytes:
    """The page: its content in the frame that all pages share."""
    frame, main = (_FILES.joinpath(f"{name}.html").read_text("utf-8") for name in ("frame", page.name))
    link = f">{page.title}</a>"
    frame = frame.replace(link, f' aria-current="page"{link}')
    return Template(frame).substitute(page._asdict(), main=main).encode()


def _answer(content: bytes, media_type: str, request: Request) -> Response:
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    known_tags = request.headers.get("if-none-match", "")
    if tag in (each.strip().removeprefix("W/") for each in known_tags.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(content, headers={**headers, "Content-Type": media_type})
