"""Properties on one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dowse.formats.markdown.property_layout import property_layout
from dowse.stages.snippets.rendered_text import rendered


def _shown(text: str, start: int = 0) -> str:
    within = start, len(text)
    return " ".join(rendered(text, within, property_layout(text, within)).text.split())


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a: 1\nb: 2\n", "a: 1 · b: 2"),
        ("cast:\n  - Ada\n  - Ben\nyear: 1982\n", "cast: Ada, Ben · year: 1982"),
        ("cast:\n- Ada\n- Ben\nyear: 1982\n", "cast: Ada, Ben · year: 1982"),
        ("cast:\r\n  - Ada\r\n  - Ben\r\nyear: 1982\r\n", "cast: Ada, Ben · year: 1982"),
        ("  - Ada\n  - Ben\nyear: 1982", "Ada, Ben · year: 1982"),
        ("a: \"x, 'y'\"\nb: 'z'\nc:\n  - 'w'\n", "a: x, 'y' · b: z · c: w"),
        ('a: "x \\" y"\n', 'a: "x \\" y"'),
        ('a: "x" and "y"\n', 'a: "x" and "y"'),
        ('runtime:\ncover: ""\ngenre: []\nbook: {}\nyear: 1982\nlast: ~\n', "year: 1982 ·"),
        ("a: |\n  one\n  two: three\nb: 1\n", "a: | one two: three · b: 1"),
        ("at:\n  street: Mill Lane\n  town: Ely\nb: 1\n", "at: street: Mill Lane town: Ely · b: 1"),
        ("title = 'Tide'\ndraft = false\n", "title = Tide · draft = false"),
        ("# a comment\nb: 1\n", "# a comment · b: 1"),
        ("at:\n  towns:\n    - Ely\n    - Ware\n", "at: towns: Ely, Ware"),
        ("cast:\n\n  - Ada\n\n  - Ben\n\nyear: 1982\n", "cast: Ada, Ben · year: 1982"),
        ("cast:\r\n\r\n  - Ada\r\n\r\nyear: 1982\r\n", "cast: Ada · year: 1982"),
        ("cast:\n# of the film\n  - Ada\n", "cast: # of the film, Ada"),
        ("genre:\n\nyear: 1982\n", "year: 1982"),
        ("a: 1\n---\n", "a: 1 ---"),
    ],
)
def test_what_programs_write_is_laid_out(written: str, shown: str) -> None:
    assert _shown(written) == shown


def test_a_part_that_begins_inside_of_a_line_keeps_its_mark() -> None:
    assert _shown("a: b - c\nd: 1", 5) == "- c · d: 1"


def test_quotes_around_a_link_are_left_to_the_reader_of_links() -> None:
    assert _shown('of: "[[Barn]]"\nby: "[[Barn]] and hay"\n') == 'of: "[[Barn]]" · by: [[Barn]] and hay'


@given(
    st.lists(st.sampled_from(["a", ":", " ", "\n", "- ", "'", '"', "[]", "=", "\r\n", "#", "b: 1", "  "])).map("".join)
)
def test_nothing_but_marks_blanks_and_empty_properties_is_left_out(text: str) -> None:
    layout = property_layout(text, (0, len(text)))
    assert all(0 <= start <= end <= len(text) for start, end, _ in layout)
    kept = rendered(text, (0, len(text)), (each for each in layout if ":" not in text[each[0] : each[1]])).text
    assert [char for char in kept if char.isalnum()] == [char for char in text if char.isalnum()]
