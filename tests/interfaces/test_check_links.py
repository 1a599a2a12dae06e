"""`dowse check-links` against a server of our own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dowse.interfaces.mcp.text_content import hit_text
from tests.app.link_checker.web import Web, web
from tests.interfaces.desk import Desk
from tests.interfaces.watched import HEARS_CTRL_C

pytestmark = pytest.mark.slow  # a process, or some, for each of them


@pytest.fixture
def there() -> Iterator[Web]:
    with web() as found:
        yield found


@pytest.fixture
def desk(tmp_path: Path, there: Web) -> Desk:
    """Notes with addresses of that server."""
    desk = Desk(tmp_path)
    (desk.notes / "sub").mkdir(parents=True)
    (desk.notes / "a.md").write_text(
        f"---\nurl: {there.url('/gone')}\n---\n# A\n\n[x]({there.url('/ok#part')}) and {there.url('/missing')}.\n"
    )
    (desk.notes / "sub" / "b.md").write_text(f"<{there.url('/missing')}> {there.url('/ok')} {there.url('/broken')}\n")
    return desk


def checked(desk: Desk, *options: str) -> dict[str, Any]:
    shown = desk.dowse("check-links", "notes", "--private", "--json", *options)
    assert shown.code in {0, 1}, shown.err
    found: dict[str, Any] = json.loads(shown.out)
    return found


def states(found: dict[str, Any]) -> dict[str, str]:
    return {each["url"].rpartition("/")[2]: each["state"] for each in found["links"]}


def test_dead_addresses_are_listed_with_their_places_and_the_notes_stay_as_they_are(desk: Desk, there: Web) -> None:
    before = {path: path.read_bytes() for path in desk.notes.rglob("*.md")}
    shown = desk.dowse("check-links", "notes", "--private")
    assert shown.code == 1
    assert shown.out.splitlines() == [
        f"dead  {there.url('/gone')}  410 Gone",
        "    a.md:2",
        f"dead  {there.url('/missing')}  404 Not Found",
        "    a.md:6",
        "    sub/b.md:1",
        f"unsure  {there.url('/broken')}  503 Service Unavailable",
        "    sub/b.md:1",
    ]
    assert shown.err == "dowse: 4 addresses; 4 checked now; 2 dead; 1 unsure\n"
    assert {path: path.read_bytes() for path in desk.notes.rglob("*.md")} == before
    assert there.counts()["/ok"] == 1


def test_an_address_that_moved_for_good_is_listed_with_the_new_one(desk: Desk, there: Web) -> None:
    (desk.notes / "sub" / "b.md").write_text(f"<{there.url('/moved')}> <{there.url('/found')}>\n")
    shown = desk.dowse("check-links", "notes", "--private", "--path", "sub")
    assert shown.out.splitlines() == [f"moved  {there.url('/moved')} → {there.url('/ok')}", "    sub/b.md:1"]
    assert (shown.code, shown.err) == (0, "dowse: 2 addresses; 2 checked now; 1 moved permanently\n")
    (row,) = checked(desk, "--path", "sub")["links"]
    assert (row["state"], row["moved"]) == ("moved", there.url("/ok"))


def test_what_is_known_is_not_asked_again_for_days_and_what_nobody_could_tell_is(desk: Desk, there: Web) -> None:
    checked(desk)
    there.asked.clear()
    found = checked(desk)
    assert set(there.counts()) == {"/broken"}
    assert states(found) == {"gone": "dead", "missing": "dead", "broken": "unsure"}
    assert checked(desk, "--again")["asked"] == checked(desk, "--days", "0")["asked"] == 4


def test_what_was_dead_and_is_there_again_is_said(desk: Desk, there: Web) -> None:
    checked(desk)
    there.statuses |= {"/gone": 200, "/broken": 200, "/missing": 200}
    shown = desk.dowse("check-links", "notes", "--private", "--again")
    assert shown.code == 0
    assert f"back  {there.url('/gone')}" in shown.out
    assert there.url("/broken") not in shown.out  # it was never known to be dead
    assert "back" not in desk.dowse("check-links", "notes", "--private", "--again").out


def test_only_those_below_a_folder_and_only_so_many_are_asked(desk: Desk, there: Web) -> None:
    assert checked(desk, "--path", "sub", "--limit", "1")["unasked"] == 2
    assert len(there.counts()) == 1
    assert checked(desk, "--limit", "0")["asked"] == 0


def test_a_file_of_what_is_known_that_is_broken_is_made_again(desk: Desk) -> None:
    checked(desk)
    kept = next(desk.folder.rglob("links.json"))
    for text in ("", "{", "[]", '{"links": 3}', '{"links": {"http://x": 3}}'):
        kept.write_text(text)
        assert checked(desk)["asked"] == 4
    assert json.loads(kept.read_text())["links"]


def test_an_address_that_no_note_has_any_more_is_forgotten(desk: Desk, there: Web) -> None:
    checked(desk)
    (desk.notes / "a.md").unlink()
    checked(desk)
    kept = json.loads(next(desk.folder.rglob("links.json")).read_text())["links"]
    assert set(kept) == {there.url("/missing"), there.url("/ok"), there.url("/broken")}


def test_without_being_told_to_it_asks_nobody_around(desk: Desk, there: Web) -> None:
    shown = desk.dowse("check-links", "notes")
    assert shown.code == 0
    assert shown.err == "dowse: 4 addresses; 0 checked now; 4 skipped: hosts on this machine or its local network\n"
    assert json.loads(desk.dowse("check-links", "notes", "--json").out)["asked"] == 0
    assert there.asked == []


def test_a_vault_without_addresses_has_no_dead_ones(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("nothing")
    shown = desk.dowse("check-links", "notes")
    assert (shown.code, shown.out, shown.err) == (0, "", "dowse: 0 addresses; 0 checked now\n")


def test_ctrl_c_shows_what_is_known_and_keeps_it(desk: Desk, there: Web) -> None:
    (desk.notes / "slow.md").write_text(there.url("/slow"))
    with subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, "check-links", "notes", "--private", "--timeout", "60", "--json"],
        cwd=desk.folder,
        env=desk.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while len(there.asked) < 7:  # /ok, /gone, /slow, two of /missing and of /broken
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    found = json.loads(out)
    asked = found["asked"]
    assert asked in {3, 4}  # the last answer may be on its way
    assert found["unasked"] == 5 - asked
    assert f"{5 - asked} not checked yet" in err
    assert len(json.loads(next(desk.folder.rglob("links.json")).read_text())["links"]) == asked


def found(desk: Desk, query: str) -> list[tuple[str, bool]]:
    """The hits with their marks."""
    shown = desk.dowse("search", query, "notes", "--json")
    return [(hit["path"], hit.get("dead_link", False)) for hit in json.loads(shown.out)["hits"]]


def test_a_note_about_a_dead_address_is_marked_and_selected_until_the_address_works_again(
    desk: Desk, there: Web
) -> None:
    (desk.notes / "c.md").write_text(f"---\nsource: {there.url('/ok')}#x\n---\n# C\n\n<{there.url('/missing')}>\n")
    assert found(desk, "dead:yes") == []
    unchecked = json.loads(desk.dowse("search", "dead:yes", "notes", "--json").out)["notes"]
    assert unchecked[0]["hint"] == "dead: no web links were checked yet; run dowse check-links"
    checked(desk)
    assert found(desk, "dead:yes") == [("a.md", True)]
    assert dict(found(desk, "dead:no")) == {"c.md": False, "sub/b.md": False}
    assert "A  ██████ 1.00  dead link" in desk.dowse("search", "dead:yes", "notes").out
    assert ", dead link\n" in desk.dowse("search", "dead:yes", "notes", "--format", "md").out
    hit = json.loads(desk.dowse("search", "dead:yes", "notes", "--json").out)["hits"][0]
    assert "part 1 of 1 | dead link | 1.0" in hit_text(1, hit)  # as MCP has it
    there.statuses["/gone"] = 200
    checked(desk, "--again")
    assert found(desk, "dead:yes") == []
    assert dict(found(desk, "a OR c OR b OR x"))["a.md"] is False


def test_the_mark_and_the_query_agree_on_what_a_source_is(desk: Desk, there: Web) -> None:
    gone = there.url("/gone")
    for name, source in {
        "part": f"{gone}#x",
        "list": f"[{gone}]",
        "case": gone.upper(),
        "odd": '"http://[x#y"',
    }.items():
        (desk.notes / f"{name}.md").write_text(f"---\nsource: {source}\n---\n# Kettle\n")
    checked(desk)
    marked = {path for path, is_marked in found(desk, "+kettle") if is_marked}
    assert marked == {path for path, _ in found(desk, "dead:yes")} - {"a.md"} == {"part.md", "list.md", "odd.md"}


def test_a_part_of_the_vault_keeps_what_is_known_of_the_others(desk: Desk) -> None:
    checked(desk)
    checked(desk, "--path", "sub", "--again")
    assert found(desk, "dead:yes") == [("a.md", True)]


def test_dead_is_yes_or_no(desk: Desk) -> None:
    notes = json.loads(desk.dowse("search", "dead:perhaps x", "notes", "--json").out)["notes"]
    assert notes[0]["hint"] == "dead: must be yes or no; searched as words"
