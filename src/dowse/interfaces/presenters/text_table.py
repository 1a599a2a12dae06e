"""Rows of values as lines: a table on a terminal, or fields separated by tabs for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from unicodedata import category, east_asian_width

from ...app.results.json_fields import Json
from .sanitize import visible
from .text_style import TextStyle

_GAP = "  "
_MIN_WIDTH = 6  # columns of the terminal that a cut column keeps
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})  # categories of accents above a letter, of joiners and of variations of emoji


def table_lines(names: Sequence[str], rows: Sequence[Sequence[Json]], style: TextStyle) -> Iterator[str]:
    """A header and the rows, aligned and cut to the terminal's width; without a terminal uncut, separated by tabs."""
    if not names:
        return
    cells = [[_cell(value) for value in row] for row in rows]
    headers = [_cell(name) for name in names]
    if not style.width:
        yield from ("\t".join(line) for line in (headers, *cells))
        return
    column_widths = [max(map(width, column)) for column in zip(headers, *cells, strict=True)]
    widths = fit_widths(column_widths, style.width - len(_GAP) * (len(names) - 1))
    yield style.paint(_line(headers, widths), "1")
    yield from (_line(line, widths) for line in cells)


def fit_widths(widths: Sequence[int], room: int) -> list[int]:
    """Widths whose sum fits: the widest columns shrink to a common width."""
    cap = max(widths, default=0)
    while cap > _MIN_WIDTH and sum(min(width, cap) for width in widths) > room:
        cap -= 1
    return [min(width, cap) for width in widths]


def width(text: str) -> int:
    """The width of the text in columns of a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(char_width, text))


def char_width(char: str) -> int:
    """Two columns for a wide character, such as an ideograph, none for a combining one, else one."""
    if char.isascii():
        return 1
    return 0 if category(char) in _NO_WIDTH else 2 if is_wide(char) else 1


def is_wide(char: str) -> bool:
    """Whether a character of Chinese, Japanese or Korean, or an emoji."""
    return east_asian_width(char) in "WF"


def _cell(value: Json) -> str:
    """A value on one line, without tabs; nothing for null."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return visible(" ".join(text.splitlines()).replace("\t", " "))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(_pad(cell, size) for cell, size in zip(cells, widths, strict=True)).rstrip()


def _pad(text: str, size: int) -> str:
    """The text at exactly that width; a cut text ends in `…`."""
    current = width(text)
    if current > size:
        text = text[: 4 * size]  # a longer text is cut in any case, and cutting goes by single characters
        while (current := width(text)) >= size:
            text = text[:-1]
        text, current = f"{text}…", current + 1
    return text + " " * (size - current)
