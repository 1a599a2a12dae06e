"""Several commands and a server on one vault while notes change: no error, no lock that stays, no missed file."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sessions import Session
from subject import Subject
from vaults import edit, make

_PROCESSES = 3
_EDITS = 0.3  # of the searches follow a change of a note


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one command that ran beside others, or one search of the server."""
    vault = make(place / "vault", 60, chance)
    subject.run("index", vault)
    session = Session(subject, vault)
    try:
        while True:
            commands = [chance.choice((("index",), ("search", "river"), ("status",))) for _ in range(_PROCESSES)]
            running = [subject.started(*command, vault, killable=True) for command in commands]
            while any(process.poll() is None for process in running):
                if chance.random() < _EDITS:
                    edit(vault, chance)
                yield _answered(session)
            for command, process in zip(commands, running, strict=True):
                yield _end(command, process)
            yield _found_new(session, vault, chance)
    finally:
        session.close()


def _answered(session: Session) -> str:
    answer = session.tool("search", query="river stone")
    if answer is None or answer.get("error") or answer["result"].get("isError"):
        return f"the server answers {str(answer)[:240]}"
    return ""


def _end(command: tuple[str, ...], process: subprocess.Popen[str]) -> str:
    try:
        _, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return f"dowse {' '.join(command)} beside others: no end"
    return "" if process.returncode in (0, 1) else f"dowse {' '.join(command)} beside others: {err[-240:]}"


def _found_new(session: Session, vault: Path, chance: random.Random) -> str:
    """A search after a note was written finds the note."""
    word = f"zebra{chance.randrange(10**9)}"
    (vault / f"{word}.md").write_text(f"# New\n\n{word} text\n", "utf-8")
    answer = session.tool("search", query=word)
    (vault / f"{word}.md").unlink()
    return "" if word in str(answer) else f"a note that was just written is not found: {str(answer)[:240]}"
