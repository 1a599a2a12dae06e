"""No answer is longer than a model can read: pages follow each other without a gap, and a budget is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from dowse.app.token_budget import MOST_TOKENS
from dowse.embedders.static import StaticEmbedder
from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import Agent, agent, text_of

pytestmark = pytest.mark.slow  # a server of its own

_WORDS = [
    "the",
    "kelp",
    "forest",
    "hums",
    "while",
    "seven",
    "otters",
    "argue",
    "over",
    "one",
    "urchin",
    "and",
    "nobody",
    "writes",
    "it",
    "down",
]


@pytest.fixture(scope="module")
def wide_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Notes that make long answers: much of everything, and one of some hundred pages."""
    desk = Desk(tmp_path_factory.mktemp("wide"))
    desk.notes.mkdir()
    for n in range(150):
        body = " ".join(_WORDS[(n + k) % len(_WORDS)] for k in range(200))
        tags = ", ".join(f"a-rather-long-tag-{n}-{k}" for k in range(12))
        (desk.notes / f"A note with quite a long name number {n}.md").write_text(
            f"---\ntags: [{tags}]\n---\n# Otters, part {n}\n\n## A long heading about otters {n}\n\n{body}\n"
        )
    lines = "\n".join(f"Line {n}: {' '.join(_WORDS)}" for n in range(5_000))
    (desk.notes / "long.md").write_text(f"# Long\n\n{lines}\n\n## End\n\nThat was it.\n")
    (desk.notes / "one line.md").write_text(f"# One line\n\n{' '.join(_WORDS * 3_000)}\n")
    (desk.notes / "title.md").write_text(f"# {' '.join(_WORDS * 600)}\n\nOf quokkas.\n")
    (desk.notes / "tags.md").write_text(
        f"---\ntags: [{', '.join(f'quokka-{n}' for n in range(5_000))}]\n---\nQuokkas.\n"
    )
    (desk.notes / "漢字.md").write_text("# 漢字\n\n" + "検索は速い。" * 4_000 + "\n")
    # Else the server answers from a part of them while it indexes the rest.
    assert desk.dowse("index", "notes").code == 0
    return desk


@pytest.fixture(scope="module")
def wide_client(wide_desk: Desk) -> Iterator[Agent]:
    """A client of these notes."""
    with agent(wide_desk, "notes") as connected:
        yield connected


def tokens(result: Any) -> int:
    """Of a whole result, as a tokenizer counts them that takes every mark apart."""
    return StaticEmbedder().count_tokens(json.dumps(result.structured_content, ensure_ascii=False) + text_of(result))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search", {"query": "otters", "limit": 100}),
        ("search", {"query": "otters", "limit": 100, "explain": True}),
        ("search", {"query": "検索", "limit": 100}),
        ("find", {"limit": 100}),
        ("get", {"ref": "long.md"}),
        ("get", {"ref": "one line.md"}),
        ("get", {"ref": "one line.md:3"}),
        ("get", {"ref": "漢字.md:3"}),
        ("get", {"ref": "title.md"}),
        ("search", {"query": "quokkas", "limit": 5, "explain": True}),
        ("find", {"pattern": "t*.md"}),
        ("related", {"ref": "title.md", "limit": 5}),
        ("search", {"query": "otters and urchins", "budget": 6_000, "explain": True}),
        ("search", {"query": "検索", "budget": 6_000}),
        ("related", {"ref": "long.md", "limit": 100}),
        ("status", {}),
    ],
)
def test_both_forms_of_an_answer_together_stay_below_what_a_model_reads_at_once(
    tool: str, arguments: dict[str, Any], wide_client: Agent
) -> None:
    result = wide_client.raw(tool, **arguments)
    assert not result.is_error
    assert tokens(result) < MOST_TOKENS


def test_the_pages_of_a_search_are_the_hits_of_one_without_a_gap(client: Agent) -> None:
    whole = [hit["ref"] for hit in client.call("search", query="the plan", limit=15)["hits"]]
    pages: list[str] = []
    cursor = ""
    while True:
        page = client.call("search", query="the plan", limit=7, **({"cursor": cursor} if cursor else {}))
        pages += [hit["ref"] for hit in page["hits"]]
        assert len(page["hits"]) <= 7
        cursor = page["next"]
        if not cursor or len(pages) >= 21:
            break
    assert len(whole) == 15
    assert pages[:15] == whole
    assert len(pages) == len(set(pages)) == 21


def test_what_does_not_fit_on_a_page_of_a_search_is_on_the_next(wide_client: Agent) -> None:
    found: list[str] = []
    cursor = ""
    while len(found) < 100:
        page = wide_client.call("search", query="otters", limit=100, **({"cursor": cursor} if cursor else {}))
        assert page["hits"]
        found += [hit["path"] for hit in page["hits"]]
        cursor = page["next"]
        if not cursor:
            break
    assert len(found) == len(set(found)) == 100


def test_the_last_page_says_that_nothing_follows(client: Agent) -> None:
    assert client.call("search", query="tag:recipe", limit=50)["next"] == ""
    assert client.call("find", tag="recipe", limit=50)["next"] == ""


def test_the_pages_of_find_hold_every_file_once(client: Agent) -> None:
    total = client.call("find", limit=1)["total"]
    found: list[str] = []
    cursor = ""
    while True:
        page = client.call("find", limit=11, **({"cursor": cursor} if cursor else {}))
        found += [file["path"] for file in page["files"]]
        cursor = page["next"]
        if not cursor:
            break
    assert len(found) == len(set(found)) == total


def test_the_pages_of_a_text_are_the_text(wide_client: Agent, wide_desk: Desk) -> None:
    ref = "long.md"
    read: list[str] = []
    while ref:
        page = wide_client.call("get", ref=ref)
        assert page["line"] == len(read) + 1
        read += page["text"].split("\n")
        ref = page["next"]
    assert "\n".join(read) + "\n" == (wide_desk.notes / "long.md").read_text()


def test_the_pages_of_a_section_end_where_it_ends(wide_client: Agent, wide_desk: Desk) -> None:
    first = wide_client.call("get", ref="long.md:11:400")
    assert first["lines_left"] > 0
    read, ref = first["text"].split("\n"), first["next"]
    while ref:
        page = wide_client.call("get", ref=ref)
        read += page["text"].split("\n")
        ref = page["next"]
    assert read == (wide_desk.notes / "long.md").read_text().split("\n")[10:410]


@pytest.mark.parametrize("budget", [100, 300, 1_000, 3_000, 6_000])
def test_a_budget_is_kept_and_what_is_left_out_is_counted(budget: int, wide_client: Agent) -> None:
    result = wide_client.raw("search", query="otters and urchins", budget=budget)
    assert result.structured_content is not None
    found = result.structured_content
    count = StaticEmbedder().count_tokens
    assert found["tokens"] <= budget
    assert count("\n".join(p["path"] + " › ".join(p["headings"]) + p["text"] for p in found["passages"])) <= budget
    assert tokens(result) < MOST_TOKENS
    assert found["left_out"]["passages"] > 0
    assert found["left_out"]["tokens"] > 0
    assert found["hits"] == []


def test_passages_have_headings_and_the_lines_they_stand_in(client: Agent, desk: Desk) -> None:
    found = client.call("search", query="people who do design", budget=600)
    first = found["passages"][0]
    assert first["path"] == "2-Areas/People/April Jane.md"
    assert first["headings"] == ["April Jane", "Design work"]
    for passage in found["passages"]:
        lines = (desk.notes / passage["path"]).read_text().splitlines()
        assert "\n".join(lines[passage["line"] - 1 : passage["end_line"]]) == passage["text"]
        assert client.call("get", ref=passage["ref"])["path"] == passage["path"]


def test_a_limit_in_the_query_ends_the_pages(client: Agent) -> None:
    first = client.call("search", query="plan limit:5")
    assert (len(first["hits"]), first["next"]) == (5, "")
    assert client.call("search", query="plan limit:5", cursor="5")["next"] == ""
    two = client.call("search", query="plan limit:5", limit=2)
    assert two["next"] == ""


def test_where_no_more_is_given_than_there_is_the_answer_says_so(wide_client: Agent) -> None:
    last = wide_client.call("search", query="otters", limit=20, cursor="95")
    assert last["next"] == ""
    assert last["total"] > 100
    assert any("at most 100" in note["hint"] for note in last["notes"])


def test_a_line_that_is_too_long_is_cut_and_said_to_be(wide_client: Agent) -> None:
    found = wide_client.call("get", ref="one line.md:3:1")
    assert found["text"].endswith("…")
    assert any("line 3 has" in note["hint"] for note in found["notes"])


def test_text_without_blanks_fits_a_small_budget(wide_client: Agent) -> None:
    assert wide_client.call("search", query="検索", budget=400)["passages"]


def test_communities_are_listed_whatever_the_budget(client: Agent) -> None:
    found, listed = (client.raw("search", query="communities:", **options) for options in ({}, {"budget": 300}))
    assert listed.structured_content is not None
    assert found.structured_content is not None
    assert listed.structured_content["communities"] == found.structured_content["communities"] != []
    assert text_of(listed) == text_of(found)


def test_a_budget_that_nothing_fits_says_so(wide_client: Agent) -> None:
    found = wide_client.call("search", query="path:title.md quokkas", budget=100)
    assert found["passages"] == []
    assert any("none fits into 100 tokens" in note["hint"] for note in found["notes"])
