"""Rows as a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.interfaces.presenters.text_style import TextStyle
from dowse.interfaces.presenters.text_table import fit_widths, table_lines, width

_PIPE = TextStyle(plain=True, root=Path())


def _on_terminal(columns: int, *, plain: bool = True) -> TextStyle:
    return TextStyle(plain=plain, root=Path(), width=columns)


def test_off_a_terminal_fields_stand_between_tabs_and_are_not_cut() -> None:
    lines = list(table_lines(["a.path", "n"], [["x" * 300, 1], ["two\nlines\tand a tab", None]], _PIPE))
    assert lines == ["a.path\tn", "x" * 300 + "\t1", "two lines and a tab\t"]


def test_values_are_shown_as_json_and_text_as_itself() -> None:
    lines = list(table_lines(["x"], [["é"], [True], [1.5], [["é", None]], [{"a": 1}]], _PIPE))
    assert lines == ["x", "é", "true", "1.5", '["é", null]', '{"a": 1}']


def test_columns_are_aligned_by_what_a_character_takes() -> None:
    lines = list(table_lines(["a", "b"], [["日本", "x"], ["abc", "y"], ["e\u0301", "z"]], _on_terminal(40)))
    assert lines == ["a     b", "日本  x", "abc   y", "e\u0301     z"]


def test_no_line_is_wider_than_the_terminal() -> None:
    rows = [["日本語" * 20, "x" * 200, "short"], ["a", "b" * 30, "c"]]
    for columns in range(24, 120):
        lines = list(table_lines(["one", "two", "three"], rows, _on_terminal(columns)))
        assert max(map(width, lines)) <= columns
        assert lines[1].endswith("short")


@pytest.mark.parametrize(
    ("natural", "room", "widths"),
    [([5, 30, 90], 200, [5, 30, 90]), ([5, 30, 90], 60, [5, 27, 27]), ([5, 90], 3, [5, 6]), ([], 10, [])],
)
def test_the_widest_columns_give_way_first(natural: list[int], room: int, widths: list[int]) -> None:
    assert fit_widths(natural, room) == widths


def test_escape_codes_of_a_note_do_not_reach_the_terminal() -> None:
    lines = list(table_lines(["x"], [["\033[31mred"]], _on_terminal(40, plain=False)))
    assert lines == ["\033[1mx\033[0m", "\ufffd[31mred"]


def test_without_columns_there_is_nothing_to_show() -> None:
    assert list(table_lines([], [], _on_terminal(40))) == []
