"""Regular expressions of the values that filters accept, for the description of an interface.

They are in the syntax that JSON Schema, Python and browsers share, without flags.  The readers in dates.py,
value_ranges.py and leaf_parser.py decide; tests hold that every text which matches is accepted.
"""

from __future__ import annotations

from datetime import date

_YEAR = "(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"
_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)"  # Gregorian
_MONTH = "(?:0[1-9]|1[0-2])"
_DAY = (
    f"(?:{_YEAR}-(?:{_MONTH}-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    f"|{_LEAP_YEAR}-02-29)"
)
_HOUR, _SIXTIETH = "(?:[01][0-9]|2[0-3])", "[0-5][0-9]"
_TIME = f"{_DAY}[Tt ]{_HOUR}:{_SIXTIETH}(?::{_SIXTIETH}(?:[.,][0-9]{{1,9}})?)? ?(?:[Zz]|[+-][0-9]{{2}}:?[0-9]{{2}})?"
_AGE = "[0-9]{1,6}(?:\\.[0-9]{1,3})?[HhDdWwMmYy]"
_NAMED_DAY = "(?:[Tt]oday|[Yy]esterday|[Tt]omorrow)"
_NUMBER = "[+-]?(?:[0-9]{1,30}(?:\\.[0-9]{0,30})?|\\.[0-9]{1,30})"
_OPERATOR = "(?:[<>]=?|=[<>])"

_WEIGHT = "(?:[0-9]{1,9}(?:\\.[0-9]{0,9})?|\\.[0-9]{1,9})"
_POSITIVE = (
    "(?:[0-9]{0,8}[1-9][0-9]{0,8}(?:\\.[0-9]{0,9})?|[0-9]{0,9}\\.[0-9]{0,8}[1-9][0-9]{0,8})"  # one digit is not 0
)
_ZERO = "(?:0{1,9}(?:\\.0{0,9})?|\\.0{1,9})"


def _long_years() -> str:
    """Years with a week 53. The calendar repeats after 400 years."""
    centuries = (
        "[02468][048]|[13579][26]",
        "[02468][159]|[13579][37]",
        "[02468][26]|[13579][048]",
        "[02468][37]|[13579][159]",
    )
    return "|".join(
        f"(?:{century})(?:{'|'.join(f'{year:02}' for year in range(100) if _is_long(2000 + rest * 100 + year))})"
        for rest, century in enumerate(centuries)
    )


def _is_long(year: int) -> bool:
    return date(year, 12, 28).isocalendar().week == 53  # the 28th is in the last week of each year


def _moment() -> str:
    week = f"(?:{_YEAR}-?[Ww](?:0[1-9]|[1-4][0-9]|5[0-2])|(?:{_long_years()})-?[Ww]53)(?:-?[1-7])?"
    return f"(?:{_NAMED_DAY}|{_YEAR}(?:-{_MONTH})?|{_DAY}|{_TIME}|{week})"


_MOMENT = _moment()

MODIFIED = f"^\\s*(?:{_OPERATOR}?\\s*(?:{_AGE}|{_MOMENT})|{_MOMENT}\\s*\\.\\.\\s*{_MOMENT}?|\\.\\.\\s*{_MOMENT})\\s*$"
PROPERTY = (
    "^\\s*[^=<>\\s](?:[^=<>]*[^=<>\\s])?\\s*"
    f"(?:!?=\\s*(?:[^\\s<>=][\\s\\S]*)?|=?\\s*{_OPERATOR}\\s*(?:{_NUMBER}|{_AGE}|{_MOMENT})\\s*)?$"
)
WEIGHTS = f"^(?:{_POSITIVE}(?:,{_WEIGHT}){{0,2}}|{_ZERO},{_POSITIVE}(?:,{_WEIGHT})?|{_ZERO},{_ZERO},{_POSITIVE})$"
