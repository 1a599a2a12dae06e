"""Calls a function as a user without rights: permission bits mean nothing to root."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import dowse

_NOBODY = 65534
_PROGRAM = f"""
import os, sys
from pathlib import Path
from dowse.model.errors import VaultError
from dowse.filesystem.read import read
from dowse.filesystem.walk import walk
if os.geteuid() == 0:
    os.setuid({_NOBODY})
root = Path(sys.argv[1])
try:
    print(eval(sys.argv[2]))
except VaultError as error:
    print(error)
"""


def as_nobody(expression: str, root: Path) -> str:
    """What the expression over `root`, `walk` and `read` prints, or the message of a VaultError."""
    environment = {**os.environ, "PYTHONPATH": str(Path(dowse.__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(root), expression],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.removesuffix("\n")
