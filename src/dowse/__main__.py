"""The start of the command: of the script `dowse`, and of `python -m dowse` where the script is not on the path."""

from __future__ import annotations

import sys


def run() -> None:
    """Imports the command and runs it. Ctrl-C during the imports ends it with exit code 130, as later, but quietly."""
    try:
        from .interfaces.cli.main import run as run_command  # noqa: PLC0415  # Ctrl-C must not show a traceback
    except KeyboardInterrupt:
        sys.exit(130)
    run_command()


if __name__ == "__main__":
    run()
