"""What the SQLite engine stores compressed, packed or derived is read as it was written."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import numpy as np
import pytest

from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.engines.sqlite.texts.bounded_decompression import decompressed_bytes
from dowse.engines.sqlite.texts.document_texts import DocumentDetails, decompressed, packed_texts, text_and_details
from dowse.engines.sqlite.words.packed_postings import COUNT_BITS, PackedPostings, unpacked
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import ExactPhrase, MatchAll
from tests.contract.engines import ALL, fill, selected
from tests.making import indexed, make, unit, whole

_DETAILS = DocumentDetails(["H", "H", "G"], ["a ", "a ", ""], [2], ["def f()"], ["Does it."], [7], [1])
_NESTED = b"""class A:
    class B:
        class C:
            def deep(self): pass
        def middle(self): pass
        def middle(self): pass
    def shallow(self): pass
    def shallow(self): pass

def shallow(): pass
"""


def test_texts_and_details_are_read_as_they_were_written() -> None:
    text = "---\nä\n---\n" + "word\0word \U0001f600 " * 9
    data, _, text_end, names_end = packed_texts(text, "names", _DETAILS, 3)
    assert text_and_details(apsw.Connection(""), data, text_end, names_end) == (text, _DETAILS)


@pytest.mark.parametrize(
    "data",
    [
        None,
        "text",
        b"",
        b"text",
        zlib.compress(b"text")[:-1],
        zlib.compress(b"\xff"),
    ],
    ids=["null", "text", "empty", "noise", "cut off", "not UTF-8"],
)
def test_a_text_that_cannot_be_decompressed_is_damage(data: object) -> None:
    with pytest.raises(RowError):
        decompressed(apsw.Connection(""), data)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "not bytes"),
        (b"noise", "incorrect header check"),
        (zlib.compress(b"four")[:-1], "cut off, or longer than 4 bytes"),
        (zlib.compress(b"fives"), "cut off, or longer than 4 bytes"),
    ],
)
def test_an_error_of_decompression_names_what_is_damaged_and_the_reason(data: object, reason: str) -> None:
    with pytest.raises(RowError, match=f"cannot decompress the row: .*{reason}"):
        decompressed_bytes(data, 4, "the row")
    assert decompressed_bytes(zlib.compress(b"four"), 4, "the row") == b"four"


def test_a_text_that_expands_without_bound_is_damage() -> None:
    with pytest.raises(RowError):
        decompressed(apsw.Connection(""), zlib.compress(bytes(70_000_000), 1))


@pytest.mark.parametrize(
    "details",
    ["", "{}", "[]", "[1, 2, 3, 4, 5, 6, 7]", '[["a"], [], [], [], [], [], []]', '[[], [], ["x"], [], [], [], []]',
     "[[], [], [1], [], [], [], []]", "[" * 100_000],
)  # fmt: skip
def test_details_of_another_form_are_damage(details: str) -> None:
    with pytest.raises(RowError):
        text_and_details(apsw.Connection(""), zlib.compress(f"text{details}".encode()), 4, 4)


@pytest.mark.parametrize(("text_end", "names_end"), [(-1, 4), (500, 4), (4, 99), (None, 4), ("4", 4)])
def test_ends_outside_of_the_stream_are_damage(text_end: object, names_end: object) -> None:
    written = json.dumps(list(_DETAILS))
    with pytest.raises(RowError):
        text_and_details(apsw.Connection(""), zlib.compress(f"text{written}".encode()), text_end, names_end)


@pytest.mark.parametrize("step", [1, 255, 256, 65_535, 65_536, 1 << 20])
@pytest.mark.parametrize("most", [15, 16, 4_095])
def test_postings_are_read_as_they_were_written(step: int, most: int) -> None:
    chance = np.random.default_rng(step)
    places = np.cumsum(np.append(chance.integers(0, step + 1, 300), step))
    field, frequency = chance.integers(0, 9, 301), np.append(chance.integers(0, most + 1, 300), most)
    of_all = np.concatenate(([7], places, [0, 1 << 20])), np.concatenate(([1], field << COUNT_BITS | frequency, [9, 1]))
    data = PackedPostings(*of_all, np.array([0, 1, 302])).row(1)
    found = unpacked(data, int(places[-1]) + 1, 0)
    assert [column.tolist() for column in found] == [places.tolist(), field.tolist(), frequency.tolist()]
    with pytest.raises(RowError):
        unpacked(data, int(places[-1]), 0)


def test_postings_of_a_word_in_each_document_take_little_space() -> None:
    assert len(PackedPostings(np.arange(5_000), np.full(5_000, 8 << COUNT_BITS | 1), np.array([0])).row(0)) < 60


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\x0f",
        b"\x01ab",
        b"\x0cabc",
        b"\x0d" + zlib.compress(bytes(200)),
        b"\x05" + bytes(200),
    ],
)
def test_postings_of_another_form_are_damage(data: bytes) -> None:
    with pytest.raises(RowError):
        unpacked(data, 10, 0)


def test_postings_that_expand_without_bound_are_damage() -> None:
    with pytest.raises(RowError):
        unpacked(b"\x0d" + zlib.compress(bytes(1 << 27), 1), 10, 0)


@pytest.fixture
def source(sqlite: SqliteEngine) -> Document:
    """A document of nested symbols with repeated names, in the index."""
    document = parse_file("a.py", _NESTED, modified=0.0)
    sqlite.write(WriteBatch(indexed=(indexed(document, chunks=(whole(document),)),)))
    return document


def test_names_of_nested_and_repeated_symbols_are_read_as_they_were_written(
    sqlite: SqliteEngine, source: Document
) -> None:
    names = ["A", "A.B", "A.B.C", "A.B.C.deep", "A.B.middle", "A.B.middle~2", "A.shallow", "A.shallow~2", "shallow"]
    assert [each.name for each in source.units] == names
    assert sqlite.units(["a.py"]) == {"a.py": source.units}
    assert [ref.section for ref in sqlite.text_parts(["a.py"], "unit")["a.py"].refs] == names
    found = sqlite.definitions(("shallow", "middle", "deep"))
    assert {each.unit for symbols in found.values() for each in symbols} == set(source.units) - set(source.units[:3])


def test_no_symbol_of_a_removed_document_stays(sqlite: SqliteEngine, source: Document, tmp_path: Path) -> None:
    sqlite.write(WriteBatch(removed=("a.py",)))
    sqlite.forget_unused()
    for table in ("symbols", "unit_rows", "texts", "chunks", "digests"):
        assert _count(tmp_path, table) == 0
    assert source.symbols


def test_no_name_of_a_document_stays_that_it_has_no_more(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, make("notes/a.md", title="First", aliases=("One", "guide/one")))
    assert _count(tmp_path, "names") > 3
    fill(sqlite, make("notes/a.md", title="First"))
    assert not sqlite.called(["one", "guide/one"])
    sqlite.write(WriteBatch(removed=("notes/a.md",)))
    assert _count(tmp_path, "names") == 0


def test_a_digest_is_stored_until_no_chunk_has_it(sqlite: SqliteEngine, tmp_path: Path) -> None:
    first = parse_file("a.md", b"# A\n\ntext\n", modified=0.0)
    fill(sqlite, first)
    sqlite.write(WriteBatch(vectors={whole(first).digest: unit(1, 0)}))
    sqlite.write(WriteBatch(removed=("a.md",)))
    assert _count(tmp_path, "vectors") == 1
    fill(sqlite, first)
    assert [hit.head.path for hit in sqlite.nearest(unit(1, 0), MatchAll(), ALL)] == ["a.md"]
    sqlite.write(WriteBatch(removed=("a.md",)))
    sqlite.forget_unused()
    assert (_count(tmp_path, "vectors"), _count(tmp_path, "digests")) == (0, 0)


def test_a_phrase_is_found_in_the_names_of_symbols_and_in_the_body(sqlite: SqliteEngine, source: Document) -> None:
    assert [selected(sqlite, ExactPhrase(text)) for text in ("def deep", "no such deep")] == [{"a.py"}, set()]
    assert source.text.startswith("class A")


def _count(folder: Path, table: str) -> int:
    with closing(apsw.Connection(str(folder / FILE))) as connection:
        ((count,),) = _rows(connection, f"select count(*) from {table}")
        return int(count)


def _rows(connection: apsw.Connection, query: str) -> Iterator[tuple[int]]:
    yield from connection.execute(query)
