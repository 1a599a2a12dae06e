"""Vaults for campaigns: notes with tags, links, properties, sections and code, made from a seed."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from subject import Outcome, Subject

_WORDS = (
    *(
        "river",
        "stone",
        "cloud",
        "winter",
        "market",
        "letter",
        "window",
        "garden",
        "paper",
        "bridge",
        "copper",
        "silver",
    ),
    *("engine", "sailor", "candle", "forest", "kettle", "harbour", "meadow", "lantern", "orchard", "compass", "ladder"),
    *("thunder", "velvet", "pepper", "saddle", "anchor"),
)
QUERIES = (
    "river stone",
    "garden OR kettle",
    '"copper bridge"',
    "tag:green lantern",
    "links:note-3 winter",
    "Engine.start",
)
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("search", "river stone"), ("search", "--mode", "vector", "winter harbour"), ("status",), ("links", "--broken"),
    ("related", "note-3"), ("find", "note-1"), ("get", "note-5"), ("index",), ("search", "tag:green"),
)  # fmt: skip


def make(folder: Path, notes: int, chance: random.Random) -> Path:
    """A vault of so many notes."""
    folder.mkdir(parents=True)
    for number in range(notes):
        write(folder / f"note-{number}.md", chance, notes)
    (folder / "engine.py").write_text("class Engine:\n    def start(self):\n        return self.stop()\n", "utf-8")
    return folder


def write(file: Path, chance: random.Random, notes: int) -> None:
    """A note with new text."""
    sections = []
    for section in range(chance.randint(1, 4)):
        links = " ".join(f"[[note-{chance.randrange(notes)}]]" for _ in range(chance.randint(0, 3)))
        text = " ".join(chance.choices(_WORDS, k=chance.randint(20, 120)))
        sections.append(f"## {chance.choice(_WORDS).title()} {section}\n\n{text}. {links}\n")
    tags = ", ".join(chance.sample(("green", "red", "work", "home/attic"), 2))
    head = f"---\ntags: [{tags}]\nrating: {chance.randint(1, 5)}\n---\n# {file.stem} {chance.choice(_WORDS)}\n\n"
    file.write_text(head + "\n".join(sections), "utf-8")


def edit(folder: Path, chance: random.Random) -> None:
    """Changes, adds or deletes a note."""
    notes = sorted(folder.glob("note-*.md"))
    number = len(notes)
    match chance.randrange(4):
        case 0:
            write(folder / f"note-{number + chance.randrange(1000)}.md", chance, number)
        case 1 if number > 10:
            chance.choice(notes).unlink()
        case _:
            write(chance.choice(notes), chance, number)


def on(command: tuple[str, ...], vault: Path) -> tuple[str, ...]:
    """The command with the folder of the vault."""
    return (*command, str(vault))


def answers(subject: Subject, vault: Path, *options: str) -> list[list[tuple[str, float]]] | str:
    """The hits of each query, or what went wrong; one process asks them all."""
    found = []
    for outcome in subject.run_together([("search", query, vault, "--json", *options) for query in QUERIES]):
        if outcome.code not in (0, 1) or outcome.crash:
            return outcome.crash or failure(outcome)
        found.append(outcome.hits())
    return found


def fresh_answers(subject: Subject, vault: Path, place: Path) -> list[list[tuple[str, float]]] | str:
    """The same from an index of the same notes that is made from nothing."""
    copy = place / "fresh"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(vault, copy, ignore=lambda _folder, names: [name for name in names if name == ".dowse"])
    indexed = subject.run("index", copy)
    return answers(subject, copy) if indexed.code == 0 else failure(indexed)


def failure(outcome: Outcome) -> str:
    """The outcome of a command that should have succeeded."""
    return f"{outcome.said}: code {outcome.code}: {outcome.err.strip()[-240:]}"


def database(vault: Path) -> Path:
    """The newest database in the vault."""
    return max((vault / ".dowse").glob("index*.db"), key=lambda path: path.stat().st_mtime_ns)
