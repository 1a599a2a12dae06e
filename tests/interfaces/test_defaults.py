"""Help and schemas name the effective default of each option that may be left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dowse.app.location import VaultLocation
from dowse.app.options import DEFAULTS
from dowse.app.sessions.workspace import Workspace
from dowse.interfaces.cli.search import search_command
from dowse.interfaces.http.request_parameters import SearchParameters
from dowse.interfaces.mcp.graph_tools import graph_tools
from dowse.interfaces.mcp.tools import tools

_OF_HTTP = {"exclude_type": "exclude_types", "expand": "expand_query"}
_OF_MCP = {"min_score": "minScore", "min_similarity": "minSimilarity"}
_NONE = {"path", "tag", "property", "cursor", "budget"}  # without a value they have no effect


@pytest.fixture
def schemas(tmp_path: Path) -> dict[str, dict[str, Any]]:
    """The parameters of each MCP tool."""
    workspace = Workspace({"notes": VaultLocation(tmp_path)})
    return {tool.name: tool.parameters["properties"] for tool in (*tools(workspace), *graph_tools(workspace))}


@pytest.mark.parametrize("option", DEFAULTS)
def test_the_help_of_a_search_has_the_default(option: str) -> None:
    (parameter,) = [each for each in search_command.params if each.name == option]
    text = str(getattr(parameter, "help", ""))
    assert DEFAULTS[option] in text or (option, "hybrid (both, the default)" in text) == ("mode", True)


@pytest.mark.parametrize("option", DEFAULTS)
def test_the_description_of_the_api_has_the_default(option: str) -> None:
    field = SearchParameters.model_fields[_OF_HTTP.get(option, option)]
    assert f"(default: {DEFAULTS[option]})" in str(field.description)


@pytest.mark.parametrize("option", ["profile", "limit", "mode", "min_score", "min_similarity"])
def test_the_schema_of_the_tool_search_has_the_default(option: str, schemas: dict[str, dict[str, Any]]) -> None:
    assert f"(default: {DEFAULTS[option]})" in schemas["search"][_OF_MCP.get(option, option)]["description"]


def test_no_schema_of_a_tool_shows_null_as_a_default(schemas: dict[str, dict[str, Any]]) -> None:
    shown = [(tool, name) for tool, each in schemas.items() for name in each if each[name].get("default", 0) is None]
    assert shown == []


def test_a_parameter_without_a_default_in_the_schema_names_one_or_has_no_effect(
    schemas: dict[str, dict[str, Any]],
) -> None:
    silent = {
        name
        for each in schemas.values()
        for name, schema in each.items()
        if "default" not in schema and "default" not in schema.get("description", "")
    }
    assert silent - _NONE == {"query", "ref"}  # required


def test_the_tool_search_names_the_profile_for_words_close_together(schemas: dict[str, dict[str, Any]]) -> None:
    assert "proximity (words close together)" in schemas["search"]["profile"]["description"]
