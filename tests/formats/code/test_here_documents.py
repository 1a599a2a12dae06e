"""Here documents of Ruby inside of others hide no definition."""

from __future__ import annotations

import pytest

from dowse.formats.code.here_documents import without_nested_here_documents
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_BOAT = """\
class Boat
  HELP = <<~TEXT
    A boat has {one} rope:

    #{
      example("rope", <<~TEXT)
        def not_this
      TEXT
    }
  TEXT

  def moor
    puts <<~A + <<~B
      #{name ? <<~C : ""}
        class NorThis
      C
      text
    A
      def nor_this
    B
  end

  def tie = 2
end
"""


def test_here_documents_inside_of_others_hide_no_definition() -> None:
    found = symbols_of(_BOAT, LANGUAGES["ruby"])
    assert [each.qualified_name for each in found.symbols] == ["Boat", "Boat.HELP", "Boat.moor", "Boat.tie"]
    moor = found.symbols[2]
    assert _BOAT[moor.start : moor.end].endswith("B\n  end")


@pytest.mark.parametrize(
    "text",
    [
        "x = <<~A\n  #{y}\n  <<~B\nA\n",  # in the text
        "x = <<~'A'\n  #{<<~B}\n  B\nA\n",  # without interpolation
        "x = <<~A\n  #{<<~B}\nA\n",  # without an end
        "x = 1 <<~B\n# <<~A\nA\n",
    ],
)
def test_other_texts_are_left_as_they_are(text: str) -> None:
    assert without_nested_here_documents(text.encode()) == text.encode()


@pytest.mark.parametrize("part", [b"x = <<~A\n", b"x = <<~A\n#{\nA\n", b"x = <<~A\n#{<<~A\n", b"<<~A <<~A #{\nA\n"])
def test_many_here_documents_are_read_once(part: bytes) -> None:
    text = part * 5_000
    assert without_nested_here_documents(text).count(b"\n") == text.count(b"\n")
