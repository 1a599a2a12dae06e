"""Periods as people write them: "q3 2022", "first half of 2021", "early 2023", "the last week of December 2021"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...model.lazy_pattern import lazy_pattern
from .date_ranges import AND, BETWEEN, FROM, LONGEST_BEFORE, TO, date_ranges, length_before
from .query_dates import MONTH_NAME, date_spans, month_of, name_of_week

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_OF = r"(?:,? of |,? in |,? des |,? von |,? im |,? du |,? de |[- ]de[- ]|,? |/|-)"  # between a part and what it is of
_FIRST, _SECOND = r"first|1st|ersten?s?|1\.|première?|premier|1er|1[èe]re", r"second|2nd|zweiten?s?|2\.|deuxième|2e"
_THIRD, _FOURTH = r"third|3rd|dritten?s?|3\.|troisième|3e", r"fourth|4th|vierten?s?|4\.|quatrième|4e"
_WINTER = r"winter|hiver"
_WEEK_WORD = r"(?:weeks?|wk\.?|kw|kalenderwochen?|wochen?|semaines?|w)"
_WEEK = r"(?P<week>0?[1-9]|[1-4]\d|5[0-3])"
_WEEK_OF = r"(?:,? of |,? in |,? von |,? im |,? de |,? |/|-)"  # between a week and its year
_LAST = r"last|final|letzten?s?|dernière?|dernier"
_ORDINALS = (_FIRST, _SECOND, _THIRD, _FOURTH)
_ORDINAL = rf"(?P<ordinal>{'|'.join(_ORDINALS)})"
_QUARTER = r"(?:quarters?|quartale?s?|trimestres?)"
_HALF = rf"(?P<half>{_FIRST}|{_SECOND}) (?:half|halves|hälfte|halbjahre?s?|semestre|moitié)"
_SEASONS = (
    r"spring|frühling|frühjahr|printemps",
    r"summer|sommer|été",
    r"autumn|fall|herbst|automne",
    _WINTER,
)
_SEASON = rf"(?P<season>{'|'.join(_SEASONS)})"
_SINCE_ORDINAL, _SINCE_WEEK, _SINCE_SEASON = (
    form.replace("?P<", "?P<since_", 1) for form in (_ORDINAL, _WEEK, _SEASON)
)
_PARTS = (
    r"early|beginning|start|anfang|beginn|début",
    r"mid|middle|mitte|mi",
    r"late|end|ende|fin",
)
_OF_PART = r"(?: of | in | des | von | im | du | de |[- ]de[- ]| |/|-)"  # no comma, as in `range(start, 2000)`
_NOUN = r"(?P<part>beginning|start|middle|end)"  # of English, which other names have as well: "front end 2021"
_BEFORE_NOUN = ("by", "at", "the", "until", "since", "from", "before", "after")
_BARE = "|".join((r"(?:(?<!\w )", *(rf"(?<=\b{word} )" for word in _BEFORE_NOUN))) + ")"
_OTHER_PART = r"(?:le |la )?(?P<part>early|anfang|beginn|début|mid|mitte|mi|late|ende|fin)"
_BEFORE, _BEHIND = r"(?<![\w.-])", r"(?![\w-])"
_SINCE, _UNTIL = MONTH_NAME.replace("<name>", "<since>"), MONTH_NAME.replace("<name>", "<until>")
_DATE = r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-\d\d)?"
_YEAR_OF_NOTES = r"(?:199\d|20[0-4]\d)"
_OF_VERSIONS = lazy_pattern(  # "upgrade from 2000 to 2003": 2001 and 2002 are neither versions nor years
    r"\b(?:(?:up|down)grad(?:e|es|ed|ing)|migrat(?:e|ed|ing)|convert(?:ed|ing)?|switch(?:ed|ing)?|port(?:ed|ing)|"
    r"migrieren|aktualisieren|umstieg|umsteigen|migrer)\b",
    re.IGNORECASE,
)
_RANGES = (
    *(
        rf"{begin}{first}{to}{last}"
        for begin, to in ((rf"(?:{FROM})?", TO), (BETWEEN, AND))
        for first, last in (
            (rf"{_SINCE}(?:,? (?P<begin>(?:19|20)\d\d))?", rf"{_UNTIL},? {_YEAR}"),
            (rf"(?P<first>{_DATE})", rf"(?P<last>{_DATE})"),
        )
    ),
    *(
        rf"{begin}(?P<first>{_YEAR_OF_NOTES}){to}(?P<last>{_YEAR_OF_NOTES})"
        for begin, to in ((FROM, TO), (BETWEEN, AND))
    ),
    *(  # of parts of one year: "Q1 to Q3 2021", "2021 Q1-Q3", "weeks 10 to 12 of 2021", "spring to autumn 2021"
        begin + form
        for begin, to in ((rf"(?:{FROM})?", TO), (BETWEEN, AND))
        for form in (
            rf"[qt](?P<since_quarter>[1-4]){to}[qt]?(?P<quarter>[1-4]){_OF}{_YEAR}",
            rf"{_YEAR}[-/ ]?[qt](?P<since_quarter>[1-4]){to}[qt](?P<quarter>[1-4])",
            rf"{_SINCE_ORDINAL}(?: {_QUARTER})?{to}{_ORDINAL} {_QUARTER}{_OF}{_YEAR}",
            rf"{_WEEK_WORD} ?{_SINCE_WEEK}{to}(?:{_WEEK_WORD} ?)?{_WEEK}{_WEEK_OF}{_YEAR}",
            rf"{_YEAR}[-/ ]?w{_SINCE_WEEK}{to}w{_WEEK}",
            rf"{_SINCE_SEASON}{to}{_SEASON}{_OF}{_YEAR}",
        )
    ),
)
_FARTHEST = 200  # characters between such a word and the years
_MOST_DAYS, _MOST_MONTHS = 62, 12  # of a range that has its days or its months as dates
_PERIODS = tuple(
    lazy_pattern(_BEFORE + form + _BEHIND, re.IGNORECASE)
    for form in (
        *_RANGES,
        rf"[qt](?P<quarter>[1-4]){_OF}{_YEAR}",
        rf"{_YEAR}[-/ ]?[qt](?P<quarter>[1-4])",
        rf"{_WEEK_WORD} ?{_WEEK}{_WEEK_OF}{_YEAR}",
        rf"{_YEAR},?[-/ ]?{_WEEK_WORD} ?{_WEEK}",
        rf"{_ORDINAL} {_QUARTER}{_OF}{_YEAR}",
        rf"(?:the )?{_HALF}{_OF}(?:{MONTH_NAME}(?:,| of| de)? )?{_YEAR}",
        rf"h(?P<half>[12]){_OF}{_YEAR}",
        rf"{_YEAR}[-/ ]?h(?P<half>[12])",
        rf"(?P<winter>{_WINTER}){_OF}{_YEAR}[-/](?:(?:19|20)\d\d|\d\d)",
        rf"{_SEASON}{_OF}{_YEAR}",
        rf"(?:the )?(?:(?P<last>{_LAST})|{_ORDINAL}) (?:week|woche|semaine){_OF}{MONTH_NAME}(?:,| of| de)? {_YEAR}",
        *(
            part + of
            for of in (rf"{MONTH_NAME}(?:,| of| de)? {_YEAR}", _YEAR)
            for part in (
                _OTHER_PART + _OF_PART,
                rf"(?<!front )(?<!back )(?:the )?{_NOUN}(?: of | in |[-/])",
                rf"{_BARE}{_NOUN} ",
            )
        ),
    )
)
# Between two periods, "Q1 2021-Q2 2021", where the sign stands inside of others.
_JOINT = lazy_pattern(
    r"(?<=(?:19|20)\d\d)-(?=[^\W\d]\w*[ /-](?:19|20)\d\d(?!\d|[-/ ]?[qtw]\d))"
    r"|(?<=\d[-/ ][qt][1-4])-(?=(?:19|20)\d\d[-/ ]?[qt][1-4](?!\w))"
    r"|(?<=\d[-/ ]w\d\d)-(?=(?:19|20)\d\d[-/ ]?w\d)"
    r"|(?<=\d)\.\.(?=(?:19|20)\d\d|[qtw]\d)",
    re.IGNORECASE,
)
_MOST_PERIODS = 4  # of a text: each is looked up by the names of all its days
_A_YEAR = lazy_pattern(_YEAR)


class Period(NamedTuple):
    """A period in a text."""

    dates: tuple[str, ...]  # its months, as `2022-07`, its days, as `2021-12-25`, or its years
    written: str
    name: str = ""  # that documents of the whole period have: `2022-W28`, `2022-Q3`
    is_range: bool = False  # whether it is written as its first and its last date


@lru_cache(64)  # a search asks several times
def query_periods(text: str) -> tuple[Period, ...]:
    """The ranges of dates, halves, quarters, weeks, seasons, parts of years and months, and weeks of months.

    They are in English, German or French.  Winter is that at the beginning and that at the end of the year, but one in
    "winter 2021/22".  The parts of a year have four months each, those of a month ten days and more, and weeks are
    seven days from the first or to the last.  Of many periods the first four count.
    """
    if not _A_YEAR.search(text):  # as in most queries
        return ()
    written = " ".join(text.split())
    ranges = [(start, end, dates) for start, end, *ends in date_ranges(written) if (dates := _between(*ends))]
    found = [_Found(start, end, Period(dates, written[start:end], is_range=True)) for start, end, dates in ranges]
    joined = _blanked(written, ((start, end) for start, end, _ in ranges))
    joined = _JOINT.sub(lambda joint: "–" * len(joint[0]), joined)
    for form in _PERIODS:
        for each in form.finditer(joined):
            start, end = each.span()
            if (period := _period(each)).dates:
                found.append(_Found(start, end, period._replace(written=written[start:end])))
        joined = form.sub(_blank, joined)  # a later form may not take a part of the period
    single = [_Found(start, end, Period((date,), written[start:end])) for start, end, date in date_spans(joined)]
    return tuple(each.period for each in _with_ranges(found, single, written)[:_MOST_PERIODS])


def names_of_parts(period: Period) -> tuple[str, ...]:
    """The names of the quarters in a range of months, `2021-Q1`, and of the weeks in one of days."""
    dates = set(period.dates if period.is_range else ())
    quarters = {f"{each[:4]}-Q{(int(each[5:7]) + 2) // 3}": each for each in dates if len(each) == len("2021-03")}
    weeks = {
        name_of_week(day) for each in dates if len(each) == 10 and (day := date.fromisoformat(each)).isoweekday() == 4
    }
    whole = (name for name, each in quarters.items() if dates.issuperset(_dates(int(each[:4]), {"quarter": name[-1]})))
    return tuple(sorted((*whole, *weeks)))


class _Found(NamedTuple):
    """A period with its offsets in the text."""

    start: int
    end: int
    period: Period


def _with_ranges(found: Sequence[_Found], single: Sequence[_Found], text: str) -> Sequence[_Found]:
    """The periods, of which two with a word or a sign of a range between them are one: "Q1 2021 to summer 2021".

    So are a period and a single date, which alone is none: "Q1 2021 to March 2022".
    """
    ranges: dict[_Found, _Found | None] = {}
    for first, last in pairwise(sorted((*(each for each in found if not each.period.is_range), *single))):
        before = text[max(0, first.start - LONGEST_BEFORE) : first.start]
        length = length_before(before, text[first.end : last.start]) if first not in ranges else None
        if length is not None and (dates := _between(_begin(first.period.dates), last.period.dates[-1])):
            start = first.start - length
            ranges[first] = _Found(start, last.end, Period(dates, text[start : last.end], is_range=True))
            ranges[last] = None
    of_periods = [range_or_period for each in found if (range_or_period := ranges.get(each, each))]
    return [*of_periods, *(range_with_date for each in single if (range_with_date := ranges.get(each)))]


def _begin(dates: Sequence[str]) -> str:
    """The first date of a range that begins with the period: of a winter at both ends of a year, that of the second."""
    return next((last for first, last in pairwise(dates) if (first[5:], last[5:]) == ("02", "12")), dates[0])


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text of the same length with a slash for each of these parts, which may overlap."""
    kept, last = list[str](), 0
    for start, end in sorted(spans):
        if end > last:
            begin = max(start, last)
            kept += (text[last:begin], f"{'/':^{end - begin}}")
            last = end
    return "".join((*kept, text[last:]))


def _blank(found: re.Match[str]) -> str:
    return f"{'/':^{len(found[0])}}"


def _period(found: re.Match[str]) -> Period:
    parts = {name: value for name, value in found.groupdict().items() if value}
    if "last" in parts and "first" in parts:
        near = max(0, found.start() - _FARTHEST)
        if len(parts["first"]) == len("2021") and _OF_VERSIONS.search(found.string, near, found.start()):
            return Period((), found[0])
        return Period(_between(parts["first"], parts["last"]), found[0], is_range=True)
    if "until" in parts:
        last = f"{parts['year']}-{month_of(parts['until']):02}"
        since = month_of(parts["since"])
        begun = int(parts.get("begin", parts["year"])) - ("begin" not in parts and since > month_of(parts["until"]))
        return Period(_between(f"{begun}-{since:02}", last), found[0], is_range=True)
    year = int(parts["year"])
    if first := {name.removeprefix("since_"): value for name, value in parts.items() if name.startswith("since_")}:
        return Period(_from_part_to_part(year, first, parts), found[0], is_range=True)
    dates = _dates(year, parts)
    name = name_of_week(date.fromisoformat(dates[3])) if "week" in parts and dates else ""  # by its Thursday
    if "quarter" in parts or ("ordinal" in parts and "name" not in parts):
        name = f"{parts['year']}-Q{(int(dates[0][-2:]) + 2) // 3}"
    elif "half" in parts and "name" not in parts:
        name = f"{parts['year']}-H{_half(parts['half']) + 1}"
    return Period(dates, found[0], name)


def _from_part_to_part(year: int, first: Mapping[str, str], last: Mapping[str, str]) -> tuple[str, ...]:
    """From one part of a year to another; one that comes later in the year is of the year before."""
    ends = _dates(year, last)
    begins = _dates(year, first)
    if ends and not (begins and _begin(begins) <= ends[-1]):  # as week 53 of a year with 52
        begins = _dates(year - 1, first)
    return _between(_begin(begins), ends[-1]) if begins and ends else ()


def _between(first: str, last: str) -> tuple[str, ...]:
    """The days, the months or the years from one date to another; of a long range the longer ones."""
    if len(first) == len(last) == 10:
        try:
            start, days = date.fromisoformat(first), (date.fromisoformat(last) - date.fromisoformat(first)).days + 1
        except ValueError:  # such as the 31st of June
            days = _MOST_DAYS + 1
        if days <= _MOST_DAYS:
            return tuple((start + timedelta(days=day)).isoformat() for day in range(days))
    years = range(int(first[:4]), int(last[:4]) + 1)
    if len(first) == len(last) == 4:
        return tuple(map(str, years))
    every = (f"{year}-{month:02}" for year in years for month in range(1, 13))
    months = tuple(each for each in every if first[:7] <= each <= last[:7])
    return months if len(months) <= _MOST_MONTHS else tuple(map(str, years))


def _dates(year: int, parts: Mapping[str, str]) -> tuple[str, ...]:
    if "week" in parts:
        in_first = date(year, 1, 4)  # the first week has the first Thursday
        monday = in_first + timedelta(weeks=int(parts["week"]) - 1, days=-in_first.weekday())
        is_of_year = (monday + timedelta(days=3)).year == year  # most years have no week 53
        return tuple((monday + timedelta(days=day)).isoformat() for day in range(7)) if is_of_year else ()
    if "name" in parts:
        return _days(year, month_of(parts["name"]), parts)
    if "winter" in parts:
        return _over_the_end_of(year)
    if "season" in parts:
        first = 3 + 3 * _number(parts["season"], _SEASONS)
        if first == 12:  # winter
            return (*_months(year, 1, 2), *_over_the_end_of(year))
        return _months(year, first, first + 2)
    if "part" in parts:
        number = _number(parts["part"], _PARTS)
        return _months(year, 4 * number + 1, 4 * number + 4)
    if "half" in parts:
        number = _half(parts["half"])
        return _months(year, 6 * number + 1, 6 * number + 6)
    quarter = int(parts["quarter"]) - 1 if "quarter" in parts else _number(parts["ordinal"], _ORDINALS)
    return _months(year, 3 * quarter + 1, 3 * quarter + 3)


def _days(year: int, month: int, parts: Mapping[str, str]) -> tuple[str, ...]:
    """The days of a week, a half or a third of the month."""
    last = monthrange(year, month)[1]
    if "part" in parts:
        number = _number(parts["part"], _PARTS)
        days = range(10 * number + 1, last + 1 if number == 2 else 10 * number + 11)
    elif "half" in parts:
        days = range(16, last + 1) if _half(parts["half"]) else range(1, 16)
    elif "last" in parts:
        days = range(last - 6, last + 1)
    else:
        begin = 7 * _number(parts["ordinal"], _ORDINALS) + 1
        days = range(begin, begin + 7)
    return tuple(f"{year}-{month:02}-{day:02}" for day in days)


def _over_the_end_of(year: int) -> tuple[str, ...]:
    return (*_months(year, 12, 12), *_months(year + 1, 1, 2))


def _months(year: int, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{year}-{month:02}" for month in range(first, last + 1))


def _half(word: str) -> int:
    return int(word) - 1 if word.isdecimal() else _number(word, _ORDINALS)


def _number(word: str, forms: tuple[str, ...]) -> int:
    return next(number for number, form in enumerate(forms) if re.fullmatch(form, word, re.IGNORECASE))
