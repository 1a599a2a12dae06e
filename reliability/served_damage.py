"""Damage of an index under a server, which lives on and is well with the second request."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from damage import BYTES
from sessions import Session
from subject import Subject
from vaults import database, edit, make

_SEARCHES = 3
_SMALLEST = 100_000  # bytes


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one damage in place, between searches of one server."""
    vault = make(place / "vault", 60, chance)
    subject.run("index", vault)
    session = Session(subject, vault)
    session.tool("search", query="river stone")
    try:
        while True:
            file = database(vault)
            damage = chance.choice(BYTES)
            if file.stat().st_size < _SMALLEST:  # not filled again yet
                subject.run("index", vault)
                file = database(vault)
            content = damage(bytearray(file.read_bytes()), chance)
            with file.open("rb+") as opened:  # in place, so that the server keeps the same file
                opened.truncate(len(content))
                opened.write(content)
            edit(vault, chance)
            failure = _searched(session)
            yield f"{damage.__name__.strip('_')} under a server: {failure}" if failure else ""
            if session.has_ended:
                session.close()
                subject.run("index", "--full", vault)
                session = Session(subject, vault)
    finally:
        session.close()


def _searched(session: Session) -> str:
    last = ""
    for _ in range(_SEARCHES):
        answer = session.tool("search", query="river stone")
        if answer is None:
            return f"the server ended with {session.process.poll()}" if session.has_ended else "no answer"
        text = str(answer)
        if "bug in dowse" in text or "Traceback" in text:
            return text[:240]
        last = text if answer.get("error") or answer["result"].get("isError") else ""
    return f"not repaired: {last[:240]}" if last else ""
