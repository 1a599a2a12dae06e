"""The files that are found by path alone."""

from __future__ import annotations

from dowse.app.unread_files import frequent_endings
from tests.making import make


def test_the_most_frequent_endings_are_those_of_files_and_not_parts_of_their_names() -> None:
    names = ("a.PNG", "x/b.png", "c.bin", "Minutes of 3. May", "d.\x1b[31m", ".gitignore", "Makefile", "a.lox", "b.lox")
    heads = (make(name).head for name in names)
    assert frequent_endings(heads) == ((".png", 2), (".lox", 2), (".bin", 1))
    assert frequent_endings(make(name).head for name in names[3:7]) == ()
