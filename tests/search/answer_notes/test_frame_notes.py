"""Places that a query names and that no file of the index has."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill

_SOURCE = b"def sail():\n    return 1\n\n\ndef moor(): ...\n"


@pytest.mark.parametrize(
    ("query", "notes"),
    [
        ("buoy.py:99999", ["src/buoy.py has 5 lines"]),
        ("src/buoy.py:6 sail", ["src/buoy.py has 5 lines"]),
        ("one.py:2", ["src/one.py has 1 line"]),
        ("main.py:9", ["a/main.py has 2 lines and b/main.py has 1 line"]),
        ("main.py:2", []),
        ("buoy.py:5", []),
        ("nosuch.py:12", ["no document has the file name 'nosuch.py'"]),
        ("lib/buoy.py:3", ["no document has the path 'lib/buoy.py'"]),
        ("bouy.py:3", ["no document contains 'bouy' or 'py'; did you mean 'buoy.py:3'?"]),
        ("example.com:443", ["no document contains a word of the query"]),
    ],
)
def test_a_place_that_no_file_has_is_named(engine: Engine, query: str, notes: list[str]) -> None:
    texts = {"src/buoy.py": _SOURCE, "src/one.py": b"x = 1", "a/main.py": b"x = 1\ny = 2\n", "b/main.py": b"x = 1\n"}
    fill(engine, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    assert [note.hint for note in search(Request(query), DEFAULT, engine, now=0.0).notes] == notes


def test_the_frames_of_a_pasted_trace_have_no_note(engine: Engine) -> None:
    fill(engine, parse_file("src/buoy.py", _SOURCE, modified=0.0))
    trace = "\n".join(('  File "/usr/lib/runpy.py", line 88, in sail', "    sail()"))
    hints = [note.hint for note in search(Request(trace), DEFAULT, engine, now=0.0).notes]
    assert not any("runpy" in hint for hint in hints)
