"""The time of a search on the clock of this computer, whose time zone is read from the system."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..query.relative_time import SearchTime

_BEGINNING = datetime(1970, 1, 1)  # noqa: DTZ001  # what the wall clock says has no zone


def search_time(now: float) -> SearchTime:
    """`now`, in seconds since the epoch, as this computer's calendar shows it.

    A time that the clock skips in spring is taken for the one an hour later, and one that it shows twice in autumn
    for the first.  A time before the year 1 or after 9999 is shifted as far as the present one.
    """
    local = (datetime.fromtimestamp(now) - _BEGINNING).total_seconds()  # noqa: DTZ006  # local on purpose

    def to_epoch(local_seconds: float) -> float:
        try:
            # Not time.mktime: what that says of skipped and repeated times differs from system to system.
            return (_BEGINNING + timedelta(seconds=local_seconds)).timestamp()
        except (OverflowError, ValueError, OSError):
            return local_seconds - (local - now)  # an infinity is unchanged

    return SearchTime(now, local, to_epoch)
