"""Everything in an index is verified: by its digest, or by deriving it again."""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.engines.registry import storage_at
from dowse.engines.sqlite import page_checksums
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.words import tokenizer
from dowse.engines.sqlite.words.postings import term_number
from dowse.model.errors import IndexDamagedError

_CHANGES = {
    "a digest": ("update digests set digest = x'0102030405060708' where number = 3", "differs from its digest"),
    "a start of a chunk": ("update chunks set start = start + 1 where id = 2", "differs from its digest"),
    "a property": ("delete from properties where doc = 2", "the properties of 1 documents"),
    "a value": ("update property_values set value = value || 'x'", "the properties of 8 documents"),
    "an edge": ("update edges set target = 99", "edges to no document"),
    "no edge": ("delete from edges", "links without an edge"),
    "a document": ("delete from texts where doc = 2", "documents without a text"),
    "a posting": (f"update postings set data = x'0101' where number = {term_number('water')}", "postings of 1 terms"),
    "the lines of terms": (
        f"update postings set data = x'{zlib.compress(b'no lines').hex()}' where number < -2",
        "postings of",
    ),
    "no posting": (f"delete from postings where number = {term_number('water')}", "postings of 1 terms"),
    "a vector": ("update vectors set vector = x'00' where number = 2", "not of the same length"),
    "no entry": ("delete from words_idx", "pages of words that no entry leads to"),
    "a word": ("delete from words_data where id > 10", "corruption"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an index of a few notes with links."""
    vault = tmp_path_factory.mktemp("vault")
    for number in range(8):
        (vault / f"{number}.md").write_text(
            f"---\nrating: {number % 3}\n---\n# Note {number}\n\nWater and {'stone ' * number}[[{number + 1}]].\n"
        )
    with closing(open_session(vault)) as opened:
        opened.sync()
    return vault / ".dowse"


@pytest.fixture
def index(made: Path, tmp_path: Path) -> Path:
    """A copy of the index."""
    return Path(shutil.copytree(made, tmp_path / "index"))


def _verified(index: Path, report: Callable[[str, int, int], None] = lambda *_: None) -> tuple[str, ...]:
    return storage_at(index).verify(report)


def test_a_sound_index_has_no_faults_and_opens(index: Path) -> None:
    assert _verified(index) == ()
    storage_at(index).open().close()


def test_the_progress_names_each_part(index: Path) -> None:
    seen: list[str] = []
    _verified(index, lambda what, _done, _total: seen.append(what))
    parts = ("pages", "texts", "properties", "words", "vectors", "edges", "postings")
    assert list(dict.fromkeys(seen)) == [f"verifying {part}" for part in parts]


def test_the_faults_of_one_file_are_one_message_with_their_number(tmp_path: Path) -> None:
    (tmp_path / "book.md").write_text("".join(f"# Part {n}\n\n{'water and stone ' * 60}\n\n" for n in range(3)))
    with closing(open_session(tmp_path)) as opened:
        opened.sync()
    page_checksums.register()
    with closing(apsw.Connection(str(tmp_path / ".dowse" / FILE))) as connection:
        connection.execute("update chunks set start = start + 1")
    assert _verified(tmp_path / ".dowse") == ("the text of book.md differs from its digest in 3 chunks",)


def test_rows_that_another_zlib_compressed_are_no_fault(index: Path) -> None:
    page_checksums.register()
    with closing(apsw.Connection(str(index / FILE))) as connection:
        rows: list[Any] = connection.execute("select number, data from postings where number < -2").fetchall()
        assert rows
        again = [(zlib.compress(zlib.decompress(data), 9), number) for number, data in rows]
        assert again != [(data, number) for number, data in rows]
        connection.executemany("update postings set data = ? where number = ?", again)
    assert _verified(index) == ()


@pytest.mark.parametrize("change", _CHANGES)
def test_a_changed_value_is_a_fault_and_the_index_is_rebuilt_next(index: Path, change: str) -> None:
    statement, fault = _CHANGES[change]
    page_checksums.register()
    with closing(apsw.Connection(str(index / FILE))) as connection:
        tokenizer.register(connection)
        connection.execute(statement)
    assert fault in " ".join(_verified(index))
    with pytest.raises(IndexDamagedError):
        storage_at(index).open()


def test_a_changed_byte_is_a_fault(index: Path) -> None:
    content = bytearray((index / FILE).read_bytes())
    content[len(content) // 2] ^= 4
    (index / FILE).write_bytes(content)
    assert len(_verified(index)) == 1


@pytest.mark.parametrize("size", [0, 100])
def test_a_file_that_is_cut_off_is_a_fault_and_no_new_index(index: Path, size: int) -> None:
    os.truncate(index / FILE, size)
    assert _verified(index) == ("the file is cut off",)
    assert (index / FILE).stat().st_size == size


def test_an_index_that_ends_inside_a_page_is_not_opened(index: Path) -> None:
    page_checksums.register()
    with closing(apsw.Connection(str(index / FILE))) as connection:  # the last page is not the one with the schema
        connection.execute("insert into meta values ('filler', ?)", ("x" * 900_000,))
    os.truncate(index / FILE, (index / FILE).stat().st_size - 100)
    with pytest.raises(IndexDamagedError, match="cut off"):
        storage_at(index).open()
