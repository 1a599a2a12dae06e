"""Which vault the working folder selects, when a command names none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from dowse.model.errors import VaultError
from dowse.settings.paths import chosen_folder
from dowse.settings.vault_selection import SelectedBy, selected_vault, vault_around
from tests.settings.test_vaults import kept


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of the tests, with no vault."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


def _put(folder: Path, *paths: str) -> Path:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("wool")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _selected(here: Path, environment: Mapping[str, str]) -> tuple[Path, SelectedBy]:
    found = selected_vault(None, here=here, environment=environment)
    return found.folder, found.by


def test_a_vault_around_goes_before_the_repository(tmp_path: Path) -> None:
    notes = _put(tmp_path / "notes", ".obsidian/app.json", "repo/.git/HEAD", "repo/a.md")
    assert _selected(notes / "repo", {}) == (notes, "vault around")


def test_a_folder_that_was_indexed_elsewhere_is_a_vault_around(tmp_path: Path) -> None:
    notes = _put(tmp_path / "notes", "deep/a.md")
    environment = {"DOWSE_INDEX_DIR": str(tmp_path / "indexes")}
    assert vault_around(notes / "deep", environment) is None
    for folder, chosen in ((notes, None), (notes / "deep", tmp_path / "others")):
        place = chosen_folder(folder, chosen=chosen, environment=environment)
        assert place is not None
        place.mkdir(parents=True)
    assert vault_around(notes / "deep", environment) == notes
    assert vault_around(notes / "deep", {}, index_dir=tmp_path / "others") == notes / "deep"


@pytest.mark.parametrize("file", ["docs/guide/a.md", "src/main.py"])
def test_a_repository_with_notes_or_source_code_goes_before_the_working_folder(tmp_path: Path, file: str) -> None:
    repo = _put(tmp_path / "repo", ".git/HEAD", file, "part/b.md")
    assert _selected(repo / "part", {}) == (repo, "repository")


def test_without_notes_in_the_repository_and_in_the_folder_the_default_vault_answers(tmp_path: Path) -> None:
    repo, usual = _put(tmp_path / "repo", ".git/HEAD", "photo.jpg", "data"), _put(tmp_path / "usual", "a.md")
    environment = kept(tmp_path, f'default = "usual"\n[vaults]\nusual = "{usual}"\n')
    assert _selected(repo, environment) == (usual, "default")
    with pytest.raises(VaultError, match=r"no vault here: .*repo has no Markdown, .* or wiki markup, and neither"):
        _selected(repo, kept(tmp_path, ""))


@pytest.mark.parametrize("file", ["deep/a.md", "a.org", "pages/a.adoc", "a.rst"])
def test_a_folder_with_markup_goes_before_the_default_vault_but_not_one_with_code_alone(
    tmp_path: Path, file: str
) -> None:
    usual = _put(tmp_path / "usual", "a.md")
    environment = kept(tmp_path, f'default = "usual"\n[vaults]\nusual = "{usual}"\n')
    notes, code = _put(tmp_path / "notes", file), _put(tmp_path / "code", "main.py", "a.txt")
    assert _selected(notes, environment) == (notes, "working folder")
    assert _selected(code, environment) == (usual, "default")


def test_the_variable_goes_before_an_unregistered_folder_but_not_before_a_vault_around(tmp_path: Path) -> None:
    usual, notes = _put(tmp_path / "usual", "a.md"), _put(tmp_path / "notes", "a.md")
    environment = {**kept(tmp_path, f"[vaults]\nusual = '{usual}'\n"), "DOWSE_VAULT": "usual"}
    assert _selected(notes, environment) == (usual, "environment")
    (notes / "dowse.toml").touch()
    assert _selected(notes, environment) == (notes, "vault around")


def test_the_home_folder_and_those_around_it_are_selected_only_by_name(tmp_path: Path, home: Path) -> None:
    _put(home, "a.md", ".git/HEAD", ".obsidian/app.json", ".dowse/x", "empty/photo.jpg")
    for here in (home, home.parent, home / "empty", Path(home.anchor)):
        with pytest.raises(VaultError, match="no vault here"):
            _selected(here, {})
    environment = kept(tmp_path, f'[vaults]\nhome = "{home}"\n')
    assert _selected(home / "empty", environment) == (home, "vault around")
    assert selected_vault(home, here=tmp_path, environment={}).by == "name"


def test_a_folder_that_cannot_be_listed_selects_nothing(tmp_path: Path) -> None:
    gone = _put(tmp_path / "gone")
    gone.rmdir()
    with pytest.raises(VaultError, match="no vault here"):
        _selected(gone, dict(os.environ) | {"DOWSE_VAULTS": str(tmp_path / "none.toml")})


def test_the_root_of_the_file_system_is_no_vault_even_when_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="name the folder of your notes"):
        selected_vault(Path(tmp_path.anchor), here=tmp_path, environment={})


def test_a_repository_of_asciidoc_alone_is_selected(tmp_path: Path) -> None:
    repo = _put(tmp_path / "repo", ".git/HEAD", "antora.yml", "modules/ROOT/pages/a.adoc", "part/b.txt")
    assert _selected(repo / "part", {}) == (repo, "repository")
