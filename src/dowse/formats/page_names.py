"""The names of pages in Logseq by their files: `pages/Ferry___Timetable.md` is Ferry/Timetable, and
`journals/2026_11_03.md` is the day.

Logseq's documentation has the rules: "Logseq file and folder naming rules".
"""

from __future__ import annotations

from urllib.parse import unquote

from ..model.lazy_pattern import lazy_pattern

_NAMESPACE = "___"  # for the `/` of a name
_DAY = lazy_pattern(r"(?:^|/)journals/(\d{4})_(0[1-9]|1[0-2])_(0[1-9]|[12]\d|3[01])\.\w+\Z")
_PAGE = lazy_pattern(r"(?:^|/)pages/([^/]+)\.\w+\Z")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ORDINALS = {"01": "1st", "02": "2nd", "03": "3rd", "21": "21st", "22": "22nd", "23": "23rd", "31": "31st"}


def is_page(path: str) -> bool:
    """Whether the file is in a folder of Logseq for pages or days."""
    return _PAGE.search(path) is not None or _DAY.search(path) is not None


def page_title(path: str) -> str:
    """The name of a page that its file has in another form; empty for other files. Of a day its date, 2026-11-03."""
    if day := _DAY.search(path):
        return "-".join(day.groups())
    page = _PAGE.search(path)
    return unquote(page[1]).replace(_NAMESPACE, "/") if page and (_NAMESPACE in page[1] or "%" in page[1]) else ""


def page_aliases(path: str) -> tuple[str, ...]:
    """The names by which links mean a page whose file has another: of a day its date, and `Nov 3rd, 2026`, as Logseq
    writes dates unless it is configured otherwise.
    """
    title = page_title(path)
    day = _DAY.search(path)
    if day is None:
        return (title,) if title else ()
    year, month, number = day.groups()
    ordinal = _ORDINALS.get(number, f"{int(number)}th")
    return title, f"{_MONTHS[int(month) - 1]} {ordinal}, {year}"
