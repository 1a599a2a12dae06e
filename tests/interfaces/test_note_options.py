"""Each interface tells a search its own names of options, for notes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from dowse.app.location import VaultLocation
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import open_session
from dowse.interfaces.cli.search_flags import search_request
from dowse.interfaces.http.request_parameters import MixParameters, SearchParameters


def test_the_command_line(tmp_path: Path) -> None:
    with closing(open_session(tmp_path)) as vault:
        request = search_request("carbon", [VaultLocation(vault.root)], path=(), min_similarity=0.4)
    assert (request.interface, request.min_similarity) == ("cli", 0.4)


def test_the_http_api() -> None:
    for parameters in (SearchParameters(q="carbon", min_similarity=0.4), MixParameters(q="carbon", min_similarity=0.4)):
        assert (parameters.request.interface, parameters.request.min_similarity) == ("http", 0.4)


def test_the_library() -> None:
    assert SearchRequest("carbon").interface == "library"
