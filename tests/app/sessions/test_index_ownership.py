"""Whose an index is: a vault that moved keeps its own, and no vault answers from that of another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from dowse.app.index import IndexRequest, index_vault, open_to_index
from dowse.app.location import VaultLocation, location_of
from dowse.app.sessions.index_folders import index_folders, is_indexed
from dowse.app.sessions.index_placement import adopt
from dowse.app.sessions.vault_session import open_session
from dowse.model.errors import VaultError
from dowse.search.execute import Request


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """An indexed vault."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for n, word in enumerate(("honey", "water", "bread", "salt")):
        (folder / f"{word}.md").write_text(f"# {word}\n\n{'more ' * n}{word}\n")
    assert asked(folder, "honey")[0] == ["honey.md"]
    return folder


def asked(folder: Path, query: str) -> tuple[list[str], tuple[str, ...]]:
    """The paths that are found, and what is remarked."""
    vault = open_session(folder)
    answer, state = vault.search(Request(query, mode="fulltext"))
    vault.close()
    return [hit.head.path for hit in answer.hits], state.remarks


def made_for(folder: Path) -> str:
    """The folder that the index in it remembers."""
    vault = open_session(folder)
    there = vault.engine.recalled("root")
    vault.close()
    return there


def another(folder: Path, *, of: Path) -> Path:
    """A vault with one note and the index of another vault."""
    folder.mkdir()
    (folder / "bee.md").write_text("# Bee\n\nhoney\n")
    shutil.copytree(of / ".dowse", folder / ".dowse")
    return folder


def test_a_vault_that_moved_keeps_its_index_and_it_is_said_once(notes: Path) -> None:
    moved = notes.rename(notes.with_name("moved"))
    assert asked(moved, "honey") == (["honey.md"], (f"the vault has moved here from {notes}",))
    assert asked(moved, "honey") == (["honey.md"], ())
    assert made_for(moved) == str(moved)


def test_an_index_of_another_vault_in_a_chosen_folder_is_refused(notes: Path, tmp_path: Path) -> None:
    other, indexes = tmp_path / "other" / "notes", tmp_path / "indexes"
    other.mkdir(parents=True)
    (other / "bee.md").write_text("# Bee\n\nhoney\n")
    (first,), (second,) = (tuple(index_folders(VaultLocation(each, indexes), os.environ)) for each in (notes, other))
    open_to_index(notes, index_dir=indexes).sync()
    first.rename(second)
    told = f"the index in {second} was built for {notes}, not for {other}; run `dowse index --force {other}`"
    for _ in range(2):
        with pytest.raises(VaultError, match=told):
            open_session(other, index_dir=indexes)


def test_an_index_that_is_taken_over_answers_for_its_new_folder_alone(notes: Path, tmp_path: Path) -> None:
    other = another(tmp_path / "other", of=notes)
    adopt(location_of(other))
    assert asked(other, "honey") == (["bee.md"], ())
    assert asked(other, "water") == ([], ())
    assert made_for(notes) == str(notes)


def test_the_documents_that_a_new_owner_does_not_have_are_counted(notes: Path, tmp_path: Path) -> None:
    other = another(tmp_path / "other", of=notes)
    count = len(list(notes.glob("*.md")))
    expected = f"the index was built for {notes}; dropped {count} of its {count} documents, not in {other}"
    assert adopt(location_of(other)) == (expected,)
    assert adopt(location_of(other)) == ()


def test_a_forced_update_reports_the_dropped_documents(notes: Path, tmp_path: Path) -> None:
    other = another(tmp_path / "other", of=notes)
    vault = open_to_index(other, index_dir=None, force=True)
    (remark,) = index_vault(vault, IndexRequest()).remarks
    vault.close()
    assert remark.startswith(f"the index was built for {notes}; dropped ")


def test_a_vault_that_is_reached_by_a_link_is_the_same(notes: Path) -> None:
    link = notes.with_name("link")
    link.symlink_to(notes)
    assert asked(link, "honey") == (["honey.md"], ())
    assert asked(notes, "honey") == (["honey.md"], ())


def test_an_index_that_does_not_know_whose_it_is_becomes_this_ones(notes: Path) -> None:
    vault = open_session(notes)
    vault.engine.remember("root", "")
    vault.close()
    assert asked(notes, "honey") == (["honey.md"], ())
    assert made_for(notes) == str(notes)


def test_a_vault_without_an_index_has_none_to_take_over(tmp_path: Path) -> None:
    assert not is_indexed(location_of(tmp_path))
    adopt(location_of(tmp_path))
    assert list(tmp_path.iterdir()) == []
