"""Numbers of documents in a series, in queries and in file names."""

from __future__ import annotations

import pytest

from dowse.analysis.document_numbers import (
    DocumentNumber,
    NumberedName,
    document_numbers,
    file_patterns,
    is_called,
    may_be_version,
    numbered_name,
    states_number,
)
from dowse.query.select import file_pattern


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ADR 7", [("adr", 7)]),
        ("SE-0302", [("se", 302)]),
        ("RFC2119", [("rfc", 2119)]),
        ("rfc #2119", [("rfc", 2119)]),
        ("RFC No. 9", [("rfc", 9)]),
        ("proposal number 9", [("proposal", 9)]),
        ("rfcs#2094", [("rfc", 2094)]),
        ("architecture decision record 7", [("decision", 7)]),
        ("how do ADR-7 and ADR-0012 differ?", [("adr", 7), ("adr", 12)]),
        ("Chapter 3", [("chapter", 3), ("ch", 3)]),
        ("第3章", [("chapter", 3), ("ch", 3)]),
        ("ch. 3", [("ch", 3), ("chapter", 3)]),
        ("SE\u20110302", [("se", 302)]),
        ("SE\u20130302", [("se", 302)]),
        ("Урок 3", [("урок", 3)]),
        ("0302", [("", 302)]),
        ("42", [("", 42)]),
        ("in 2024", []),  # a stop word
        ("budget 2024", [("budget", 2024)]),
        ("budget 2024 travel costs", []),  # a year
        ("RFC 2094 tides", [("rfc", 2094)]),
        ("issue #2024 tides", [("issue", 2024)]),
        ("march 2024", []),
        ("status of ADR 7, march 2024", [("adr", 7)]),
        ("step 1.2", []),
        ("2024-01-31", []),
        ("week 12-14", []),
        ("src/rfc2119.txt", []),
        ("ADR", []),
    ],
)
def test_letters_and_a_number_are_a_number_of_a_document(query: str, found: list[tuple[str, int]]) -> None:
    assert [each[:2] for each in document_numbers(query)] == found


@pytest.mark.parametrize(
    ("query", "is_alone"), [("ADR 7", True), ("what is ADR 7", True), ("ADR 7 and ADR 8", True), ("ADR 7 tests", False)]
)
def test_a_number_is_alone_beside_stop_words(query: str, is_alone: bool) -> None:
    assert document_numbers(query)[0].is_alone == is_alone


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("docs/adr/0007-use-postgres.md", ("", "0007")),
        ("7.md", ("", "7")),
        ("12 Tides.md", ("", "12")),
        ("rfc2119.txt", ("rfc", "2119")),
        ("PEP-0008.rst", ("pep", "0008")),
        ("Leçon 03.md", ("lecon", "03")),
        ("keps/2238-probes/README.md", ("", "2238")),
        ("keps/2238-probes/_index.md", ("", "2238")),
        ("keps/2238-probes/notes.md", None),
        ("2024-01-31 Log.md", None),
        ("2024-W05.md", None),
        ("2024-Q1 plan.md", None),
        ("1.2.md", None),
        ("ch02-01-types.md", None),
        ("ch02-00-types.md", ("ch", "02")),
        ("README.md", None),
    ],
)
def test_the_number_of_a_document_begins_its_name_or_that_of_its_folder(
    path: str, name: tuple[str, str] | None
) -> None:
    assert numbered_name(path) == (name and NumberedName(*name))


@pytest.mark.parametrize(
    ("query", "path", "found"),
    [
        ("adr 7", "adr-7.md", True),
        ("adr 7", "docs/adr/0007-x.md", True),
        ("adr 7", "docs/decisions/0007-x.md", True),
        ("decision 7 tests", "docs/decisions/0007-x.md", True),
        ("decision 7", "docs/adr/0007-x.md", True),
        ("adr 7", "docs/adr-log/backend/0007-x.md", True),
        ("lesson 3", "lessons/3 Functions.md", True),
        ("lesson 3", "first-lessons/grammar/3 Functions.md", True),
        ("lesson 3", "lesson/3 Functions.md", True),
        ("lesson 3", "lesson/grammar/3 Functions.md", False),
        ("node 24", "sig-node/24-apparmor.md", False),
        ("week 4", "examples/4-day-work-week/index.md", False),
        ("page 12", "pages/12-factor app.md", False),
        ("python 3 functions", "python/3 Classes.md", False),
        ("week 12 tides", "week-12.md", False),
        ("adr 7 tests", "adr-7.md", True),
        ("http 7", "docs/adr/0007-x.md", False),
    ],
)
def test_the_letters_are_those_of_the_name_or_of_a_folder(query: str, path: str, found: bool) -> None:
    (asked,), name = document_numbers(query), numbered_name(path)
    assert name is not None
    assert is_called(asked, name, path) == found


@pytest.mark.parametrize(
    ("query", "path", "may_be"),
    [
        ("python 3", "python/3-classes.md", True),
        ("lesson 3", "lessons/3-classes.md", False),
        ("adr 3", "adr/3-use-postgres.md", False),
        ("decision 3", "adr/003-use-postgres.md", False),
        ("week 12", "week-12.md", False),
    ],
)
def test_a_short_number_in_a_folder_of_no_plural_may_be_a_version(query: str, path: str, *, may_be: bool) -> None:
    (asked,), name = document_numbers(query), numbered_name(path)
    assert name is not None
    assert may_be_version(asked, name, path) == may_be


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Proposal: [SE-0302](0302-x.md)", True),
        ("SE 302", True),
        ("swift/SEs#302", True),
        ("https://example.org/se/pull/302", True),
        ("SE-3021", False),
        ("Base-302", False),
        ("ЖSE-302", False),
        ("SE-1302", False),
    ],
)
def test_a_text_states_a_number_with_its_letters(text: str, found: bool) -> None:
    assert states_number(DocumentNumber("se", 302), text) == found


@pytest.mark.parametrize("path", ["7.md", "0007-x.md", "a/ADR-007 x.md", "adr7_x.md", "ADR 7 x.md"])
def test_a_pattern_matches_the_names_of_a_number(path: str) -> None:
    by_name, *_ = file_patterns(DocumentNumber("adr", 7))
    assert file_pattern(by_name).fullmatch(path.rpartition("/")[2].casefold())


@pytest.mark.parametrize(
    ("path", "found"), [("a/007-x/readme.md", True), ("adr 7 x/readme.md", True), ("a/17-x/readme.md", False)]
)
def test_a_pattern_matches_the_folders_of_a_number(path: str, found: bool) -> None:
    _, *by_folder = file_patterns(DocumentNumber("adr", 7))
    assert all(file_pattern(each).fullmatch(path) for each in by_folder) == found
