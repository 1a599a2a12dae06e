"""Texts that share lines are compressed with a dictionary of these lines, and read as they were written."""

from __future__ import annotations

import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.file_maintenance import vacuum
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.engines.sqlite.texts.document_texts import TextStream, decompressed, dictionary_name, text_rows
from dowse.engines.sqlite.texts.text_dictionaries import dictionary_of, name_of, shared_lines, stored
from dowse.model.document import Document
from dowse.model.errors import IndexDamagedError
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import ExactPhrase
from tests.contract.engines import fill, selected
from tests.making import make

_LICENCE = "".join(f"This is line {n} of a licence that each of the files has at its beginning.\n" for n in range(9))


def _document(number: int, licence: str = _LICENCE) -> Document:
    return make(f"{number}.md", f"{licence}text of number {number}")


@pytest.fixture
def licensed(sqlite: SqliteEngine) -> SqliteEngine:
    """An index of twenty documents with the same licence."""
    fill(sqlite, *map(_document, range(20)))
    return sqlite


def test_texts_with_shared_lines_are_read_and_searched_as_they_were_written(
    licensed: SqliteEngine, tmp_path: Path
) -> None:
    assert {doc.text for doc in licensed.documents(["7.md"]).values()} == {_document(7).text}
    assert selected(licensed, ExactPhrase("of number 7")) == {"7.md"}
    ((longest, dictionaries),) = _read(
        tmp_path, "select max(length(data)), (select count(*) from dictionaries) from texts"
    )
    assert (longest < 120, dictionaries) == (True, 1)


def test_a_single_document_is_compressed_with_the_last_dictionary(licensed: SqliteEngine, tmp_path: Path) -> None:
    fill(licensed, _document(99))
    assert len(_read(tmp_path, "select distinct substr(data, 1, 9) from texts")) == 1
    assert licensed.documents(["99.md"])["99.md"].text == _document(99).text


def test_few_documents_have_no_dictionary(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, *map(_document, range(15)))
    assert _read(tmp_path, "select 1 from dictionaries") == []


def test_a_line_of_fewer_than_four_documents_is_in_no_dictionary() -> None:
    texts = [*["a line of three documents\nand one of four"] * 3, "and one of four", *["another text"] * 2]
    assert shared_lines(texts) == b"and one of four\n"


def test_a_line_that_the_sample_cuts_is_in_no_dictionary() -> None:
    whole = "a line that all texts have\n"
    texts = [f"{whole}{str(n) * (15_980 - len(whole))}\nthe password is between two lines\n" for n in range(4)]
    assert shared_lines(texts) == whole.encode()


def test_a_dictionary_that_no_text_needs_is_deleted(licensed: SqliteEngine, tmp_path: Path) -> None:
    licensed.write(WriteBatch(removed=tuple(f"{n}.md" for n in range(20))))
    licensed.forget_unused()
    assert _read(tmp_path, "select 1 from dictionaries") == []


_PRIVATE = "The key of the house lies below the third flower pot.\n"


@pytest.fixture
def with_secret(sqlite: SqliteEngine) -> SqliteEngine:
    """An index of twenty documents with the same licence, of which six have another line in common."""
    fill(sqlite, *(_document(n, _LICENCE + _PRIVATE * (n < 6)) for n in range(20)))
    return sqlite


@pytest.mark.parametrize("count", [1, 6], ids=["one by one", "together"])
def test_a_line_that_is_gone_from_all_documents_is_gone_from_the_dictionary(
    with_secret: SqliteEngine, tmp_path: Path, count: int
) -> None:
    for first in range(0, 6, count):
        assert _PRIVATE in _dictionaries(tmp_path)
        fill(with_secret, *map(_document, range(first, first + count)))
    assert _PRIVATE not in _dictionaries(tmp_path)
    assert _LICENCE.splitlines()[0] in _dictionaries(tmp_path)
    with_secret.forget_unused()
    texts = with_secret.documents([f"{n}.md" for n in range(20)])
    assert {path: doc.text for path, doc in texts.items()} == {f"{n}.md": _document(n).text for n in range(20)}


def test_a_line_of_removed_documents_is_gone_from_the_dictionary(with_secret: SqliteEngine, tmp_path: Path) -> None:
    with_secret.write(WriteBatch(removed=tuple(f"{n}.md" for n in range(5))))
    assert _PRIVATE in _dictionaries(tmp_path)
    with_secret.write(WriteBatch(removed=("5.md",)))
    assert _PRIVATE not in _dictionaries(tmp_path)


def test_a_dictionary_is_deleted_with_the_last_text_that_needs_it(with_secret: SqliteEngine, tmp_path: Path) -> None:
    with_secret.write(WriteBatch(removed=tuple(f"{n}.md" for n in range(20))))
    assert _read(tmp_path, "select 1 from dictionaries") == []


def test_a_deleted_dictionary_does_not_stay_in_the_file(with_secret: SqliteEngine, tmp_path: Path) -> None:
    ((data,),) = _read(tmp_path, "select data from dictionaries")
    fill(with_secret, *map(_document, range(6)))
    with_secret.forget_unused()
    assert data[-60:] not in (tmp_path / FILE).read_bytes()


def test_the_dictionary_of_many_changed_documents_loses_their_lines(sqlite: SqliteEngine, tmp_path: Path) -> None:
    fill(sqlite, *(_document(n, _LICENCE + _PRIVATE * (n < 80)) for n in range(90)))
    fill(sqlite, *map(_document, range(80)))
    assert _PRIVATE not in _dictionaries(tmp_path)
    assert sqlite.documents(["85.md"])["85.md"].text == _document(85).text


def test_a_vacuum_removes_lines_that_no_document_has_any_more(licensed: SqliteEngine, tmp_path: Path) -> None:
    fill(
        licensed,
        *(
            _document(n, "Another line, which nineteen of the twenty documents have by now, one does not.\n" * 3)
            for n in range(19)
        ),
    )
    vacuum(tmp_path)
    (name,) = {row[:9][1:] for (row,) in _read(tmp_path, "select data from texts")}
    with closing(connect(tmp_path / FILE)) as connection:
        assert b"licence" not in dictionary_of(connection, name)
    assert licensed.documents(["19.md"])["19.md"].text == _document(19).text


def test_a_vacuum_removes_a_piece_of_a_line_that_an_earlier_version_has_cut(
    licensed: SqliteEngine, tmp_path: Path
) -> None:
    with closing(connect(tmp_path / FILE)) as connection, connection:
        _add_to_dictionary(connection, b"The key of the house lies bel\n")
    fill(licensed, _document(3, _LICENCE + _PRIVATE))
    assert "lies bel" in _dictionaries(tmp_path)
    vacuum(tmp_path)
    assert "lies bel" not in _dictionaries(tmp_path)
    assert licensed.documents(["19.md"])["19.md"].text == _document(19).text


def _add_to_dictionary(connection: apsw.Connection, line: bytes) -> None:
    """Compresses all texts with their dictionary and one more line, which none of them has."""
    rows: list[Any] = connection.execute("select doc, data, body_start, text_end, names_end from texts").fetchall()
    new = stored(connection, line + dictionary_of(connection, dictionary_name(rows[0][1])))
    streams = [TextStream(decompressed(connection, data), *ends) for _, data, *ends in rows]
    for (doc, *_), row in zip(rows, text_rows(streams, new), strict=True):
        connection.execute("update texts set data = ? where doc = ?", (row.data, doc))


@pytest.mark.parametrize(
    "change",
    ["delete from dictionaries", "update dictionaries set data = x'00'", "update dictionaries set name = x'00'"],
)
def test_a_missing_or_changed_dictionary_is_damage(sqlite: SqliteEngine, tmp_path: Path, change: str) -> None:
    # A process keeps dictionaries that it has read: each change has one of its own.
    fill(sqlite, *(_document(n, _LICENCE.replace("line", change)) for n in range(20)))
    with closing(connect(tmp_path / FILE)) as connection:
        connection.execute(change)
    with pytest.raises(IndexDamagedError, match="dictionary"):
        sqlite.documents(["7.md"])


def test_another_dictionary_of_the_name_is_damage() -> None:
    with closing(apsw.Connection("")) as connection:
        connection.execute("create table dictionaries(id integer primary key, name blob, data blob)")
        connection.execute("insert into dictionaries values (1, ?, x'789c030000000001')", (name_of(b"licence"),))
        with pytest.raises(RowError, match="another one"):
            dictionary_of(connection, name_of(b"licence"))


def _dictionaries(folder: Path) -> str:
    """The lines of all dictionaries."""
    return "".join(zlib.decompress(data).decode() for (data,) in _read(folder, "select data from dictionaries"))


def _read(folder: Path, query: str) -> list[Any]:
    with closing(connect(folder / FILE)) as connection:
        return list(connection.execute(query))


def test_a_long_text_that_was_written_last_is_not_decompressed_and_damage_to_it_is_found() -> None:
    text = _LICENCE * 50
    (row,) = text_rows((TextStream(text, 0, len(text), len(text)),), b"")
    damaged = row.data[:-1] + bytes((row.data[-1] ^ 1,))
    with closing(apsw.Connection("")) as connection:
        assert decompressed(connection, row.data) is text
        with pytest.raises(RowError, match="cannot decompress the text"):
            decompressed(connection, damaged)
