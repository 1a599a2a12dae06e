"""The line that sets the value of a key."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.stages.snippets.setting_lines import default_line, setting_line, setting_of_default, stated_default
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


@pytest.mark.parametrize(
    ("query", "setting"),
    [
        ("MAX_KNOTS default", "MAX_KNOTS"),
        ("default value of maxKnots", "maxKnots"),
        ("What is the default of `Boat.maxKnots`?", "maxKnots"),
        ("what is the default of rope length", "rope length"),
        ("x-rope-by default", "x-rope-by"),
        ("default", ""),
        ("maxKnots", ""),
        ("why does the boat sink with the default sail and the default rope in a storm", ""),
    ],
)
def test_a_question_for_a_default_names_its_setting(query: str, setting: str) -> None:
    assert setting_of_default(query) == setting


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("boat.maxKnots = 4;\nint maxKnots;\nprotected int $maxKnots = 9;\n", "protected int $maxKnots = 9;"),
        ("use(maxKnots)\n  boolean maxKnots = NONE;\n", "  boolean maxKnots = NONE;"),
        ("type Boat struct {\n\tmaxKnots int\n}\n\tb := &Boat{\n\t\tmaxKnots:  9,\n\t}\n", "\t\tmaxKnots:  9,"),
        ("def f(a, maxKnots=9):\n    self.maxKnots = maxKnots\n", "def f(a, maxKnots=9):"),
        ("f(maxKnots=None)\nmaxKnots: int = 9\n", "maxKnots: int = 9"),
        ("    maxKnots: Annotated[\n        int,\n        Doc('...'),\n    ] = 9,\n", "    ] = 9,"),
        ("# maxKnots = 3\nif (maxKnots == 3) {}\nthis.maxKnots = 9\n", "this.maxKnots = 9"),
        ("get('maxKnots');\nthis.set('maxKnots', 9);\n", "this.set('maxKnots', 9);"),
        ("interface A {\n  maxKnots: number,\n}\n", None),
        ("maxKnotsOfBoat = 9\n", None),
    ],
)
def test_the_line_that_gives_a_setting_its_default(text: str, line: str | None) -> None:
    found = default_line(text, "maxKnots")
    assert (text[slice(*found)] if found else None) == line


def test_a_setting_of_several_words_is_in_quotation_marks() -> None:
    text = "rope length = 3\nthis.set('rope length', 9);\n"
    found = default_line(text, "rope length")
    assert found
    assert text[slice(*found)] == "this.set('rope length', 9);"


def test_a_hit_of_a_question_for_a_default_shows_its_line(engine: Engine) -> None:
    text = b"""type Boat struct {
    // MaxKnots is the default limit of the value of a boat.
    MaxKnots int
}

func New() *Boat {
    return &Boat{
        MaxKnots: 9,
    }
}
"""
    fill(engine, parse_file("boat.go", text, modified=0.0))
    (found,) = search(Request("default value of MaxKnots"), DEFAULT, engine, now=0.0).hits
    assert found.snippet is not None
    assert "MaxKnots: 9," in found.snippet.text


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("The default rope is short. " * 3 + "\n\nDefault: 9 knots\n", "Default:"),
        ("The most knots of a boat. " * 3 + "It defaults to 9 knots.\n", "It defaults to"),
        ("The most knots of a boat. " * 3 + "Each rope has a default length.\n", None),
        ("Default: 9 knots\n" + "The most knots of a boat. " * 3, None),
    ],
)
def test_a_section_states_a_default_behind_what_a_snippet_shows(text: str, stated: str | None) -> None:
    found = stated_default(text, (0, len(text)), 40)
    assert (text[slice(*found)] if found else None) == stated


def test_a_section_with_the_name_of_a_setting_shows_the_default_that_it_states(engine: Engine) -> None:
    text = "# Settings\n\n## MAX_KNOTS\n\n" + "The most knots of a boat on a lake. " * 10 + "\n\nDefault: 9\n"
    fill(engine, parse_file("settings.md", text.encode(), modified=0.0))
    shown = {}
    for query in ("MAX_KNOTS default", "MAX_KNOTS"):
        (found,) = search(Request(query), DEFAULT, engine, now=0.0).hits
        assert found.snippet is not None
        shown[query] = found.snippet.text
    assert shown["MAX_KNOTS default"].startswith("Default: 9")
    assert shown["MAX_KNOTS"].startswith("The most knots")
