"""OpenBLAS gets one thread from the command, and other libraries the environment of the user."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from dowse.model.blas_threads import ONE_THREAD, one_blas_thread

_NAME, _ = next(iter(ONE_THREAD.items()))
_TASKS = Path("/proc/self/task")
_PROGRAM = f"""
import click, os
from dowse.interfaces.cli.main import dowse
dowse.get_command(click.Context(dowse), "index")
import numpy
print(len(os.listdir({str(_TASKS)!r})), {_NAME!r} in os.environ)
"""


def test_the_environment_states_one_thread_inside_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(_NAME, raising=False)
    with one_blas_thread():
        assert os.environ[_NAME] == "1"
    assert _NAME not in os.environ
    with suppress(ImportError), one_blas_thread():
        raise ImportError
    assert _NAME not in os.environ


def test_a_number_of_the_user_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(_NAME, "3")
    with one_blas_thread():
        assert os.environ[_NAME] == "3"
    assert os.environ[_NAME] == "3"


@pytest.mark.skipif(not _TASKS.exists(), reason="counts the threads of the process as Linux lists them")
def test_a_command_that_was_imported_has_one_thread() -> None:
    environment = {name: value for name, value in os.environ.items() if name != _NAME}
    said = subprocess.run(
        [sys.executable, "-c", _PROGRAM], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert said.split() == ["1", "False"]
