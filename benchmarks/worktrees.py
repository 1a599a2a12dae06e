"""The time of a second worktree and of a branch that is checked out, beside the first index of a repository.

    python benchmarks/worktrees.py FOLDER [--changed 20] [--runs 3]

FOLDER is a git repository, which is cloned into a temporary folder. Each step is a `dowse index` of its own process:
the first worktree; the same with nothing changed; a second worktree; one file in CHANGED rewritten on a branch of it;
back; and there again. Printed are the least CPU and wall seconds of the runs with their share of the first index,
`work` without the start of the process, and how many files and chunks the step read and embedded.
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
import json, os, sys
from pathlib import Path
from dowse.app.index import IndexRequest, index_vault, open_to_index
before = sum(os.times()[:4])
result = index_vault(open_to_index(Path(sys.argv[1]), index_dir=None), IndexRequest())
print(json.dumps([sum(os.times()[:4]) - before, result.documents, result.index.changed, result.made]))
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One update of an index."""

    name: str
    cpu: float  # seconds
    wall: float  # seconds
    work: float  # CPU seconds without the start of the process
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
    names = "".join(f"{name:>9}  share" for name in ("CPU s", "work s", "wall s"))
    print(f"{'step':<16}{names} documents changed embedded")
    best = [
        [min(times) for times in zip(*((each.cpu, each.work, each.wall) for each in same), strict=True)]
        for same in zip(*runs, strict=True)
    ]
    for step, times in zip(runs[0], best, strict=True):
        shares = "".join(f"{took:>9.2f}{took / first:>7.0%}" for took, first in zip(times, best[0], strict=True))
        print(f"{step.name:<16}{shares}{step.documents:>10,}{step.changed:>8,}{step.made:>9,}")


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
