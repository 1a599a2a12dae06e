"""A query for a name that was renamed or removed says where the name is still used."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill

_PYTHON = {
    "src/db.py": b"class Store:\n    def read_rows(self): return []\n\ndef open_db(): return Store()\n",
    "src/app.py": b"from .store import Store\nfrom .io import open_file\n\ndef main(a):\n    return a.load_rows()\n",
    "src/list.py": b"from . import store\n\nclass Table(Frame): pass\n\ndef show(a, b):\n    b.rows.load_rows()\n",
    "src/io.py": b"def close_file(): pass\n",
    "src/other.py": b"from numpy import linalg\n\nlinalg.norm(1)\n",
    "tests/test_app.py": b"def test_load_rows(a, b):\n    b.load_rows()\n\ndef test_more(c):\n    c.load_rows()\n",
}
_LOST = "to no file or symbol of the index"
_BOTH = "src/app.py:1, src/list.py:1"
_SCRIPT = {
    "src/db.ts": b"export class Store { read() {} }\n",
    "src/app.ts": b"import { Store } from './store'\nexport function main(other: any) { return other.load() }\n",
}
_ENDINGS = {
    "a.rb": b"require_relative 'store'\n",
    "b.ts": b"import { x } from './store.js'\nimport { y } from './list.js'\nimport { z } from '../lib/cart.model'\n",
    "list.ts": b"export const y = 1\n",
}
_GO = {
    "db.go": b"package db\n\ntype Db struct{}\n\nfunc (d *Db) Read() {}\n",
    "app.go": b"package db\n\nfunc main(d Db) {\n\td.Load()\n}\n",
}
_JAVA = {
    "Db.java": b"class Db { void read() {} }\n",
    "App.java": b"class App {\n  void main(Db db) {\n    db.load();\n  }\n}\n",
}


def _notes(engine: Engine, files: dict[str, bytes], query: str) -> list[str]:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return [note.hint for note in search(Request(query), DEFAULT, engine, now=0.0).notes]


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        (
            "calls:load_rows",
            "4 calls of 'load_rows' lead to no symbol: src/app.py:5, src/list.py:6, tests/test_app.py:2 and 1 more",
        ),
        (
            "calls:Store.load_rows path:tests",
            "4 calls of 'load_rows' lead to no symbol: src/app.py:5, src/list.py:6, tests/test_app.py:2 and 1 more",
        ),
        ("imports:open_file", "1 import of 'open_file' leads to no file or symbol of the index: src/app.py:2"),
        (
            "imports:store",
            f"no symbol is written 'store'; this is Store; 2 imports of 'store' lead {_LOST}: {_BOTH}",
        ),
        (
            "imports:src/store.py",
            f"2 imports of 'src/store.py' lead {_LOST}: {_BOTH}",
        ),
        ("imports:Store", "1 import of 'Store' leads to no file or symbol of the index: src/app.py:1"),
        ("extends:Frame", "Frame is defined nowhere in this index; 1 place names it"),
    ],
)
def test_the_uses_of_a_name_that_is_gone_are_listed(engine: Engine, query: str, hint: str) -> None:
    assert _notes(engine, _PYTHON, query) == [f"{query.partition(':')[0]}: {hint}"]


@pytest.mark.parametrize(
    ("files", "query", "hint"),
    [
        (_SCRIPT, "calls:load", "calls: 1 call of 'load' leads to no symbol: src/app.ts:2"),
        (
            _SCRIPT,
            "imports:src/store.ts",
            "imports: 1 import of 'src/store.ts' leads to no file or symbol of the index: src/app.ts:1",
        ),
        (
            _ENDINGS,
            "imports:store",
            f"imports: 2 imports of 'store' lead {_LOST}: a.rb:1, b.ts:1",
        ),
        (
            _ENDINGS,
            "imports:store.js",
            f"imports: 1 import of 'store.js' leads {_LOST}: b.ts:1",
        ),
        (_ENDINGS, "imports:lib/cart.model.ts", f"imports: 1 import of 'lib/cart.model.ts' leads {_LOST}: b.ts:3"),
        (_GO, "calls:Db.Load", "calls: 1 call of 'Load' leads to no symbol: app.go:4"),
        (_JAVA, "calls:load", "calls: 1 call of 'load' leads to no symbol: App.java:3"),
    ],
)
def test_uses_are_listed_in_each_language(engine: Engine, files: dict[str, bytes], query: str, hint: str) -> None:
    assert _notes(engine, files, query) == [hint]


@pytest.mark.parametrize("query", ["imports:lib/store.ts", "imports:src/a/cart.model.ts", "imports:store.py"])
def test_an_import_that_is_relative_to_its_file_is_none_of_a_file_elsewhere(engine: Engine, query: str) -> None:
    assert not any("to no" in hint for hint in _notes(engine, _ENDINGS, query))


@pytest.mark.parametrize("query", ["imports:linalg", "imports:nope", "calls:nope", "extends:load_rows"])
def test_a_name_that_nothing_uses_has_no_list(engine: Engine, query: str) -> None:
    assert not any("to no" in hint for hint in _notes(engine, _PYTHON, query))
