"""Several queries or references in one call."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.app.sessions.workspace import workspace_of
from dowse.app.token_budget import MOST_TOKENS
from dowse.embedders.static import StaticEmbedder
from dowse.interfaces.mcp.server import server
from tests.interfaces.desk import EXAMPLE
from tests.interfaces.mcp.calling import Agent, connected, text_of

_QUERIES = ["rotate keys", "sourdough", "kind:nonsense"]


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """A client of the example vault in this process."""
    with connected(server(workspace_of([EXAMPLE], index_dir=tmp_path_factory.mktemp("index")))) as client:
        yield client


def test_a_list_of_queries_has_an_answer_for_each_in_order(local: Agent) -> None:
    found = local.call("search", query=_QUERIES, limit=2)
    assert found.keys() == {"results"}
    assert [each["query"] for each in found["results"]] == _QUERIES
    for query, each in zip(_QUERIES, found["results"], strict=True):
        alone = local.call("search", query=query, limit=2)
        assert each["hits"] == alone["hits"]
        assert each["next"] == alone["next"]


def test_an_error_of_one_reference_leaves_the_others(local: Agent) -> None:
    result = local.raw("get", ref=["April Jane", "Nobody at all", "AJ"])
    assert not result.is_error
    assert result.structured_content is not None
    first, second, third = result.structured_content["results"]
    assert first["path"] == third["path"] == "2-Areas/People/April Jane.md"
    assert second.keys() == {"ref", "error"}
    assert "no document has the name 'Nobody at all'" in second["error"]
    assert "=== ref: Nobody at all\nerror: no document" in text_of(result)


def test_one_answer_in_a_list_is_still_a_list(local: Agent) -> None:
    assert len(local.call("get", ref=["AJ"])["results"]) == 1


def test_all_answers_of_a_call_fit_into_one(local: Agent) -> None:
    many = ["design", "keys", "tax", "travel", "people", "backup", "garden", "server", "notes", "week"]
    count_tokens = StaticEmbedder().count_tokens
    for tool, arguments in (
        ("search", {"query": many, "limit": 100}),
        ("search", {"query": many, "budget": 3_000}),
        ("get", {"ref": ["Server Log"] * 10}),
    ):
        result = local.raw(tool, **arguments)
        shown = json.dumps(result.structured_content, ensure_ascii=False)
        assert count_tokens(shown) + count_tokens(text_of(result)) < MOST_TOKENS
    passages = local.call("search", query=many[:3], budget=1_500)["results"]
    assert all(0 < each["tokens"] <= 500 for each in passages)


def test_room_that_short_references_and_errors_leave_goes_to_the_others(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Log.md").write_text("".join(f"The server of week {n} was slow at noon.\n" for n in range(900)))
    (vault / "Short.md").write_text("One line.\n")
    with connected(server(workspace_of([vault], index_dir=tmp_path / "index"))) as client:
        result = client.raw("get", ref=["Log", "Short", "Nobody at all", "Log:9:700"])
        alike, *_ = client.call("get", ref=["Log"] * 4)["results"]
    assert result.structured_content is not None
    first, second, third, fourth = result.structured_content["results"]
    for each in (first, fourth):
        assert each["lines_left"]
        assert each["end_line"] - each["line"] > 1.5 * (alike["end_line"] - alike["line"])
    assert second["lines_left"] == 0
    assert "error" in third
    shown = json.dumps(result.structured_content, ensure_ascii=False)
    count_tokens = StaticEmbedder().count_tokens
    assert count_tokens(shown) + count_tokens(text_of(result)) < MOST_TOKENS


def test_a_page_of_one_of_several_queries_needs_a_call_of_its_own(local: Agent) -> None:
    assert "cursor: pass the one query" in local.refusal("search", query=["a", "b"], cursor="10")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("search", {"query": []}), ("search", {"query": ["x"] * 11}), ("get", {"ref": []}), ("get", {"ref": ["", "AJ"]})],
)
def test_a_list_has_1_to_10_items_and_no_empty_reference(tool: str, arguments: dict[str, object], local: Agent) -> None:
    assert local.refusal(tool, **arguments).startswith(f"{tool}: ")
