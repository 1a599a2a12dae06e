"""Malformed calls: each is refused in words that name the parameter and what to do."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import Agent, agent

pytestmark = pytest.mark.slow  # a server of its own

WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "an unknown parameter": ("search", {"querry": "x"}, "search has no parameter 'querry'; did you mean query?"),
    "a parameter in another spelling": (
        "search",
        {"query": "x", "min_score": 0.3},
        "search has no parameter 'min_score'; did you mean minScore?",
    ),
    "a parameter that is like none": (
        "status",
        {"zzz": 1},
        "status has no parameter 'zzz'; known: links, vault",
    ),
    "the parameter of another tool": ("find", {"query": "x"}, "find has no parameter 'query'; use pattern"),
    "a path for a reference": ("get", {"path": "a.md"}, "get has no parameter 'path'; use ref"),
    "lines beside a reference": (
        "get",
        {"ref": "a.md", "offset": 100, "limit": 50},
        "get has no parameter 'offset'; write the lines into ref, as in REF:FROM:COUNT",
    ),
    "a missing parameter": ("search", {}, "search: query is missing"),
    "a text for a number": (
        "search",
        {"query": "x", "limit": "many"},
        "search: limit must be a whole number, got 'many'",
    ),
    "a limit that is too small": ("search", {"query": "x", "limit": 0}, "search: limit must be 1 or more, got 0"),
    "a limit that is too large": ("find", {"limit": 100_000}, "find: limit must be at most 100, got 100000"),
    "a negative limit": ("related", {"ref": "AJ", "limit": -1}, "related: limit must be 1 or more, got -1"),
    "a score above 1": ("search", {"query": "x", "minScore": 7}, "search: minScore must be at most 1, got 7"),
    "a number for a text": ("search", {"query": 7}, "search: query must be a text, got 7"),
    "a query without end": ("search", {"query": "x" * 5_000}, "search: query must have at most 4000 characters, got "),
    "an unknown mode": (
        "search",
        {"query": "x", "mode": "magic"},
        "search: mode must be 'hybrid', 'vector', 'fulltext', 'semantic' or 'keyword', got 'magic'",
    ),
    "an unknown kind of link": (
        "related",
        {"ref": "AJ", "via": ["telepathy"]},
        "related: via (0) must be 'references', 'parents', ",
    ),
    "a property without a key": ("find", {"property": {"value": "x"}}, "find: property.key is missing"),
    "a property with more": (
        "find",
        {"property": {"key": "a", "kee": "b"}},
        "find: property (kee) is unknown, got 'b'",
    ),
    "a property as a text": (
        "find",
        {"property": "status"},
        """find: property must be an object, got 'status'; for example {"key": "status", "value": "draft"}""",
    ),
    "a property by its name": (
        "find",
        {"property": {"due": "2026"}},
        "find: property.key is missing; property (due) is unknown, got '2026'; for example {",
    ),
    "a field of the query": (
        "search",
        {"query": "x", "kind": "function"},
        "search has no parameter 'kind'; write kind:VALUE in the query",
    ),
    "a field of the query in another tool": (
        "find",
        {"modified": "<30d"},
        "find has no parameter 'modified'; search takes it in the query, as modified:VALUE",
    ),
    "a property that cannot be compared": (
        "find",
        {"property": {"key": "rating", "value": ">soon"}},
        "property: ",
    ),
    "an unknown vault": ("search", {"query": "x", "vault": "ntoes"}, "unknown vault 'ntoes'; did you mean"),
    "an unknown profile": ("search", {"query": "x", "profile": "rff"}, "there is no profile 'rff'; did you mean rrf"),
    "a reference to nothing": ("get", {"ref": "Aprl Jane"}, "no document has the name 'Aprl Jane'"),
    "an empty reference": ("get", {"ref": ""}, "get: ref must have 1 or more characters"),
    "a reference out of the vault": ("get", {"ref": "../../etc/passwd"}, "no document has the name '../../etc/passwd'"),
    "a cursor of nobody": ("search", {"query": "x", "cursor": "abc"}, "cursor: 'abc' is not valid"),
    "a cursor beyond the end": ("search", {"query": "x", "cursor": "5000"}, "cursor: there are at most 100 results"),
    "a cursor beside a budget": (
        "search",
        {"query": "x", "budget": 500, "cursor": "10"},
        "cursor: a result with `budget` has one page",
    ),
    "lines that are not there": (
        "get",
        {"ref": "April Jane:5000"},
        "2-Areas/People/April Jane.md has no line 5,000; its lines are 1 to 29",
    ),
    "two kinds of lists": (
        "get",
        {"ref": "AJ", "outline": True, "links": True},
        "outline and links cannot be combined; call the tool once for each",
    ),
    "a budget for nothing": ("search", {"query": "x", "budget": 3}, "search: budget must be 100 or more, got 3"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_call_that_cannot_be_answered_is_refused_with_what_to_do(wrong: str, client: Agent) -> None:
    tool, arguments, told = WRONG[wrong]
    refusal = client.refusal(tool, **arguments)
    assert refusal.startswith(told)
    assert "\n" not in refusal
    assert len(refusal) < 400
    assert "pydantic" not in refusal


def test_an_unknown_tool_is_refused(client: Agent) -> None:
    assert "searh" in client.refusal("searh", query="x")


def test_after_a_refusal_the_next_call_is_answered(client: Agent) -> None:
    client.refusal("search")
    assert client.call("search", query="tax")["hits"]


@pytest.mark.parametrize("query", ["", " ", "\x00", "(" * 3_000, "\ud7ff\ufffe", "tag:", '"', "NOT", "-" * 100])
def test_no_query_is_an_error(query: str, client: Agent) -> None:
    assert isinstance(client.call("search", query=query)["hits"], list)


def test_a_vault_that_vanishes_is_an_error_that_says_so_and_comes_back(fresh_desk: Desk) -> None:
    with agent(fresh_desk, "notes") as client:
        assert client.call("search", query="tax")["hits"]
        away = fresh_desk.folder / "away"
        fresh_desk.notes.rename(away)
        told = client.raw("search", query="tax")
        assert not told.is_error or str(fresh_desk.notes) in str(told.content)
        shutil.move(away, fresh_desk.notes)
        assert client.call("search", query="tax")["hits"]


def test_no_vault_is_an_error_before_the_handshake(fresh_desk: Desk) -> None:
    shown = fresh_desk.dowse("mcp", "nowhere")
    assert shown.code == 2
    assert shown.out == ""
    assert "there is no folder" in shown.err


@pytest.mark.parametrize("path", ["../outside", "../absent", "../../..", "/etc", "/absent"])
def test_nobody_is_told_what_lies_outside_of_the_vault(path: str, desk: Desk, client: Agent) -> None:
    (desk.folder / "outside").mkdir(exist_ok=True)
    for tool in ("find", "search"):
        found = client.call(tool, path=path, **({"query": "tax"} if tool == "search" else {}))
        told = str([note["hint"].replace(path, "PATH") for note in found["notes"]])
        absent = client.call(tool, path="../never", **({"query": "tax"} if tool == "search" else {}))
        assert told == str([note["hint"].replace("../never", "PATH") for note in absent["notes"]])
        assert not found.get("files")
        assert not found.get("hits")
