from __future__ import annotations

from typing import Any

import pytest

from tests.interfaces.http.server import Server


def _hits(server: Server, **asked: Any) -> list[dict[str, Any]]:
    reply = server.ask("/search", **asked)
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.json["hits"]
    return found


def test_filters_beside_a_query_select(server: Server) -> None:
    assert {hit["path"].split("/")[0] for hit in _hits(server, q="design", path="2-Areas")} == {"2-Areas"}
    both = _hits(server, q="design", path=["2-Areas", "1-Projects"])
    assert {hit["path"].split("/")[0] for hit in both} == {"1-Projects", "2-Areas"}
    assert all("people" in hit["tags"] for hit in _hits(server, q="design", tag="people"))
    assert {hit["kind"] for hit in _hits(server, q="account", kind="task")} == {"task"}
    assert {hit["type"] for hit in _hits(server, q="note", type="daily")} == {"daily"}
    assert _hits(server, q="account", kind="method") == []  # a kind of symbols, which notes have none of


def test_types_are_included_and_excluded_by_temoas_names(server: Server) -> None:
    types = server.ask("/facets").json["type"]
    first, second = types[:2]
    assert {hit["type"] for hit in _hits(server, q="the", include_types=f"{first}, {second}")} <= {first, second}
    assert {hit["type"] for hit in _hits(server, q="the", include_types=first)} == {first}
    assert first not in {hit["type"] for hit in _hits(server, q="the", exclude_types=first, limit=100)}


def test_a_type_parameter_replaces_the_types_of_the_profile(server: Server) -> None:
    found = _hits(server, q="rain", profile="balanced", include_types="daily")
    assert {hit["type"] for hit in found} == {"daily"}


def test_archived_documents_are_hits_with_the_parameter(server: Server) -> None:
    query = "phase:completed"
    assert [hit["path"] for hit in _hits(server, q=query, archived="true") if hit not in _hits(server, q=query)] == [
        "1-Projects/Atlas/Planning/METIS-T-0009.md"
    ]


def test_without_a_query_the_filters_list_and_without_both_there_is_nothing(server: Server) -> None:
    assert len(_hits(server, tag="people", limit=100)) > 1
    assert _hits(server) == []
    assert _hits(server, q="") == []


def test_the_limit_counts(server: Server) -> None:
    assert len(_hits(server, q="design", limit=3)) == 3
    assert len(_hits(server, q="design limit:4")) == 4


def test_only_hits_of_the_least_score_are_left(server: Server) -> None:
    scores = [hit["score"] for hit in _hits(server, q="design", min_score=0.5, limit=100)]
    assert scores
    assert min(scores) >= 0.5


@pytest.mark.parametrize(
    ("asked", "mode"),
    [
        ({}, "hybrid"),
        ({"mode": "vector"}, "vector"),
        ({"mode": "fulltext"}, "fulltext"),
        ({"mode": "semantic"}, "vector"),
        ({"mode": "keyword"}, "fulltext"),
        ({"hybrid": "false"}, "vector"),
        ({"hybrid": "true"}, "hybrid"),
        ({"hybrid": "false", "mode": "fulltext"}, "fulltext"),
    ],
)
def test_the_mode_is_what_was_asked_for(server: Server, asked: dict[str, Any], mode: str) -> None:
    assert server.ask("/search", q="design", **asked).json["mode"] == mode


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ({"rerank": "true"}, "rerank"),
        ({"time_boost": "true"}, "time_boost"),
        ({"expand_query": "true"}, "expansion"),
        ({"profile": "recent"}, "time_boost"),
    ],
)
def test_a_part_is_switched_on(server: Server, asked: dict[str, Any], part: str) -> None:
    plain, switched = ({step["name"] for step in _steps(server, given)} for given in ({}, asked))
    assert part not in plain
    assert part in switched


def test_a_part_of_the_profile_is_switched_off(server: Server) -> None:
    assert "time_boost" not in {step["name"] for step in _steps(server, {"profile": "recent", "time_boost": "false"})}


def _steps(server: Server, asked: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.ask("/search", q="design", explain="true", **asked).json["steps"]
    return found


def test_weights_change_the_order(server: Server) -> None:
    by_words = [hit["path"] for hit in _hits(server, q="design", weights="1,0,0")]
    by_meaning = [hit["path"] for hit in _hits(server, q="design", weights="0,1,0")]
    assert by_words != by_meaning


def test_files_are_found_by_each_parameter(server: Server) -> None:
    def found(**asked: Any) -> list[str]:
        reply = server.ask("/find", **asked)
        assert reply.status == 200, reply
        return [file["path"] for file in reply.json]

    every = found(limit=1000)
    assert len(found()) == 50
    for narrower in (
        {"pattern": "April"},
        {"path": "2-Areas"},
        {"tag": "people"},
        {"type": "daily"},
        {"kind": "task"},
        {"property": "birthday"},
        {"property": ["birthday", "relation=wife"]},
        {"modified": "2026"},
    ):
        some = found(limit=1000, **narrower)
        assert some, narrower
        assert set(some) <= set(every)
    assert found(property="relation=wife") == ["2-Areas/People/April Jane.md"]


@pytest.mark.parametrize(
    ("target", "parameter", "said"),
    [
        ("/search?q=x&limt=3", "limt", "did you mean limit?"),
        ("/search?q=x&Limit=3", "Limit", "did you mean limit?"),
        ("/find?patern=x", "patern", "did you mean pattern?"),
        ("/get?reff=x", "reff", "did you mean ref?"),
        ("/health?verbose=1", "verbose", "this endpoint takes none"),
        ("/search?q=x&q=y", "q", "more than once"),
        ("/search?q=x&" + "a" * 5000 + "=1", "a" * 60 + "…", "unknown parameter"),
        ("/search?limit=0", "limit", "must be 1 or more"),
        ("/search?limit=-1", "limit", "must be 1 or more"),
        ("/search?limit=101", "limit", "must be at most 100"),
        ("/search?limit=NaN", "limit", "must be a whole number"),
        ("/search?limit=" + "9" * 6000, "limit", "got '99999"),
        ("/search?limit=", "limit", "must be a whole number"),
        ("/search?min_score=NaN", "min_score", "got 'NaN'"),
        ("/search?min_score=1e400", "min_score", "must be at most 1"),
        ("/search?min_score=-0.1", "min_score", "must be 0 or more"),
        ("/search?mode=magic", "mode", "'hybrid', 'vector', 'fulltext', 'semantic' or 'keyword'"),
        ("/search?rerank=perhaps", "rerank", "must be true or false"),
        ("/search?weights=a,b", "weights", "0.7,0.2,0.1"),
        ("/search?weights=0,0", "weights", "0.7,0.2,0.1"),
        ("/search?kind=song", "kind", "'note', 'doc'"),
        ("/search?kind=note&kind=song", "kind", "number 2"),
        ("/search?q=" + "x" * 4001, "q", "at most 4000"),
        ("/search?" + "&".join(["tag=x"] * 21), "tag", "at most 20"),
        ("/find?property=%3D", "property", "NAME=VALUE"),
        ("/find?modified=soon", "modified", "expected a date"),
        ("/find?limit=1001", "limit", "1000"),
        ("/get", "ref", "missing"),
        ("/get?ref=", "ref", "1 or more characters"),
        ("/related?ref=x&depth=7", "depth", "must be at most 6"),
        ("/related?ref=x&via=smoke", "via", "'references'"),
        ("/map?community=0", "community", "must be 1 or more"),
        ("/map?limit=1e9", "limit", "must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused_by_name(server: Server, target: str, parameter: str, said: str) -> None:
    reply = server.ask(target)
    assert reply.status == 422
    assert [each["parameter"] for each in reply.problem["errors"]] == [parameter]
    assert said in reply.problem["errors"][0]["detail"]
    assert len(reply.body) < 1000


def test_all_mistakes_are_told_at_once(server: Server) -> None:
    errors = server.ask("/search", q="x", limit=0, min_score=2).problem["errors"]
    assert [each["parameter"] for each in errors] == ["limit", "min_score"]


def test_an_unknown_profile_is_not_found_and_the_near_miss_is_named(server: Server) -> None:
    for reply in (server.ask("/search", q="x", profile="recnt"), server.post({"mix": {"extends": "recnt"}})):
        assert reply.status == 404
        assert "did you mean recent?" in reply.problem["detail"]


def test_a_query_of_the_greatest_length_is_answered_in_any_script(server: Server) -> None:
    assert server.ask("/search", q="\U00020000" * 4_000).status == 200
    assert server.ask("/search", q="\U00020000" * 4_001).status == 422


def test_an_address_with_too_many_parameters_is_refused(server: Server) -> None:
    reply = server.ask("/search?" + "&".join(f"a{n}" for n in range(20_000)))
    assert reply.status == 422
    assert reply.problem["detail"] == "the query has more than 500 parameters"


def test_a_whole_number_in_a_body_may_have_a_fraction_of_0(server: Server) -> None:
    assert len(server.post(b'{"q": "design", "limit": 2.0}').json["hits"]) == 2
    assert server.post(b'{"q": "design", "limit": 2.5}').status == 422


def test_a_mix_that_weighs_nothing_is_answered_with_a_note(server: Server) -> None:
    mix = {"extends": "default", "fusion": {"weighted": {"weights": {"keyword": 0, "semantic": 0}}}}
    assert "the weight of keyword and semantic is 0" in str(server.post({"q": "design", "mix": mix}).json["notes"])
    mix = {"extends": "default", "unspaced": {"weighted": {"weights": {"keyord": 1}}}}
    assert "did you mean keyword?" in server.post({"mix": mix}).problem["detail"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[]", "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b'"\xff"', "not valid JSON"),
        (b'{"q": NaN}', "NaN is not a JSON number"),
        (b'{"limit": ' + b"9" * 10_000 + b"}", "not valid JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"mix": ' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}", "nested tables and lists"),
        (b'{"mix": ' + b'{"a":' * 30_000 + b"1" + b"}" * 30_000 + b"}", "nested too deeply"),
        (b'{"q": "\\ud800"}', "q"),
        (b'{"mix": {"about": "\\ud800"}}', "unpaired surrogate"),
        (b'{"limt": 3}', "did you mean limit?"),
        (b'{"limit": 0}', "must be 1 or more"),
        (b'{"q": 3}', "must be a text, got 3"),
        (b'{"mix": []}', "mix"),
        (b'{"mix": {"extends": "rrf", "stages": ["pinn"]}}', "did you mean pin?"),
        (b'{"mix": {"extends": "rrf", "fusion": {"weighted": {"weights": {"keyword": -1}}}}}', "0 or more"),
        (b'{"mix": {"about": null}}', "null"),
        (b'{"mix": {"extends": ""}}', "must be the name of a profile"),
        (b'{"name": "a]\\nb", "mix": {}}', ""),
        (b'{"name": ""}', "name: "),
    ],
)
def test_a_body_that_cannot_be_is_refused(server: Server, body: bytes, said: str) -> None:
    reply = server.post(body)
    assert reply.status == 422, reply
    assert said in reply.problem["detail"]


def test_a_body_of_another_kind_is_refused(server: Server) -> None:
    """A form of another page can send text and what forms send, and nothing else."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        reply = server.post(b'{"q": "design"}', media_type=kind)
        assert reply.status == 415
        assert reply.problem["title"] == "Unsupported Media Type"


def test_parameters_in_the_address_of_a_posted_search_are_refused(server: Server) -> None:
    assert server.post({"q": "design"}, target="/search?q=x").status == 422


@pytest.mark.parametrize(
    "ref",
    [
        "../../../etc/passwd",
        "/etc/passwd",
        "a\x00b",
        "..\\..\\x",
        "\x00",
        "%2e%2e%2fetc",
        "file:///etc/passwd",
        "~",
        ".",
    ],
)
def test_no_reference_leads_out_of_the_vault(server: Server, ref: str) -> None:
    for target in ("/get", "/related", "/why-not"):
        reply = server.ask(target, ref=ref)
        assert reply.status == 404, (target, reply)
        assert b"root:" not in reply.body


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud7ff\U0010ffff", "🜁" * 900, "(" * 3000, '"', "a" * 4000])
def test_a_query_never_fails(server: Server, text: str) -> None:
    assert server.ask("/search", q=text).status == 200
    assert server.post({"q": text}).status == 200
    assert server.ask("/find", pattern=text[:500], path=text[:100]).status == 200


def test_bytes_that_are_no_text_are_read_as_well_as_it_goes(server: Server) -> None:
    assert server.ask("/search?q=caf%e9+%ff&path=%fe").status == 200
    assert server.ask("/get?ref=%ff").status == 404
