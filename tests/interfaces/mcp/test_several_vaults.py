"""Several vaults, asked at once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.mcp.calling import Agent, agent, text_of

pytestmark = pytest.mark.slow  # a server of its own

_NOTES = {
    "sea/Lamp.md": "---\ntags: [tower]\n---\n# Lamp\n\nThe lamp is oiled. See [[Keeper]].\n",
    "sea/Keeper.md": "# Keeper\n\nSees to the [[Lamp]].\n",
    "land/Lamp.md": "# Lamp\n\nA lamp in the hall, beside the [[Door]].\n" + "A line more.\n" * 4_000,
    "land/Door.md": "# Door\n\nOak.\n",
}


@pytest.fixture(scope="module")
def shore(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of both vaults."""
    return tmp_path_factory.mktemp("shore")


@pytest.fixture(scope="module")
def client(shore: Path) -> Iterator[Agent]:
    """A client of two vaults; both have a note of the same name."""
    desk = Desk(shore)
    for path, text in _NOTES.items():
        (desk.folder / path).parent.mkdir(exist_ok=True)
        (desk.folder / path).write_text(text)
    with agent(desk, "sea", "land") as connected:
        yield connected


def test_all_are_searched_as_one_and_what_a_hit_is_called_leads_to_it(client: Agent) -> None:
    assert '"all"' in client.instructions
    found = client.raw("search", query="lamp", mode="fulltext", vault="all")
    hits = (found.structured_content or {})["hits"]
    assert {(hit["vault"], hit["path"]) for hit in hits} >= {("sea", "Lamp.md"), ("land", "Lamp.md")}
    for hit in hits:
        assert f"| {hit['ref']} |" in text_of(found)
        read = client.call("get", ref=hit["ref"])
        assert (read["vault"], read["path"]) == (hit["vault"], hit["path"])


def test_passages_for_a_budget_come_from_all(client: Agent) -> None:
    found = client.raw("search", query="lamp", mode="fulltext", vault="sea,land", budget=500)
    passages = (found.structured_content or {})["passages"]
    assert {each["vault"] for each in passages} == {"sea", "land"}
    for each in passages:
        assert each["ref"].startswith(f"{each['vault']}:{each['path']}")
        assert f"## {each['vault']}:{each['path']}" in text_of(found)


def test_pages_go_on_through_all(client: Agent) -> None:
    first = client.call("search", query="lamp", vault="all", limit=1)
    second = client.call("search", query="lamp", vault="all", limit=1, cursor=first["next"])
    assert first["hits"][0]["ref"] != second["hits"][0]["ref"]


def test_what_follows_in_a_note_is_asked_for_as_the_note_was(client: Agent) -> None:
    first = client.call("get", ref="land:Lamp.md")
    assert first["next"].startswith("land:Lamp.md:")
    assert "A line more." in client.call("get", ref=first["next"])["text"]
    chosen = client.call("get", ref="Lamp.md", vault="land")
    assert (chosen["vault"], chosen["next"]) == ("land", first["next"].removeprefix("land:"))


def test_a_reference_may_name_the_vault_that_is_chosen(client: Agent) -> None:
    chosen = client.call("get", ref="land:Door", vault="Land")
    assert (chosen["vault"], chosen["ref"]) == ("land", "Door.md")
    assert [each["ref"] for each in client.call("related", ref="land:Door", vault="land")["related"]] == ["Lamp.md"]


def test_neighbours_are_called_as_the_note_was(client: Agent) -> None:
    related = client.raw("related", ref="land:Lamp")
    assert [each["ref"] for each in (related.structured_content or {})["related"]] == ["land:Door.md"]
    assert "| land:Door.md |" in text_of(related)
    plain = client.call("related", ref="Lamp", vault="land")
    assert [each["ref"] for each in plain["related"]] == ["Door.md"]
    assert (plain["vault"], client.call("related", ref="Lamp")["vault"]) == ("land", "sea")


def test_files_and_the_state_are_of_all(client: Agent) -> None:
    found = client.raw("find", pattern="Lamp*", vault="all")
    rows = (found.structured_content or {})["files"]
    assert {(row["vault"], row["path"]) for row in rows} == {("sea", "Lamp.md"), ("land", "Lamp.md")}
    assert "land:Lamp.md |" in text_of(found)
    assert [each["vault"] for each in client.call("status", vault="all")["vaults"]] == ["sea", "land"]
    assert [each["vault"] for each in client.call("status", vault="land")["vaults"]] == ["land"]


def test_the_state_of_all_leaves_out_a_vault_that_is_gone_and_says_so(tmp_path: Path) -> None:
    for name in ("sea", "land"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "Lamp.md").write_text("# Lamp\n")
    with agent(Desk(tmp_path), "sea", "land") as client:
        shutil.rmtree(tmp_path / "land")
        for asked in ({}, {"vault": "all"}):
            found = client.call("status", **asked)
            assert [each["vault"] for each in found["vaults"]] == ["sea"]
            assert "land was left out" in found["notes"][0]["hint"]
        assert "is missing" in client.refusal("status", vault="sea,land")


def test_what_is_of_one_vault_says_so(client: Agent) -> None:
    assert "expected one vault" in client.refusal("get", ref="Lamp", vault="all")
    assert "did you mean land" in client.refusal("search", query="lamp", vault="sea,lnad")


def test_a_path_from_the_root_of_the_file_system_means_the_file_in_its_vault(client: Agent, shore: Path) -> None:
    sea, land = shore / "sea", shore / "land"
    for ref, named in ((f"{sea}/Lamp.md#lamp", "Lamp.md#lamp"), (f"{land}/Door.md", "land:Door.md")):
        found = client.call("get", ref=ref)
        assert (found["vault"], found["ref"]) == ("land" if "land:" in named else "sea", named)
    assert client.call("get", ref=f"{land}/Door.md", vault="land")["ref"] == "Door.md"
    assert client.call("related", ref=f"{land}/Lamp.md")["vault"] == "land"
    assert [each["path"] for each in client.call("find", path=f"{land}", pattern="D*")["files"]] == ["Door.md"]
    assert client.call("search", query="lamp", path=f"{land}/", vault="all")["hits"][0]["path"] == "Lamp.md"
    assert client.call("search", query="lamp", path=f"{land}/Door.md")["vault"] == "land"
    assert "'Moor.md'" in client.refusal("get", ref=f"{land}/Moor.md")
    assert f"'{land}/Door.md'" in client.refusal("get", ref=f"{land}/Door.md", vault="sea")


def test_what_a_path_has_found_in_another_vault_is_called_by_that(client: Agent, shore: Path) -> None:
    land = f"{shore / 'land'}"
    found = client.raw("search", query="lamp", mode="fulltext", path=land)
    assert {hit["ref"] for hit in (found.structured_content or {})["hits"]} >= {"land:Lamp.md#lamp"}
    assert "| land:Lamp.md#lamp |" in text_of(found)
    packed = client.raw("search", query="lamp", mode="fulltext", path=land, budget=500)
    assert "## land:Lamp.md" in text_of(packed)
    assert "land:Door.md |" in text_of(client.raw("find", path=land, pattern="D*"))
    nearest = client.raw("search", query="lampshade", path=land)
    assert {hit["vault"] for hit in (nearest.structured_content or {})["nearest"]} == {"land"}
    assert "| land:" in text_of(nearest)
    for path, vault in ((f"{shore / 'sea'}", ""), (land, "land")):
        assert ":Lamp.md" not in text_of(client.raw("search", query="lamp", path=path, vault=vault))


def test_a_name_that_another_vault_has_is_said_to_be_there(client: Agent) -> None:
    client.call("status", vault="all")
    assert client.refusal("get", ref="Door") == "the vault sea has no document 'Door'; get land:Door"
    assert client.refusal("related", ref="Door") == "the vault sea has no document 'Door'; get land:Door"
    assert "land:" not in client.refusal("get", ref="Door", vault="sea")
    assert "land:" not in client.refusal("get", ref="Boats")


def test_files_that_another_vault_alone_has_are_said_to_be_there(client: Agent) -> None:
    note = client.call("find", pattern="Door*")["notes"][-1]["hint"]
    assert note == "found in the vault land (1); pass its name as `vault`"
    assert "land" not in str(client.call("find", pattern="Door*", vault="sea")["notes"])
    assert "found in" not in str(client.call("find", pattern="Boats")["notes"])
    assert client.call("find", pattern="Lamp*")["notes"] == []


def test_words_that_another_vault_alone_has_are_said_to_be_there(client: Agent) -> None:
    client.call("search", query="lamp", vault="all")  # which indexes both

    def hint(query: str, **options: object) -> str:
        hints = [note["hint"] for note in client.call("search", query=query, **options)["notes"]]
        return next((each for each in hints if each.startswith("found in")), "")

    assert hint("oak") == hint("oak", budget=500) == "found in the vault land (1); pass its name as `vault`"
    assert hint("oak lamp") == "found in the vault land ('oak' 1); pass its name as `vault`"
    assert hint("oak lamp", limit=1)
    assert not hint("oak lamp", limit=1, cursor="1")
    assert hint("doors lamp") == "found in the vault land ('doors' 2); pass its name as `vault`"
    assert hint("oak AND door") == "found in the vault land (1); pass its name as `vault`"
    for query, options in (("oak", {"vault": "sea"}), ("oak", {"vault": "all"}), ("lamp", {}), ("xylograph", {})):
        assert not hint(query, **options)


def test_what_another_vault_is_about_does_not_matter_to_an_empty_answer(fresh_desk: Desk) -> None:
    for path in ("sea/Lamp.md", "land/Door.py", "hill/Door.md"):
        (fresh_desk.folder / path).parent.mkdir(exist_ok=True)
        (fresh_desk.folder / path).write_text("def door(): pass\n")
    (fresh_desk.folder / "hill" / "dowse.toml").write_text("= no TOML")
    with agent(fresh_desk, "sea", "land", "hill") as client:
        assert client.call("find", pattern="Door*")["notes"][-1]["hint"].startswith("found in the vault land (1)")
        client.call("find", pattern="symbol:door")
        assert not (fresh_desk.folder / "land" / ".dowse").exists()
        assert "no document has the name 'Door'" in client.refusal("get", ref="Door")
