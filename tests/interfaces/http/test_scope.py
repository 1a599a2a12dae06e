"""A server with a scope answers every endpoint as if the other documents did not exist."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dowse.app.client_scope import EVERYTHING, ClientScope
from dowse.app.sessions.workspace import workspace_of
from dowse.interfaces.http.application import application
from dowse.interfaces.http.server_state import ServerState
from tests.making_scopes import MARKER, NEAR, PROBES, SCOPE, comparable, vault

_WITH_FIXED = 50  # the share of texts beside which the values that a description lists are asked, once for all
_PLAIN = {"q": "rotate keys", "ref": "work/plan.md"}


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> tuple[TestClient, TestClient]:
    """A client of the vault with the scope, and one of a vault that has nothing else."""
    folder = tmp_path_factory.mktemp("scopes")
    made = (
        _client(vault(folder / "1/notes", is_whole=True), folder / "index1", SCOPE),
        _client(vault(folder / "2/notes", is_whole=False), folder / "index2", EVERYTHING),
    )
    for client in made:
        client.get("/search", params={"q": "keys"})
    return made


def _client(folder: Path, index: Path, scope: ClientScope) -> TestClient:
    return TestClient(application(ServerState(workspace_of([folder], index_dir=index, scope=scope))))


def _requests(operation: dict[str, Any], texts: Sequence[str], *, fixed: bool) -> Iterator[dict[str, Any]]:
    """Each parameter of an endpoint with each text, beside plain values of the required ones.

    `fixed`: with each of the values that its description lists, too.
    """
    parameters = operation.get("parameters", [])
    plain = {each["name"]: _PLAIN[each["name"]] for each in parameters if each["required"]}
    if fixed:
        yield plain
    for parameter in parameters:
        schemas = parameter["schema"].get("anyOf", [parameter["schema"]])
        for schema in schemas:
            item = schema.get("items", schema)
            listed = item.get("enum") or {"boolean": ["true"]}.get(item.get("type"), [])
            values = (listed if fixed else []) or ([] if listed or item.get("type") != "string" else texts)
            yield from ({**plain, parameter["name"]: value} for value in values)


@pytest.mark.parametrize(
    "share", [_WITH_FIXED, pytest.param(12, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.exhaustive)]
)
def test_no_endpoint_tells_a_document_outside_the_scope_from_one_that_does_not_exist(
    clients: tuple[TestClient, TestClient], share: int
) -> None:
    paths = clients[0].get("/openapi.json").json()["paths"]
    count = 0
    for number, (path, operations) in enumerate(paths.items()):
        for asked in _requests(operations["get"], PROBES[number % share :: share], fixed=share == _WITH_FIXED):
            found, expected = (_comparable(client.get(path, params=asked)) for client in clients)
            assert MARKER not in json.dumps(found, ensure_ascii=False).casefold(), (path, asked)
            assert found == expected, (path, asked)
            count += 1
    assert count > 1_000 / share, "the description was not understood"


def test_a_profile_in_the_request_does_not_leave_the_scope(clients: tuple[TestClient, TestClient]) -> None:
    mix = {"extends": "default", "rewrites": ["expansion"], "stages": [{"limit": {}}, "snippet"]}
    for text in (NEAR, "rotate keys", "diary"):
        found, expected = (_comparable(client.post("/search", json={"q": text, "mix": mix})) for client in clients)
        assert MARKER not in json.dumps(found).casefold()
        assert found == expected


def _comparable(response: Any) -> Any:
    """The answer without durations, the size of the index file, and the folder."""
    return [response.status_code, comparable(response.json())]
