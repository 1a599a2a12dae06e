"""The start of the command `dowse`, before its modules are imported."""

from __future__ import annotations

import sys
import tomllib
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"
_MAIN = "dowse.interfaces.cli.main"


class _CtrlC:
    """Ctrl-C while the modules of the command are imported."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name == _MAIN:
            raise KeyboardInterrupt
        return None


def test_ctrl_c_during_the_imports_of_the_command_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    module, _, name = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["scripts"]["dowse"].partition(":")
    monkeypatch.delitem(sys.modules, _MAIN, raising=False)
    monkeypatch.setattr(sys, "meta_path", [_CtrlC(), *sys.meta_path])
    with pytest.raises(SystemExit) as stopped:
        getattr(import_module(module), name)()
    assert stopped.value.code == 130
    assert tuple(capfd.readouterr()) == ("", "")
