from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from dowse.interfaces.http.problems import TITLES
from dowse.query.fields import FIELDS
from tests.interfaces.bounds import unbounded
from tests.interfaces.http.server import Server

_PAGE = (Path(__file__).parents[3] / "docs" / "http.md").read_text("utf-8")
_ROW = re.compile(r"^\| `(GET|POST) (/[\w-]*)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)
_FUZZER = Path(sys.executable).parent / "schemathesis"
# Without the 1,500 combinations of values in the body of a search, more than all other requests together, and those of
# the parameters that a search has as well.
_FEWER = """[[operations]]
include-name = "POST /search"
phases.coverage.enabled = false

[[operations]]
include-name = "GET /why-not"
phases.coverage.enabled = false
"""


def _fuzzed(server: Server, folder: Path, examples: int, settings: str) -> str:
    """What was found wrong; empty when nothing was."""
    (folder / "schemathesis.toml").write_text(settings)
    command: list[str | Path] = [_FUZZER, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--no-color"]
    command += ["--generation-deterministic", "--max-examples", str(examples)]
    ran = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    return "" if ran.returncode == 0 else ran.stdout + ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("examples", "settings"),
    [pytest.param(3, _FEWER, id="3"), pytest.param(10, "", marks=pytest.mark.exhaustive, id="10")],
)
def test_the_server_answers_as_it_is_described_whatever_is_asked(
    server: Server, tmp_path: Path, examples: int, settings: str
) -> None:
    assert _fuzzed(server, tmp_path, examples, settings) == ""


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


def test_each_parameter_of_each_endpoint_has_a_bound(server: Server) -> None:
    api = server.ask("/openapi.json").json
    found = list[str]()
    for path, methods in api["paths"].items():
        for operation in methods.values():
            for each in operation.get("parameters", ()):
                found += unbounded(each["schema"], f"{path} {each['name']}", api)
            for content in operation.get("requestBody", {}).get("content", {}).values():
                found += unbounded(content["schema"], f"{path} body", api)
    of_mix = re.compile(r"/search body\.mix\..*: the number of (?:values|keys)")  # 500 in all: see adhoc_profile
    assert [each for each in found if not of_mix.fullmatch(each)] == []


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


_ASKED = (
    "/search?q=carbon+tax&explain=true&pipeline_debug=true",
    "/search?q=communities:",
    "/why-not?q=knee&ref=AJ",
    "/profiles",
    "/find?pattern=IRS",
    "/get?ref=AJ&links=true",
    "/outline?ref=AJ",
    "/related?ref=AJ",
    "/communities",
    "/map",
    "/map?community=1",
    "/facets",
    "/status",
    "/vaults",
    "/query-help",
    "/health",
)


@pytest.mark.parametrize("target", _ASKED)
def test_an_answer_has_the_fields_of_its_schema_and_no_others(target: str, server: Server) -> None:
    api = server.ask("/openapi.json").json
    path = target.partition("?")[0]
    schema = api["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert list(_undeclared(server.ask(target).json, schema, api, path)) == []


def _undeclared(value: object, schema: Mapping[str, Any], api: Mapping[str, Any], at: str) -> Iterator[str]:
    """The fields that no schema declares, and the required ones that are missing."""
    schema = _resolved(schema, value, api)
    match value:
        case dict() if "properties" in schema:
            yield from (f"{at}.{name} is not declared" for name in value.keys() - schema["properties"].keys())
            yield from (f"{at}.{name} is missing" for name in set(schema.get("required", ())) - value.keys())
            for name in value.keys() & schema["properties"].keys():
                yield from _undeclared(value[name], schema["properties"][name], api, f"{at}.{name}")
        case list() if "items" in schema:
            for item in value:
                yield from _undeclared(item, schema["items"], api, f"{at}[]")


def _resolved(schema: Mapping[str, Any], value: object, api: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema behind a reference; of several, the one whose required fields the value has."""
    if "$ref" in schema:
        return _resolved(api["components"]["schemas"][schema["$ref"].rpartition("/")[2]], value, api)
    options = [_resolved(each, value, api) for each in schema.get("anyOf", ())]
    if not options or not isinstance(value, dict):
        return next((each for each in options if "items" in each), schema)
    return next((each for each in options if set(each.get("required", ())) <= value.keys()), schema)


def test_the_page_on_http_has_a_row_for_each_status_of_an_error() -> None:
    rows = re.findall(r"^\| ([\d, ]+) \|", _PAGE, re.MULTILINE)
    assert [int(status) for row in rows for status in row.split(",")] == list(TITLES)
