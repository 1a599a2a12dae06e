from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dowse.query.fields import FIELDS
from tests.interfaces.http.server import Server

_PAGE = (Path(__file__).parents[3] / "docs" / "http.md").read_text("utf-8")
_ROW = re.compile(r"^\| `(GET|POST) (/[\w-]*)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)
_FUZZER = Path(sys.executable).parent / "schemathesis"
# What the description allows may still name no profile, no date and no property: texts are checked by the core.
_NOT_CHECKED = "positive_data_acceptance"
_CONFIG = """[checks.negative_data_rejection]
expected-statuses = ["401", "403", "404", "405", "414", "415", "422"]
"""


def _fuzzed(server: Server, folder: Path) -> str:
    """What was found wrong; empty when nothing was."""
    (folder / "schemathesis.toml").write_text(_CONFIG)
    command: list[str | Path] = [_FUZZER, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--no-color"]
    command += ["--generation-deterministic", "--max-examples", "10", "--exclude-checks", _NOT_CHECKED]
    ran = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    return "" if ran.returncode == 0 else ran.stdout + ran.stderr


@pytest.mark.slow
def test_the_server_answers_as_it_is_described_whatever_is_asked(server: Server, tmp_path: Path) -> None:
    assert _fuzzed(server, tmp_path) == ""


def test_every_endpoint_is_described_with_its_parameters_and_problems(server: Server) -> None:
    api = server.ask("/openapi.json").json
    assert api["openapi"].startswith("3.1")
    for path, methods in api["paths"].items():
        for operation in methods.values():
            assert operation["description"], path
            assert all(each["description"] for each in operation.get("parameters", ())), path
            assert {"200", "403", "414", "421", "422", "500"} <= set(operation["responses"]), path
            for status, response in operation["responses"].items():
                kind = "application/json" if status == "200" else "application/problem+json"
                assert set(response["content"]) == {kind}, (path, status)


def test_the_description_explains_the_query_language(server: Server) -> None:
    about = server.ask("/openapi.json").json["info"]["description"]
    assert all(f"`{field.example}`" in about for field in FIELDS)


def test_the_page_lists_every_endpoint_with_its_parameters(server: Server) -> None:
    listed = {}
    for method, path, parameters in _ROW.findall(_PAGE):
        listed[path, method.lower()] = set(re.findall(r"`(\w+)`", parameters))
    for path, methods in server.ask("/openapi.json").json["paths"].items():
        for method, operation in methods.items():
            taken = {each["name"] for each in operation.get("parameters", ())}
            if (path, method) == ("/why-not", "get"):
                taken = {"ref", *(taken - listed["/search", "get"])}
            if method == "get":
                assert listed[path, method] - {"search"} == taken, path
            assert (path, method) in listed
