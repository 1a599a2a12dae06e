"""Commands in a folder without an index: the ones about the index make none, and none is made of an empty folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk

pytestmark = pytest.mark.slow  # several commands for each of them


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A folder with one note, and one without a document, neither indexed, with indexes inside of vaults."""
    desk = Desk(tmp_path, {"DOWSE_INDEX_DIR": ""})
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("# Wool\n\n[[Nowhere]]\n")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(b"\x89PNG")
    return desk


def test_status_names_the_command_that_indexes_and_makes_no_index(desk: Desk) -> None:
    shown = desk.dowse("status", "notes")
    assert shown.out.splitlines() == [
        f"notes  {desk.notes}",
        "  1 file to index",
        f"  no index yet; the first search makes one, and so does `dowse index {desk.notes}`",
    ]
    assert (shown.err, shown.code) == ("", 0)
    found = json.loads(desk.dowse("status", "notes", "--json").out)
    assert (found["documents"], found["size_bytes"], found["index"]) == (0, 0, {"state": "stale", "changed": 1})
    assert not list(desk.folder.rglob(".dowse"))


def test_vacuum_asks_for_an_index_first(desk: Desk) -> None:
    shown = desk.dowse("vacuum", "notes")
    assert shown.err == (
        f"dowse: {desk.notes} has no index yet; the first search makes one, and so does `dowse index {desk.notes}`\n"
    )
    assert shown.code == 2
    assert not list(desk.folder.rglob(".dowse"))


@pytest.mark.parametrize(("command", "code"), [("links", 1), ("links --broken", 0), ("pagerank", 1), ("get Wool", 2)])
def test_a_folder_without_documents_gets_no_index(command: str, code: int, desk: Desk) -> None:
    shown = desk.dowse(*command.split(), "pictures")
    assert f"{desk.folder}/pictures has no index and no documents; dowse indexes .md," in shown.err
    assert shown.code == code
    assert not list(desk.folder.rglob(".dowse"))


@pytest.mark.parametrize("command", [("search", "wool"), ("search", "wool", "--no-heal"), ("find", "symbol:wool")])
def test_a_search_of_a_folder_without_documents_creates_nothing(command: tuple[str, ...], desk: Desk) -> None:
    before = sorted(desk.folder.rglob("*"))
    shown = desk.dowse(*command, "pictures")
    assert shown.code == 1
    assert sorted(desk.folder.rglob("*")) == before


def test_a_search_indexes_a_note_that_came_into_an_empty_folder(desk: Desk) -> None:
    desk.dowse("search", "wool", "pictures")
    (desk.folder / "pictures" / "b.md").write_text("# Wool\n")
    assert desk.dowse("search", "wool", "pictures", "--files").out == "b.md\n"


def test_a_check_of_links_needs_no_index_first(desk: Desk) -> None:
    shown = desk.dowse("links", "--broken", "notes")
    assert (shown.out, shown.code) == ("a.md:3  [[Nowhere]]  no such note\n", 1)
