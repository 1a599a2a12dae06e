from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from dowse.app.saved_token import TOKEN_FILE, saved_token
from dowse.model.errors import SettingsError
from tests.serving.other_user import OTHER, needs_root

_posix = pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")


def test_the_token_stays_the_same(tmp_path: Path) -> None:
    variables = {"DOWSE_STATE": str(tmp_path / "state")}
    token = saved_token(variables)
    assert len(token) == 43
    assert saved_token(variables) == token
    assert saved_token({"DOWSE_STATE": str(tmp_path / "another")}) != token


@_posix
def test_only_the_user_can_read_the_token(tmp_path: Path) -> None:
    saved_token({"DOWSE_STATE": str(tmp_path / "state")})
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    files = list((tmp_path / "state").iterdir())
    assert tmp_path / "state" / TOKEN_FILE in files
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}  # the lock file, too


@_posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_token_that_others_could_read_is_replaced(tmp_path: Path, mode: int) -> None:
    variables = {"DOWSE_STATE": str(tmp_path)}
    before = saved_token(variables)
    (tmp_path / TOKEN_FILE).chmod(mode)
    after = saved_token(variables)
    assert after != before
    assert stat.S_IMODE((tmp_path / TOKEN_FILE).stat().st_mode) == 0o600
    assert saved_token(variables) == after


@needs_root
def test_a_token_of_another_user_is_replaced(tmp_path: Path) -> None:
    variables = {"DOWSE_STATE": str(tmp_path)}
    before = saved_token(variables)
    os.chown(tmp_path / TOKEN_FILE, OTHER, OTHER)
    assert saved_token(variables) != before


@pytest.mark.parametrize("text", ["", "\n", "short", "two words of more than 22 characters", "ö" * 30])
def test_a_file_without_a_token_gets_one(tmp_path: Path, text: str) -> None:
    file = tmp_path / TOKEN_FILE
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    assert file.read_text(encoding="utf-8").strip() != saved_token({"DOWSE_STATE": str(tmp_path)})
    assert len(file.read_text(encoding="utf-8").strip()) == 43


def test_an_own_token_of_the_user_is_kept(tmp_path: Path) -> None:
    file = tmp_path / TOKEN_FILE
    file.write_text("correct-horse-battery-staple\n")
    file.chmod(0o600)
    assert saved_token({"DOWSE_STATE": str(tmp_path)}) == "correct-horse-battery-staple"


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="DOWSE_STATE"):
        saved_token({"DOWSE_STATE": str(tmp_path / "file" / "state")})
