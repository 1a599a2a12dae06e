"""The comments of notebooks as Jupyter shows their Markdown."""

from __future__ import annotations

import pytest

from dowse.formats.notebook.notebook_prose import shown_lines, without_markup


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "# ## The *tides*\n#\n# See [the\n# pier](pier.ipynb#a) and ``x``.",
            "# The tides\n#\n# See the\n# pier and x.",
        ),
        ("x = a[0](b)  # *not*\n# **bold**", "x = a[0](b)  # *not*\n# bold"),
        ("# pier](pier.ipynb).\n…\n# *ebb*", "# pier.\n…\n# ebb"),
        ("  // # Low water\n-- `y`", "  // Low water\n-- y"),
        ("# a <!-- b\n# c --> d\n#x", "# a <!-- b\n# c --> d\n#x"),
        ("", ""),
    ],
)
def test_comments_are_shown_without_markup_behind_their_signs(text: str, shown: str) -> None:
    assert without_markup(text) == shown


def test_comments_in_cells_of_code_are_shown_as_they_are() -> None:
    script = "# See *a*\n\n# **b** and [x](y)\n#\n# z\n\n# calls f[name](event)\nx = 1\n# List<int>\n\n# `c`\n"
    lines = [(sum(len(each) + 1 for each in script.split("\n")[:n]), line) for n, line in enumerate(script.split("\n"))]
    shown = "# See a\n\n# b and x\n#\n# z\n\n# calls f[name](event)\nx = 1\n# List<int>\n\n# c\n"
    assert "\n".join(shown_lines(script, lines)) == shown
    assert list(shown_lines(script, lines[6:9])) == ["# calls f[name](event)", "x = 1", "# List<int>"]
