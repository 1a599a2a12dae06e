"""A desk to work at: a folder with notes, a place for indexes, and the installed command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "vault"
COMMAND = Path(sys.executable).parent / "dowse"

_NOON = 1_771_070_400  # 14 February 2026, 12:00 UTC
_HOUR = 3600  # seconds
_SERVER_LOG = 5 * 1024 * 1024  # bytes, more than dowse reads
# Runs its first argument, then dowse with the others: for what has to happen inside of the new process.
_START = "import sys; exec(sys.argv.pop(1)); from dowse.interfaces.cli.main import run; run()"
# Settings of a vault without notes.
_OWN = """[profiles.my-research]
about = "academic papers"
extends = "default"
rewrites = ["expansion"]
fusion = {weighted = {keyword = 0.1, semantic = 0.9}}
stages = [{time_boost = {half_life_days = 7}}, "pin", "limit", "snippet"]
include_types = ["article", "paper"]
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a command printed, and how it ended."""

    out: str
    err: str
    code: int


@dataclass(frozen=True, slots=True)
class Desk:
    """Commands run in `folder`; their indexes are below it and nothing of the user's own settings is seen."""

    folder: Path
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def notes(self) -> Path:
        """The vault."""
        return self.folder / "notes"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a command."""
        return {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "COLUMNS": "100",
            "DOWSE_INDEX_DIR": str(self.folder / "index"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.variables,
        }

    def with_variables(self, **variables: str) -> Desk:
        """The same desk in another environment."""
        return Desk(self.folder, {**self.variables, **variables})

    def dowse(self, *arguments: str | bytes | Path) -> Shown:
        """Runs the installed command."""
        return self._shown([COMMAND, *arguments])

    def dowse_after(self, statements: str, *arguments: str | Path) -> Shown:
        """Runs the command in a process that first runs these statements."""
        return self._shown([sys.executable, "-c", _START, statements, *arguments])

    def screen(self, *arguments: str) -> tuple[str, int]:
        """What a terminal shows of both streams, and the exit code."""
        ran = subprocess.run(
            [COMMAND, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return ran.stdout, ran.returncode

    def _shown(self, command: list[str | bytes | Path]) -> Shown:
        ran = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return Shown(ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace"), ran.returncode)


def laid_out(folder: Path) -> Desk:
    """A desk with a copy of the example vault, dated so that newest first is the reverse order of the paths."""
    desk = Desk(folder)
    shutil.copytree(EXAMPLE, desk.notes, ignore=shutil.ignore_patterns(".dowse"))
    with (desk.notes / "Server Log.txt").open("wb") as log:
        log.truncate(_SERVER_LOG)
    for hours, path in enumerate(sorted(desk.notes.rglob("*.*"))):
        os.utime(path, (_NOON + hours * _HOUR,) * 2)
    _lay_out_judged_set(folder / "judged")
    (folder / "own").mkdir()
    (folder / "own" / "dowse.toml").write_text(_OWN)
    return desk


def _lay_out_judged_set(folder: Path) -> None:
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(
        '{"_id": "a", "title": "Bees", "text": "Bees make honey in a hive."}\n'
        '{"_id": "b", "title": "Pumps", "text": "A heat pump warms the house."}\n'
    )
    (folder / "queries.jsonl").write_text('{"_id": "1", "text": "honey"}\n{"_id": "2", "text": "heat pump"}\n')
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\ta\t1\n2\tb\t1\n")
