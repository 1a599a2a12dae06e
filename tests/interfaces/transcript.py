"""Terminal sessions as text: `$ command`, what it shows, `[exit 1]` when it does not end with 0.

What stands before the first command says what the session is about.  In what is shown, `…` stands for anything within
a line: times, sizes, scores, places on this machine.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.interfaces.desk import Desk

_PROMPT = "$ dowse"
# What may differ from run to run and from machine to machine, and how it is written into a transcript.
_VOLATILE = (
    (r'("(?:took_ms|ms|seconds|size_bytes|value)": )-?[\d.e-]+', r"\1…"),
    (r'("score": )(?!1\.0\b)\d+\.\d+', r"\1…"),
    (r"[█▉▊▋▌▍▎▏ ]{6} 0\.\d\d$", "…"),  # a score bar and the score
    (r"^( {6}[\w.]+ +)-?\d+\.\d+", r"\1…"),  # evidence
    (r"(→ \d+) +\d+\.\d ms", r"\1 … ms"),  # slow steps are wider
    (r"(score )0\.\d+$", r"\1…"),
    (r"^0\.\d+,", "…,"),
    (r"\d+\.\d s$", "… s"),
    (r"\d+\.\d MB", "… MB"),
    (r"notes-[0-9a-f]{10}", "notes-…"),
)


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a session with what it should show."""

    line: str
    shows: str

    @property
    def arguments(self) -> list[str]:
        """What the shell would pass to dowse."""
        return shlex.split(self.line)[1:]

    def agrees(self, shown: str) -> bool:
        """Whether this is what was meant."""
        pattern = ".*".join(re.escape(piece) for piece in self.shows.split("…"))
        return re.fullmatch(pattern, shown) is not None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A session."""

    about: str
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        blocks = [f"$ {command.line}\n{command.shows}".rstrip("\n") for command in self.commands]
        return "\n\n".join([self.about.rstrip("\n"), *blocks]) + "\n"


def read_transcript(path: Path) -> Transcript:
    """The session in a file."""
    about: list[str] = []
    commands: list[tuple[str, list[str]]] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith(_PROMPT):
            commands.append((line.removeprefix("$ "), []))
        else:
            (commands[-1][1] if commands else about).append(line)
    made = tuple(Command(line, "\n".join(shows).rstrip("\n")) for line, shows in commands)
    return Transcript("\n".join(about), made)


def shown_by(desk: Desk, command: Command) -> str:
    """What the command shows now, ready to compare: volatile parts are left out and the exit code is named."""
    text, code = desk.screen(*command.arguments)
    text = text.replace(str(desk.folder), "…")
    for pattern, replacement in _VOLATILE:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return "\n".join(_closed(text, code)).rstrip("\n")


def _closed(text: str, code: int) -> Iterator[str]:
    if text.strip("\n"):
        yield text.rstrip("\n")
    if code:
        yield f"[exit {code}]"
