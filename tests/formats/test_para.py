"""PARA folders."""

from __future__ import annotations

import pytest

from dowse.formats.para import para


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("2-Areas/Finance/Taxes/x.md", ("2-Areas", "Finance")),
        ("2-Areas/x.md", ("2-Areas", "")),
        ("1 Projects/Home/x.md", ("1 Projects", "Home")),
        ("01. projects/Home/x.md", ("01. projects", "Home")),
        ("notes/3-Resources/Art/x.md", ("3-Resources", "Art")),
        ("4-Archive/Old/x.md", ("4-Archive", "Old")),
        ("4-Archives/Old/x.md", ("4-Archives", "Old")),
        ("Areas/Health/x.md", ("Areas", "Health")),
        ("archive/Health/x.md", ("archive", "Health")),
        ("src/projects/x/y.md", ("", "")),
        ("Areas.md", ("", "")),
        ("2-Areas-of-study/x/y.md", ("", "")),
        ("", ("", "")),
    ],
)
def test_category_and_area_come_from_the_folders(path: str, expected: tuple[str, str]) -> None:
    assert para(path) == expected
