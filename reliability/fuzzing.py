"""Queries and notes made of odd pieces: each has an answer, none takes long."""

from __future__ import annotations

import random
import shutil
import signal
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from sessions import Session
from subject import Subject
from vaults import failure, make

_PIECES = (
    *("river", "garden", '"', "'", "(", ")", "((", "))", " AND ", " OR ", " NOT ", "-", "+", "*", "~", "^2", ":", "::"),
    *(
        "tag:",
        "#a",
        "path:",
        "title:",
        "[due]",
        "[rating:>3]",
        "[",
        "]",
        "modified:<30d",
        "created:2026-01..",
        "links:",
    ),
    *(
        "under:note-1",
        "similar:",
        "like:note-3",
        "limit:5",
        "limit:-1",
        "profile:recent",
        "profile:none",
        "mode:vector",
    ),
    *(
        "line:(",
        "section:(a b)",
        "match-case:",
        "/a+/",
        "/(a|b)*c/",
        "/[/",
        "kind:class",
        "symbol:*",
        "in:",
        "weights:",
    ),
    *(
        "\\",
        "\x00",
        "\u202e",
        "é",
        "京都",
        "🙂",
        "e\u0301",
        "\ufffd",
        "a" * 300,
        "0",
        "1e999",
        "%",
        "_",
        ";",
        "--",
        "\t",
    ),
)
_BLOCKS = (
    *(
        "# ",
        "## a\n",
        "---\n",
        "tags: [",
        "tags:\n  - x\n",
        "- ",
        "- [ ] ",
        "> ",
        "```",
        "~~~\n",
        "|a|b|\n|-|-|\n",
        "[[",
        "]]",
    ),
    *(
        "[a](",
        ")",
        "![",
        "<!--",
        "-->",
        "<div>",
        "</",
        "#tag ",
        "^id\n",
        "[^1]",
        "[^1]: x\n",
        "$$",
        "**",
        "__",
        "`",
        "\n",
        "\n\n",
    ),
    *(
        "\r\n",
        "\r",
        "\x00",
        "\ufeff",
        "\u2028",
        "京都",
        "🙂",
        "\x1b[31m",
        "&amp;",
        "http://a.b/c",
        "METIS-T-0001 ",
        "a: b: c\n",
    ),
    *("river stone ", "&a", "*a", "!!python/object ", "{{x}}", "=" * 40 + "\n", "\t", "  ", "\\", "a" * 200),
)
_SLOW = 20.0  # seconds
_BUDGET = 10, 1_000_000  # times the text, and bytes
_SMALLEST, _LARGEST_RATIO = 1024 * 1024, 3.99  # bytes of a large note; times these: dowse reads notes up to 4 MiB
_CPU_SECONDS = 120  # to index a large note; the costliest takes 12 on a usual machine
_MOST_BYTES = 1_000_000_000  # of a file of the index, so that a version without limits does not fill the disk
_ONCE_UNBOUNDED = ("short inline tags", "headings #", "headings ##")  # on these an earlier version failed
_BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def queries(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one query of one server."""
    vault = make(place / "vault", 60, chance)
    session = Session(subject, vault)
    session.tool("search", query="river")
    try:
        while True:
            query = "".join(chance.choices(_PIECES, k=chance.randint(1, 12)))
            answer = session.call("tools/call", {"name": "search", "arguments": {"query": query}}, seconds=_SLOW)
            if answer is None or session.has_ended:
                yield f"no answer to {query!r}"
                session.close()
                session = Session(subject, vault)
            else:
                yield f"{query!r}: {str(answer)[:200]}" if "bug in dowse" in str(answer) else ""
    finally:
        session.close()


def files(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one note; twenty of them are indexed together."""
    vault = make(place / "vault", 5, chance)
    while True:
        notes = [vault / f"fuzz-{number}.md" for number in range(20)]
        for note in notes:
            text = "".join(chance.choices(_BLOCKS, k=chance.randint(1, 200)))
            content = bytearray(text.encode("utf-8", "replace"))
            for _ in range(chance.choice((0, 0, 3))):
                content[chance.randrange(len(content))] = chance.randrange(256)
            note.write_bytes(content)
        outcomes = [
            subject.run(*command, vault) for command in (("index",), ("search", "river"), ("links", "--broken"))
        ]
        crash = next((each.crash for each in outcomes if each.crash), "")
        slow = next((failure(each) for each in outcomes if each.seconds > _SLOW), "")
        yield crash or slow
        yield from ("" for _ in notes[1:])


def large_files(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one large note of one construct: it is indexed in time, and its index is within its limit.

    The constructs are those of the growth benchmark, each once before any comes again; first those on which earlier
    versions failed.
    """
    sys.path.append(str(_BENCHMARKS))
    from growth import CONSTRUCTS, note_of  # noqa: PLC0415  # from a folder beside this one

    names = sorted(CONSTRUCTS.keys() - set(_ONCE_UNBOUNDED))
    chance.shuffle(names)
    for number, name in enumerate(cycle((*_ONCE_UNBOUNDED, *names))):
        vault = place / f"vault-{number}"
        vault.mkdir()
        text = note_of(name, int(_SMALLEST * _LARGEST_RATIO ** chance.random()))
        (vault / "note.md").write_text(text, "utf-8")
        wrong = _unbounded(subject, vault, len(text.encode()))
        yield f"{name}, {len(text.encode()) / 1e6:.1f} MB of text: {wrong}" if wrong else ""
        shutil.rmtree(vault)


def _unbounded(subject: Subject, vault: Path, size: int) -> str:
    """What of an index of a note of so many bytes is above its limit; empty for none."""
    limits = {"RLIMIT_CPU": _CPU_SECONDS, "RLIMIT_FSIZE": _MOST_BYTES}
    indexed = subject.run("index", vault, seconds=10 * _CPU_SECONDS, limits=limits)
    taken = sum(path.stat().st_size for path in (vault / ".dowse").glob("*"))
    if indexed.code:
        ended = f"not indexed in {_CPU_SECONDS} s of CPU time" if indexed.code == -signal.SIGKILL else failure(indexed)
        return f"{ended}; {taken / 1e6:.1f} MB of index"
    times, beside = _BUDGET
    if taken > times * size + beside:
        return f"{taken / 1e6:.1f} MB of index"
    return subject.run("search", "river", vault, seconds=30).crash
