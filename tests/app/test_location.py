"""Where a vault and a file in it are."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.location import is_folder_of_vault, location_of, locations_named, relative_path, vault_of_file
from dowse.model.errors import VaultError


def test_a_file_belongs_to_the_nearest_vault_above_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes/.obsidian").mkdir(parents=True)
    (tmp_path / "notes/deep").mkdir()
    assert vault_of_file(tmp_path / "notes/deep/a.md") == (tmp_path / "notes", "deep/a.md")
    monkeypatch.chdir(tmp_path / "notes/deep")
    assert vault_of_file(Path("a.md")) == (tmp_path / "notes", "deep/a.md")


def test_a_file_outside_of_a_vault_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="is in no vault; name its folder first"):
        vault_of_file(tmp_path / "a.md")


def test_a_script_without_an_ending_outside_of_a_vault_has_a_folder_to_index(tmp_path: Path) -> None:
    (tmp_path / "ferry").write_text("#!/bin/sh\n")
    with pytest.raises(VaultError, match="is in no vault; name its folder first"):
        vault_of_file(tmp_path / "ferry")


def test_a_name_with_a_tilde_that_is_of_no_user_is_read_as_it_is(tmp_path: Path) -> None:
    assert relative_path("~2", tmp_path, here=tmp_path) == "~2"
    assert not is_folder_of_vault("~2", with_filters=False)
    with pytest.raises(VaultError, match=r"there is no folder .*~2; check the path"):
        location_of(Path("~2"))
    with pytest.raises(VaultError, match="~2 lies outside of any vault, and has no format that dowse reads"):
        vault_of_file(Path("~2"))


def test_names_with_a_comma_between_them_are_answered_with_the_option_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vaults.toml").write_text('[vaults]\nmine = "/a"\n"my notes" = "/b"\n', encoding="utf-8")
    monkeypatch.setenv("DOWSE_VAULTS", str(tmp_path / "vaults.toml"))
    with pytest.raises(VaultError, match="'mine, My notes'; `-v mine -v 'My notes'` selects these 2 vaults"):
        locations_named(["mine, My notes"])
    with pytest.raises(VaultError, match="there is no vault 'mine,yours'; choose one of mine"):
        locations_named(["mine,yours"])
