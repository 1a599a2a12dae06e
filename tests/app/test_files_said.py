"""A vault whose settings say which files are wanted and of which kind they are; and what happens when they change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dowse.app.find_files import find, heads
from dowse.app.location import location_of
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.model.errors import SettingsError
from dowse.query.ast import FieldEquals
from dowse.search.execute import Request

_LONG_AGO = 1_700_000_000
_TASKS = "[kinds]\n'Chores/' = 'task'\n"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Four notes that were written long ago."""
    for path in ("Chores/a.md", "Chores/done/b.md", "Templates/c.md", "d.md"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {path}\n\nhoney\n")
        os.utime(file, (_LONG_AGO,) * 2)
    return tmp_path


def says(notes: Path, text: str) -> None:
    """Writes the settings of the vault."""
    (notes / "dowse.toml").write_text(text)


def asked(notes: Path, query: str) -> list[str]:
    """The paths of what is found."""
    vault = open_session(notes)
    answer, state = vault.search(Request(query, mode="fulltext"))
    vault.close()
    assert state.left == 0
    return sorted(hit.head.path for hit in answer.hits)


def listed(notes: Path, *leaves: FieldEquals) -> list[str]:
    """The paths that `find` lists."""
    return sorted(file.path for file in find(location_of(notes), leaves[0], 99, now=_LONG_AGO + 1e6).files)


def test_what_is_ignored_is_neither_found_nor_listed_until_it_is_wanted_again(notes: Path) -> None:
    assert "Templates/c.md" in asked(notes, "honey")
    says(notes, "[ignore]\npatterns = ['Templates/', 'd.*']\n")
    assert asked(notes, "honey") == ["Chores/a.md", "Chores/done/b.md"]
    assert listed(notes, FieldEquals("file", "*.md")) == ["Chores/a.md", "Chores/done/b.md"]
    says(notes, "")
    assert len(asked(notes, "honey")) == 4
    assert len(listed(notes, FieldEquals("file", "*.md"))) == 4


def test_a_mistake_in_them_is_told_by_find_too(notes: Path) -> None:
    says(notes, "[ignore]\npatterns = 1\n")
    with pytest.raises(SettingsError, match=r"dowse\.toml:2: ignore\.patterns: must be a list"):
        listed(notes, FieldEquals("file", "*.md"))


def test_an_ignore_file_of_the_vault_goes_before_its_settings(notes: Path) -> None:
    says(notes, "[ignore]\npatterns = ['*.md']\n")
    (notes / ".dowseignore").write_text("!d.md\n")
    assert asked(notes, "honey") == ["d.md"]


def test_when_the_kinds_of_folders_change_what_lies_in_them_is_read_again(notes: Path) -> None:
    assert asked(notes, "kind:task") == []
    says(notes, _TASKS)
    assert asked(notes, "kind:task") == ["Chores/a.md", "Chores/done/b.md"]
    says(notes, _TASKS + "'Chores/done' = 'knowledge'\n")
    assert asked(notes, "kind:task") == ["Chores/a.md"]
    assert asked(notes, "kind:knowledge") == ["Chores/done/b.md"]
    says(notes, "")
    assert asked(notes, "kind:task") == []
    assert len(asked(notes, "kind:note")) == 4


def test_only_what_is_concerned_is_read_again(notes: Path) -> None:
    asked(notes, "honey")
    says(notes, _TASKS)
    vault = open_session(notes)
    assert vault.scan()[0].changed == ("Chores/a.md", "Chores/done/b.md")
    assert vault.sync().changed == 2
    vault.close()
    later = open_session(notes)
    assert not later.scan()[0]
    later.close()


def test_what_could_not_be_read_again_at_once_is_read_later(notes: Path) -> None:
    """A process may be killed after it has learnt of the change and before it has read anything."""
    asked(notes, "honey")
    says(notes, _TASKS)
    vault = open_session(notes)
    vault.scan()
    vault.close()
    assert asked(notes, "kind:task") == ["Chores/a.md", "Chores/done/b.md"]


@pytest.mark.parametrize("before", ["", _TASKS], ids=["indexed otherwise", "indexed so"])
@pytest.mark.parametrize("after", ["", _TASKS], ids=["now otherwise", "now so"])
def test_find_knows_the_kinds_as_they_are_said_now(notes: Path, before: str, after: str) -> None:
    """It writes nothing, so an index that was made under other settings has to be looked through."""
    says(notes, before)
    asked(notes, "honey")
    says(notes, after)
    tasks = ["Chores/a.md", "Chores/done/b.md"] if after else []
    assert listed(notes, FieldEquals("kind", "task")) == tasks
    place = location_of(notes)
    every = find(place, FieldEquals("file", "*.md"), 99, now=_LONG_AGO + 1e6).files
    assert sorted(head.path for head in heads(place, every, now=_LONG_AGO + 1e6) if head.kind == "task") == tasks


@pytest.mark.slow
def test_a_second_process_that_reads_knows_the_kinds(tmp_path: Path) -> None:
    (tmp_path / "Tasks").mkdir()
    for n in range(1600):
        (tmp_path / "Tasks" / f"{n}.md").write_text(f"note {n}")
    says(tmp_path, _TASKS)
    vault: VaultSession = open_session(tmp_path)
    vault.sync()
    assert vault.engine.count(FieldEquals("kind", "task")) == 1600
    vault.close()
