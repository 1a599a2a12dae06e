"""Dates as people write them, as documents have them in their names: "July 2022" is 2022-07, "13.6.2023" 2023-06-13."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date as Date  # noqa: N812  # texts are called `date` here
from functools import lru_cache

from ...model.lazy_pattern import lazy_pattern

# English, with abbreviations; German, French, Spanish, Italian, Portuguese, Dutch; Russian, with its genitive.
_MONTHS = (
    r"jan(?:uary)?|januar|jänner|janvier|enero|gennaio|janeiro|januari|январ[ья]",
    r"feb(?:ruary)?|februar|f[ée]vrier|febrero|febbraio|fevereiro|februari|феврал[ья]",
    r"mar(?:ch)?|m(?:ä|ae?)rz|mars|marzo|março|maart|марта?",
    r"apr(?:il)?|avril|abril|aprile|апрел[ья]",
    r"may|mai|mayo|maggio|maio|mei|ма[йя]",
    r"june?|juni|juin|junio|giugno|junho|июн[ья]",
    r"july?|juli|juillet|julio|luglio|julho|июл[ья]",
    r"aug(?:ust)?|ao[ûu]t|agosto|augustus|августа?",
    r"sept?(?:ember)?|septembre|sep?tiembre|settembre|setembro|сентябр[ья]",
    r"oct(?:ober)?|oktober|octobre|octubre|ottobre|outubro|октябр[ья]",
    r"nov(?:ember)?|novembre|noviembre|novembro|ноябр[ья]",
    r"dec(?:ember)?|dezember|d[ée]cembre|diciembre|dicembre|dezembro|декабр[ья]",
)
_LISTED = "january february march april may june july august september october november december"
_ENGLISH = tuple(_LISTED.split())
MONTH_NAME = rf"(?P<name>{'|'.join(_MONTHS)})\.?"
_DAY, _MONTH, _YEAR = r"(?P<day>0?[1-9]|[12]\d|3[01])", r"(?P<month>0?[1-9]|1[0-2])", r"(?P<year>(?:19|20)\d\d)"
_OF_MONTH = rf"{_DAY}(?:st|nd|rd|th|er|º|\.)?"
_IN_WORDS = (
    rf"(?:{_OF_MONTH} (?:of |de |di )?)?{MONTH_NAME}(?:,| del?)? {_YEAR}",  # 12 September 2023, September 2023
    rf"{MONTH_NAME} {_OF_MONTH},? {_YEAR}",  # September 12, 2023
    rf"{_DAY}-{MONTH_NAME}-{_YEAR}",  # 12-Sep-2023
    rf"{_YEAR},? {MONTH_NAME}(?: {_OF_MONTH})?",  # 2023 September 12
)
_DAY_FIRST = rf"(?P<day>1[3-9]|2\d|3[01])[-/]{_MONTH}[-/]{_YEAR}"  # 13/9/2023; 12/9/2023 may be a day in December
_MONTH_FIRST = rf"{_MONTH}[-/](?P<day>1[3-9]|2\d|3[01])[-/]{_YEAR}"  # 9/13/2023
_EITHER = r"(?P<{}>0?[1-9]|1[0-2])[-/](?P<{}>0?[1-9]|1[0-2])[-/]" + _YEAR
_IN_NUMBERS = (
    rf"{_YEAR}(?P<joint>[-/._]){_MONTH}(?P=joint){_DAY}",  # 2023-09-12, 2023/9/12
    rf"{_DAY}\.{_MONTH}\.{_YEAR}",  # 12.9.2023
    _DAY_FIRST,
    _MONTH_FIRST,
    rf"{_MONTH}[/.]{_YEAR}",  # 9/2023, 09.2023
    rf"{_YEAR}/{_MONTH}",  # 2023/09; 2023-09 is the form of names
)
_WITHOUT_YEAR = (
    rf"{_OF_MONTH} (?:of |de |di )?{MONTH_NAME}",  # 27 November, 27. November
    rf"{MONTH_NAME} {_OF_MONTH}",  # November 27th
)
_BOUNDS = r"(?<![\w-])", r"(?![\w-])"
_BOUNDS_OF_NUMBERS = r"(?<![a-zA-Z\d./:_-])", r"(?![a-zA-Z\d/_-]|[.:]\d)"  # `日記2023-09-12` has no others
_FORMS = (
    *(
        lazy_pattern(before + form + behind, re.IGNORECASE)
        for forms, (before, behind) in ((_IN_WORDS, _BOUNDS), (_IN_NUMBERS, _BOUNDS_OF_NUMBERS))
        for form in forms
    ),
    lazy_pattern(rf"(?<!\d){_YEAR} ?[年년] ?{_MONTH} ?[月월](?: ?{_DAY} ?[日일])?"),
    lazy_pattern(rf"(?<!\d){_YEAR}(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"),  # 20230912
)
# The order of another date in the text tells that of 12/03/2021: "12/03/2021 to 15/03/2021".
_ORDERS = tuple(
    tuple(lazy_pattern(_BOUNDS_OF_NUMBERS[0] + form + _BOUNDS_OF_NUMBERS[1]) for form in forms)
    for forms in ((_DAY_FIRST, _EITHER.format("day", "month")), (_MONTH_FIRST, _EITHER.format("month", "day")))
)
# The sign between two dates, "12 March 2021-15 March 2021", which stands inside of others.
_TO_DATE = lazy_pattern(
    rf"(?<=[ ./,](?:19|20)\d\d)-(?=(?:{_OF_MONTH} (?:of |de |di )?)?{MONTH_NAME}[ ,]"
    rf"|\d\d?(?P<joint>[./])\d\d?(?P=joint)(?:19|20)\d\d|(?:0?[1-9]|1[0-2])[./](?:19|20)\d\d(?![./]?\d))"
    r"|(?<=\d\d\d\d-\d\d-\d\d)-(?=\d{4}-\d\d-\d\d(?!\d))"
    r"|(?<=\d[./]\d|[./]\d\d)-(?=\d{4}(?P<between>[./])\d\d?(?:(?P=between)\d\d?)?(?![./]?\d))"
    r"|(?<=\d\.)-(?=\d\d?\.\d\d?\.(?:19|20)\d\d(?!\d))"
    r"|(?<=\d)\.\.(?=\d{4}[-./]\d|\d\d?[./]\d)",
    re.IGNORECASE,
)
_DAYS = tuple(lazy_pattern(_BOUNDS[0] + form + _BOUNDS[1], re.IGNORECASE) for form in _WITHOUT_YEAR)
# "notes from november", not "may" or "march" as verbs; no day or year follows, which the forms above have taken.
_MONTH_ALONE = lazy_pattern(
    rf"(?<!\w)(?:in|from|of|since|during|im|vom|aus|seit|en|du|de|desde|di|da|em|van|в|с|за) {MONTH_NAME}(?![\w-])",
    re.IGNORECASE,
)
_YEARS = range(1990, 2050)  # of dated notes
_A_YEAR, _A_MONTH_NAME = lazy_pattern(_YEAR), lazy_pattern(rf"(?<!\w){MONTH_NAME}(?!\w)", re.IGNORECASE)
_A_MONTH = tuple(lazy_pattern(month, re.IGNORECASE) for month in _MONTHS)


@lru_cache(64)  # a search asks several times
def query_dates(text: str) -> tuple[tuple[str, str], ...]:
    """The dates, as `2023-09-12` or, without a day, as `2023-09`, each once and as written in the text.

    Months are numbers, or words of English, German, French, Spanish, Italian, Portuguese, Dutch or Russian.
    """
    if not _A_YEAR.search(text):  # as in most queries
        return ()
    joined, dates = " ".join(text.split()), dict[str, str]()
    for start, end, date in date_spans(joined):
        dates.setdefault(date, joined[start:end])
    return tuple(dates.items())


def date_spans(text: str) -> list[tuple[int, int, str]]:
    """The dates with their offsets, which do not overlap, in the order of their forms; several blanks are one."""
    spans: list[tuple[int, int, str]] = []
    text = _TO_DATE.sub(_dashes, text)
    told = [otherwise for form, otherwise in _ORDERS if form.search(text)]
    for form in (*_FORMS, *(told if len(told) == 1 else ())):
        spans += ((*found.span(), _date(found)) for found in form.finditer(text))
        text = form.sub(_blank, text)  # a later form may not take a part of the date
    return spans


def _dashes(found: re.Match[str]) -> str:
    return "–" * len(found[0])


def _blank(found: re.Match[str]) -> str:
    return f" / {'':{len(found[0]) - 3}}"


@lru_cache(64)  # as above
def query_days(text: str) -> tuple[tuple[str, str], ...]:
    """The days of a month named by a word, in any year, as `11-27`, each once and as written: `27 november`."""
    if not _A_MONTH_NAME.search(text):  # as in most queries
        return ()
    joined, days = _without_dates(text), dict[str, str]()
    for form in _DAYS:
        for found in form.finditer(joined):
            days.setdefault(f"{month_of(found['name']):02}-{int(found['day']):02}", found[0])
        joined = form.sub(" / ", joined)
    return tuple(days.items())


@lru_cache(64)  # as above
def query_months(text: str) -> tuple[tuple[str, str], ...]:
    """The months behind a preposition, without a day and a year, as `11`, each once and as written: `november`."""
    if not _A_MONTH_NAME.search(text):  # as in most queries
        return ()
    joined, months = _without_dates(text), dict[str, str]()
    for form in _DAYS:
        joined = form.sub(" / ", joined)
    for found in _MONTH_ALONE.finditer(joined):
        months.setdefault(f"{month_of(found['name']):02}", found["name"])
    return tuple(months.items())


def _without_dates(text: str) -> str:
    joined = _TO_DATE.sub(_dashes, " ".join(text.split()))
    for form in _FORMS:
        joined = form.sub(" / ", joined)
    return joined


def has_day(name: str, day: str) -> bool:
    """Whether the name has a date of that day in any year: `2026-11-27`, `2026.11.27`, `20261127` or `27.11.2026`."""
    month, own = day.split("-")
    in_order = rf"(?:19|20)\d\d(?P<joint>[-._/ ]?){month}(?P=joint){own}"
    return re.search(rf"(?<!\d)(?:{in_order}|{own}(?P<to>[-._]){month}(?P=to)(?:19|20)\d\d)(?!\d)", name) is not None


def may_have_day(name: str, day: str) -> bool:
    """Whether the name has that day, perhaps without a year or with the year behind it: `11-27 Bees`, `27-11-2026`.

    `2026-05-04` is no 5th of April.
    """
    month, own = day.split("-")
    either = rf"(?<!\d)(?<!(?:19|20)\d\d[-._/ ])(?:{month}[\W_]+{own}|{own}[\W_]+{month})(?!\d)"
    return has_day(name, day) or re.search(either, name) is not None


def has_month(name: str, month: str) -> bool:
    """Whether the name has a date of that month in any year, with a day: `2026-11-27`, `20261127` or `27.11.2026`."""
    in_order = rf"(?:19|20)\d\d(?P<joint>[-._/ ]?){month}(?P=joint)\d\d"
    return re.search(rf"(?<!\d)(?:{in_order}|\d\d(?P<to>[-._]){month}(?P=to)(?:19|20)\d\d)(?!\d)", name) is not None


def names_of_date(date: str) -> tuple[str, ...]:
    """The forms of a date in names of documents: of `2023-09-12` also `20230912` and `12.09.2023`."""
    year, month, *days = date.split("-")
    return (date, *(name for day in days for name in (f"{year}{month}{day}", f"{day}.{month}.{year}")))


def names_within(date: str) -> tuple[str, ...]:
    """As `names_of_date`, and in English; for a month those of its days in one number, `20220714`, and of its weeks,
    `2022-W28`, too.
    """
    year, month, day = (*date.split("-"), "", "")[:3]
    if not month:
        return (date,)
    if day:
        return (*names_of_date(date), *_in_english(date))
    of_days = [f"{year}{month}{number:02}" for number in range(1, monthrange(int(year), int(month))[1] + 1)]
    return (date, f"{month}.{year}", *_in_english(date), *of_days, *weeks_of_month(int(year), int(month)))


def weeks_of_month(year: int, month: int) -> tuple[str, ...]:
    """The weeks whose Thursday is in the month, as `2022-W28`."""
    days = (Date(year, month, day) for day in range(1, monthrange(year, month)[1] + 1))
    return tuple(name_of_week(day) for day in days if day.isoweekday() == 4)


def name_of_week(day: Date) -> str:
    """The week of the day, as `2022-W28`."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def names_of_whole_date(text: str) -> tuple[str, ...]:
    """The other forms of the date that the text is, in names of documents: of "july 2021" `2021-07` and `2021 July`."""
    date = whole_date(text)
    return (*names_of_date(date), *_in_english(date)) if date else ()


def whole_date(text: str) -> str:
    """The date that the whole text is; empty for another text."""
    dates = query_dates(text)
    return dates[0][0] if len(dates) == 1 and dates[0][1] == " ".join(text.split()) else ""


def _in_english(date: str) -> tuple[str, str]:
    """`14 july 2022` and `july 14 2022`, or `july 2022` and `2022 july`."""
    year, month, *days = date.split("-")
    name = _ENGLISH[int(month) - 1]
    if days:
        return f"{int(days[0])} {name} {year}", f"{name} {int(days[0])} {year}"
    return f"{name} {year}", f"{year} {name}"


def names_of_day(day: str) -> tuple[str, ...]:
    """The forms of a day in names of documents, in any year: of `11-27` also `27.11` and `20231127`."""
    month, own = day.split("-")
    return day, f"{own}.{month}", *(f"{year}{month}{own}" for year in _YEARS)


def names_of_month(month: str) -> tuple[str, ...]:
    """The beginnings of the dates of a month in names of documents, in any year: `2023-11`."""
    return tuple(f"{year}-{month}" for year in _YEARS)


def month_of(name: str) -> int:
    """The number of a month by its name."""
    return next(number for number, form in enumerate(_A_MONTH, start=1) if form.fullmatch(name))


def _date(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month = int(parts["month"]) if parts.get("month") else month_of(parts["name"])
    return f"{parts['year']}-{month:02}" + (f"-{int(parts['day']):02}" if parts.get("day") else "")
