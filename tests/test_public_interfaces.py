"""The server uses public names of its web libraries: private ones change with any release."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dowse

_ROOT = Path(dowse.__file__).parent
_LIBRARIES = frozenset({"fastapi", "mcp", "starlette", "uvicorn"})
_NAMED = re.compile("|".join(sorted(_LIBRARIES)))
_INTERNAL = ("uvicorn.protocols", "uvicorn.lifespan", "uvicorn.loops", "uvicorn.server")  # not in its documentation


def private_names(text: str) -> Iterator[str]:
    """The names of the web libraries that the module imports although they are private or not documented."""
    for node in ast.walk(ast.parse(text)) if _NAMED.search(text) else ():
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom(module=str(module), level=0):
                names = [f"{module}.{alias.name}" for alias in node.names]
            case ast.Constant(str(value)):
                names = [value] if value.startswith(_INTERNAL) else []
            case ast.Attribute():
                names = [ast.unparse(node)]
            case _:
                names = []
        for name in names:
            parts = name.split(".")
            if parts[0] in _LIBRARIES and (
                any(part.startswith("_") and not part.startswith("__") for part in parts) or name.startswith(_INTERNAL)
            ):
                yield name


def test_no_private_name_of_a_web_library_is_used() -> None:
    found = {str(path.relative_to(_ROOT)): [*private_names(path.read_text("utf-8"))] for path in _ROOT.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from uvicorn.protocols.http.h11_impl import H11Protocol", ["uvicorn.protocols.http.h11_impl.H11Protocol"]),
        ("import starlette._utils", ["starlette._utils"]),
        ("from mcp.server import _private", ["mcp.server._private"]),
        ("import uvicorn\nuvicorn._compat", ["uvicorn._compat"]),
        ("http = 'uvicorn.protocols.http.h11_impl:H11Protocol'", ["uvicorn.protocols.http.h11_impl:H11Protocol"]),
        ("import uvicorn\nfrom starlette.types import ASGIApp\nuvicorn.Config", []),
    ],
)
def test_the_check_notices_private_names(text: str, found: list[str]) -> None:
    assert list(private_names(text)) == found
