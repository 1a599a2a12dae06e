"""The index of one note is at most ten times its text and a megabyte, whatever the note looks like.

The index of a vault of short notes is at most ten times their text and 2,000 bytes a note.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.chunking.by_section import BySection, counting
from dowse.engines.registry import open_store
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.model.chunk import Chunk
from dowse.ports.indexed_document import FileStamp, IndexedDocument, WriteBatch
from dowse.ports.models import Vector
from dowse.query.ast import MatchAll
from dowse.search.execute import Request

_NOTES = {
    "tags": " ".join(f"#tag{n}" + "\n" * (n % 50 == 0) for n in range(4_500)),
    "headings": "".join(f"# {n:x}\n" for n in range(3_000)),
    "empty headings": "#\n" * 3_000,
    "a long heading": f"# {'long heading ' * 1_500}\n\n" + "Some words. " * 6_000 + "\n" * 40,
    "sections with tags": "".join(f"## H{n}\n\n#t{n} Some words that are here.\n\n" for n in range(1_500)),
    "sections with a summary": f"---\nsummary: {'word ' * 40}\n---\n" + "## H\n\nSome words.\n\n" * 3_000,
    "links": "[[a]]\n" * 4_000,
    "sections with tags and links": "\n".join(f"# h{n}\n#tag{n} [[l{n}]]" for n in range(6_000)),
    "sections with several links": "\n".join(f"# h{n:x}\n[[{n:x}]] #t{n:x} [[#h{n:x}]]" for n in range(5_000)),
}


_SHORT_NOTES: dict[str, Callable[[int], str]] = {
    "empty": lambda _: "",
    "a line": lambda n: f"Note {n} on water and stone.\n",
    "frontmatter": lambda n: f"---\ntitle: Note {n}\ntags: [a, t{n}]\n---\n# H{n}\n\nSome words.\n",
    "ten links": lambda n: "".join(f"- [[n{(n * 7 + at) % 300}]]\n" for at in range(10)),
}


@pytest.mark.parametrize("written", _SHORT_NOTES.values(), ids=_SHORT_NOTES.keys())
def test_the_index_of_many_short_notes_is_within_its_budget(written: Callable[[int], str], tmp_path: Path) -> None:
    notes = [written(n) for n in range(300)]
    documents = [parse_file(f"n{n}.md", text.encode(), modified=0.0) for n, text in enumerate(notes)]
    with closing(open_store(tmp_path)) as index:
        stored = tuple(
            IndexedDocument(each, FileStamp(9, 0, f"{n}"), BySection()(each)) for n, each in enumerate(documents)
        )
        chunks = [chunk for each in stored for chunk in each.chunks]
        index.use_space("random", chunking="section")
        index.write(WriteBatch(indexed=stored))
        index.write(WriteBatch(vectors=_random_vectors(chunks)))
        link_pending(index, budget=TimeBudget(time.monotonic), progress=lambda _: None)
        index.forget_unused()
    assert _bytes(tmp_path) <= 10 * sum(map(len, notes)) + 2_000 * len(notes)


@pytest.mark.parametrize("text", _NOTES.values(), ids=_NOTES.keys())
def test_the_index_of_a_note_is_within_its_budget(text: str, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text(text, "utf-8")
    vault = open_session(tmp_path, index_dir=tmp_path / "index")
    vault.sync()
    vault.search(Request("anything"))  # writes the file of vectors
    vault.engine.forget_unused()
    vault.close()
    assert _bytes(tmp_path / "index") <= 10 * len(text) + 1_000_000


_LARGE = 800_000  # characters
_LARGEST = 2_200_000  # of constructs that take most of the budget; the share of the constant megabyte is small
_DIM = 256


def _repeated(piece: Callable[[int], str], *, before: str = "", length: int = _LARGE) -> str:
    """Numbered pieces up to the length."""
    pieces: list[str] = [before]
    written = len(before)
    while written < length:
        pieces.append(piece(len(pieces) - 1))
        written += len(pieces[-1])
    return "".join(pieces)


def _smallest_constructs(length: int) -> str:
    return _repeated(lambda n: f"# h{n:x}\n#t{n:x} [[l{n:x}]]\n", length=length)


def _frontmatter(piece: Callable[[int], str], *, before: str = "") -> str:
    """Frontmatter as long as dowse reads, above headings with a tag and a link each."""
    front = before + "".join(map(piece, range(3_500)))
    return _repeated(lambda n: f"## h{n:x}\n#t{n:x} [[l{n:x}]]\n", before=f"---\n{front}---\n\n")


_LARGE_NOTES: dict[str, Callable[[], str]] = {
    "tags in a line": lambda: _repeated(lambda n: f"#t{n} ", before="# t\n", length=_LARGEST),
    "tags in lines": lambda: _repeated(lambda n: f"#t{n}\n", length=_LARGEST),
    "tags among sections": lambda: _repeated(lambda n: f"## {n:x}\n\n#t{n:x} word\n\n"),
    "tags in frontmatter": lambda: _frontmatter(lambda n: f"  - t{n:x}\n", before="tags:\n"),
    "sections below a summary, a title and an area": lambda: _repeated(
        lambda n: f"## {n:x}\n\n#t{n:x} word\n\n",
        before=f"---\ntitle: {'t' * 200}\narea: {'a' * 200}\nsummary: {'s' * 200}\n---\n\n",
    ),
    "aliases": lambda: _frontmatter(lambda n: f"  - a{n:x}\n", before="aliases:\n"),
    "keys of frontmatter": lambda: _frontmatter(lambda n: f"p{n:x}: {n}\n"),
    "headings": lambda: _repeated(lambda n: f"# {n:x}\n"),
    "wikilinks": lambda: _repeated(lambda n: f"[[n{n:x}]]\n"),
    "links to headings": lambda: _repeated(lambda n: f"[[#{n:x}]]\n"),
    "Markdown links": lambda: _repeated(lambda n: f"[a](n{n:x}.md)\n"),
    "code fences": lambda: _repeated(lambda n: f"```\nx{n}\n```\n\n"),
    "table rows": lambda: _repeated(lambda n: f"| word | {n} |\n", before="| a | b |\n|---|---|\n"),
    "headings, tags and links": lambda: _smallest_constructs(_LARGEST),
    "everything": lambda: _repeated(
        lambda n: f"## h{n:x}\n\n#t{n:x} [[l{n:x}]] [a](b{n:x}.md)\n\n| a | {n} |\n\n```\nx{n}\n```\n\n"
    ),
}


_CLOSEST = "headings, tags and links"  # to the budget; all of them at their lengths take most of a minute together


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(lambda: _smallest_constructs(_LARGEST // 2), id=f"half of {_CLOSEST}", marks=pytest.mark.slow),
        *(pytest.param(note, id=name, marks=pytest.mark.exhaustive) for name, note in _LARGE_NOTES.items()),
    ],
)
def test_the_index_of_a_large_note_is_within_its_budget(written: Callable[[], str], tmp_path: Path) -> None:
    text = written()
    document = parse_file("note.md", text.encode(), modified=0.0)
    # Tags have 1.5 characters a token; the tokenizer itself takes most of the time of such a note.
    chunks = counting(BySection(), lambda part: len(part) * 2 // 3)(document)
    vectors = _random_vectors(chunks)
    with closing(open_store(tmp_path)) as index:
        index.use_space("random", chunking="section")
        index.write(WriteBatch(indexed=(IndexedDocument(document, FileStamp(len(text), 0, "1"), chunks),)))
        index.write(WriteBatch(vectors=vectors))
        link_pending(index, budget=TimeBudget(time.monotonic), progress=lambda _: None)
        index.nearest(next(iter(vectors.values())), MatchAll(), 1)  # writes the file of vectors
        index.forget_unused()
    assert _bytes(tmp_path) <= 10 * len(text) + 1_000_000


def _random_vectors(chunks: Sequence[Chunk]) -> dict[bytes, Vector]:
    rows = np.random.default_rng(1).standard_normal((len(chunks), _DIM)).astype(np.float32)
    return {chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)}


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
