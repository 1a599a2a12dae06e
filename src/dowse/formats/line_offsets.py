r"""Lines as an editor counts them: `\r\n`, `\n` and a lone `\r` each end one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

_with_end = (1).__add__


def folded(text: str) -> str:
    r"""The text with `\n` as its only line end, all else at its old offset (`\r\n` becomes ` \n`)."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def line_starts(lines: Iterable[str], first: int = 0) -> list[int]:
    """The offset of each line of a folded text that begins at `first`, and at the end one past the text."""
    return list(accumulate(map(_with_end, map(len, lines)), initial=first))


def line_at(starts: Sequence[int], offset: int) -> int:
    """The 1-based number of the line at the offset."""
    return bisect_right(starts, offset)
