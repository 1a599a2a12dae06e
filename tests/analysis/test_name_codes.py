"""Codes and versions in a question, and the names that begin or end with them."""

from __future__ import annotations

import pytest

from dowse.analysis.name_codes import codes_in, is_called_by_code


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ("LNK2019 unresolved, KB-4052", ("lnk2019", "kb-4052")),
        ("4844 blobs of 2024", ("4844",)),
        ("tides 2.1, v2.2", ("2.1", "v2.2")),
        ("ferry/2.1 at 12:4844", ()),
    ],
)
def test_codes_numbers_and_versions_are_found(question: str, codes: tuple[str, ...]) -> None:
    assert codes_in(question) == codes


@pytest.mark.parametrize(
    ("name", "code", "is_called"),
    [
        ("Linker error LNK2019", "lnk2019", True),
        ("lnk2019-boats", "lnk2019", True),
        ("LNK2019 of boats in the harbour", "lnk20", False),
        ("Tides 2.1", "2.1", True),
        ("Tides 2.1", "v2.1", True),
        ("Tides v2.1", "2.1", True),
        ("v2.1 of the tides", "2.1", True),
        ("tides_2_1", "v2.1", True),
        ("Tides 1.2.1", "2.1", False),
        ("2.1.3 of the tides", "2.1", False),
        ("2023-10-12", "10.12", False),
        ("Log 2023-10-12", "10.12", False),
        ("2023-10-12 Log", "2023.10", False),
    ],
)
def test_a_code_calls_a_name_that_begins_or_ends_with_it_unless_it_is_part_of_a_date_or_a_longer_version(
    name: str, code: str, is_called: bool
) -> None:
    assert is_called_by_code(name, code) == is_called
