"""What `import dowse` offers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dowse


@pytest.mark.parametrize("name", dowse.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(dowse, name) is not None


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = dowse.nothing


def test_importing_dowse_imports_neither_numpy_nor_sqlite() -> None:
    program = "import sys, dowse; sys.exit('numpy' in sys.modules or 'apsw' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_vault_can_be_searched_from_python(tmp_path: Path) -> None:
    (tmp_path / "tax.md").write_text("# Carbon tax\n", "utf-8")
    vault = dowse.open_session(tmp_path)
    answer, state = vault.search(dowse.Request("carbon"))
    vault.close()
    assert [hit.head.path for hit in answer.hits] == ["tax.md"]
    assert state.state == "healed"


def test_the_module_runs_as_the_command() -> None:
    shown = subprocess.run([sys.executable, "-m", "dowse", "--version"], check=True, capture_output=True, text=True)
    assert shown.stdout == f"dowse, version {dowse.__version__}\n"
