from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from dowse import __version__
from dowse.query.fields import DIRECTIVES, FIELDS, FORMS, Directive, Field, QueryForm
from tests.interfaces.desk import Desk
from tests.interfaces.http.server import Server

JANE = "2-Areas/People/April Jane.md"


def _paths(server: Server, **asked: Any) -> list[str]:
    reply = server.ask("/search", **asked)
    assert reply.status == 200, reply
    return [hit["path"] for hit in reply.json["hits"]]


@pytest.mark.parametrize(
    ("target", "command"),
    [
        ("/search?q=design&limit=3", ["search", "design", "notes", "--limit", "3", "--json"]),
        ("/search?q=design&explain=true", ["search", "design", "notes", "--explain", "--json"]),
        ("/search?q=bycicle", ["search", "bycicle", "notes", "--json"]),
        ("/search?q=communities:", ["search", "communities:", "notes", "--json"]),
        ("/find?pattern=2026*&limit=5", ["find", "2026*", "notes", "--limit", "5", "--json"]),
        ("/get?ref=April%20Jane&links=true", ["get", "April Jane", "notes", "--json"]),
        ("/outline?ref=April%20Jane", ["get", "April Jane", "notes", "--outline", "--json"]),
        ("/related?ref=April%20Jane", ["related", "April Jane", "notes", "--json"]),
        (
            "/related?ref=April%20Jane&depth=1&via=references",
            ["related", "April Jane", "notes", "--depth=1", "--via=references", "--json"],
        ),
        ("/communities", ["communities", "notes", "--json"]),
        ("/communities?path=2-Areas&limit=1", ["communities", "notes", "--path=2-Areas", "--limit=1", "--json"]),
        ("/status", ["status", "notes", "--json"]),
        ("/why-not?ref=April%20Jane&q=tax", ["why-not", "April Jane", "tax", "notes", "--json"]),
    ],
)
def test_an_endpoint_says_what_the_command_says(server: Server, desk: Desk, target: str, command: list[str]) -> None:
    reply, shown = server.ask(target), desk.dowse(*command)
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert _timeless(reply.json) == _timeless(json.loads(shown.out))


def _timeless(value: Any) -> Any:
    """The same without what depends on the clock or on the interface, and without what only a browser needs."""
    match value:
        case dict():
            left_out = {"took_ms", "ms", "marks", "size_bytes"}
            return {key: _timeless(each) for key, each in value.items() if key not in left_out}
        case list():
            return [_timeless(each) for each in value]
        case str():
            return value.replace("GET /status", "`dowse status`")
        case _:
            return value


def test_the_matched_words_of_a_snippet_are_marked(server: Server) -> None:
    [hit] = server.ask("/search", q="design", limit=1).json["hits"]
    words = [hit["snippet"][start:end].casefold() for start, end in hit["marks"]]
    assert words
    assert all(word.startswith("design") for word in words)


def test_the_vaults_are_listed_and_the_first_is_the_default(server: Server, desk: Desk) -> None:
    assert server.ask("/vaults").json == [
        {"name": "notes", "folder": str(desk.notes), "default": True},
        {"name": "own", "folder": str(desk.folder / "own"), "default": False},
    ]


def test_another_vault_is_asked_by_its_name(server: Server) -> None:
    assert server.ask("/status", vault="own").json["vault"] == "own"
    assert server.ask("/search", q="design", vault="own").json["hits"] == []
    assert "my-research" in {each["name"] for each in server.ask("/profiles", vault="own").json}
    assert "my-research" not in {each["name"] for each in server.ask("/profiles").json}


@pytest.mark.parametrize("target", ["/search?q=x", "/find", "/get?ref=x", "/status", "/profiles", "/facets", "/map"])
def test_a_vault_that_is_not_there_is_not_found_and_the_near_miss_is_named(server: Server, target: str) -> None:
    mark = "&" if "?" in target else "?"
    reply = server.ask(f"{target}{mark}vault=note")
    assert reply.status == 404
    assert "did you mean notes?" in reply.problem["detail"]


def test_health_says_that_the_server_runs(server: Server) -> None:
    assert server.ask("/health").json == {"status": "ok", "version": __version__}


def test_the_help_on_queries_is_the_table_that_the_parser_reads(server: Server) -> None:
    rows = [row["example"] for table in server.ask("/query-help").json for row in table["rows"]]
    tables: list[QueryForm | Field | Directive] = [*FORMS, *FIELDS, *DIRECTIVES]
    assert rows == [each.example for each in tables]


def test_profiles_come_with_what_can_be_turned_and_their_table_makes_the_same_answer(server: Server) -> None:
    for profile in server.ask("/profiles").json:
        assert profile["knobs"]["knobs"], profile["name"]
        reply = server.post({"q": "design", "mix": profile["knobs"]["table"]})
        assert reply.status == 200, reply
        mixed = [hit["path"] for hit in reply.json["hits"]]
        assert mixed == _paths(server, q="design", profile=profile["name"]), profile["name"]


def test_facets_are_values_that_select_something(server: Server) -> None:
    facets = server.ask("/facets").json
    assert set(facets) == {"tag", "type", "status", "kind", "ext", "path", "symbol"}
    assert not any(folder.endswith(".md") for folder in facets["path"])
    for field, values in facets.items():
        for value in values[:3]:
            assert _paths(server, q=f'{field}:"{value}"'), (field, value)


def test_the_map_shows_communities_and_one_from_inside(server: Server) -> None:
    whole = server.ask("/map").json
    largest = whole["communities"][0]
    one = server.ask("/map", community=largest["id"]).json
    assert len(one["documents"]) == largest["size"]
    few = server.ask("/map", community=largest["id"], limit=2).json
    assert len(few["documents"]) == 2
    assert few["left_out"] == largest["size"] - 2
    assert server.ask("/map", community=999).status == 404


def test_a_part_of_a_document_is_read_with_its_lines(server: Server) -> None:
    got = server.ask("/get", ref=f"{JANE}:2:3").json
    assert (got["line"], got["end_line"], got["text"].count("\n")) == (2, 4, 2)
    assert "links" not in got
    assert server.ask("/get", ref=JANE, links="true").json["backlinks"]


def test_an_unknown_reference_is_not_found(server: Server) -> None:
    for target in ("/get", "/outline", "/related", "/why-not"):
        reply = server.ask(target, ref="April Jan")
        assert reply.status == 404
        assert "April Jane" in reply.problem["detail"]


def test_a_mix_ranks_as_it_says_and_its_toml_makes_the_same_profile(server: Server) -> None:
    mix = {"extends": "default", "fusion": {"weighted": {"weights": {"keyword": 1.0, "semantic": 0.0}}}}
    answer = server.post({"q": "design", "mix": mix, "name": "words", "explain": True}).json
    assert answer["profile"] == "words"
    assert tomllib.loads(answer["toml"])["profiles"]["words"] == mix
    assert [hit["path"] for hit in answer["hits"]] != _paths(server, q="design")
    assert all("why" in hit for hit in answer["hits"])


def test_a_search_without_a_mix_can_be_posted_too(server: Server) -> None:
    answer = server.post({"q": "design", "limit": 2, "path": ["2-Areas"], "mode": "fulltext"}).json
    assert "toml" not in answer
    assert [hit["path"] for hit in answer["hits"]] == _paths(
        server, q="design", limit=2, path="2-Areas", mode="fulltext"
    )


def test_the_stages_are_there_in_temoas_form_when_asked_for(server: Server) -> None:
    answer = server.ask("/search", q="design", pipeline_debug="true", exclude_types="daily").json
    pipeline = answer["pipeline"]
    assert pipeline["query"] == {"original": "design", "expanded": None, "vault": "notes", "profile": "default"}
    assert pipeline["config"]["exclude_types"] == ["daily"]
    assert pipeline["summary"]["final_results"] == len(answer["hits"])
    assert len(answer["steps"]) > 3
    assert "pipeline" not in server.ask("/search", q="design").json


def test_an_explanation_names_excluded_documents_and_why_a_step_removed_a_hit(server: Server) -> None:
    answer = server.ask("/search", q="design", explain="true", exclude_types="daily,task", limit=1).json
    excluded = {cut["what"]: cut["excluded"] for cut in answer["filters"]}
    assert {document["values"] for document in excluded["not of the type task"]} == {"type: task"}
    removed = next(step["removed"] for step in answer["steps"] if step["name"] == "limit")
    assert {each["why"] for each in removed} == {"the limit is 1 hit"}
    assert "filters" not in server.ask("/search", q="design", exclude_types="daily").json


def test_an_unknown_address_is_a_page_for_browsers_and_json_for_programs(server: Server) -> None:
    browser = server.ask("/nowhere", headers={"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"})
    assert (browser.status, browser.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b"Page not found" in browser.body
    for accept in ("*/*", "application/json"):
        program = server.ask("/nowhere", headers={"Accept": accept})
        assert (program.status, program.headers["content-type"]) == (404, "application/problem+json")
