"""The five tools, called by a real client over stdio."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dowse.query.fields import FIELDS, FORMS
from tests.interfaces.bounds import unbounded
from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import Agent, agent, text_of
from tests.interfaces.test_links import made

pytestmark = pytest.mark.slow  # a server of its own

FIVE = {"search", "find", "get", "related", "status"}
_QUERY = "people who do design"


def test_the_tools_are_five_and_say_that_they_only_read(client: Agent) -> None:
    tools = client.tools()
    assert set(tools) == FIVE
    for tool in tools.values():
        assert tool.description
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert not tool.annotations.destructive_hint
        assert not tool.annotations.open_world_hint
        assert tool.output_schema is not None
        assert tool.input_schema["additionalProperties"] is False


def test_the_parameters_of_search_and_find_are_witnesses(client: Agent) -> None:
    tools = client.tools()
    assert {"query", "mode", "path", "tag", "limit", "minScore"} <= tools["search"].input_schema["properties"].keys()
    assert {"pattern", "path", "tag", "property", "limit"} <= tools["find"].input_schema["properties"].keys()


def test_every_field_of_the_query_language_is_described_to_the_model(client: Agent) -> None:
    about = client.tools()["search"].description or ""
    assert [e for e in (*(f.example for f in FORMS), *(f.example for f in FIELDS)) if e not in about] == []


def test_the_instructions_name_the_vaults_and_their_folders(desk: Desk) -> None:
    with agent(desk, "notes", "judged") as client:
        assert f"- notes (default): {desk.notes}" in client.instructions
        assert f"- judged: {desk.folder / 'judged'}" in client.instructions


def test_each_parameter_of_each_tool_has_a_bound(client: Agent, graph_client: Agent) -> None:
    tools = {**client.tools(), **graph_client.tools()}
    assert len(tools) > len(FIVE)
    found = list[str]()
    for name, tool in tools.items():
        for parameter, schema in tool.input_schema["properties"].items():
            found += unbounded(schema, f"{name} {parameter}", tool.input_schema)
    assert found == []


def test_a_parameter_without_a_bound_is_found() -> None:
    schema = {"type": "object", "additionalProperties": False, "properties": {"a": {"$ref": "#/b"}}}
    whole = {"b": {"anyOf": [{"type": "string"}, {"type": "array", "maxItems": 3, "items": {"type": "integer"}}]}}
    assert list(unbounded(schema, "x", whole)) == ["x.a: the length of a text", "x.a[]: the range of a number"]


def test_the_tools_are_small_enough_to_be_told_to_every_model(client: Agent) -> None:
    """A client puts names, descriptions and input schemas of all tools before every conversation."""
    shown = [(t.name, t.description, t.input_schema) for t in client.tools().values()]
    assert len(json.dumps(shown)) < 10_000  # some 2,500 tokens


def test_search_answers_with_the_fields_of_witness_and_with_text(client: Agent) -> None:
    result = client.raw("search", query=_QUERY, limit=3)
    assert result.structured_content is not None
    first = result.structured_content["hits"][0]
    assert first["path"] == "2-Areas/People/April Jane.md"
    assert {"path", "title", "section", "score", "snippet", "ref", "line"} <= first.keys()
    assert result.structured_content["index"]["state"] in {"fresh", "healed"}
    assert f"1. April Jane | {first['ref']} | line {first['line']}" in text_of(result)


def test_a_hit_in_a_file_of_several_parts_tells_its_part_and_one_in_a_file_of_one_part_does_not(client: Agent) -> None:
    result = client.raw("search", query=_QUERY, limit=20)
    assert result.structured_content is not None
    hits = result.structured_content["hits"]
    first = hits[0]
    assert f" | part {first['part'] + 1} of {first['parts']} | " in text_of(result)
    assert 0 <= first["part"] < first["parts"]
    assert 0 <= first["start"] < first["end"]
    assert all(hit["parts"] > 1 for hit in hits if "parts" in hit)
    assert any({"part", "parts", "start", "end"}.isdisjoint(hit) for hit in hits)


def test_search_gives_the_same_hits_as_the_command_line(client: Agent, desk: Desk) -> None:
    for query in (_QUERY, "tag:finance", '"carbon intensity"', "METIS-T-0066", "related:AJ", "tax -draft"):
        shown = json.loads(desk.dowse("search", query, "notes", "--json").out)["hits"]
        found = client.call("search", query=query)["hits"]
        assert [(hit["ref"], hit["score"]) for hit in found] == [(hit["ref"], hit["score"]) for hit in shown], query


def test_search_states_the_settings_that_replace_those_of_the_profile(client: Agent) -> None:
    found = client.call("search", query="type:daily rain", profile="balanced", limit=2, explain=True)
    assert found["settings"] == [{"name": "types", "value": "daily", "source": "query", "replaced": "all but daily"}]
    assert "settings" not in client.call("search", query="rain", explain=True)


def test_search_includes_archived_documents_on_request(client: Agent) -> None:
    found = client.call("search", query="phase:completed", archived=True)["hits"]
    assert "1-Projects/Atlas/Planning/METIS-T-0009.md" in {hit["path"] for hit in found}


def test_search_narrows_by_folder_tag_score_and_mode(client: Agent) -> None:
    def paths(**more: object) -> list[str]:
        return [hit["path"] for hit in client.call("search", query="plan", limit=20, **more)["hits"]]

    assert all(path.startswith("1-Projects/") for path in paths(path="1-Projects"))
    assert paths(path="1-Projects")
    assert 0 < len(paths(tag="#travel")) < len(paths())
    assert all(hit["score"] >= 0.5 for hit in client.call("search", query="plan", minScore=0.5)["hits"])
    assert client.call("search", query="plan", mode="fulltext")["mode"] == "fulltext"
    assert client.call("search", query="plan", mode="semantic")["mode"] == "vector"
    assert client.call("search", query="plan", profile="rrf")["profile"] == "rrf"


def test_a_threshold_that_drops_everything_is_noted_with_its_parameter(client: Agent) -> None:
    notes = client.call("search", query="plan", mode="vector", minSimilarity=0.99)["notes"]
    assert any("; minSimilarity sets the minimum" in note["hint"] for note in notes)


def test_search_says_why_only_when_asked(client: Agent) -> None:
    assert "why" not in client.call("search", query=_QUERY, limit=1)["hits"][0]
    reasons = client.call("search", query=_QUERY, limit=1, explain=True)["hits"][0]["why"]
    assert {reason["source"] for reason in reasons} >= {"keyword", "semantic"}
    assert "why: keyword " in text_of(client.raw("search", query=_QUERY, limit=1, explain=True))


def test_a_mistake_in_a_query_is_a_note_and_the_query_is_answered(client: Agent) -> None:
    found = client.call("search", query="tax (tag:finance")
    assert found["hits"]
    assert any("never closed" in note["hint"] for note in found["notes"])


def test_the_nearest_documents_have_the_schema_of_hits(client: Agent) -> None:
    schema = client.tools()["search"].output_schema or {}
    assert schema["properties"]["nearest"]["items"] == {"$ref": "#/properties/hits/items"}
    assert client.call("search", query="zzzqqqxx")["nearest"]  # the client resolves the reference


def test_communities_are_answered_instead_of_hits(client: Agent) -> None:
    found = client.call("search", query="communities:")
    assert found["hits"] == []
    assert found["communities"][0]["size"] > 1
    assert "1. " in text_of(client.raw("search", query="communities:"))


def test_find_lists_files_by_name_folder_tag_and_property(client: Agent) -> None:
    assert [f["path"] for f in client.call("find", pattern="IRS")["files"]] == [
        "2-Areas/Finance/IRS-Letter-Whidbey-Island-Poodles-LLC-2024-Penalty-Removal.md"
    ]
    inside = client.call("find", path="3-Resources/Recipes")["files"]
    assert inside
    assert all(file["path"].startswith("3-Resources/Recipes/") for file in inside)
    assert client.call("find", tag="#recipe")["files"]
    related_to = client.call("find", property={"key": "relation", "value": "wife"})["files"]
    assert [file["title"] for file in related_to] == ["April Jane"]
    assert client.call("find", property={"key": "relation"})["total"] > 1


def test_get_reads_a_section_with_the_numbers_of_its_lines(client: Agent) -> None:
    result = client.raw("get", ref="METIS-I-0018:goals")
    assert result.structured_content is not None
    first = result.structured_content["line"]
    assert result.structured_content["text"].startswith("## Goals")
    assert f"{first}  ## Goals" in text_of(result)
    assert client.call("get", ref="April Jane:13:3")["end_line"] == 15


def test_get_lists_the_outline_with_the_numbers_of_its_lines(client: Agent) -> None:
    result = client.raw("get", ref="METIS-I-0018", outline=True)
    assert result.structured_content is not None
    goals = client.call("get", ref="METIS-I-0018:goals")["line"]
    assert f"{goals}    Goals" in result.structured_content["text"].split("\n")
    assert f"{goals}    Goals" in text_of(result)
    inner = client.call("get", ref=f"{result.structured_content['path']}:{goals}", outline=True)
    assert inner["text"].startswith(f"{goals}    Goals")


def test_a_long_outline_has_pages(fresh_desk: Desk) -> None:
    (fresh_desk.notes / "Long.md").write_text("".join(f"## Heading number {n}\n\nText.\n\n" for n in range(600)))
    assert fresh_desk.dowse("index", "notes").code == 0  # the first call would index what 0.3 s allow for
    with agent(fresh_desk, "notes") as client:
        first = client.call("get", ref="Long.md", outline=True)
        second = client.call("get", ref=first["next"], outline=True)
        shown = first["text"].count("\n") + 1
        assert shown + first["lines_left"] == 600
        assert second["line"] == 1 + 4 * shown
        assert second["text"].startswith(f"{second['line']}  Heading number {shown}")


def test_a_name_that_several_have_is_said_to_be_so(fresh_desk: Desk) -> None:
    for folder in ("x", "y"):
        (fresh_desk.notes / folder).mkdir()
        (fresh_desk.notes / folder / "Same.md").write_text(f"# Same\n\n{folder}\n")
    assert fresh_desk.dowse("index", "notes").code == 0  # as above
    with agent(fresh_desk, "notes") as client:
        found = client.call("get", ref="Same")
        assert found["path"] == "x/Same.md"
        assert any("y/Same.md" in note["hint"] for note in found["notes"])


def test_related_follows_links_to_the_depth_that_is_asked_for(client: Agent) -> None:
    near = client.call("related", ref="April Jane", depth=1, via=["references"])["related"]
    far = client.call("related", ref="April Jane", depth=2, via=["references"], limit=100)["related"]
    assert {each["distance"] for each in near} == {1}
    assert {each["distance"] for each in far} == {1, 2}
    assert all(set(each["via"]) == {"REFERENCES"} for each in far)


def test_a_note_without_relations_names_the_query_that_ranks_by_similarity(tmp_path: Path) -> None:
    with agent(made(tmp_path, {"heron.md": "# Heron\n\nStands in the reeds.\n"}), "notes") as client:
        assert 'with the query like:"Heron"' in text_of(client.raw("related", ref="Heron"))
        assert "like:" not in text_of(client.raw("related", ref="Heron", via=["references"]))


def test_links_of_a_note_to_itself_are_no_backlinks_and_come_last(tmp_path: Path) -> None:
    texts = {"a.md": "# A\n\n- [Costs](#costs)\n- [[b]]\n\n## Costs\n\nFew.\n", "b.md": "# B\n\n[[a]]\n"}
    with agent(made(tmp_path, texts), "notes") as client:
        linked = client.call("get", ref="a", links=True)
        assert [each["path"] for each in linked["backlinks"]] == ["b.md"]
        assert [each["path"] for each in linked["links"]] == ["b.md", "a.md"]
        head = text_of(client.raw("get", ref="a", links=True)).splitlines()[0]
        assert head == "a.md | 1 to it, 1 from it, 1 within it"


def test_status_counts_each_vault(desk: Desk) -> None:
    with agent(desk, "notes", "judged") as client:
        by_name = {each["vault"]: each for each in client.call("status")["vaults"]}
        assert by_name["notes"]["documents"] > 50
        assert by_name["notes"]["skipped_count"] == 1
        assert set(by_name) == {"notes", "judged"}
        assert [each["vault"] for each in client.call("status", vault="judged")["vaults"]] == ["judged"]


def test_a_vault_is_chosen_by_name(desk: Desk) -> None:
    with agent(desk, "own", "notes") as client:
        assert client.call("search", query=_QUERY)["hits"] == []
        assert client.call("search", query=_QUERY, vault="notes")["vault"] == "notes"


def test_settings_that_change_while_it_runs_count(fresh_desk: Desk) -> None:
    with agent(fresh_desk, "notes") as client:
        assert client.call("search", query="tax")["profile"] == "default"
        (fresh_desk.notes / "dowse.toml").write_text('[search]\nprofile = "rrf"\n')
        assert client.call("search", query="tax")["profile"] == "rrf"


def test_a_note_that_is_written_while_it_runs_is_found(fresh_desk: Desk) -> None:
    with agent(fresh_desk, "notes") as client:
        assert client.call("search", query="+quokka")["hits"] == []
        (fresh_desk.notes / "Quokka.md").write_text("# Quokka\n\nA small animal.\n")
        found = client.call("search", query="+quokka")
        while not found["hits"]:  # a look at the tree is good for ten times as long as it took
            found = client.call("search", query="+quokka")
        assert found["index"] == {"state": "healed", "changed": 1}


@pytest.mark.parametrize("budget", [{}, {"budget": 500}])
def test_a_word_that_no_document_contains_has_a_correction_and_the_nearest_documents(
    client: Agent, budget: dict[str, int]
) -> None:
    result = client.raw("search", query="bycicle", **budget)
    content = result.structured_content
    assert content is not None
    assert (content["hits"], content["total"], content["did_you_mean"]) == ([], 0, "bicycle")
    assert 0 < len(content["nearest"]) <= 5
    first = content["nearest"][0]
    heading = "nothing found\nNo document contains 'bycicle'; hits for 'bicycle':"
    assert text_of(result).startswith(f"{heading}\n1. {first['title']}")
    assert "note: no document contains 'bycicle'; did you mean 'bicycle'?" in text_of(result)
    assert "searched_for" not in content


def test_an_answer_that_fits_badly_says_so_before_a_few_hits(client: Agent) -> None:
    query = "quantum chromodynamics in the garden"
    result = client.raw("search", query=query)
    content = result.structured_content
    assert content is not None
    assert (len(content["hits"]), content["next"]) == (5, "5")
    counted, *notes, first = text_of(result).split("\n")[:4]
    assert counted.startswith("1-5 of ")
    assert notes == [f"note: {each['hint']}" for each in content["notes"]]
    assert "low confidence" in notes[-1]
    assert first.startswith("1. ")
    assert len(client.call("search", query=query, limit=7)["hits"]) == 7
    assert len(client.call("search", query=query, cursor="5")["hits"]) == 10


def test_an_answer_by_a_correction_has_the_query_that_was_searched(client: Agent) -> None:
    result = client.raw("search", query="bycicle ferry")
    content = result.structured_content
    assert content is not None
    assert (content["query"], content["searched_for"]) == ("bycicle ferry", "bicycle ferry")
    assert "note: no document contains 'bycicle', searched for 'bicycle'" in text_of(result)


def test_no_schema_names_a_command_that_a_client_may_not_have(client: Agent) -> None:
    schemas = json.dumps([(tool.input_schema, tool.output_schema) for tool in client.tools().values()])
    assert "`dowse get" not in schemas
