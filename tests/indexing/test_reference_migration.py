"""An index with keys of references that another version has made."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.graph.source_references.interface import KEYS
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.indexing.reference_migration import REMEMBERED, migrate_reference_keys
from tests.contract.engines import fill


def test_references_are_resolved_again_once_when_their_keys_are_of_another_version() -> None:
    index = MemoryEngine()
    fill(index, parse_file("a.py", b"import b\n", modified=0.0))
    link_pending(index, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    index.remember(REMEMBERED, "1")
    migrate_reference_keys(index)
    assert [*index.unlinked(10)] == ["a.py"]
    link_pending(index, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    migrate_reference_keys(index)
    assert not index.unlinked(10)


def test_source_files_with_symbols_and_restructuredtext_are_read_again() -> None:
    index = MemoryEngine()
    again = ["a.py", "b.cs", "c.h", "d.java", "e.rst", "f.tsx", "g.mjs", "h.go", "i.rb", "j.rs"]
    fill(index, *(parse_file(path, b"", modified=0.0) for path in (*again, "k.md", "l.swift", "m.json")))
    migrate_reference_keys(index)
    assert [path for path, stamp in index.known().items() if stamp.mtime_ns < 0] == again


@pytest.mark.parametrize("keys", ["43", "44", "45", "46"])
def test_of_an_index_without_items_inside_of_macros_the_files_of_rust_are_read_again(keys: str) -> None:
    index = MemoryEngine()
    texts = {"a.py": b"import b\n", "e.rst": b":func:`f`", "r.rs": b"cfg_rt! {\n    fn f() {}\n}\n"}
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    link_pending(index, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    index.remember(REMEMBERED, keys)
    migrate_reference_keys(index)
    assert [path for path, stamp in index.known().items() if stamp.mtime_ns < 0] == ["r.rs"]
    assert ("a.py" in index.unlinked(10), index.recalled(REMEMBERED)) == (True, KEYS)


@pytest.mark.parametrize(("keys", "is_resolved_again"), [("43", True), ("47", False)])
def test_of_an_index_with_types_behind_macros_as_functions_these_files_are_read_again(
    keys: str, is_resolved_again: bool
) -> None:
    index = MemoryEngine()
    texts = {
        "a.py": b"import b\n",
        "mill.h": b"struct MILL_API Mill {\n  int stones;\n};\n",
        "plain.h": b"struct a {};\n",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    link_pending(index, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    index.remember(REMEMBERED, keys)
    migrate_reference_keys(index)
    assert [path for path, stamp in index.known().items() if stamp.mtime_ns < 0] == ["mill.h"]
    assert ("a.py" in index.unlinked(10), index.recalled(REMEMBERED)) == (is_resolved_again, KEYS)


def test_a_script_without_an_ending_is_read_again() -> None:
    index = MemoryEngine()
    texts = {"a": "#!/usr/bin/env python3\nx = 1\n", "b": "#!/usr/bin/awk -f\n", "c": "x = 1\n"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    migrate_reference_keys(index)
    assert [path for path, stamp in index.known().items() if stamp.mtime_ns < 0] == ["a"]


def test_notes_with_links_and_labels_of_myst_are_read_again() -> None:
    index = MemoryEngine()
    notes = {"a.md": "{ref}`x`", "b.md": "a\n(x)=\n# X", "c.md": "f(x)= 2", "d.md": "{doc}`x`", "e.md": "{x}`x`"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in notes.items()))
    migrate_reference_keys(index)
    assert [path for path, stamp in index.known().items() if stamp.mtime_ns < 0] == ["a.md", "b.md", "d.md"]


def test_notes_with_roles_of_sphinx_are_read_again() -> None:
    index = MemoryEngine()
    notes = {"a.md": "{func}`f_g`", "b.md": "`f_g`", "c.txt": ":py:meth:`f_g`", "d.md": ":ref:`f_g`"}
    fill(index, *(parse_file(path, text.encode(), modified=0.0) for path, text in notes.items()))
    migrate_reference_keys(index)
    assert [path for path, stamp in index.known().items() if stamp.mtime_ns < 0] == ["a.md", "c.txt"]
