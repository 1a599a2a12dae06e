"""Questions that a field answers."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill

_SOURCE = b"""class Buoy:
    def moor(self): ...

def sail(): ...
"""


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("who calls sail", "calls:sail finds the places that call it"),
        ("What uses sail()?", "calls:sail finds the places that call it"),
        ("where is Buoy.moor used?", "calls:Buoy.moor finds the places that call it"),
        ("callers of `moor`", "calls:moor finds the places that call it"),
        ("which classes extend Buoy", "extends:Buoy finds the types based on it"),
        ("subclasses of Buoy", "extends:Buoy finds the types based on it"),
        ("classes that inherit from Buoy", "extends:Buoy finds the types based on it"),
        ("exceptions that extend Buoy", "extends:Buoy finds the types based on it"),
        ("derived classes of Buoy", "extends:Buoy finds the types based on it"),
        ("all classes derived from Buoy", "extends:Buoy finds the types based on it"),
        ("functions calling sail", "calls:sail finds the places that call it"),
        ("functions that call sail", "calls:sail finds the places that call it"),
        ("files importing sail", "imports:sail finds the files that import it"),
        ("which files import sail", "imports:sail finds the files that import it"),
        ("who calls the harbour", ""),
        ("who calls anchor", ""),
        ("functions that call anchor", ""),
        ("functions that call the harbour", ""),
        ("sail", ""),
    ],
)
def test_a_question_for_the_uses_of_a_symbol_names_the_field(engine: Engine, question: str, note: str) -> None:
    fill(engine, parse_file("boat.py", _SOURCE, modified=0.0))
    notes = [each.hint for each in search(Request(question), DEFAULT, engine, now=0.0).notes]
    assert [each for each in notes if " finds the " in each] == ([note] if note else [])


def test_the_words_of_an_answered_question_have_no_note(engine: Engine) -> None:
    fill(engine, parse_file("boat.py", _SOURCE, modified=0.0))
    notes = [each.hint for each in search(Request("callers of sail"), DEFAULT, engine, now=0.0).notes]
    assert notes == ["calls:sail finds the places that call it"]


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("tests for sail_home", "no test has the name 'sail_home'"),
        ("where is Boat.lower_sails tested?", "no test has the name 'lower_sails'"),
        ("tests for sail_away", ""),
        ("tests for anchor_boat", ""),
        ("sail_home and its tests", ""),
    ],
)
def test_a_question_for_tests_of_a_symbol_that_no_test_has_says_so(engine: Engine, question: str, note: str) -> None:
    source = b"def sail_home(): ...\n\ndef sail_away(): ...\n\nclass Boat:\n    def lower_sails(self): ...\n"
    fill(
        engine,
        parse_file("boat.py", source, modified=0.0),
        parse_file("tests/test_boat.py", b"def test_boat(): sail_away()\n", modified=0.0),
    )
    notes = [each.hint for each in search(Request(question), DEFAULT, engine, now=0.0).notes]
    assert [each for each in notes if each.startswith("no test has")] == ([note] if note else [])


@pytest.mark.parametrize(
    "question",
    [
        "tests for sail_away path:boat.py",
        "tests for sail_away -path:tests",
        "tests for moor_boat",
        "tests for sail_away test:no",
    ],
)
def test_no_note_says_so_of_tests_that_a_filter_excludes_or_in_the_same_file(engine: Engine, question: str) -> None:
    fill(
        engine,
        parse_file("boat.py", b"def sail_away(): ...\n", modified=0.0),
        parse_file("tests/test_boat.py", b"def test_boat(): sail_away()\n", modified=0.0),
        parse_file(
            "boat.rs",
            b"fn moor_boat() {}\n#[cfg(test)]\nmod tests {\n #[test]\n fn a() { moor_boat() }\n}\n",
            modified=0.0,
        ),
    )
    answer = search(Request(question), DEFAULT, engine, now=0.0)
    assert answer.hits
    assert not [each.hint for each in answer.notes if each.hint.startswith("no test has")]
