"""The sections that reStructuredText describes with directives of Sphinx."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file


def _sections(text: str) -> list[tuple[str, int]]:
    return [(unit.title, unit.level) for unit in parse_file("a.rst", text.encode(), modified=0.0).units if unit.title]


def test_what_is_described_inside_of_a_class_has_the_name_of_the_class() -> None:
    text = (
        "API\n===\n\n.. py:class:: Widget(name)\n\n   A widget.\n\n   .. py:method:: start()\n\n      Starts.\n\n"
        "   .. py:class:: Part\n\n      .. py:attribute:: Widget.Part.size\n\n         In mm.\n\n"
        "   .. py:method:: Widget.stop()\n\n      Stops.\n\n.. py:function:: start()\n\n   Starts all.\n"
    )
    assert _sections(text) == [
        ("API", 1),
        ("Widget", 2),
        ("Widget.start", 3),
        ("Widget.Part", 3),
        ("Widget.Part.size", 4),
        ("Widget.stop", 3),
        ("start", 2),
    ]


def test_what_is_described_below_a_heading_or_text_behind_a_class_has_no_name_of_it() -> None:
    text = ".. class:: A\n\n   Text.\n\nBoats\n=====\n\n   .. method:: c()\n\n      Text.\n"
    assert [title for title, _ in _sections(text)] == ["A", "Boats", "c"]
    text = ".. class:: A\n\n   Text.\n\nText of the page.\n\n   .. method:: c()\n\n      Text.\n"
    assert [title for title, _ in _sections(text)] == ["c"]


@pytest.mark.parametrize(
    ("below", "sections"),
    [
        (".. note::\n\n   Of the page.\n", ["moor", "Note"]),
        (".. seealso:: The tides.\n\n.. admonition:: In spring\n\n   Text.\n", ["moor", "See also", "In spring"]),
        (".. note::\n\n   Of the page.\n\nText of the page.\n", []),
        (".. code-block:: python\n\n   x = 1\n", ["moor"]),
        (".. code-block:: python\n\n   x = 1\n\nText of the page.\n", []),
        (".. index:: moor\n", ["moor"]),
        (".. py:currentmodule:: harbour\n", ["moor"]),
        (".. _label:\n", ["moor"]),
        (".. a comment\n   of two lines\n", ["moor"]),
        ("   .. note::\n\n      Of the function.\n", ["moor"]),
    ],
)
def test_a_note_of_the_page_is_no_part_of_a_description(below: str, sections: list[str]) -> None:
    assert _sections(f".. function:: moor()\n\n   Ties it.\n\n{below}") == [(name, 2) for name in sections]
