"""How well code search finds the file that a commit changed, by the subject of the commit.

    python benchmarks/commits.py REPOSITORY... [--queries 120] [--commits 4000] [--index FOLDER]

Each REPOSITORY is a working tree of git with its history.  A query is the subject of a commit, without the number of an
issue and without the type that Conventional Commits put before it; the relevant files are the source files, one or two,
that the commit changed and that are there today, tests and examples aside.  Nobody chose these queries, and many
subjects say little about the place of a change, so that the figures compare variants of the ranking with one another.
Prints the mean reciprocal rank among ten files of source code for the default profile, keyword search and semantic
search alone, and for the default profile without each of its stages for code; then for the default profile among the
documentation, too, whose changelogs have the same sentence.  Each index is built in a temporary folder, or kept in
--index.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from code_quality import Ranker, ranker

from dowse.analysis.code.source_paths import is_aside_path
from dowse.app.sessions.vault_session import open_session
from dowse.formats.detect import is_configuration, is_source_code
from dowse.query.ast import FieldEquals
from dowse.search.execute import Request
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.code.definitions import Definitions
from dowse.stages.code.file_aggregate import FileAggregate
from dowse.stages.code.path_match import PathMatch
from dowse.stages.code.path_penalty import PathPenalty

_LIMIT = 10
_MOST_FILES = 2  # source files of a commit
_WORDS = range(4, 17)  # of a subject
_NOISE = re.compile(r"\(?#\d+\)?|\[[^\]]*\]")
_TYPE = re.compile(r"(?:feat|fix|refactor|perf|chore|docs|tests?|build|ci|style|types|dx)(?:\([^)]*\))?!?:\s*")
_NO_CHANGE = re.compile(
    r"(?i:merge|bump|release|revert|updat|version|changelog|prepar|apply|address|backport|lint|format|clean|\d)"
    r"|.*(?i:typo|changelog|copyright)"
)


@dataclass(frozen=True)
class Change:
    """A commit as a query."""

    subject: str
    paths: frozenset[str]


def main() -> None:
    """Prints a row for each repository and the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--queries", type=int, default=120, help="of a repository at most")
    parser.add_argument("--commits", type=int, default=4000, help="that are read of a repository, the last ones")
    parser.add_argument("--index", type=Path, help="folder that keeps the indexes")
    arguments = parser.parse_args()
    print(f"{'':20}{'queries':>8}{''.join(f'{label:>17}' for label in _RANKERS)}")
    ranks: dict[str, list[float]] = {label: [] for label in _RANKERS}
    for folder in arguments.repositories:
        changes = _sample(list(_changes(folder, arguments.commits)), arguments.queries)
        if not changes:
            print(f"{folder.name:20}{0:8}")
            continue
        with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
            found = _measured(folder, changes, (arguments.index or Path(temporary)) / folder.name)
        print(
            f"{folder.name:20}{len(changes):8}{''.join(f'{mean(each):17.3f}' for each in found.values())}", flush=True
        )
        for label, each in found.items():
            ranks[label] += each
    if any(ranks.values()):
        total = len(next(iter(ranks.values())))
        print(f"{'all':20}{total:8}{''.join(f'{mean(each):17.3f}' for each in ranks.values())}")


def _changes(folder: Path, commits: int) -> Iterator[Change]:
    """The commits whose subjects are queries, newest first."""
    present = {*_git(folder, "ls-tree", "-r", "--name-only", "HEAD").splitlines()}
    log = _git(folder, "log", "--no-merges", f"--max-count={commits}", "--format=%x01%s", "--name-only")
    for commit in log.split("\1")[1:]:
        subject, *paths = filter(None, map(str.strip, commit.splitlines()))
        query = _TYPE.sub("", _NOISE.sub("", subject).strip(), count=1)
        changed = frozenset(path for path in paths if _is_relevant(path))
        is_of_few = 1 <= len(changed) <= _MOST_FILES and changed <= present
        if is_of_few and len(query.split()) in _WORDS and not _NO_CHANGE.match(query):
            yield Change(query, changed)


def _is_relevant(path: str) -> bool:
    return is_source_code(path) and not is_configuration(path) and not is_aside_path(path)


def _git(folder: Path, *arguments: str) -> str:
    # Paths as they are, not quoted; quotes of names that are no text do not matter here.
    command = ("git", "-c", "core.quotePath=false", "-C", str(folder), *arguments)
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8", errors="replace").stdout


def _sample(changes: list[Change], most: int) -> list[Change]:
    return random.Random(1).sample(changes, most) if len(changes) > most else changes


def _measured(folder: Path, changes: Sequence[Change], index: Path) -> Mapping[str, list[float]]:
    """The reciprocal ranks of the first relevant file."""
    vault = open_session(folder, index_dir=index)
    vault.sync()
    found = {
        label: [_reciprocal_rank(ranker(vault, change.subject), change.paths) for change in changes]
        for label, ranker in _RANKERS.items()
    }
    vault.close()
    return found


def _reciprocal_rank(paths: Sequence[str], relevant: frozenset[str]) -> float:
    return next((1 / rank for rank, path in enumerate(paths, start=1) if path in relevant), 0.0)


def _without(kind: type) -> Profile:
    return replace(DEFAULT, stages=tuple(stage for stage in DEFAULT.stages if not isinstance(stage, kind)))


_REQUEST = Request("", limit=_LIMIT, where=FieldEquals("kind", "code"))
_RANKERS: Mapping[str, Ranker] = {
    "default": ranker(DEFAULT, _REQUEST),
    "words": ranker(DEFAULT, replace(_REQUEST, mode="fulltext")),
    "vectors": ranker(DEFAULT, replace(_REQUEST, mode="vector")),
    "no file sums": ranker(_without(FileAggregate), _REQUEST),
    "no path match": ranker(_without(PathMatch), _REQUEST),
    "no definitions": ranker(_without(Definitions), _REQUEST),
    "no path penalty": ranker(_without(PathPenalty), _REQUEST),
    "with docs": ranker(DEFAULT, Request("", limit=_LIMIT)),
}


if __name__ == "__main__":
    main()
