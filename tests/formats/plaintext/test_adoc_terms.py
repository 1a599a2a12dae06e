"""The names that lists of AsciiDoc describe."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document

_SETTINGS = """\
= Settings

== Core

core.bare::
\tIf true, there is no working tree.
+
No *files* are checked out.

[[ref]]`core.pager`::
\tThe pager:
+
----
core.code::
----
* less
* more
+
--
core.inside::
\tIn a block.

Text of the block.
--

// nothing
core.<name>.url::
\tThe address.

== Files

Text.
"""


def _read(text: str) -> Document:
    return parse_file("a.adoc", text.encode(), modified=0.0)


def _sections(text: str) -> list[tuple[str, int]]:
    return [(unit.title, unit.level) for unit in _read(text).units if unit.title]


def test_a_term_that_is_a_name_is_a_section_below_its_heading() -> None:
    assert _sections(_SETTINGS) == [
        *(("Settings", 1), ("Core", 2)),
        *(("core.bare", 3), ("core.pager", 3), ("core.<name>.url", 3)),
        ("Files", 2),
    ]


def test_a_file_of_terms_alone_has_its_name_as_title() -> None:
    document = _read("core.bare:: If true\ncore.editor:: The editor\n")
    assert (document.head.title, [unit.title for unit in document.units]) == ("a", ["core.bare", "core.editor"])


@pytest.mark.parametrize(
    "text",
    [
        "core.bare::\n\tBare.\n\nText of the page.\n",
        "core.bare::\n\tBare.\n\n----\ncode\n----\n",
        "core.bare::\n\tBare.\n\n====\nAn example.\n====\n",
        "core.bare::\n\tBare.\nwords without a dot::\n\tText.\n",
        "Buoy:: A mark.\n--force:: Overwrites.\n1.2:: A version.\n",
        "std::move and core.bare::x\n",
        "====\ncore.bare::\n\tBare.\n====\n",
        "----\ncore.bare::\n\tBare.\n----\n",
    ],
)
def test_no_term_is_a_section_that_is_no_name_or_whose_section_would_have_other_text(text: str) -> None:
    assert _sections(f"= A\n\n{text}") == [("A", 1)]


def test_a_list_is_divided_in_linear_time() -> None:
    names = _sections("".join(f"core.n{n}::\n\tText.\n+\nMore.\n\n" for n in range(3_000)))
    assert len(names) == 3_000
