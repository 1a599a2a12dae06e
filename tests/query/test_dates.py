"""Dates as stretches of time, and ranges behind a colon."""

from __future__ import annotations

from math import inf, nextafter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.query.ast import Compare, Modified, Not
from dowse.query.dates import age, date_range, days_meant, written_date_range, zone
from dowse.query.relative_time import SearchTime, at
from dowse.query.value_ranges import Range, ranges
from tests.making import DAY

STRETCHES = {
    "1970": (0, 365 * DAY),
    "1970-02": (31 * DAY, 59 * DAY),
    "1970-12": (334 * DAY, 365 * DAY),
    "1970-01-02": (DAY, 2 * DAY),
    "1970-W01": (-3 * DAY, 4 * DAY),
    "1970-w02-7": (10 * DAY, 11 * DAY),
    "1970W02": (4 * DAY, 11 * DAY),
    "1970-01-01T01:30": (5_400, 5_460),
    "1970-01-01 01:30:05": (5_405, 5_406),
    "1970-01-01t00:00:00.5z": (0.5, 0.6),
    "1970-01-01T23:30-08:00": (84_600, 84_660),
    "9999": (253_370_764_800, 253_402_300_800),
    "9999-12-31": (253_402_214_400, 253_402_300_800),
}
NO_DATES = [
    "",
    "1970-13",
    "1970-02-30",
    "1970-W54",
    "0000",
    "70",
    "1970-1-1",
    "1970-01-01T25:00",
    "soon",
    "١٩٧٠",
    "9" * 99,
]


@pytest.mark.parametrize("text", STRETCHES)
def test_a_date_is_the_time_it_covers(text: str) -> None:
    assert date_range(text) == pytest.approx(STRETCHES[text])


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date_covers_no_time(text: str) -> None:
    assert date_range(text) is None


@pytest.mark.parametrize(
    ("text", "offset"),
    [("1970-01-01T01:00Z", 0), ("1970-01-01T01:00+0530", 19_800), ("1970-01-01T01:00-08:00", -28_800)],
)
def test_a_zone_is_the_seconds_that_its_clocks_are_ahead(text: str, offset: float) -> None:
    assert zone(text) == offset


@pytest.mark.parametrize("text", ["1970-01-01", "1970-01-01T01:00", "soon"])
def test_what_names_no_zone_has_none(text: str) -> None:
    assert zone(text) is None


@pytest.mark.parametrize(
    ("text", "days"), [("36h", 1.5), ("30d", 30), ("1.5d", 1.5), ("2W", 14), ("3m", 90), ("1y", 365)]
)
def test_an_age_is_a_number_of_days(text: str, days: float) -> None:
    assert age(text) == days * DAY


@pytest.mark.parametrize("text", ["30", "d", "30 d", "-1d", "30days", "1e9d", ""])
def test_what_is_no_age_has_none(text: str) -> None:
    assert age(text) is None


RANGES = {
    ">5": [Range("number", nextafter(5, inf), inf)],
    "5": [Range("number", 5, nextafter(5, inf))],
    "=>5": [Range("number", 5, inf)],
    "1e3..2e3": [Range("number", 1_000, nextafter(2_000, inf))],
    "5..1970-01-02": [],
    "..": [],
    "> ": [],
    ">x": [],
    "tomorrow": [Range("day", 1, 2)],
    "yesterday..today": [Range("day", -1, 1)],
    ">=30d": [Range("age", 30 * DAY, inf)],
}


@pytest.mark.parametrize("text", RANGES)
def test_a_range_is_read_on_each_scale_that_fits(text: str) -> None:
    assert list(ranges(text)) == RANGES[text]


def test_a_year_is_a_number_too() -> None:
    assert [each.scale for each in ranges(">2020")] == ["number", "date"]


@settings(derandomize=True, deadline=None, database=None, max_examples=500)
@given(st.text("0123456789-.:TWZ+<>=dhy ", max_size=30))
def test_any_text_has_ranges_or_none(text: str) -> None:
    assert all(each.low <= each.high or each.scale in {"number", "date"} for each in ranges(text))


_NOON = SearchTime(epoch=1_000 * DAY, local=1_000.5 * DAY, to_epoch=lambda local: local - DAY / 2)


def test_an_age_counts_back_from_the_moment_of_the_search() -> None:
    assert at(Modified("age", -inf, 30 * DAY), _NOON) == Modified("epoch", nextafter(970 * DAY, inf), inf)
    assert at(Compare("due", "age", 7 * DAY, inf), _NOON) == Compare("due", "date", -inf, nextafter(993.5 * DAY, inf))


def test_a_day_begins_at_midnight_of_the_local_clock() -> None:
    assert at(Modified("day", 0, 1), _NOON) == Modified("epoch", 999.5 * DAY, 1_000.5 * DAY)
    assert at(Not(Compare("due", "day", -1, 0)), _NOON) == Not(Compare("due", "date", 999 * DAY, 1_000 * DAY))


def test_a_date_of_a_file_is_a_date_of_the_local_clock() -> None:
    assert at(Modified("date", DAY, inf), _NOON) == Modified("epoch", DAY / 2, inf)


def test_what_engines_know_stays_as_it_is() -> None:
    for leaf in (Modified("epoch", 0, 1), Compare("due", "date", 0, 1), Compare("n", "number", 0, 1)):
        assert at(leaf, _NOON) == leaf


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        *((text, "2021-03-12") for text in ("12 march 2021", "March 12th, 2021", "12-Mar-2021", "12. März 2021")),
        *((text, "2021-03-12") for text in ("2021/3/12", "2021.03.12", "12.03.2021", "2021年3月12日", "12 mars 2021")),
        *((text, "2021-03-12") for text in ("Fri, 12 Mar 2021 10:00:00 +0000", "Friday, March 12, 2021 at 9:30 am")),
        *((text, "2021-03-12") for text in ("2021/03/12 10:00", "vendredi 12 mars 2021", "12 de marzo de 2021")),
        ("2021-3-5", "2021-03-05"),
        ("31/12/2021", "2021-12-31"),
        ("March 2021", "2021-03"),
        ("12/2021", "2021-12"),
        ("2021-03-12T10:00", "2021-03-12T10:00"),
    ],
)
def test_a_date_of_a_property_may_be_written_in_words_or_in_another_order(text: str, iso: str) -> None:
    assert written_date_range(text) == date_range(iso) is not None


@pytest.mark.parametrize(
    "text", ["03/12/2021", "2021/22", "31 February 2021", "talk of 12 March 2021", "version 2021", "12", "x" * 70]
)
def test_a_text_of_two_meanings_or_of_more_than_a_date_is_none(text: str) -> None:
    assert written_date_range(text) is None


def test_a_date_in_either_order_names_both_days() -> None:
    assert days_meant("03/04/2021") == ("2021-04-03", "2021-03-04")
    assert not any(map(days_meant, ("03/03/2021", "13/04/2021", "2021-03-04", "03/04/21")))
