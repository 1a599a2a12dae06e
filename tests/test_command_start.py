"""The start of the command `dowse`, before its modules are imported."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

import dowse

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


def test_nothing_that_takes_long_is_imported_before_ctrl_c_is_handled() -> None:
    package = Path(dowse.__file__).parent
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for name in ("__init__.py", "__main__.py")
        for node in ast.parse((package / name).read_text("utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert imported == {"__future__", "sys"}


def test_dowse_index_starts_without_the_stages_of_a_search() -> None:
    program = "import sys, dowse.interfaces.cli.index; print([m for m in sys.modules if m.startswith('dowse.stages.')])"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"
