"""The time of a second worktree and of a branch that is checked out, beside the first index of a repository.

    python benchmarks/worktrees.py FOLDER [--changed 20] [--runs 3]

FOLDER is a git repository, which is cloned into a temporary folder. Each step is a `dowse index` of its own process:
the first worktree; the same with nothing changed; a second worktree; one file in CHANGED rewritten on a branch of it;
back; and there again. Printed are the least CPU and wall seconds of the runs, the share of the first index, and how
many files and chunks the step read and embedded.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_OPTIONS = ("-c", "user.name=dowse", "-c", "user.email=dowse@example.org", "-c", "advice.detachedHead=false")
_INSIDE = """
import json, sys
from pathlib import Path
from dowse.app.index import IndexRequest, index_vault, open_to_index
result = index_vault(open_to_index(Path(sys.argv[1]), index_dir=None), IndexRequest())
print(json.dumps([result.documents, result.index.changed, result.made]))
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One update of an index."""

    name: str
    cpu: float  # seconds
    wall: float  # seconds
    documents: int
    changed: int
    made: int  # chunks that were embedded


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--changed", type=int, default=20, help="one file in so many is rewritten on the branch")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    runs = [list(_steps(arguments.folder.resolve(), arguments.changed)) for _ in range(arguments.runs)]
    print(
        f"{'step':<26}{'CPU s':>8}{'share':>7}{'wall s':>9}{'share':>7}{'documents':>11}{'changed':>9}{'embedded':>10}"
    )
    first = None
    for same in zip(*runs, strict=True):
        step, cpu, wall = same[0], min(each.cpu for each in same), min(each.wall for each in same)
        first = first or (cpu, wall)
        shares = f"{cpu:>8.2f}{cpu / first[0]:>7.0%}{wall:>9.2f}{wall / first[1]:>7.0%}"
        print(f"{step.name:<26}{shares}{step.documents:>11,}{step.changed:>9,}{step.made:>10,}")


def _steps(source: Path, every: int) -> Iterator[Step]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one, two = folder / "one", folder / "two"
        _git(folder, "clone", "--quiet", str(source), str(one))
        yield _indexed("first worktree", one, folder)
        yield _indexed("nothing changed", one, folder)
        _git(one, "worktree", "add", "--quiet", "-b", "second", str(two))
        yield _indexed("second worktree", two, folder)
        _git(two, "checkout", "--quiet", "-b", "other")
        for path in _git(two, "ls-files").splitlines()[::every]:
            _rewrite(two / path)
        _git(two, "commit", "--quiet", "--all", "--message", "other")
        _git(two, "checkout", "--quiet", "second")
        yield _indexed("times changed", two, folder)
        for step, branch in (("branch", "other"), ("branch, back", "second"), ("branch, again", "other")):
            _git(two, "checkout", "--quiet", branch)
            yield _indexed(step, two, folder)


def _indexed(name: str, folder: Path, state: Path) -> Step:
    environment = {**os.environ, "DOWSE_STATE": str(state / "state"), "DOWSE_CONFIG": os.devnull, "DOWSE_INDEX_DIR": ""}
    before, started = _cpu(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _INSIDE, str(folder)], env=environment, capture_output=True, check=True, text=True
    )
    wall, cpu = time.perf_counter() - started, _cpu() - before
    return Step(name, cpu, wall, *json.loads(done.stdout))


def _cpu() -> float:
    """CPU seconds of the processes that have ended, with their own children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _rewrite(file: Path) -> None:
    if file.is_symlink() or not file.is_file():
        return
    with file.open("ab") as opened:
        opened.write(b"\nrewritten on another branch\n")


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *_OPTIONS, *words], cwd=folder, capture_output=True, check=True, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
