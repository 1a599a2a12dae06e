"""Plain text and its relatives."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.ref import PREAMBLE


def parsed(path: str, text: str) -> Document:
    return parse_file(path, text.encode(), modified=0)


def test_a_text_file_is_one_section_named_by_the_file() -> None:
    document = parsed("docs/notes.txt", "# no heading\n---\n#no-tag [[no link]]\n")
    assert [(s.name, s.start, s.end) for s in document.units] == [(PREAMBLE, 0, len(document.text))]
    assert (document.head.title, document.head.kind, document.head.tags) == ("notes", "doc", frozenset())


def test_ids_are_found_in_any_text() -> None:
    links = parsed("x.org", "METIS-T-0001\n* Goals\n\nMETIS-T-0002\n").links
    assert [(link.target, link.section, link.line) for link in links] == [
        ("METIS-T-0001", PREAMBLE, 1),
        ("METIS-T-0002", "goals", 4),
    ]


@pytest.mark.parametrize(
    ("path", "text", "title", "headings"),
    [
        ("x.org", "#+Title: The plan\n* One\n** Two\n *no*\n*no\n", "The plan", [(1, "One"), (2, "Two")]),
        ("x.org", "* One\n", "x", [(1, "One")]),
        ("x.adoc", "= Title\n\n== One\n----\n== no\n----\n=== Two\n", "Title", [(1, "Title"), (2, "One"), (3, "Two")]),
        ("x.rst", "=====\nTitle\n=====\n\nOne\n---\n\ntext\n\nTwo\n~~~\n\nThree\n-----\n", "Title",
         [(1, "Title"), (2, "One"), (3, "Two"), (2, "Three")]),
        ("x.rst", "text that goes on\nover lines\n-----\nLong title\n---\n\n ===\n", "x", []),
        ("x.txt", "Title\n=====\n", "x", []),
    ],
)  # fmt: skip
def test_headings_that_are_plain_to_see(path: str, text: str, title: str, headings: list[tuple[int, str]]) -> None:
    document = parsed(path, text)
    assert document.head.title == title
    assert [(s.level, s.title) for s in document.units if s.level] == headings
