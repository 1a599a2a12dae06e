"""The line that sets the value of a key."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.stages.setting_lines import setting_line
from tests.contract.engines import Engine, fill

_PYTHON = b'''class Boat:
    """Moors with MAX_KNOTS, see MAX_KNOTS."""

    defaults = dict(
        {
            "SHORT_KNOTS": 1,
            "MAX_KNOTS": 10,
        }
    )

    def moor(self):
        return self.defaults["MAX_KNOTS"] + MAX_KNOTS(self)
'''


@pytest.mark.parametrize("query", ["MAX_KNOTS", "MAX_KNOTS default", "default value of MAX_KNOTS"])
def test_the_line_with_the_key_and_its_value_is_shown_before_uses(engine: Engine, query: str) -> None:
    fill(engine, parse_file("boat.py", _PYTHON, modified=0.0))
    (found,) = search(Request(query), DEFAULT, engine, now=0.0).hits
    assert found.snippet is not None
    assert '"MAX_KNOTS": 10' in found.snippet.text


def test_a_longer_question_that_has_the_key_asks_for_more_than_its_value(engine: Engine) -> None:
    text = b'''def show():
    return {"rope_id": 1}


def check(rope_id):
    """Validates the rope_id of a boat before an order is stored."""
    return rope_id > 0
'''
    fill(engine, parse_file("boat.py", text, modified=0.0))
    query = "where do we validate the rope_id of a boat before an order is stored"
    (found,) = search(Request(query), DEFAULT, engine, now=0.0).hits
    assert found.snippet is not None
    assert "Validates the rope_id" in found.snippet.text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\n  'MAX_KNOTS' => 3,\n", "  'MAX_KNOTS' => 3,"),
        ("use(MAX_KNOTS)\n{ :MAX_KNOTS => 3 }", "{ :MAX_KNOTS => 3 }"),
        ('use("MAX_KNOTS")\nx = {"A": 1, "MAX_KNOTS": 3}\n', 'x = {"A": 1, "MAX_KNOTS": 3}'),
        ('app["MAX_KNOTS"] = 3\ny = a ? "MAX_KNOTS" : "B"\n', None),
        ('"MAX_KNOTS_OF_BOAT": 3', None),
    ],
)
def test_a_key_is_in_quotation_marks_or_a_symbol_before_its_value(text: str, line: str | None) -> None:
    found = setting_line(text, "MAX_KNOTS")
    assert (text[slice(*found)] if found else None) == line
