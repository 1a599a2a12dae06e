"""Damage of an index at rest: no command crashes, none answers wrongly, and the second one is well."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
from hostile import page_checksums
from subject import Subject
from vaults import COMMANDS, answers, database, failure, make, on

_PAGE = 4096
_HEADER = 100  # bytes
_STRANGE = ("x", "-1", "[]", '["openai:m"]', "9" * 30, "\x00", "{")
_FACTS = ("generation", "edition", "embedder_chosen", "chunker_chosen", "fingerprint", "coming", "root")

Damage = Callable[[bytearray, random.Random], bytes]


def _zeroed(content: bytearray, chance: random.Random) -> bytes:
    page = chance.randrange(max(1, len(content) // _PAGE)) * _PAGE
    content[page : page + _PAGE] = bytes(_PAGE)
    return bytes(content)


def _flipped(content: bytearray, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 5, 50))):
        content[chance.randrange(_HEADER, len(content))] ^= 1 << chance.randrange(8)
    return bytes(content)


def _header(content: bytearray, chance: random.Random) -> bytes:
    content[chance.randrange(_HEADER)] ^= 1 << chance.randrange(8)
    return bytes(content)


def _noise(content: bytearray, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    content[start : start + 5 * _PAGE] = chance.randbytes(len(content[start : start + 5 * _PAGE]))
    return bytes(content)


def _swapped(content: bytearray, chance: random.Random) -> bytes:
    one, other = (chance.randrange(1, len(content) // _PAGE) * _PAGE for _ in range(2))
    pages = bytes(content[one : one + _PAGE]), bytes(content[other : other + _PAGE])
    content[other : other + _PAGE], content[one : one + _PAGE] = pages
    return bytes(content)


def _cut(content: bytearray, chance: random.Random) -> bytes:
    return bytes(content[: chance.choice((len(content) // 2, _PAGE, 0, chance.randrange(len(content) + 1)))])


BYTES: tuple[Damage, ...] = (_zeroed, _flipped, _flipped, _header, _noise, _swapped, _cut)


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one damage, and the commands after it."""
    vault = make(place / "vault", 60, chance)
    subject.run("index", vault)
    subject.run("related", "note-1", vault)
    expected = answers(subject, vault)
    if isinstance(expected, str):
        yield expected
        return
    kept = place / "kept"
    shutil.copytree(vault / ".dowse", kept)
    while True:
        shutil.rmtree(vault / ".dowse")
        shutil.copytree(kept, vault / ".dowse")
        what = _damaged(database(vault), chance)
        yield _attempt(subject, chance, vault, what, expected)


def _damaged(file: Path, chance: random.Random) -> str:
    if chance.random() < 0.2:
        return _by_sql(file, chance)
    damage = chance.choice(BYTES)
    file.write_bytes(damage(bytearray(file.read_bytes()), chance))
    return damage.__name__.strip("_")


def _by_sql(file: Path, chance: random.Random) -> str:
    """A value that dowse does not write, in a page whose checksum is right."""
    page_checksums()
    with closing(apsw.Connection(str(file))) as connection:
        if chance.random() < 0.3:
            version = chance.choice((-1, 2, 3, 99))
            connection.execute(f"pragma user_version = {version}")
            return f"user_version {version}"
        fact, value = chance.choice(_FACTS), chance.choice(_STRANGE)
        connection.execute("insert or replace into meta values (?, ?)", (fact, value))
        return f"{fact} {value!r}"


def _attempt(
    subject: Subject, chance: random.Random, vault: Path, what: str, expected: list[list[tuple[str, float]]]
) -> str:
    failures = 0
    for command in chance.sample(COMMANDS, 4):
        outcome = subject.run(*on(command, vault))
        if outcome.crash:
            return f"{what}: {outcome.crash}"
        failures += outcome.code == 2
        if failures > 1:
            return f"{what}: not repaired by the first command: {failure(outcome)}"
    found = answers(subject, vault)
    return "" if found == expected else f"{what}: other answers: {str(found)[:240]}"
