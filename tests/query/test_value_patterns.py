from __future__ import annotations

import re
from datetime import date

import pytest

from dowse.app.find import FindRequest
from dowse.app.find_filters import FilterError
from dowse.query.leaf_parser import field_leaf, read_weights
from dowse.query.value_patterns import MODIFIED, PROPERTY, WEIGHTS

_DATES = (
    "2026", "0000", "0001", "9999", "2026-13", "2026-00", "2026-01-32", "2026-02-29", "2024-02-29", "1900-02-29",
    "2000-02-29", "0000-02-29", "2026-04-31", "2026-12-31", "2026-W00", "2026-W53", "2025-W53", "2020W53", "2026-w05-7",
    "2026-W05-8", "9999-W52-7", "2026-01-31T24:00", "2026-01-31T23:59", "2026-01-31 10:00:60", "2026-01-31t10:00:59,5Z",
    "2026-01-31T10:00+01:00", "today", "Yesterday", "tomorrows", "30d", "36H", "1.5y", "1234567d", "5", "x", "",
)  # fmt: skip
_OPERATORS = ("", ">", "<", ">=", "<=", "=>", "=<", "=", "<>", "> ")


def _is_time(text: str) -> bool:
    return not isinstance(field_leaf("modified", text), str)


def _is_filter(text: str) -> bool:
    try:
        return bool(FindRequest(properties=(text,)).filters)
    except FilterError:
        return False


def test_the_pattern_of_times_matches_what_is_read() -> None:
    single = [operator + each for operator in _OPERATORS for each in _DATES]
    pairs = [f"{first}..{last}" for first in _DATES for last in _DATES]
    wrong = [text for text in (*single, *pairs) if bool(re.search(MODIFIED, text)) != _is_time(text)]
    assert wrong == []


def test_the_pattern_of_times_knows_the_long_years_and_the_leap_years() -> None:
    years = range(1, 10_000, 19)
    for year in (*years, 1600, 1900, 2000, 2004, 2020, 2026):
        assert bool(re.search(MODIFIED, f"{year:04}-W53")) == (date(year, 12, 28).isocalendar().week == 53)
        assert bool(re.search(MODIFIED, f"{year:04}-02-29")) == _is_time(f"{year:04}-02-29")


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("rating", True),
        ("rating=", True),
        ("rating=4", True),
        ("a b != c>d", True),
        ("rating>=4", True),
        ("rating=>4", True),
        ("due=<2026-01", True),
        ("due=2026-01..2026-03", True),
        ("due<30d", True),
        ("rating>x", False),
        ("due=>2026-02-30", False),
        ("=4", False),
        (" ", False),
        ("rating<>4", False),
    ],
)
def test_the_pattern_of_properties_matches_what_find_reads(text: str, matches: bool) -> None:
    assert bool(re.search(PROPERTY, text)) == matches
    assert _is_filter(text) == matches


def test_the_pattern_of_weights_matches_up_to_three_numbers_that_are_not_all_0() -> None:
    numbers = ("0", "0.0", ".0", "00", "1", ".5", "0.5", "10.", "x", "-1", "")
    texts = [*numbers, *(f"{a},{b}" for a in numbers for b in numbers), "0,0,0", "0,0,1", "1,0,0", "0,.1,0", "1,1,1,1"]
    wrong = [text for text in texts if bool(re.search(WEIGHTS, text)) != (read_weights(text) is not None)]
    assert wrong == []
