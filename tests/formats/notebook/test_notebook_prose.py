"""The comments of notebooks as Jupyter shows their Markdown."""

from __future__ import annotations

import pytest

from dowse.formats.notebook.notebook_prose import without_markup


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
