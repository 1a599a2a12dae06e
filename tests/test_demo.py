"""The demo of the Makefile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DEMO = Path(__file__).parents[1] / "examples" / "demo.py"


def test_the_demo_ends_at_the_first_error(tmp_path: Path) -> None:
    environment = os.environ | {"DOWSE_CONFIG": str(tmp_path / "missing.toml")}
    shown = subprocess.run(
        [sys.executable, str(DEMO)], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert shown.returncode == 2
    assert shown.stdout.count("$ dowse") == 1
    assert "Now your own notes" not in shown.stdout
    assert shown.stderr.endswith("missing.toml; create it, or unset DOWSE_CONFIG\n")
