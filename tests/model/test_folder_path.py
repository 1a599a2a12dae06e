"""Paths as users write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.model.folder_path import expanded


def test_a_home_folder_stands_for_a_tilde_and_the_rest_is_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("USERPROFILE", "/home/me")
    written = ("~", "~/notes", "~no-such-user", "~2/a.md", "notes/~")
    assert [expanded(each).as_posix() for each in written] == [
        "/home/me",
        "/home/me/notes",
        *written[2:],
    ]
    assert expanded(Path("~/notes")) == expanded("~/notes")
