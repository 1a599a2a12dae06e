"""The installed program as a campaign runs it: commands, each in a process of its own, and servers.

The start of Python and the imports take most of the time of a command.  One process of the program's own Python imports
the command line once, and forks for each command (`forks.py`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

_FORKS = Path(__file__).with_name("forks.py")
_TRACES = ("a bug in dowse", "Traceback (most recent call last)")
_SECONDS = 60.0  # after which a command is given up


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did."""

    arguments: tuple[str, ...]
    code: int  # negative for the signal that ended it
    out: str
    err: str
    seconds: float

    @property
    def crash(self) -> str:
        """What no command may do, whatever it reads; empty if it did none of it."""
        if trace := next((each for each in _TRACES if each in self.err or each in self.out), ""):
            lines = (*self.err.splitlines(), *self.out.splitlines())
            return f"{self.said}: {next(line for line in lines if trace in line).strip()[:200]}"
        if self.code not in (0, 1, 2):
            return f"{self.said}: {'no end' if self.code == -14 else f'code {self.code}'}: {self.err.strip()[-200:]}"
        return ""

    @property
    def said(self) -> str:
        """The command as one types it."""
        return f"dowse {' '.join(self.arguments)}"[:160]

    def hits(self) -> list[tuple[str, float]]:
        """The paths and scores of the answer to `search --json`."""
        found = json.loads(self.out)
        return [(hit["path"], round(hit["score"], 3)) for hit in found["hits"]]


@dataclass(slots=True)
class Subject:
    """The program at `path`, with a home folder of its own."""

    path: Path
    home: Path
    _forks: subprocess.Popen[str] | None = None
    _asking: Lock = field(default_factory=Lock)

    @property
    def python(self) -> str:
        """The interpreter of the program."""
        return self.path.read_text("utf-8").splitlines()[0].removeprefix("#!").split()[0]

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the user's own settings."""
        kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "TMPDIR")}
        folders = {f"XDG_{what}_HOME": str(self.home / what.lower()) for what in ("CONFIG", "CACHE", "DATA", "STATE")}
        return {**kept, **folders, "HOME": str(self.home), "NO_COLOR": "1", "COLUMNS": "200"}

    def run(
        self,
        *arguments: str | Path,
        seconds: float = _SECONDS,
        killed_after: float = 0.0,
        limits: Mapping[str, int] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Runs one command; `killed_after` seconds it gets SIGKILL, `limits` are those of `resource`."""
        words = tuple(str(each) for each in arguments)
        (outcome,) = self._ran(
            [words], seconds=seconds, killed_after=killed_after, limits=dict(limits or {}),
            variables=dict(variables or {}),
        )  # fmt: skip
        return outcome

    def run_together(self, commands: Iterable[Sequence[str | Path]]) -> list[Outcome]:
        """Runs commands one after the other in one process, which saves most of their time; not those after a crash."""
        words = [tuple(map(str, command)) for command in commands]
        return self._ran(words, seconds=_SECONDS, killed_after=0.0, limits={}, variables={})

    def _ran(self, commands: Sequence[tuple[str, ...]], **how: object) -> list[Outcome]:
        with tempfile.TemporaryDirectory(prefix="dowse-outcome-") as folder:
            last, took = self._asked({"commands": commands, "folder": folder, **how})
            outcomes = []
            for number, words in enumerate(commands):
                out, err, code = (_text(Path(folder, f"{name}-{number}")) for name in ("out", "err", "code"))
                is_last = number == len(commands) - 1 or not code
                outcomes.append(Outcome(words, last if is_last else int(code), out, err, took))
                if not code:
                    break
        return outcomes

    def started(self, *arguments: str | Path, killable: bool = False) -> subprocess.Popen[str]:
        """A server or a watcher, whose standard input and output are pipes."""
        return subprocess.Popen(
            [str(self.path), *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if killable else subprocess.DEVNULL, text=True, env=self.environment,
        )  # fmt: skip

    def close(self) -> None:
        """Ends the process that forks."""
        if self._forks is not None and self._forks.stdin is not None:
            self._forks.stdin.close()
            self._forks.wait()
            self._forks = None

    def _asked(self, request: Mapping[str, object]) -> tuple[int, float]:
        with self._asking:
            if self._forks is None:
                found = re.search(r"^from (\S+) import (\w+)$", self.path.read_text("utf-8"), re.MULTILINE)
                assert found is not None, f"{self.path} imports no command"
                self._forks = subprocess.Popen(
                    [self.python, str(_FORKS), *found.groups()], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    text=True, env=self.environment,
                )  # fmt: skip
            assert self._forks.stdin is not None
            assert self._forks.stdout is not None
            self._forks.stdin.write(json.dumps(request) + "\n")
            self._forks.stdin.flush()
            answer = json.loads(self._forks.stdout.readline())
        return int(answer["code"]), float(answer["seconds"])


def _text(file: Path) -> str:
    """What a command wrote; empty for a command that did not run or end."""
    return file.read_text("utf-8", "replace") if file.exists() else ""
