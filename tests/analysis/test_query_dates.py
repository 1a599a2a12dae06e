"""Dates in words."""

from __future__ import annotations

import pytest

from dowse.analysis.query_dates import query_dates


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("greenhouse talk July 2022", ["2022-07"]),
        ("office hours, nov. 2021", ["2021-11"]),
        ("12 September 2023", ["2023-09-12"]),
        ("the 1st of May 1999", ["1999-05-01"]),
        ("September 12, 2023 and sept 3rd 2023", ["2023-09-12", "2023-09-03"]),
        ("2023 March 4", ["2023-03-04"]),
        ("march\n2022", ["2022-03"]),
        ("we march in 2022", []),
        ("july 3022, mayor 2022, may-2022 and 2022-07", []),
        ("july 2022 august 2023", ["2022-07", "2023-08"]),
        ("", []),
    ],
)
def test_a_date_in_words_is_written_in_numbers(text: str, dates: list[str]) -> None:
    assert query_dates(text) == tuple(dates)
