"""The line of documentation that describes a symbol."""

from __future__ import annotations

import pytest

from dowse.formats.code.comments import summary_of


@pytest.mark.parametrize(
    ("doc", "summary"),
    [
        ("Moors the boat.\n\nAnd waits.", "Moors the boat."),
        (
            '<summary>\nMoors the <see cref="T:Harbour.Boat"/>, &lt;b&gt; in <c>bold</c>,\nand waits.\n</summary>',
            "Moors the Harbour.Boat, <b> in bold,",
        ),
        ("<summary>Moors it.</summary>", "Moors it."),
        ("<inheritdoc />", ""),
        ("@param boat the one to moor\n  at the quay\n@return whether it is moored", ""),
        ("@internal\n\nMoors the boat.", "Moors the boat."),
        ("@summary\nMoors the boat.\n@description\nIt waits.", "Moors the boat."),
        ("\\brief Moors the boat.", "Moors the boat."),
        ("@deprecated use tie()\n\nMoors the boat.\n@since 2", "Moors the boat."),
        ("{@inheritDoc}", ""),
        ("{@link Boat} at the quay.", "{@link Boat} at the quay."),
        ("--------------\nMoors the boat.\n--------------", "Moors the boat."),
        ("eslint-disable-next-line no-unused-vars", ""),
        ("-5 is cold.", "-5 is cold."),
        ("Moors x < y & z.", "Moors x < y & z."),
        ("", ""),
    ],
)
def test_the_first_line_that_describes_is_the_summary(doc: str, summary: str) -> None:
    assert summary_of(doc) == summary
