"""docs/agents.md names every tool and every parameter, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from dowse.app.client_config import CLIENTS
from dowse.app.options import RELATION_NAMES
from dowse.model.search_mode import ModeName
from tests.interfaces.mcp.calling import Agent

_PAGE = (Path(__file__).parents[3] / "docs" / "agents.md").read_text("utf-8")
_ROW = re.compile(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)


def test_the_page_has_a_row_for_each_tool_with_its_parameters(client: Agent) -> None:
    listed = {name: re.findall(r"`(\w+)`", parameters) for name, parameters in _ROW.findall(_PAGE)}
    offered = {name: list(tool.input_schema["properties"]) for name, tool in client.tools().items()}
    assert listed == offered


def test_the_page_names_graph_memorys_tools_and_parameters(client: Agent, graph_client: Agent) -> None:
    tools = graph_client.tools()
    for name in tools.keys() - client.tools().keys():
        assert f"`{name}`" in _PAGE
        assert [p for p in tools[name].input_schema["properties"] if f"`{p}`" not in _PAGE] == []


def test_the_client_of_the_example_is_one(client: Agent) -> None:
    assert set(re.findall(r"--client (\S+)", _PAGE)) <= CLIENTS.keys()


def test_the_page_names_each_mode_and_each_kind_of_connection(client: Agent) -> None:
    listed = re.search(r"`via` is a list of ([^.]*)\.", _PAGE)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == list(RELATION_NAMES)
    assert [name for name in get_args(ModeName) if f"`{name}`" not in _PAGE] == []
    assert client.call("related", ref="AJ", via=list(RELATION_NAMES))["ref"]
