"""What settings say of files: patterns of what is not wanted, and kinds of folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.model.errors import SettingsError
from dowse.settings.file_rules import FileRules, files_of, joined
from dowse.settings.layer import Settings
from tests.settings.reading import said


def test_patterns_and_kinds_are_read(tmp_path: Path) -> None:
    text = '[ignore]\npatterns = ["Templates/", "*.log"]\n[kinds]\n"Tasks/" = "task"\n"docs/adr" = "knowledge"\n'
    assert said(tmp_path, text).files == FileRules(
        ("Templates/", "*.log"), (("docs/adr/", "knowledge"), ("tasks/", "task"))
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[ignore]\npatterns = 'x'\n",
            r"toml:2: ignore\.patterns: must be a list of patterns such as .*, got 'x'",
        ),
        ("[ignore]\npatterns = [1]\n", "a pattern must be a string of one line, got 1"),
        ('[ignore]\npatterns = ["a\\nb"]\n', "a pattern must be a string of one line"),
        ("[ignore]\npatterns = ['a[']\n", r"toml:2: ignore\.patterns: invalid pattern 'a\[': \[ is never closed"),
        ("[ignore]\npattern = []\n", "unknown key; did you mean patterns"),
        ("kinds = 1\n", 'must be a table of folders and kinds such as "Tasks/" = "task", got 1'),
        ("[kinds]\nx = 'tsak'\n", r"dowse\.toml:2: kinds\.x: must be one of note, doc, task, .*, got 'tsak'"),
        ("[kinds]\nx = ['task']\n", "must be one of note"),
        ("[kinds]\n'../x' = 'task'\n", r"must be a folder inside the vault, .* without \.\."),
        ("[kinds]\n'x/*' = 'task'\n", r"patterns with \*, \? and \[ are not supported"),
    ],
)
@pytest.mark.parametrize("trusted", [True, False])
def test_a_mistake_is_told_with_its_place(text: str, told: str, tmp_path: Path, *, trusted: bool) -> None:
    with pytest.raises(SettingsError, match=told):
        said(tmp_path, text, trusted=trusted)


def test_of_several_places_all_counts_and_the_more_important_one_has_the_last_word() -> None:
    user = FileRules(("!keep.md",), (("tasks/", "task"),))
    vault = FileRules(("*.md",), (("tasks/", "note"), ("a/b/", "doc")))
    assert joined([user, vault]) == FileRules(("*.md", "!keep.md"), (("a/b/", "doc"), ("tasks/", "task")))
    assert Settings().files == FileRules() == joined([])


def test_they_can_be_asked_for_alone(tmp_path: Path) -> None:
    """`dowse find` starts without what ranking needs, so other tables are none of its business."""
    (tmp_path / "dowse.toml").write_text("[ignore]\npatterns = ['x']\n[search]\nprofile = 'nosuch'\n")
    (tmp_path / "config.toml").write_text("[kinds]\n'/' = 'doc'\n")
    environment = {"DOWSE_CONFIG": str(tmp_path / "config.toml")}
    assert files_of(tmp_path, environment=environment) == FileRules(("x",), (("", "doc"),))
