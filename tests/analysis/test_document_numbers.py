"""Numbers by which people name documents of a series."""

from __future__ import annotations

import pytest

from dowse.analysis.document_numbers import document_number, document_numbers


@pytest.mark.parametrize(
    ("text", "label", "digits"),
    [
        ("PEP 20", "pep", "20"),
        ("pep-0020", "pep", "20"),
        ("adr #7", "adr", "7"),
        ("rfc0416", "rfc", "416"),
        ("#416", "", "416"),
        (" 0416 ", "", "416"),
    ],
)
def test_a_number_with_or_without_a_label(text: str, label: str, digits: str) -> None:
    assert document_number(text) == (label, digits)


@pytest.mark.parametrize("text", ["", "rfc", "rfc 0", "rfc 1.2", "rfc 100000", "rfc 12 and more", "12:30", "v 2", "5%"])
def test_other_texts_are_no_number(text: str) -> None:
    assert document_number(text) is None


def test_numbers_with_a_label_in_a_question() -> None:
    found = document_numbers("what do PEP 572 and ADR-7 say in 3 places, 2026-11-03, at 12:30, in v 1.2?")
    assert [(number, written) for number, written in found] == [(("pep", "572"), "PEP 572"), (("adr", "7"), "ADR-7")]


def test_the_names_have_three_digits_or_more() -> None:
    numbers = [
        document_number(text) for text in ("adr 7", "week 7", "416", "rfc 1116", "week 12345", "july 2022", "eip 1967")
    ]
    assert [number.names() if number else () for number in numbers] == [
        ("007", "0007", "00007"),
        ("week 007", "week 0007", "week 00007"),
        ("0416", "00416"),
        ("01116", "1116"),
        ("week 12345",),
        (),
        ("01967", "1967"),
    ]


@pytest.mark.parametrize(
    ("text", "path", "is_of"),
    [
        ("adr 7", "docs/0007-use-postgres.md", True),
        ("adr 7", "docs/adr-0007.md", True),
        ("adr 7", "docs/0077-use-postgres.md", False),
        ("adr 7", "docs/2026-007-b.md", False),
        ("sprint 7", "docs/0007-use-postgres.md", False),
        ("sprint 7", "sprints/0007-tides.md", True),
        ("sprint 7", "docs/Sprint 007.md", True),
        ("2026", "journal/2026-03-01.md", False),
        ("#416", "text/0416-tides.md", True),
    ],
)
def test_a_file_name_begins_or_ends_with_the_number_of_the_document(text: str, path: str, *, is_of: bool) -> None:
    number = document_number(text)
    assert number is not None
    assert number.is_of(path) == is_of
