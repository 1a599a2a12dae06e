"""Dates that folders and the name of a file have together."""

from __future__ import annotations

import pytest

from dowse.analysis.dates.dated_paths import date_of_path


@pytest.mark.parametrize(
    ("path", "date"),
    [
        ("tides/2020/minutes-03-12.md", "2020-03-12"),
        ("2020/03-12.md", "2020-03-12"),
        ("2020/03_12 Harbour.md", "2020-03-12"),
        ("2020/12.03. Sitzung.md", "2020-03-12"),
        ("2020/minutes-3-12.md", "2020-03-12"),
        ("2020/1-1.md", "2020-01-01"),
        ("2020/1-11 Harbour.md", "2020-01-11"),
        ("2020/guests/03-12-visit.md", "2020-03-12"),
        ("log/2020/03/12.md", "2020-03-12"),
        ("log/2020/03/5 boats.md", "2020-03-05"),
        ("log/2020/03-march/12/entry.md", "2020-03-12"),
        ("log/2020/März/12.md", "2020-03-12"),
        ("2020/03/entry.md", "2020-03"),
        ("2020/march.md", "2020-03"),
        ("2020/03.md", "2020-03"),
    ],
)
def test_the_year_of_a_folder_and_the_day_of_a_name_are_a_date(path: str, date: str) -> None:
    assert date_of_path(path) == date


@pytest.mark.parametrize(
    "path",
    [
        "2020.md",
        "2020/tides.md",
        "2020/march-past.md",
        "2020/03-introduction.md",
        "2020/13-40.md",
        "2020/1-1 Anna.md",  # a talk of two
        "2020/Anna 1-1.md",
        "2020/release 1.2-3.md",
        "minutes/03-12.md",
        "2020/2019-03-12.md",  # the names of dates have it
    ],
)
def test_other_names_below_a_year_have_no_date(path: str) -> None:
    assert date_of_path(path) == ""
