"""Functions of a shell below what the grammar cannot read are symbols, with their bodies."""

from __future__ import annotations

import pytest

from dowse.formats.code.broken_functions import add_functions
from dowse.formats.code.grammars import Captures
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_MILL = """\
open_gate() {
  echo open
}

first_stone() {
  local stones="${1}"
  stones="${stones##*[}"
  stones="${stones%%]*}"
  (( ${#stones} )) && {
    turn "${stones}"
  }
}

# Grinds until noon.
function grind ()
{
  turn all
}

short() { :; }

function stop {
  open_gate
}
"""


def test_functions_from_an_error_on_are_symbols() -> None:
    found = symbols_of(_MILL, LANGUAGES["bash"])
    assert [each.qualified_name for each in found.symbols] == ["open_gate", "first_stone", "grind", "short", "stop"]
    texts = [_MILL[each.definition : each.end] for each in found.symbols]
    assert texts[2:4] == ["function grind ()\n{\n  turn all\n}", "short() { :; }"]
    assert found.has_syntax_errors


@pytest.mark.parametrize(
    "text",
    [
        "turn() {\n  local a\n",  # no end
        "  turn() {\n}\n",  # inside of something
        "turn all {\n}\n",
        "if (x) {\n}\n",
        'echo "$(turn)" {\n}\n',
    ],
)
def test_other_lines_are_no_functions(text: str) -> None:
    found: Captures = {}
    add_functions(found, text.encode())
    assert not found


@pytest.mark.parametrize("line", ["f() {\n", "function ", "f() {} ", "f()\n", "f (\n"])
def test_many_lines_are_read_once(line: str) -> None:
    add_functions({}, line.encode() * 60_000)
