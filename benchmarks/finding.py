"""How long `dowse find` takes as a command, with an index and without, beside `find` and `grep` in the same run.

    python benchmarks/finding.py --notes 10000

Medians of whole commands, from start to end. The questions take turns, so that a noisy moment hits all alike.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from generated import write_vault

_QUESTIONS: dict[str, tuple[str, ...]] = {
    "by name": ("note-0012*",),
    "by name, as JSON": ("note-0012*", "--json"),
    "by time": ("", "--modified", "<1d"),
    "by a tag of a third": ("", "--tag", "meeting"),
    "by a tag of a third, as JSON": ("", "--tag", "meeting", "--json"),
    "by a tag that is nowhere": ("", "--tag", "zebra"),
    "by a property of all": ("", "--property", "status=active"),
    "by a type that is nowhere": ("", "--type", "zebra"),
}
_WALKS = (
    "import os, sys; print(sum(os.stat(d + '/' + n).st_size for d, _, names in os.walk(sys.argv[1]) for n in names))"
)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as folder:
        notes, indexes = Path(folder) / "notes", Path(folder) / "indexes"
        write_vault(notes, arguments.notes)
        subprocess.run([_dowse(), "index", notes, "--index-dir", indexes], check=True, capture_output=True)
        commands = _commands(notes, indexes)
        took: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(arguments.turns):
            for name, command in commands.items():
                took[name].append(_seconds(command))
    print(f"{arguments.notes:,} notes, median of {arguments.turns}, ms")
    for name, seconds in took.items():
        print(f"{name:<48}{statistics.median(seconds) * 1e3:>8,.0f}")


def _commands(notes: Path, indexes: Path) -> dict[str, Sequence[str | Path]]:
    commands: dict[str, Sequence[str | Path]] = {}
    for name, (pattern, *options) in _QUESTIONS.items():
        asked: tuple[str | Path, ...] = (_dowse(), "find", pattern, notes, *options)
        commands[name] = asked
        commands[f"  with an index {name}"] = (*asked, "--index-dir", indexes)
    commands["baseline: find -name"] = ("find", notes, "-name", "note-0012*")
    commands["baseline: os.walk and stat in Python"] = (sys.executable, "-c", _WALKS, notes)
    commands["baseline: grep -rl for a tag of a third"] = ("grep", "-rlE", "^tags:.*meeting", notes)
    return commands


def _dowse() -> Path:
    return Path(sys.executable).parent / "dowse"


def _seconds(command: Sequence[str | Path]) -> float:
    started = time.perf_counter()
    ran = subprocess.run(command, capture_output=True, check=False)
    assert ran.returncode in {0, 1}, ran.stderr
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
