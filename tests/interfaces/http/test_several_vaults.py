"""A server that is asked for several of its vaults at once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.http.server import Reply, Server, serving

pytestmark = pytest.mark.slow  # a server of its own


@pytest.fixture(scope="module")
def shore(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Two vaults, and one that nobody asks."""
    desk = Desk(tmp_path_factory.mktemp("shore"))
    notes = {
        "sea/Lamp.md": "# Lamp\n\nThe lamp is oiled. #tower\n",
        "land/Lamp.md": "# Lamp\n\nA lamp in the hall. [[Bread]]\n",
    }
    notes |= {"land/Bread.md": "# Bread\n\nFlour and water.\n", "attic/Lamp.md": "# Lamp\n\nA broken lamp.\n"}
    for path, text in notes.items():
        (desk.folder / path).parent.mkdir(exist_ok=True)
        (desk.folder / path).write_text(text)
    return desk


@pytest.fixture(scope="module")
def server(shore: Desk) -> Iterator[Server]:
    """A server of all three."""
    with serving(shore, "sea", "land", "attic") as found:
        yield found


def _hits(reply: Reply) -> list[tuple[str, str, str]]:
    assert reply.status == 200, reply
    return sorted((hit["vault"], hit["path"], hit["ref"]) for hit in reply.json["hits"])


@pytest.mark.parametrize(("asked", "vaults"), [("sea,land", ["land", "sea"]), ("all", ["attic", "land", "sea"])])
def test_several_are_searched_as_one_and_each_hit_says_its_vault(server: Server, asked: str, vaults: list[str]) -> None:
    reply = server.ask("/search", q="lamp", vault=asked, mode="fulltext")
    assert _hits(reply) == [(vault, "Lamp.md", "Lamp.md#lamp") for vault in vaults]
    assert sorted(reply.json["vault"].split(", ")) == vaults


def test_a_query_says_which_of_them_it_means(server: Server) -> None:
    assert _hits(server.ask("/search", q="lamp in:land", vault="all")) == [("land", "Lamp.md", "Lamp.md#lamp")]


def test_the_stages_and_a_mixed_profile_are_of_all_too(server: Server) -> None:
    pipeline = server.ask("/search", q="lamp", vault="sea,land", pipeline_debug="true").json["pipeline"]
    assert pipeline["query"]["vault"] == "sea, land"
    mixed = server.post({"q": "lamp", "vault": "sea,land", "mix": {"extends": "default"}, "mode": "fulltext"})
    assert [vault for vault, _, _ in _hits(mixed)] == ["land", "sea"]


def test_an_excluded_document_has_its_vault_in_the_path(server: Server) -> None:
    (cut,) = server.ask("/search", q="lamp in:land", vault="sea,land", explain="true").json["filters"]
    assert {document["path"].partition(":")[0] for document in cut["excluded"]} == {"sea"}


def test_one_vault_is_answered_without_its_name_in_each_hit(server: Server) -> None:
    assert "vault" not in server.ask("/search", q="lamp", vault="land").json["hits"][0]


def test_files_are_listed_of_all_newest_first(server: Server) -> None:
    found: list[dict[str, Any]] = server.ask("/find", pattern="lamp", vault="all").json
    assert {(row["vault"], row["path"]) for row in found} == {(name, "Lamp.md") for name in ("sea", "land", "attic")}
    assert [row["modified"] for row in found] == sorted((row["modified"] for row in found), reverse=True)
    assert len(server.ask("/find", pattern="lamp", vault="all", limit=2).json) == 2


def test_filters_are_offered_of_all(server: Server) -> None:
    assert server.ask("/facets", vault="all").json["tag"] == ["tower"]
    assert server.ask("/facets", vault="land").json["tag"] == []


@pytest.mark.parametrize("ref", ["land:Lamp.md", "land:Lamp", "LAND:Lamp"])
def test_a_reference_may_say_its_vault_and_so_do_those_that_it_leads_to(server: Server, ref: str) -> None:
    found = server.ask("/get", ref=ref).json
    assert "hall" in found["text"]
    assert (found["vault"], found["ref"], found["path"]) == ("land", "land:Lamp.md", "Lamp.md")
    assert server.ask("/why-not", ref=ref, q="bread").json["path"] == "Lamp.md"
    (near,) = server.ask("/related", ref=ref).json
    assert (near["vault"], near["ref"], near["path"]) == ("land", "land:Bread.md", "Bread.md")
    assert "vault" not in server.ask("/get", ref="Lamp.md", vault="land").json


def test_a_vault_that_is_chosen_goes_before_what_the_reference_looks_like(server: Server) -> None:
    assert server.ask("/get", ref="land:Lamp.md", vault="sea").status == 404
    chosen = server.ask("/get", ref="land:Lamp.md", vault="Land").json
    assert ("vault" in chosen, chosen["ref"]) == (False, "Lamp.md")


@pytest.mark.parametrize("path", ["/get?ref=Lamp&", "/status?", "/map?", "/why-not?ref=Lamp&q=lamp&", "/communities?"])
def test_what_is_of_one_vault_says_so(server: Server, path: str) -> None:
    reply = server.ask(f"{path}vault=all")
    assert reply.status == 404
    assert "expected one vault" in reply.problem["detail"]
    assert "sea, land, attic" in reply.problem["detail"]


def test_one_that_is_unknown_among_several_is_named(server: Server) -> None:
    reply = server.ask("/search", q="lamp", vault="sea,lnad")
    assert reply.status == 404
    assert "did you mean land" in reply.problem["detail"]


def test_of_all_one_that_is_gone_is_left_out_and_named(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Lamp.md").write_text("# Lamp\n")
    with serving(desk, "here", "there") as server:
        shutil.rmtree(tmp_path / "there")
        reply = server.ask("/search", q="lamp", vault="all")
        assert [vault for vault, _, _ in _hits(reply)] == ["here"]
        assert any("there was left out" in note["hint"] for note in reply.json["notes"])
        assert server.ask("/find", vault="all").json[0]["vault"] == "here"
        assert server.ask("/search", q="lamp", vault="here,there").status == 503


def test_of_all_the_first_whose_settings_can_be_read_says_which_profiles_there_are(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Lamp.md").write_text("# Lamp\n")
    (tmp_path / "here" / "dowse.toml").write_text("limit = none of this\n")
    (tmp_path / "there" / "dowse.toml").write_text("[profiles.mine]\nextends = 'default'\nabout = 'mine'\n")
    with serving(Desk(tmp_path), "here", "there") as server:
        assert "mine" in [each["name"] for each in server.ask("/profiles", vault="all").json]
        assert server.ask("/profiles", vault="here,there").status == 503
