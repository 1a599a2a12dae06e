"""The headings of a notebook."""

from __future__ import annotations

from dowse.formats.notebook.notebook_outline import notebook_anchors, notebook_headings


def _headings(text: str) -> list[tuple[str, int, int, int]]:
    headings = notebook_headings(text.split("\n"))
    return [(each.title, each.level, each.line, each.end_line) for each in headings]


def test_headings_nest_by_their_marks() -> None:
    text = "# Jupyter notebook in python\n\n# # A *b*\n#\n# ### C\n\nx = 1\n\n# ## D ##\n\n# # E"
    assert _headings(text) == [("A b", 1, 3, 10), ("C", 2, 5, 8), ("D", 2, 9, 10), ("E", 1, 11, 11)]


def test_other_comment_signs_are_read() -> None:
    assert _headings("// Jupyter notebook in java\n\n// ## A\n-- # B") == [("A", 1, 3, 3), ("B", 1, 4, 4)]


def test_lines_of_a_code_block_and_plain_comments_are_no_headings() -> None:
    text = "# ```\n# # install\n# ```\n\n# plain\n#!x\n\n# ~~~\n# # open\n\ny = 1\n\n# # A"
    assert _headings(text) == [("A", 1, 13, 13)]


def test_the_anchor_of_a_heading_has_hyphens_for_its_blanks() -> None:
    assert notebook_anchors("x = 1\n\n# ## Low *water*: June\n\n# plain") == {"low-water:-june": 7}
