"""The demo: a few searches in the example vault, as a user would type them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

VAULT = Path(__file__).parent / "vault"
SEARCHES = (
    ["search", "people who do design", "-n", "3"],
    ["search", "how do we rotate keys", "-n", "2"],
    ["search", "AJ", "-n", "1"],
    ["search", '"carbon intensity"', "-n", "2"],
    ["search", "tag:backend AND tag:refactor", "-n", "3"],
    ["find", "2026-*", "--tag", "meeting"],
    ["status"],
)
_ANSWERED = (0, 1)  # found, nothing found


def main() -> int:
    """Runs the searches on the vault up to the first error; their index goes into a temporary folder."""
    dowse = Path(sys.executable).with_name("dowse")
    with tempfile.TemporaryDirectory(prefix="dowse-demo-") as folder:
        environment = os.environ | {"DOWSE_INDEX_DIR": folder}
        for arguments in SEARCHES:
            print(f"\n$ dowse {shlex.join(arguments)} examples/vault", flush=True)
            at = 2 if len(arguments) > 1 else 1
            command = [str(dowse), *arguments[:at], str(VAULT), *arguments[at:]]
            code = subprocess.run(command, env=environment, check=False).returncode
            if code not in _ANSWERED:
                return code
    print("\nNow your own notes:  .venv/bin/dowse search 'your question' ~/notes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
