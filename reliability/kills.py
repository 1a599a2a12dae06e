"""SIGKILL at random moments of commands that write; then the index answers as one that is made from nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from subject import Subject
from vaults import answers, edit, failure, fresh_answers, make

_WRITING = (("index",), ("index", "--full"), ("search", "river"), ("vacuum",), ("index", "--watch"))
_LONGEST = 1.5  # seconds until a kill
_KILLS = 4  # before the index is compared


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is a kill; every few of them the answers are compared."""
    vault = make(place / "vault", 80, chance)
    while True:
        for _ in range(_KILLS):
            for _ in range(chance.randint(0, 8)):
                edit(vault, chance)
            command = chance.choice(_WRITING)
            subject.run(*command, vault, killed_after=chance.uniform(0.01, _LONGEST))
            again = subject.run("search", "stone", vault)
            yield again.crash or (failure(again) if again.code not in (0, 1) else "")
        yield _compared(subject, vault, place)


def _compared(subject: Subject, vault: Path, place: Path) -> str:
    indexed = subject.run("index", vault)
    if indexed.code:
        return indexed.crash or failure(indexed)
    checked = subject.run("doctor", vault)
    if checked.crash or "error " in checked.out:
        return checked.crash or f"doctor after kills: {checked.out[-300:]}"
    found, expected = answers(subject, vault), fresh_answers(subject, vault, place)
    return "" if found == expected else f"answers after kills differ: {str(found)[:120]} and {str(expected)[:120]}"
