from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.sessions.workspace import workspace_of


@pytest.mark.parametrize(
    ("folders", "names"),
    [
        (["a/notes", "b/notes", "notes-2"], ["notes", "notes-3", "notes-2"]),
        (["notes-2", "a/notes", "b/notes"], ["notes-2", "notes", "notes-3"]),
        (["a/notes", "b/notes", "c/notes"], ["notes", "notes-2", "notes-3"]),
        (["a/notes", "a/notes", "b/notes"], ["notes", "notes-2"]),
        (["a/notes-2", "b/notes-2", "c/notes-2-2"], ["notes-2", "notes-2-3", "notes-2-2"]),
    ],
)
def test_a_folder_keeps_its_own_name_and_made_ones_go_around_it(
    tmp_path: Path, folders: list[str], names: list[str]
) -> None:
    for folder in folders:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    shelf = workspace_of([tmp_path / folder for folder in folders])
    asked = list(dict.fromkeys(folders))
    assert list(shelf.names) == names
    assert [shelf.place(name).root for name in names] == [tmp_path / folder for folder in asked]
