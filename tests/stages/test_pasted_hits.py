"""Lines of source code that the query repeats: their file comes first, and the snippet shows them."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.query.ast import FieldEquals
from dowse.stages.pasted_hits import pasted_hits
from dowse.stages.pin import Pin
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_QUEUE = """class Queue:
    def push(self, task):
        with self.lock:
            if self.closed:
                raise ClosedError("the queue is closed")
            self.tasks.append(task)

    def pop(self):
        with self.lock:
            return self.tasks.pop()
"""
_PASTED = (
    '        if self.closed:\n            raise ClosedError("the queue is closed")\n        self.tasks.append(task)\n'
)


def _file(path: str, text: str) -> Document:
    return parse_file(path, text.encode(), modified=0.0)


_QUEUES = _file("queue.py", _QUEUE)
_ERRORS = _file("errors.py", 'class ClosedError(Exception):\n    """The queue is closed: if self.closed."""\n')
_NOTE = make("note.md", "if self.closed\n\nraise ClosedError the queue is closed\n\nself.tasks.append(task)")
_ENGINE = holding(_QUEUES, _ERRORS, _NOTE)
_HITS = (hit("errors.py", 1.0), hit("queue.py", 0.4))


@pytest.mark.parametrize(
    "query",
    [
        _PASTED,
        "-    if self.closed:\n+    self.tasks.append(task)",
        "with self.lock:\n\n    return self.tasks.pop()",
        "self.tasks.append(task)\nan unknown line of words",
    ],
)
def test_the_file_of_the_lines_comes_first(query: str) -> None:
    found = Pin()(_HITS, asking(query, _ENGINE))
    assert (paths(found)[0], found[0].score) == ("queue.py", 1.0)


@pytest.mark.parametrize(
    "query",
    ["self.tasks.append(task)", "self.lock\nself.closed", "the lock of a queue\nthat is closed", "a\nb", "", "\n"],
)
def test_one_line_and_lines_of_no_file_pin_nothing(query: str) -> None:
    assert pasted_hits(asking(query, _ENGINE)) == ()


def test_lines_of_many_files_pin_nothing() -> None:
    copies = [_file(f"copy{n}.py", _QUEUE) for n in range(4)]
    assert pasted_hits(asking(_PASTED, holding(*copies))) == ()
    assert sorted(paths(pasted_hits(asking(_PASTED, holding(*copies[:3]))))) == ["copy0.py", "copy1.py", "copy2.py"]


def test_a_boolean_query_repeats_no_lines() -> None:
    assert pasted_hits(asking("self.tasks.append(task)\nAND self.closed", _ENGINE)) == ()


def test_a_file_that_the_filters_exclude_stays_out() -> None:
    assert Pin()((), asking(_PASTED, _ENGINE, where=FieldEquals("path", "tests"))) == ()


@pytest.mark.parametrize(
    ("query", "symbol", "shown"),
    [
        (_PASTED, "Queue.push", "self.tasks.append(task)"),
        ("with self.lock:\n    return self.tasks.pop()", "Queue.pop", "return self.tasks.pop()"),
        ("raise ClosedError(\n  with self.lock:\n    return self.tasks.pop()", "Queue.pop", "return self.tasks.pop()"),
    ],
)
def test_the_snippet_shows_the_lines_in_their_symbol(query: str, symbol: str, shown: str) -> None:
    run = asking(query, _ENGINE)
    (found,) = CutSnippet()(Pin()(_HITS, run)[:1], run)
    assert found.snippet is not None
    assert found.spot is not None
    assert (found.spot.section, shown in found.snippet.text) == (symbol, True)
