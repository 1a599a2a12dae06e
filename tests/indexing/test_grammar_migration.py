"""A grammar that is installed later."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.code import grammars
from dowse.formats.detect import parse_file
from dowse.indexing.grammar_migration import (
    files_without_symbols,
    migrate_grammars,
    missing_grammars_remark,
    new_missing_grammars_remark,
)
from tests.contract.engines import fill

_SOURCES = {"a.rb": b"def a; end\n", "b.py": b"def b(): pass\n", "c.md": b"# c\n"}


def _changed(engine: MemoryEngine) -> set[str]:
    return {path for path, stamp in engine.known().items() if stamp.mtime_ns < 0}


@pytest.fixture
def engine() -> MemoryEngine:
    """An index of three files."""
    made = MemoryEngine()
    fill(made, *(parse_file(path, data, modified=0.0) for path, data in _SOURCES.items()))
    return made


def test_files_are_read_again_once_their_grammar_is_there(engine: MemoryEngine) -> None:
    migrate_grammars(engine, ("ruby",))
    assert _changed(engine) == set()
    migrate_grammars(engine, ())
    assert _changed(engine) == {"a.rb"}


def test_a_script_without_an_ending_is_read_again_once_its_grammar_is_there(engine: MemoryEngine) -> None:
    scripts = {"bin/moor": b"#!/usr/bin/env ruby\ndef moor; end\n", "bin/quay": b"#!/bin/sh\nquay\n"}
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in scripts.items()))
    migrate_grammars(engine, ("ruby",))
    assert files_without_symbols(engine, ()).startswith("2 files of ruby were indexed without symbols")
    migrate_grammars(engine, ())
    assert _changed(engine) == {"a.rb", "bin/moor"}


def test_a_grammar_that_is_removed_changes_no_file(engine: MemoryEngine) -> None:
    migrate_grammars(engine, ())
    migrate_grammars(engine, ("python",))
    assert _changed(engine) == set()


def test_many_files_wait_for_a_complete_update(engine: MemoryEngine) -> None:
    migrate_grammars(engine, ("php", "ruby"))
    migrate_grammars(engine, ("php",), most=0)
    assert _changed(engine) == set()
    waiting = files_without_symbols(engine, ("php",))
    assert waiting == "1 file of ruby was indexed without symbols, before the grammars were installed"
    migrate_grammars(engine, ("php",), most=1)
    assert (_changed(engine), files_without_symbols(engine, ("php",))) == ({"a.rb"}, "")


def test_a_grammar_that_is_removed_while_others_wait_is_remembered(engine: MemoryEngine) -> None:
    migrate_grammars(engine, ("ruby",))
    migrate_grammars(engine, ("python",), most=0)
    migrate_grammars(engine, ())
    assert _changed(engine) == {"a.rb", "b.py"}


def test_the_remark_names_the_languages_of_the_index_and_the_extra() -> None:
    assert missing_grammars_remark(("md", "rb"), ("php", "ruby")) == (
        "no symbols of ruby (.rb) are indexed, only the text; pip install 'dowse[code]' adds them"
    )
    assert missing_grammars_remark(("md", "py"), ("php", "ruby")) == ""


def test_the_remark_is_made_once_for_the_same_languages(engine: MemoryEngine) -> None:
    said = [new_missing_grammars_remark(engine, ("c", "rb"), missing) for missing in (("ruby",), ("ruby",), ("c",), ())]
    assert [bool(each) for each in said] == [True, False, True, False]
    assert new_missing_grammars_remark(engine, ("rb",), ("ruby",)) == said[0]


def test_all_grammars_of_the_extra_are_installed_for_the_tests() -> None:
    assert grammars.uninstalled_grammars() == ()
