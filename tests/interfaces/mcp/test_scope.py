"""A server with a scope answers as if the other documents did not exist, whatever its clients call."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dowse.app.client_scope import EVERYTHING, ClientScope
from dowse.app.sessions.workspace import workspace_of
from dowse.interfaces.mcp.server import server
from tests.interfaces.mcp.calling import Agent, connected, text_of
from tests.making_scopes import MARKER, NEAR, PROBES, SCOPE, comparable, vault

_WITH_FIXED = 50  # the share of texts beside which lists, flags and numbers are called, once for all


def _values(schema: Mapping[str, Any], texts: Sequence[str], *, fixed: bool = True) -> list[Any]:
    """Values for a parameter: all that a list or a flag allows, if `fixed`, and the texts."""
    options = schema.get("anyOf", [schema])
    values: list[Any] = []
    for option in options:
        if "enum" in option:
            values += option["enum"] if fixed else []
        elif option.get("type") == "boolean":
            values += [True] if fixed else []
        elif option.get("type") == "string":
            values += texts
        elif option.get("type") == "array":
            values += [[value] for value in _values(option["items"], texts, fixed=fixed)]
        elif not fixed:
            continue
        elif option.get("type") in {"integer", "number"}:
            values += [option.get("maximum", 1)]
        elif option.get("type") == "object":
            values += [{"key": text, "value": None} for text in ("status", NEAR)]
    return values


def _calls(tool: Any, texts: Sequence[str], *, fixed: bool) -> Iterator[dict[str, Any]]:
    """Calls of a tool: each parameter with each value, the required ones with a plain one or with each text."""
    properties = tool.input_schema["properties"]
    required = tool.input_schema.get("required", [])
    plain = {name: _values(properties[name], PROBES)[0] for name in required}
    if fixed:
        yield plain
    for name, schema in properties.items():
        yield from ({**plain, name: value} for value in _values(schema, texts, fixed=fixed))
    switches = {name: True for name, schema in properties.items() if schema.get("type") == "boolean"}
    yield from ({**plain, **switches, name: text} for name, text in product(required, texts[:3]))


def _agent(open_: ExitStack, folder: Path, index: Path, scope: ClientScope) -> Agent:
    workspace = workspace_of([folder], index_dir=index, scope=scope)
    return open_.enter_context(connected(server(workspace, tool_sets=("graph",))))


@pytest.fixture(scope="module")
def agents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Agent, Agent]]:
    """A client of the vault with the scope, and one of a vault that has nothing else."""
    folder = tmp_path_factory.mktemp("scopes")
    with ExitStack() as open_:
        scoped = _agent(open_, vault(folder / "1/notes", is_whole=True), folder / "index1", SCOPE)
        alone = _agent(open_, vault(folder / "2/notes", is_whole=False), folder / "index2", EVERYTHING)
        for agent in (scoped, alone):
            agent.call("search", query="keys")
        yield scoped, alone


@pytest.mark.parametrize(
    "share", [_WITH_FIXED, pytest.param(12, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.exhaustive)]
)
def test_no_call_of_any_tool_tells_a_document_outside_the_scope_from_one_that_does_not_exist(
    agents: tuple[Agent, Agent], share: int
) -> None:
    scoped, alone = agents
    assert set(scoped.tools()) == set(alone.tools())
    count = 0
    for number, (name, tool) in enumerate(scoped.tools().items()):
        for arguments in _calls(tool, PROBES[number % share :: share], fixed=share == _WITH_FIXED):
            found, expected = (_comparable(agent.raw(name, **arguments)) for agent in agents)
            assert MARKER not in json.dumps(found, ensure_ascii=False).casefold(), (name, arguments)
            assert found == expected, (name, arguments)
            count += 1
    assert count > 1_000 / share, "the schemas were not understood"


def _comparable(result: Any) -> Any:
    """The answer without its duration, the size of the index file, and the folder."""
    text = text_of(result).partition("): ")[2] if "passages embedded" in text_of(result) else text_of(result)
    return comparable([result.is_error, result.structured_content, text])


def test_a_server_offers_nothing_to_read_beside_its_tools(agents: tuple[Agent, Agent]) -> None:
    """Resources and prompts would need the walk above too."""
    scoped, _ = agents
    capabilities = scoped.client.server_capabilities
    assert capabilities is not None
    for kind in ("resources", "prompts", "completions"):
        if getattr(capabilities, kind, None) is not None:
            listed = scoped.portal.call(getattr(scoped.client, f"list_{kind}"))
            assert not getattr(listed, kind), kind


def test_the_handshake_names_nothing_outside_the_scope(agents: tuple[Agent, Agent]) -> None:
    assert MARKER not in agents[0].instructions
