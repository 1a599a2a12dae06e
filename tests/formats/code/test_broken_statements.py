"""A bracket or a quotation mark of Python that nothing closes costs no symbols outside of its statement."""

from __future__ import annotations

import random

import pytest

from dowse.formats.code.broken_statements import without_broken_statements
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_ABOVE = "import a\n\n\ndef above():\n    pass\n\n\n"
_BELOW = (
    "\n\ndef below():\n    return 1\n\n\n"
    "class Pier:\n    def moor(self): ...\n\n    @property\n    def depth(self): ...\n\n\ndef last(): ...\n"
)
_NAMES = ["above", "below", "Pier", "Pier.moor", "Pier.depth", "last"]


def _names(text: str) -> list[str]:
    return [symbol.qualified_name for symbol in symbols_of(text, LANGUAGES["python"]).symbols]


@pytest.mark.parametrize(
    "broken",
    [
        "def bad(:\n    x = 1\n\n\nclass D:\n    def m(self):\n        return ((1\n",
        "def bad(self, ship: str:\n    return ship\n",
        "def bad(\n    self,\n    ship: str,\n-> None:\n    return ship\n",
        "def bad():\n    return call(\n        1,\n        two(\n",
        "def bad():\n    x = [\n",
        "def bad():\n    x = {'a': (1,\n         'b': 2}\n    y = 1\n",
        "def bad():\n    if call((1:\n        return 2\n    return 3\n",
        "def bad():\n    x = option(1,\n        2) ((\n    y = 1\n",
        "def bad():\n    print('it's')\n    return (1\n",
        'def bad():\n    """Text."""\n    log.info("half, (\n    return (1\n',
        "def bad():\n    return 1)\n    call(\n",
        "@decorator(\ndef bad(): ...\n",
        "class D(Base:\n    def m(self): ...\n",
        "x = [1, 2\n",
        "from a import (\n    b,\n    c,\n",
    ],
)
def test_symbols_around_a_broken_statement_are_found(broken: str) -> None:
    found = _names(f"{_ABOVE}{broken}{_BELOW}")
    assert [name for name in found if name in _NAMES] == _NAMES


def test_the_broken_definition_is_found_and_the_file_has_a_warning() -> None:
    found = symbols_of(f"{_ABOVE}def bad(ship:\n    return ship((\n{_BELOW}", LANGUAGES["python"])
    assert [(each.qualified_name, each.signature) for each in found.symbols[:2]] == [
        ("above", "def above()"),
        ("bad", "def bad(ship"),
    ]
    assert found.has_syntax_errors


@pytest.mark.parametrize(
    "whole",
    [
        "x = (1, [2], {3: 4})\n",
        "x = '(' + \"[\" + '''\n(\n''' + f'{y[\"a\"]}'  # ((\n",
        "def f(\n    a=(1,),\n): ...\n\n\nclass A(B): ...\n",
        'def f():\n    """(\n    def no(\n    """\n',
        "x = 'a\\\n(b'\n",
        "x = '''(\n",
        "",
    ],
)
def test_a_whole_statement_stays(whole: str) -> None:
    assert without_broken_statements(whole.encode()) == whole.encode()


def test_each_character_keeps_its_place() -> None:
    chance = random.Random(1)  # noqa: S311  # the same texts in each run
    pieces = (
        "def f(",
        "class A:",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        '"""',
        "\n",
        "\n    ",
        ":",
        "x",
        "é",
        " ",
        "#",
    )
    for _ in range(500):
        data = "".join(chance.choices(pieces, k=40)).encode()
        other = without_broken_statements(data)
        assert [len(line) for line in other.split(b"\n")] == [len(line) for line in data.split(b"\n")]


def test_a_text_with_hundreds_of_broken_statements_stays() -> None:
    data = b"def f(:\n" * 200
    assert without_broken_statements(data) == data
