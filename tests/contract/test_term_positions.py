"""Positions of terms and first tokens of sections and chunks, on every engine."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from dowse.chunking.enrich import chunk_of
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.model.document import Document
from dowse.model.ref import Ref
from dowse.ports.indexed_document import IndexedDocument, WriteBatch
from dowse.ports.storage import Reader
from dowse.ports.term_positions import PartKind
from tests.contract.engines import Engine, fill
from tests.making import indexed, make, sectioned

_NOTE = sectioned(
    "note.md",
    ("", 0, "Wool and silk.\n"),
    ("Carbon", 2, "wool getUserById\n"),
    ("Deeper", 3, "flax\n"),
    ("Empty", 1, ""),
    ("Last", 2, "wool\n"),
)
KINDS: tuple[PartKind, ...] = get_args(PartKind)
_WINDOWS = ((0, 10), (6, 20), (20, 36))  # 6 to 10 is in two chunks


def _positions(
    reader: Reader, *terms: str, docs: tuple[str, ...] = ("note.md",)
) -> Mapping[str, list[tuple[int, int]]]:
    found = reader.term_positions(terms, docs)
    return {doc: list(zip(columns.term.tolist(), columns.at.tolist(), strict=True)) for doc, columns in found.items()}


def _parts(reader: Reader, kind: PartKind, doc: str = "note.md") -> list[tuple[Ref, int, int, int]]:
    refs, *columns = reader.text_parts([doc], kind)[doc]
    return list(zip(refs, *(column.tolist() for column in columns), strict=True))


def _windowed(document: Document, *spans: tuple[int, int]) -> IndexedDocument:
    name = document.head.path
    chunks = (
        chunk_of(document, Ref(name, "", n), start, end, heading="", before="") for n, (start, end) in enumerate(spans)
    )
    return indexed(document, chunks=tuple(chunks))


def test_a_term_is_at_the_numbers_of_its_tokens_in_the_body(engine: Engine) -> None:
    fill(engine, _NOTE)
    assert _positions(engine, "wool", "flax") == {"note.md": [(0, 0), (0, 3), (0, 9), (1, 8)]}


def test_an_identifier_is_at_the_position_of_its_first_part(engine: Engine) -> None:
    fill(engine, _NOTE)
    assert _positions(engine, "getuserbyid", "user") == {"note.md": [(0, 4), (1, 5)]}


def test_a_term_outside_of_the_body_has_no_position(engine: Engine) -> None:
    fill(engine, make("note.md", "silk", title="Wool", tags=("wool",)))
    assert _positions(engine, "wool") == {}


def test_documents_that_are_not_asked_for_have_no_positions(engine: Engine) -> None:
    fill(engine, _NOTE, make("other.md", "wool"))
    assert list(_positions(engine, "wool", docs=("other.md", "gone.md", "\ud800"))) == ["other.md"]


@pytest.mark.parametrize("terms", [(), ("silver",)])
def test_no_occurrence_is_no_document(engine: Engine, terms: tuple[str, ...]) -> None:
    fill(engine, _NOTE)
    assert _positions(engine, *terms) == {}


def test_a_thousand_terms_are_looked_up(engine: Engine) -> None:
    fill(engine, _NOTE)
    assert _positions(engine, *(f"term{n}" for n in range(999)), "flax") == {"note.md": [(999, 8)]}


def test_positions_are_those_of_the_text_that_was_written_last(engine: Engine) -> None:
    for text in ("wool", "silk and wool"):
        fill(engine, make("note.md", text))
    assert _positions(engine, "wool") == {"note.md": [(0, 2)]}


@pytest.mark.parametrize("arguments", ["", ", 1", ", null", ", 1, 2"])
def test_a_changed_index_that_calls_the_function_of_positions_is_damaged(tmp_path: Path, arguments: str) -> None:
    connection = connect(tmp_path / FILE)
    with closing(connection):
        connection.execute("create virtual table notes using fts5(text)")
        connection.execute("insert into notes values ('wool')")
        with pytest.raises(RowError):
            connection.execute(
                f"select body_positions(notes{arguments}) from notes where notes match 'wool'"
            ).fetchall()


def test_a_section_is_a_span_of_tokens_with_the_deeper_ones_below_it(engine: Engine) -> None:
    fill(engine, _NOTE)
    assert _parts(engine, "section") == [
        (Ref("note.md", "_preamble"), 15, 0, 3),
        (Ref("note.md", "carbon"), 22, 3, 9),
        (Ref("note.md", "empty"), 0, 9, 9),
        (Ref("note.md", "last"), 5, 9, 10),
    ]


def test_a_unit_has_the_deeper_ones_below_it(engine: Engine) -> None:
    fill(engine, sectioned("note.md", ("A", 1, "a\n"), ("B", 3, "b\n"), ("C", 2, "c\n"), ("D", 1, "d\n")))
    assert _parts(engine, "unit") == [
        (Ref("note.md", "a"), 6, 0, 3),
        (Ref("note.md", "b"), 2, 1, 2),
        (Ref("note.md", "c"), 2, 2, 3),
        (Ref("note.md", "d"), 2, 3, 4),
    ]


def test_a_chunk_is_a_span_of_tokens_and_has_those_that_begin_in_it(engine: Engine) -> None:
    document = make("note.md", "aaa bbb ccc ddd eee fff ggg hhh iii\n")
    engine.write(WriteBatch(indexed=(_windowed(document, *_WINDOWS),)))
    assert [span for _, *span in _parts(engine, "chunk")] == [[10, 0, 3], [14, 2, 5], [16, 5, 9]]


def test_chunks_are_in_the_order_of_the_text(engine: Engine) -> None:
    document = make("note.md", "aaa bbb ccc ddd eee fff ggg hhh iii\n")
    item = _windowed(document, *_WINDOWS)
    engine.write(WriteBatch(indexed=(replace(item, chunks=item.chunks[::-1]),)))
    assert [(ref.part, first) for ref, _, first, _ in _parts(engine, "chunk")] == [(0, 0), (1, 2), (2, 5)]


def test_the_frontmatter_has_no_tokens(engine: Engine) -> None:
    plain = sectioned("note.md", ("One", 1, "wool\n"), ("Two", 1, "silk\n"))
    units = tuple(unit._replace(start=unit.start + 9, end=unit.end + 9) for unit in plain.units)
    fill(engine, replace(plain, text=f"---\na: b\n{plain.text}"[-19:], units=units))
    assert [span for _, _, *span in _parts(engine, "section")] == [[0, 1], [1, 2]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_without_text_has_no_part_or_an_empty_one(engine: Engine, kind: PartKind) -> None:
    engine.write(WriteBatch(indexed=(indexed(replace(make("note.md"), units=()), chunks=()),)))
    assert engine.text_parts(["note.md", "gone.md"], kind) == {}


def test_engines_have_the_same_positions_and_parts(tmp_path: Path) -> None:
    generator = random.Random(7)  # noqa: S311  # reproducible cases
    pieces = (
        "wool ",
        "getUserById",
        "数据库检索",
        " ",
        "\n",
        ".",
        "é",
        "\u0301",
        "x\u3099",
        "㎏",
        "20℃",
        "don't ",
        "_",
    )
    memory = MemoryEngine()
    with closing(SqliteEngine(tmp_path)) as sqlite:
        for n in range(40):
            text = "".join(generator.choices(pieces, k=60))
            cuts = sorted(generator.sample(range(len(text)), 3))
            sections = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
            document = sectioned(f"{n}.md", *((f"s{k}", 2, section) for k, section in enumerate(sections)))
            item = _windowed(document, (0, cuts[1]), (cuts[0], cuts[2]), (cuts[1], len(text)))
            for engine in (memory, sqlite):
                engine.write(WriteBatch(indexed=(item,)))
        for n in range(40):
            name = f"{n}.md"
            terms = ("wool", "user", "getuserbyid", "数据", "检", "kg", "e", "x")
            assert _positions(sqlite, *terms, docs=(name,)) == _positions(memory, *terms, docs=(name,))
            for kind in KINDS:
                assert _parts(sqlite, kind, name) == _parts(memory, kind, name)


def test_parts_of_a_document_of_an_earlier_version_are_counted_in_its_text(tmp_path: Path) -> None:
    document = replace(_NOTE, text=_NOTE.text)
    with closing(SqliteEngine(tmp_path)) as engine:
        engine.write(WriteBatch(indexed=(_windowed(document, *_WINDOWS), indexed(make("b.md", "wool")))))
        expected = [_parts(engine, kind) for kind in KINDS]
    with closing(connect(tmp_path / FILE)) as connection:
        connection.execute("update unit_rows set first_token = null; update chunks set end_token = null")
    with closing(SqliteEngine(tmp_path)) as engine:
        assert [_parts(engine, kind) for kind in KINDS] == expected


def test_the_parts_of_more_documents_than_are_kept_are_read(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dowse.engines.sqlite.words.term_positions._MOST_PARTS", 3)
    documents = tuple(replace(_NOTE, head=_NOTE.head._replace(id=f"{n}.md", path=f"{n}.md")) for n in range(4))
    fill(engine, *documents)
    for _ in range(2):
        assert [len(_parts(engine, "section", f"{n}.md")) for n in range(4)] == [4] * 4
    assert len(engine.text_parts([f"{n}.md" for n in range(4)], "section")) == 4
