"""What fits into a result with a limited number of tokens: rows with their texts, and lines of a passage."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ..model.value_class import dataclass
from .results.document_result import PassageResult
from .results.json_fields import Json

MOST_TOKENS = 8_000  # of a result
RESERVED_TOKENS = 1_000  # tokens of a result besides its rows
# A token has 3 to 4.5 bytes in prose, 3 in Markdown with links and in Chinese; a wordpiece of our JSON has 2.3.
_BYTES_A_TOKEN = 2.2
_PAGE_TOKENS = 3_500  # tokens of a text; a result contains it twice, as text and as structured content
_LINE_NUMBER_TOKENS = 3


@dataclass(frozen=True, slots=True)
class CutLine:
    """A line that is longer than a page."""

    number: int
    length: int  # characters
    returned: int  # characters


@dataclass(frozen=True, slots=True)
class PassagePage:
    """The first lines of a passage, and the reference to the others."""

    lines: tuple[tuple[int, str], ...]  # number in the file, text
    lines_left: int
    next: str  # the reference to the lines that are left; empty at the end
    cut_lines: tuple[CutLine, ...]


def tokens_of(text: str) -> int:
    """An upper estimate of the number of tokens, from the number of bytes."""
    return round(len(text.encode("utf-8", "replace")) / _BYTES_A_TOKEN)


def answer_tokens(row: Mapping[str, Json], text: str) -> int:
    """The same of an answer, which a result contains as data and as text."""
    return tokens_of(json.dumps(row, ensure_ascii=False)) + tokens_of(text)


def count_fitting(rows: Sequence[Mapping[str, Json]], texts: Sequence[str], *, most: int = MOST_TOKENS) -> int:
    """The number of rows that fit into a result of so many tokens, with their texts; at least one."""
    used, room = 0, most - min(RESERVED_TOKENS, most // 5)
    for count, (row, text) in enumerate(zip(rows, texts, strict=True)):
        used += answer_tokens(row, text)
        if used > room and count:
            return count
    return len(rows)


def passage_page(passage: PassageResult, *, most: int = MOST_TOKENS) -> PassagePage:
    """The lines that fit into a result of so many tokens; a line that is longer than a page is cut."""
    used, count, room = 0, 0, most * _PAGE_TOKENS // MOST_TOKENS
    for _, text in passage.lines:
        used += tokens_of(text) + _LINE_NUMBER_TOKENS
        if count and used > room:
            break
        count += 1
    lines, rest = passage.lines[:count], passage.lines[count:]
    return PassagePage(
        lines=tuple((number, _shorten(text, room)) for number, text in lines),
        lines_left=len(rest),
        next=f"{passage.path}:{rest[0][0]}:{rest[-1][0] - rest[0][0] + 1}" if rest else "",
        cut_lines=tuple(
            CutLine(number, len(text), _fitting_length(text, room)) for number, text in lines if tokens_of(text) > room
        ),
    )


def _shorten(text: str, room: int) -> str:
    """The line; one longer than a page is cut."""
    return text if tokens_of(text) <= room else f"{text[: _fitting_length(text, room)]}…"


def _fitting_length(text: str, room: int) -> int:
    """The number of characters of a line that fit into a page."""
    return int(len(text) * room / tokens_of(text))
