"""Every engine selects documents by the symbols that they define, and by whether they are tests."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from dowse.engines.sqlite.connect import connect
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.selection import OF_ALL, OF_FEW, ConditionForm, selection
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.formats.detect import parse_file
from dowse.query.extract import selecting
from dowse.query.parse import parse
from dowse.query.symbol_match import with_symbols
from tests.contract.engines import EVENLY, Engine, fill, matching, paths, selected

_FILES = {
    "src/box.py": b"class Box:\n    def open(self): pass\n    def parse_line(self): pass\n\nLIMIT = 3\n",
    "src/read.go": b"package read\n\ntype Reader struct{}\n\nfunc (r *Reader) Open() {}\n\nfunc ParseLine() {}\n",
    "tests/test_box.py": b"def test_open(): pass\n\nif True:\n    def parse(): pass\nelse:\n    def parse(x): pass\n",
    "tests/README.md": b"# Box\n\nopen\n",
}


def _selected(engine: Engine, query: str) -> set[str]:
    fill(engine, *(parse_file(path, text, modified=0.0) for path, text in _FILES.items()))
    return selected(engine, with_symbols(selecting(parse(query).where)))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("symbol:open", {"src/box.py", "src/read.go"}),
        ("symbol:Box.open", {"src/box.py"}),
        ("symbol:reader::open()", {"src/read.go"}),
        ("symbol:parse*", {"src/box.py", "src/read.go", "tests/test_box.py"}),
        ("symbol:*line", {"src/box.py", "src/read.go"}),
        ("symbol:pars?", {"tests/test_box.py"}),
        ("symbol:Box.*", {"src/box.py"}),
        ("symbol:*.open", {"src/box.py", "src/read.go"}),
        ("symbol:parse~2", {"tests/test_box.py"}),
        ("symbol:parse~3", set()),
        ("symbol:pen", set()),
        ("symbol:ox.open", set()),
        ("symbol:--", set()),
        ("kind:method", {"src/box.py", "src/read.go"}),
        ("kind:Function", {"src/read.go", "tests/test_box.py"}),
        ("kind:note", {"tests/README.md"}),
        ("kind:heading", set()),
        ("kind:const OR kind:note", {"src/box.py", "tests/README.md"}),
        ("symbol:open kind:function", set()),
        ("symbol:parse* kind:function", {"src/read.go", "tests/test_box.py"}),
        ("symbol:parse* -kind:function", {"src/box.py"}),
        ("symbol:parse* (kind:method OR kind:class)", {"src/box.py"}),
        ("kind:method -symbol:box", {"src/read.go"}),
        ("kind:code -kind:method", {"tests/test_box.py"}),
        ("test:yes", {"tests/test_box.py"}),
        ("kind:code test:no", {"src/box.py", "src/read.go"}),
    ],
)
def test_symbols_and_kinds_of_symbols_select_the_documents_that_define_them(
    engine: Engine, query: str, found: set[str]
) -> None:
    assert _selected(engine, query) == found


def test_the_vocabulary_of_symbols_has_the_names_that_most_documents_define_first(engine: Engine) -> None:
    assert _selected(engine, "test:yes")
    assert list(engine.vocabulary("symbol"))[:3] == ["open", "box", "limit"]


def test_the_vocabulary_of_kinds_has_those_that_most_documents_define_first(engine: Engine) -> None:
    assert _selected(engine, "test:yes")
    assert list(engine.vocabulary("symbol_kind")) == ["class", "function", "method", "const"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("symbol:open", {"src/box.py", "src/read.go"}),
        ("symbol:parse* -kind:function", {"src/box.py"}),
        ("symbol:Box.*", {"src/box.py"}),
        ("kind:function OR symbol:box", {"src/box.py", "src/read.go", "tests/test_box.py"}),
        ("-symbol:open", {"tests/test_box.py", "tests/README.md"}),
        ("symbol:open -test:yes", {"src/box.py", "src/read.go"}),
        ("test:yes", {"tests/test_box.py"}),
    ],
)
def test_ranked_documents_meet_the_filter(engine: Engine, query: str, found: set[str]) -> None:
    where = with_symbols(selecting(parse(query).where))
    assert _selected(engine, query) == found
    assert set(paths(matching(engine, "open", "parse", "package", where=where))) == found
    assert set(paths(engine.match(("open", "parse", "package"), where, 1, weights=EVENLY))) <= found


@pytest.mark.parametrize("form", [OF_ALL, OF_FEW])
@pytest.mark.parametrize("query", ["symbol:parse*", "symbol:Box.open", "kind:method", "test:yes"])
def test_each_form_of_the_condition_selects_the_same_documents(tmp_path: Path, form: ConditionForm, query: str) -> None:
    engine = SqliteEngine(tmp_path)
    expected = _selected(engine, query)
    condition, values = selection(with_symbols(selecting(parse(query).where)), form)
    with closing(connect(tmp_path / FILE)) as connection:
        rows = connection.execute(f"select d.path from documents d where {condition}", values)
        assert {path for (path,) in rows} == expected


@pytest.mark.parametrize("query", ["symbol:*", "kind:module", "symbol:* kind:module", "+symbol:*"])
@pytest.mark.parametrize("form", [OF_ALL, OF_FEW])
def test_the_text_before_the_first_symbol_is_no_symbol(tmp_path: Path, query: str, form: ConditionForm) -> None:
    """It is a unit of the kind module, without a title."""
    plain = parse_file("plain.py", b"import os\n\nprint(1)\n", modified=0.0)
    with closing(SqliteEngine(tmp_path)) as engine:
        fill(engine, plain)
        assert selected(engine, with_symbols(selecting(parse(query).where))) == set()
    condition, values = selection(with_symbols(selecting(parse(query).where)), form)
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.execute(f"select d.path from documents d where {condition}", values).fetchall() == []
