"""A desk to work at: a folder with notes, a place for indexes, and the installed command."""

from __future__ import annotations

import os
import pty
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile

from tests.interfaces.forks import Order, Runner, run, server_command, start

EXAMPLE = Path(__file__).parents[2] / "examples" / "vault"
COMMAND = Path(sys.executable).parent / "dowse"

_NOON = 1_771_070_400  # 14 February 2026, 12:00 UTC
_HOUR = 3600  # seconds
_SERVER_LOG = 5 * 1024 * 1024  # bytes, more than dowse reads
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
        """Runs the command, where it can in a fork."""
        return self._shown(run, arguments)

    def dowse_after(self, statements: str, *arguments: str | Path) -> Shown:
        """Runs the command in a process that first runs these statements."""
        return self._shown(run, arguments, statements)

    def installed(self, *arguments: str | Path) -> Shown:
        """Runs the installed command as its users do, in a new interpreter."""
        return self._shown(start, arguments)

    def installed_after(self, statements: str, *arguments: str | Path) -> Shown:
        """Runs the command in a new interpreter that first runs these statements, with nothing imported."""
        return self._shown(start, arguments, statements)

    def server(self, *arguments: str | Path) -> list[str]:
        """The command line of a server, for Popen: its process stands for a fork, except that SIGKILL ends it first."""
        return server_command([str(COMMAND), *map(str, arguments)], self.environment)

    def server_after(self, statements: str, *arguments: str | Path) -> list[str]:
        """The same for a process that first runs these statements, which may be a server themselves."""
        return server_command([str(COMMAND), *map(str, arguments)], self.environment, statements)

    def screen(self, *arguments: str) -> tuple[str, int]:
        """What a terminal shows of both streams, and the exit code."""
        with TemporaryFile() as both:
            code = run(self._order(arguments), both.fileno(), both.fileno())
            both.seek(0)
            return both.read().decode(), code

    def terminal(self, *arguments: str) -> str:
        """The text that a terminal receives on both streams: at most 4 KB, since no process reads it before the end."""
        ours, theirs = pty.openpty()
        try:
            run(self._order(arguments), theirs, theirs)
            os.close(theirs)
            return os.read(ours, 8192).decode().replace("\r\n", "\n")
        finally:
            os.close(ours)

    def _shown(self, how: Runner, arguments: Iterable[str | bytes | Path], before: str = "") -> Shown:
        with TemporaryFile() as out, TemporaryFile() as err:
            code = how(self._order(arguments, before), out.fileno(), err.fileno())
            for stream in (out, err):
                stream.seek(0)
            return Shown(out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace"), code)

    def _order(self, arguments: Iterable[str | bytes | Path], before: str = "") -> Order:
        return Order((str(COMMAND), *map(os.fsdecode, arguments)), str(self.folder), self.environment, before)


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
