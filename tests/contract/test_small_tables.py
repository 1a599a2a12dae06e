"""The tables in which a property with its value has a number, and the conversion of an index to them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from pathlib import Path

import apsw
import pytest

from dowse.engines.indexed_fields import field_texts
from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.links.reference_rows import CallRow, calls_naming, unpacked
from dowse.engines.sqlite.schema.word_index import INSERT_WORDS
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.sqlite_location import SqliteLocation
from dowse.engines.sqlite.texts.document_texts import DocumentDetails, packed_texts
from dowse.graph.source_references.interface import key_number
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import Compare, Property
from tests.contract.earlier import made
from tests.contract.engines import fill, selected
from tests.making import make

_NAMES = ("a.md", "b.md")
_DIGEST = "00112233445566778899aabbccddeeff"
_KEYS = tuple(f"/: {n}.py" for n in range(20))  # numbers with and without a sign
_CALLS = [[["pour"], 7, 2], [["self", "drain"], 9, -1], [["pour"], 3, 0]]
_VALUES = "select key, value, number from property_values order by key, value"


@pytest.fixture
def converted(tmp_path: Path) -> Iterator[SqliteEngine]:
    """An engine over an index of two notes that was made with tables 20."""
    with made(tmp_path, 20, "index-20.db") as connection:
        for doc, name in enumerate(_NAMES, start=1):
            _add(connection, doc, name)
        properties = "insert into properties values (?, ?, ?, ?, null)"
        connection.executemany(properties, [("rating", "4", 1, 4.0), ("rating", "4", 2, 4.0), ("by", "hand", 2, None)])
        data = zlib.compress(json.dumps([[], [], _CALLS, [["a.py", 3, ""]]]).encode(), 1)
        connection.execute("insert into source_references values (1, ?, 0, ?, 0, 0)", (data, _long(_KEYS[0])))
        connection.execute("insert into source_references values (2, x'', 0, null, 0, 0)")
        connection.executemany("insert into reference_keys values (?, 1)", ((_long(key),) for key in _KEYS))
        connection.execute("insert into skipped values ('c.md', 'why', 1, 2, 'unreadable')")
    with closing(SqliteLocation(tmp_path).open()) as engine:
        yield engine


def _add(connection: apsw.Connection, doc: int, name: str) -> None:
    row = make(name, f"{name} text")
    connection.execute(
        """
        insert into documents(id, path, path_key, name_key, ext, kind, title, title_key, tags, aliases, modified,
            facts, digest, size, mtime_ns, odd)
        values (?1, ?2, ?2, ?2, 'md', 'note', ?2, ?2, '[]', '[]', 1.0, '{}', ?3, 5, 7, '[]')
        """,
        (doc, name, _DIGEST if doc == 1 else "no hexadecimal digits"),
    )
    details = DocumentDetails(["", ""], ["", ""], [], [], [], [], [])
    connection.execute("insert into texts values (?, ?, ?, ?, ?)", (doc, *packed_texts(row.text, "", details, 0)))
    connection.execute(INSERT_WORDS, (doc, *field_texts(row)))


def _long(key: str) -> int:
    """The number of a key as it was stored before."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big", signed=True)


def test_properties_are_found_after_the_conversion(converted: SqliteEngine) -> None:
    assert selected(converted, Property("rating", "4")) == set(_NAMES)
    assert selected(converted, Compare("rating", "number", 3, 5)) == set(_NAMES)
    assert selected(converted, Property("by", None)) == {"b.md"}
    assert converted.vocabulary("property") == ["rating", "by"]
    assert converted.vocabulary("[by]") == ["hand"]


@pytest.mark.usefixtures("converted")
def test_two_documents_with_a_property_and_its_value_have_one_number(tmp_path: Path) -> None:
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.execute(_VALUES).fetchall() == [("by", "hand", None), ("rating", "4", 4.0)]
        assert connection.execute("select count(*), count(distinct value) from properties").fetchall() == [(3, 2)]


def test_digests_are_known_after_the_conversion(converted: SqliteEngine, tmp_path: Path) -> None:
    digests = {path: stamp.digest for path, stamp in converted.known().items()}
    assert digests == {"a.md": _DIGEST, "b.md": "no hexadecimal digits", "c.md": "unreadable"}
    assert converted.documents(["a.md"])["a.md"].digest == _DIGEST
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.execute("select digest from documents where id = 1").fetchall() == [(bytes.fromhex(_DIGEST),)]


@pytest.mark.usefixtures("converted")
def test_references_are_read_after_the_conversion(tmp_path: Path) -> None:
    with closing(connect(tmp_path / FILE)) as connection:
        ((data,), none) = connection.execute("select data from source_references order by doc").fetchall()
    assert none == (b"",)
    assert [mention.name for mention in unpacked(data, 3).mentions] == ["a.py"]
    assert [(call.callee, call.line, call.symbol) for call in unpacked(data, 3).calls] == [
        (("pour",), 7, 2), (("self", "drain"), 9, None), (("pour",), 3, 0)
    ]  # fmt: skip
    assert calls_naming(data, {"pour"}) == [CallRow(("pour",), 7, 2), CallRow(("pour",), 3, 0)]
    assert calls_naming(data, {"drain"}) == [CallRow(("self", "drain"), 9, -1)]
    assert calls_naming(data, {"our"}) == []


@pytest.mark.usefixtures("converted")
def test_numbers_of_keys_are_those_of_new_documents(tmp_path: Path) -> None:
    with closing(connect(tmp_path / FILE)) as connection:
        stored = {key for (key,) in connection.execute("select key from reference_keys")}
        assert stored == set(map(key_number, _KEYS))
        passing = connection.execute("select passing from source_references order by doc").fetchall()
        assert passing == [(key_number(_KEYS[0]),), (None,)]


def test_a_value_that_no_document_has_any_more_is_gone(tmp_path: Path) -> None:
    with closing(SqliteLocation(tmp_path).open()) as engine:
        fill(engine, make("a.md", by="hand", rating=4.0), make("b.md", rating=4.0))
        fill(engine, make("a.md", by="foot", rating=4.0))
        with closing(connect(tmp_path / FILE)) as connection:
            assert connection.execute(_VALUES).fetchall() == [("by", "foot", None), ("rating", "4", 4.0)]
            engine.write(WriteBatch(removed=("a.md",)))
            assert connection.execute(_VALUES).fetchall() == [("rating", "4", 4.0)]
        assert selected(engine, Property("rating", "4")) == {"b.md"}


def test_a_digest_takes_half_of_its_digits(tmp_path: Path) -> None:
    with closing(SqliteLocation(tmp_path).open()) as engine:
        document = make("a.md", "text")
        fill(engine, document)
        assert [stamp.digest for stamp in engine.known().values()] == [document.digest]
        with closing(connect(tmp_path / FILE)) as connection:
            assert connection.execute("select digest from documents").fetchall() == [(bytes.fromhex(document.digest),)]


@pytest.mark.parametrize("calls", ["[5]", '[[["pour"],7]]', '[[["pour"],"7",2]]', "null", "[],[]"])
def test_an_index_with_unreadable_calls_is_not_converted(tmp_path: Path, calls: str) -> None:
    with made(tmp_path, 20, "index-20.db") as connection:
        data = zlib.compress(f"[[],[],{calls},[]]".encode(), 1)
        connection.execute("insert into source_references values (1, ?, 0, null, 0, 0)", (data,))
    assert SqliteLocation(tmp_path).convert() == ""
    assert not (tmp_path / FILE).exists()


def test_a_value_that_another_document_has_is_read_anew(tmp_path: Path) -> None:
    with closing(SqliteLocation(tmp_path).open()) as engine:
        fill(engine, make("a.md", rating=4.0), make("b.md", rating=4.0))
        with closing(connect(tmp_path / FILE)) as connection:
            connection.execute("update property_values set number = null, date = 7")  # as another version had read it
        fill(engine, make("a.md", rating=4.0))
        with closing(connect(tmp_path / FILE)) as connection:
            assert connection.execute("select number, date from property_values").fetchall() == [(4.0, None)]
