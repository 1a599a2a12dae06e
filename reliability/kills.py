"""SIGKILL at random moments of commands that write; then the index answers as one that is made from nothing."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from pathlib import Path

from subject import Subject
from vaults import answers, edit, failure, fresh_answers, make

_WRITING = (("index",), ("index", "--full"), ("search", "river"), ("vacuum",), ("index", "--watch"))
_WATCHED = 1.5  # seconds at most until a kill of a command that does not end by itself
_BEYOND = 1.2  # times as long as the command takes: some kills come too late, and are no attempt
_KILLS = 4  # before the index is compared


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is a kill of a process that was still running; every few of them the answers are compared."""
    vault = make(place / "vault", 80, chance)
    subject.run("index", vault)
    took = {command: _seconds(subject, command, vault, chance) for command in _WRITING}
    while True:
        kills = 0
        while kills < _KILLS:
            for _ in range(chance.randint(0, 8)):
                edit(vault, chance)
            command = chance.choice(_WRITING)
            if subject.run(*command, vault, killed_after=chance.uniform(0.005, took[command])).code != -signal.SIGKILL:
                continue
            kills += 1
            again = subject.run("search", "stone", vault)
            yield again.crash or (failure(again) if again.code not in (0, 1) else "")
        yield _compared(subject, vault, place)


def _seconds(subject: Subject, command: tuple[str, ...], vault: Path, chance: random.Random) -> float:
    """The longest time until a kill of the command."""
    if "--watch" in command:
        return _WATCHED
    for _ in range(4):
        edit(vault, chance)
    return subject.run(*command, vault).seconds * _BEYOND


def _compared(subject: Subject, vault: Path, place: Path) -> str:
    indexed = subject.run("index", vault)
    if indexed.code:
        return indexed.crash or failure(indexed)
    checked = subject.run("doctor", vault)
    if checked.crash or "error " in checked.out:
        return checked.crash or f"doctor after kills: {checked.out[-300:]}"
    found, expected = answers(subject, vault), fresh_answers(subject, vault, place)
    return "" if found == expected else f"answers after kills differ: {str(found)[:120]} and {str(expected)[:120]}"
