"""The time of a search: the clock on the wall, in any time zone and on days that are not 24 hours long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.query.ast import Modified
from dowse.query.relative_time import at
from dowse.search.clock import search_time

_NOON = datetime(2026, 2, 14, 12, tzinfo=UTC).timestamp()
_HOUR = 3600.0

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be set here")


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the time zone of this process until the end of the test."""

    def in_zone(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield in_zone
    monkeypatch.undo()
    time.tzset()


def shown(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> float:
    """What a calendar shows, as seconds since 1970."""
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


def test_the_wall_clock_is_ahead_of_utc_in_the_east(in_zone: Callable[[str], None]) -> None:
    in_zone("Asia/Tokyo")
    here = search_time(_NOON)
    assert here.epoch == _NOON
    assert here.local == _NOON + 9 * _HOUR
    assert here.to_epoch(here.local) == _NOON


def test_the_wall_clock_is_as_far_off_as_it_was_on_that_day_and_not_as_it_is_today(
    in_zone: Callable[[str], None],
) -> None:
    in_zone("Europe/Berlin")
    assert search_time(_NOON).to_epoch(shown(2026, 7, 1, 12)) == shown(2026, 7, 1, 10)


def test_the_day_on_which_summer_begins_has_23_hours(in_zone: Callable[[str], None]) -> None:
    in_zone("Europe/Berlin")
    noon = shown(2026, 3, 29, 10)
    today = at(Modified("day", 0, 1), search_time(noon))
    assert today == Modified("epoch", shown(2026, 3, 28, 23), shown(2026, 3, 29, 22))


def test_the_day_on_which_summer_ends_has_25_hours(in_zone: Callable[[str], None]) -> None:
    in_zone("Europe/Berlin")
    noon = shown(2026, 10, 25, 11)
    today = at(Modified("day", 0, 1), search_time(noon))
    assert today == Modified("epoch", shown(2026, 10, 24, 22), shown(2026, 10, 25, 23))


def test_a_time_that_the_clock_skips_is_one_hour_later_and_one_that_it_shows_twice_the_first(
    in_zone: Callable[[str], None],
) -> None:
    in_zone("Europe/Berlin")
    to_epoch = search_time(_NOON).to_epoch
    assert to_epoch(shown(2026, 3, 29, 2, 30)) == shown(2026, 3, 29, 1, 30)
    assert to_epoch(shown(2026, 10, 25, 2, 30)) == shown(2026, 10, 25, 0, 30)


def test_a_day_whose_midnight_is_skipped_begins_when_the_clock_jumps(in_zone: Callable[[str], None]) -> None:
    in_zone("America/Sao_Paulo")
    assert search_time(_NOON).to_epoch(shown(2018, 11, 4)) == shown(2018, 11, 4, 3)


def test_infinities_and_years_off_the_calendar_are_times_too(in_zone: Callable[[str], None]) -> None:
    in_zone("Asia/Tokyo")
    to_epoch = search_time(_NOON).to_epoch
    assert to_epoch(float("inf")) == float("inf")
    assert to_epoch(float("-inf")) == float("-inf")
    beyond = shown(9999, 12, 31) + 86_400
    assert to_epoch(beyond) == beyond - 9 * _HOUR
    assert to_epoch(-1e12) == -1e12 - 9 * _HOUR


@settings(derandomize=True, deadline=None)
@given(st.floats(), st.floats())
def test_any_two_times_stay_in_order_but_for_what_a_zone_may_skip(first: float, second: float) -> None:
    to_epoch = search_time(_NOON).to_epoch
    if first <= second:
        assert to_epoch(first) <= to_epoch(second) + 24 * _HOUR
