"""Faults of the system, such as full disks and read-only folders: an index that is there answers."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sessions import Session
from subject import Subject
from vaults import COMMANDS, answers, edit, failure, make, on

_SMALL = 3_000_000  # bytes of a disk that is filled


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one command under a fault."""
    vault = make(place / "vault", 40, chance)
    subject.run("index", vault)
    kinds: tuple[Callable[[], Iterator[str]], ...] = (
        lambda: _limited(subject, chance, vault),
        lambda: _full(subject, chance, vault, place),
        lambda: _read_only(subject, vault, place),
        lambda: _odd_files(subject, chance, vault),
        lambda: _vanished(subject, vault),
    )
    while True:
        for kind in kinds:
            yield from kind()


def _limited(subject: Subject, chance: random.Random, vault: Path) -> Iterator[str]:
    """Few descriptors, small files: a command works or says why not."""
    limits = chance.choice(
        ({"RLIMIT_NOFILE": chance.randint(8, 40)}, {"RLIMIT_FSIZE": chance.choice((0, 4096, 200_000))})
    )
    edit(vault, chance)
    for command in chance.sample(COMMANDS, 3):
        outcome = subject.run(*on(command, vault), limits=limits)
        yield f"{limits}: {outcome.crash}" if outcome.crash else ""
    after = subject.run("search", "river", vault)
    yield failure(after) if after.code not in (0, 1) else ""


def _full(subject: Subject, chance: random.Random, vault: Path, place: Path) -> Iterator[str]:
    """A disk without space, of the vault and its index."""
    with _mounted(place / "disk") as disk:
        if disk is None:
            return
        copy = disk / "vault"
        shutil.copytree(vault, copy, ignore=shutil.ignore_patterns(".dowse"))
        subject.run("index", copy)
        want = answers(subject, copy)
        _fill(disk / "filler")
        found = answers(subject, copy)
        yield "" if found == want else f"full disk: {str(found)[:240]}"
        for command in chance.sample(COMMANDS, 3):
            outcome = subject.run(*on(command, copy))
            yield f"full disk: {outcome.crash}" if outcome.crash else ""
        (disk / "filler").unlink()
        again = subject.run("index", copy)
        yield failure(again) if again.code else ""


def _read_only(subject: Subject, vault: Path, place: Path) -> Iterator[str]:
    """A disk that becomes read-only."""
    with _mounted(place / "disk") as disk:
        if disk is None:
            return
        copy = disk / "vault"
        shutil.copytree(vault, copy, ignore=shutil.ignore_patterns(".dowse"))
        subject.run("index", copy)
        want = answers(subject, copy)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        found = answers(subject, copy)
        yield "" if found == want else f"read-only disk: {str(found)[:240]}"
        for command in COMMANDS:
            outcome = subject.run(*on(command, copy))
            yield f"read-only disk: {outcome.crash}" if outcome.crash else ""


def _odd_files(subject: Subject, chance: random.Random, vault: Path) -> Iterator[str]:
    """Names that are no text, links to nowhere and to themselves, pipes, deep folders."""
    odd = vault / "odd"
    shutil.rmtree(odd, ignore_errors=True)
    odd.mkdir()
    Path(os.fsdecode(os.fsencode(odd) + b"/\xff\xfe.md")).write_text("# bytes\n\nriver\n", "utf-8")
    (odd / "loop").symlink_to(odd)
    (odd / "nowhere.md").symlink_to("gone.md")
    os.mkfifo(odd / "pipe.md")
    (odd / ("n" * 200 + ".md")).write_text("river\n", "utf-8")
    deep = odd
    for _ in range(chance.randint(20, 60)):
        deep /= "deep"
    deep.mkdir(parents=True)
    (deep / "note.md").write_text("river\n", "utf-8")
    for command in (("index",), *chance.sample(COMMANDS, 3)):
        outcome = subject.run(*on(command, vault))
        yield f"odd files: {outcome.crash}" if outcome.crash else ""
    shutil.rmtree(odd)


def _vanished(subject: Subject, vault: Path) -> Iterator[str]:
    """The folder of a server goes away and comes back."""
    session = Session(subject, vault)
    session.tool("search", query="river")
    elsewhere = vault.rename(vault.with_name("elsewhere"))
    during = [session.tool("search", query="river") for _ in range(2)]
    elsewhere.rename(vault)
    after = session.tool("search", query="river")
    yield "" if None not in during else f"a folder that went away: no answer ({session.process.poll()})"
    is_well = after is not None and not after.get("error") and not after["result"].get("isError")
    yield "" if is_well else f"a folder that came back: {str(after)[:240]}"
    session.close()


@contextmanager
def _mounted(disk: Path) -> Iterator[Path | None]:
    """A small disk in memory; None where this user may not mount one."""
    disk.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={_SMALL}", "dowse-reliability", str(disk)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        yield None
        return
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as opened:
        try:
            while opened.write(bytes(4096)):
                pass
        except OSError:
            return
