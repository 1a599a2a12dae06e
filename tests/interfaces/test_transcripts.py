"""Sessions in tests/transcripts; `pytest tests/interfaces --rewrite` writes the present output into them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.transcript import read_transcript, shown_by

_FOLDER = Path(__file__).parents[1] / "transcripts"
_CHANGING = ("first_search", "index", "vaults")  # sessions in which an index is made, or the list of vaults


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.stem for path in _FOLDER.glob("*.txt") if path.stem not in _CHANGING))
def test_a_session_goes_as_written(name: str, desk: Desk, pytestconfig: pytest.Config) -> None:
    _compare(name, desk, rewrite=pytestconfig.getoption("--rewrite", default=False))


@pytest.mark.slow
@pytest.mark.parametrize("name", _CHANGING)
def test_a_session_in_a_new_folder_goes_as_written(name: str, fresh_desk: Desk, pytestconfig: pytest.Config) -> None:
    _compare(name, fresh_desk, rewrite=pytestconfig.getoption("--rewrite", default=False))


def _compare(name: str, desk: Desk, *, rewrite: bool) -> None:
    path = _FOLDER / f"{name}.txt"
    transcript = read_transcript(path)
    shown = [(command, shown_by(desk, command)) for command in transcript.commands]
    now = tuple(command if command.agrees(text) else replace(command, shows=text) for command, text in shown)
    if rewrite:
        path.write_text(str(replace(transcript, commands=now)), "utf-8")
    assert str(replace(transcript, commands=now)) == str(transcript)
