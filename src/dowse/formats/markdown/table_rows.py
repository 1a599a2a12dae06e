"""The bars and the rules of tables, of which a page shows the rows."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup
from .code_fences import line_end, line_start

_RULE = lazy_pattern(r"[ \t>]*(?=[^\n]*\|)[-:| \t]+\Z")  # or a row of empty cells
_ROW = lazy_pattern(r"\n[ \t>]*\|[ \t]*\S")
_BETWEEN = " ·"  # two rows


def row_markup(text: str, at: int) -> Iterator[Markup]:
    """The rule whose bar is at the offset, or the bar at the beginning or at the end of a row.

    The bar at the end parts the row from the next one, and so does the end of a row without such bars.
    """
    line, last = line_start(text, at), line_end(text, at)
    if _is_rule(text[line:last]):
        yield line, last, ""
    elif not text[line:at].strip(" \t>"):
        yield at, at + 1, ""
    elif not text[at + 1 : last].strip():
        yield at, at + 1, _BETWEEN if _ROW.match(text, last) else ""
    elif "|" not in text[line:at] and _has_next(text, text.count("|", line, last), last):
        yield last, last + 1, f"{_BETWEEN}\n"


def _has_next(text: str, bars: int, last: int) -> bool:
    """Whether the line behind this one, or behind the rule below it, is a row with as many bars, none at its ends."""
    end = line_end(text, last + 1)
    if _is_rule(text[last + 1 : end]):
        last, end = end, line_end(text, end + 1)
    following = text[last + 1 : end].strip(" \t>\r")
    return following.count("|") == bars and "|" not in (following[:1], following[-1:])


def _is_rule(line: str) -> bool:
    return _RULE.match(line.rstrip("\r")) is not None
