"""graph-memory's nine tools: by kind, by content and by file."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import Agent, agent, text_of
from tests.interfaces.mcp.test_tools import FIVE

pytestmark = pytest.mark.slow  # a server of its own

BY_CONTENT = ("docs_search", "code_search", "notes_search", "tasks_search", "skills_search", "skills_recall")
BY_FILE = ("code_search_files", "docs_search_files", "files_search")


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A note of every kind that a text can have, linked with each other."""
    desk = Desk(tmp_path_factory.mktemp("kinds"))
    (desk.notes / "docs" / "authentication").mkdir(parents=True)
    written = {
        "docs/authentication/tokens.md": "# How tokens are signed\n\nThe signing key is in the vault: [[Rotate]].\n",
        "Rotate.md": "---\nkind: task\n---\n# Rotate\n\nRotate the signing key every month.\n",
        "release.md": "---\nkind: skill\ntriggers: [ship it, publish]\n---\n# Release\n\nTag, build, upload.\n",
        "latency.md": "---\nkind: knowledge\n---\n# Latency\n\nA signing takes two milliseconds.\n",
        "plain.md": "# Plain\n\nNothing of note about a signing key.\n",
    }
    for path, text in written.items():
        (desk.notes / path).write_text(text)
    return desk


@pytest.fixture(scope="module")
def kinds_client(kinds: Desk) -> Iterator[Agent]:
    """A client of these notes."""
    with agent(kinds, "notes", "--tools", "graph") as connected:
        yield connected


def test_they_are_offered_only_when_asked_for(client: Agent, graph_client: Agent) -> None:
    assert set(client.tools()) == FIVE
    assert set(graph_client.tools()) == {*FIVE, *BY_CONTENT, *BY_FILE}


def test_the_descriptions_and_schemas_of_all_tools_are_short(graph_client: Agent) -> None:
    tools = graph_client.tools().values()
    size = sum(
        len(tool.description or "") + len(json.dumps(tool.input_schema)) + len(json.dumps(tool.output_schema))
        for tool in tools
    )
    assert (len(tools), size < 36_000) == (14, True), size  # characters; the model may read them with each conversation


def test_their_parameters_and_defaults_are_graph_memorys(graph_client: Agent) -> None:
    tools = graph_client.tools()
    for name in BY_CONTENT:
        schema = tools[name].input_schema["properties"]
        defaults = {key: schema[key].get("default") for key in ("topK", "bfsDepth", "maxResults", "minScore")}
        least = 0.3 if name == "skills_recall" else 0.5
        assert defaults == {"topK": 5, "bfsDepth": 1, "maxResults": 5, "minScore": least}
        assert {"bfsDecay", "searchMode", "query"} <= schema.keys()
    for name in BY_FILE:
        schema = tools[name].input_schema["properties"]
        assert (schema["topK"]["default"], schema["minScore"]["default"]) == (10, 0.3)
        assert "bfsDepth" not in schema


@pytest.mark.parametrize(
    ("tool", "path"),
    [
        ("docs_search", "docs/authentication/tokens.md"),
        ("notes_search", "latency.md"),
        ("tasks_search", "Rotate.md"),
    ],
)
def test_each_finds_its_kind_and_no_other(tool: str, path: str, kinds_client: Agent) -> None:
    found = kinds_client.call(tool, query="signing key", minScore=0)["hits"]
    allowed = {"docs_search": {"doc", "note"}, "notes_search": {"note", "knowledge"}, "tasks_search": {"task"}}
    assert path in [hit["path"] for hit in found]
    assert {hit["kind"] for hit in found} <= allowed[tool]


def test_a_skill_is_found_by_what_triggers_it(kinds_client: Agent) -> None:
    for tool in ("skills_search", "skills_recall"):
        assert [hit["path"] for hit in kinds_client.call(tool, query="ship it")["hits"]] == ["release.md"]


def test_a_file_is_found_by_its_name_and_folder_and_not_by_what_it_says(kinds_client: Agent) -> None:
    assert kinds_client.call("docs_search_files", query="tokens.md")["hits"][0]["path"].endswith("tokens.md")
    by_name = kinds_client.call("files_search", query="month", searchMode="keyword")
    assert by_name["hits"] == []


def test_links_are_followed_as_far_as_the_depth_says(graph_client: Agent) -> None:
    def found(depth: int) -> set[str]:
        hits = graph_client.call(
            "notes_search", query="ferry and bicycle", topK=1, bfsDepth=depth, maxResults=50, minScore=0.1
        )["hits"]
        return {hit["path"] for hit in hits}

    assert len(found(0)) == 1
    assert found(0) < found(1) < found(2)


def test_as_many_come_as_are_asked_for_and_none_below_the_score(graph_client: Agent) -> None:
    hits = graph_client.call("notes_search", query="the plan", topK=20, maxResults=3, minScore=0.6)["hits"]
    assert 0 < len(hits) <= 3
    assert all(hit["score"] >= 0.6 for hit in hits)


@pytest.mark.parametrize("tool", ["code_search", "code_search_files"])
def test_a_kind_that_is_not_there_is_told_in_words(tool: str, graph_client: Agent) -> None:
    result = graph_client.raw(tool, query="parse")
    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["hits"] == []
    assert "dowse indexes source code in files such as main.py" in text_of(result)


def test_a_vault_without_skills_says_how_a_note_becomes_one(graph_client: Agent) -> None:
    assert "`kind: skill`" in text_of(graph_client.raw("skills_recall", query="release"))


def test_a_mode_of_another_tool_is_refused(graph_client: Agent) -> None:
    assert graph_client.refusal("notes_search", query="x", searchMode="fulltext").startswith("notes_search: searchMode")
    assert "did you mean topK" in graph_client.refusal("notes_search", query="x", top_k=3)


def test_a_word_that_no_document_contains_has_the_nearest_documents(kinds_client: Agent) -> None:
    result = kinds_client.raw("notes_search", query="signnature", minScore=0)
    assert result.structured_content is not None
    assert result.structured_content["hits"] == []
    assert result.structured_content["nearest"]
    assert "nearest in meaning:\n1. " in text_of(result)
