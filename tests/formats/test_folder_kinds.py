"""Kinds by folder."""

from __future__ import annotations

import unicodedata

import pytest

from dowse.formats.detect import is_read, parse_file, unread_head
from dowse.formats.folder_kinds import by_folder, folder_key, kind_rules

RULES = kind_rules([("Tasks", "task"), ("tasks/done/", "note"), ("Año", "knowledge")])


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("Tasks/a.md", "task"),
        ("tasks/deep/a.md", "task"),
        ("Tasks/Done/a.md", "note"),
        ("Tasks.md", None),
        ("Tasksy/a.md", None),
        ("other/Tasks/a.md", None),
        (unicodedata.normalize("NFD", "Año/a.md"), "knowledge"),
    ],
)
def test_the_deepest_folder_decides_whatever_its_case(path: str, kind: str | None) -> None:
    assert by_folder(path, RULES) == kind


def test_the_vault_itself_is_a_folder_too() -> None:
    assert folder_key("/") == folder_key(".") == folder_key("") == ""
    assert by_folder("a.md", kind_rules([("/", "doc")])) == "doc"


def test_what_a_document_says_of_itself_goes_before_its_folder() -> None:
    def kind(path: str, text: str) -> str:
        return parse_file(path, text.encode(), modified=0.0, kinds=RULES).head.kind

    assert kind("Tasks/a.md", "# A\n") == "task"
    assert kind("Tasks/a.txt", "A\n") == "task"
    assert kind("Tasks/a.md", "---\nkind: doc\n---\n") == "doc"
    assert kind("Tasks/a.md", "---\ntype: skill\n---\n") == "skill"
    assert kind("tasks/done/docs/a.md", "") == "note"
    assert kind("docs/a.md", "") == "doc"


def test_a_file_that_is_not_read_is_one_of_its_folder_only_if_it_is_a_text() -> None:
    assert unread_head("Tasks/a.md", modified=0.0, kinds=RULES).kind == "task"
    assert unread_head("Tasks/a.png", modified=0.0, kinds=RULES).kind == "file"


def test_files_of_a_folder_of_the_kind_file_are_not_read_but_for_folders_below_with_another_kind() -> None:
    rules = kind_rules([("Exports", "file"), ("Exports/kept", "note")])
    assert not is_read("Exports/a.md", rules)
    assert is_read("Exports/kept/a.md", rules)
    assert is_read("a.md", rules)
    assert not is_read("a.png", rules)
    assert unread_head("Exports/a.md", modified=0.0, kinds=rules).kind == "file"
    assert unread_head("Exports/a.md", modified=0.0, kinds=rules).title == "a.md"
