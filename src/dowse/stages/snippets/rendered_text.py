"""A part of a document without markup, as a rendered page shows it, with the way back to the offsets of the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from ...analysis.folding import UNSPACED
from ...formats.outline import Markup
from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from ...model.value_class import dataclass

_WORD = re.compile(r"\w+")
_DELIMITERS = str.maketrans(dict.fromkeys("<>[](){}|`!%", " "))
# The beginnings of comments, also of MDX, AsciiDoc and Org.
_COMMENT = lazy_pattern(r"<!--|%%|\{/\*|//|[ \t]*\#(?:[ \t]|(?i:\+begin_comment)\b)")
_BADGE = "!["


@dataclass(frozen=True, slots=True)
class RenderedText:
    """The text of a span without its markup."""

    text: str
    sources: tuple[int, ...]  # the offset in the source of each piece, in order
    starts: tuple[int, ...]  # the offset of each piece in `text`

    def offset(self, source: int) -> int:
        """The offset of a source offset; that of the next shown character inside markup."""
        n = bisect_right(self.sources, source) - 1
        if n < 0:
            return 0
        following = self.starts[n + 1] if n + 1 < len(self.starts) else len(self.text)
        return min(self.starts[n] + source - self.sources[n], following)

    def source(self, offset: int) -> int:
        """The source offset of a character."""
        n = max(0, bisect_right(self.starts, offset) - 1)
        return self.sources[n] + offset - self.starts[n] if self.sources else 0


def rendered(text: str, within: Span, hidden: Iterable[Markup], *, keep: Span = (0, 0)) -> RenderedText:
    """The span without the hidden markup, which is in order.

    Markup with the beginning or the end of `keep` stays, without its delimiters, unless it is a comment or a badge.
    """
    pieces: list[str] = []
    sources: list[int] = []
    at, end = within
    for start, last, filler in hidden:
        if start >= end:
            break
        if last <= at:
            continue
        if at < start:
            pieces.append(text[at:start])
            sources.append(at)
        first, at = max(at, start), last
        is_kept = keep[1] > 0 and (start <= keep[0] < min(last, keep[1]) or max(start, keep[0]) < keep[1] <= last)
        is_kept = is_kept and not is_never_kept(text, start)
        if stays := text[first : min(at, end)].translate(_DELIMITERS) if is_kept else filler:
            pieces.append(stays)
            sources.append(first)
    if at < end:
        pieces.append(text[at:end])
        sources.append(at)
    starts, length = [], 0
    for piece in pieces:
        starts.append(length)
        length += len(piece)
    return RenderedText("".join(pieces), tuple(sources), tuple(starts))


def is_never_kept(text: str, at: int) -> bool:
    """Whether the markup at the offset is not shown even if only it has a word."""
    return text.startswith(_BADGE, at) or is_comment(text, at)


def is_comment(text: str, at: int) -> bool:
    """Whether the markup at the offset is a comment."""
    return _COMMENT.match(text, at) is not None


def bounds(text: str, at: int, size: int, within: Span) -> Span:
    """At most `size` characters around `at`, from the beginning of a line if that is near, cut between words."""
    lead = size // 4
    line = text.rfind("\n", within[0], at) + 1 or within[0]
    start = max(line, within[0]) if at - line <= lead else word_start(text, at - lead, at)
    end = min(within[1], start + size)
    return start, end if end == within[1] else _word_end(text, max(at + 1, start + size // 2), end)


def word_start(text: str, low: int, at: int) -> int:
    """The first start of a word in `text[low:at]`, after a blank if there is one; `at` without any."""
    for n in range(low, at):
        if text[n].isspace():
            return n + 1
    return next((n for n in range(low, at) if not _is_inside_word(text, n)), at)


def _word_end(text: str, low: int, end: int) -> int:
    """The last end of a word in `text[low:end]`, before a blank if there is one; `end` without any."""
    for n in range(end, low, -1):
        if text[n].isspace():
            return n
    return next((n for n in range(end, low, -1) if not _is_inside_word(text, n)), end)


def _is_inside_word(text: str, at: int) -> bool:
    """Whether a cut at the offset divides a word; characters of scripts without spaces can be divided."""
    if not 0 < at < len(text) or not _WORD.fullmatch(text, at - 1, at + 1):
        return False
    return not UNSPACED.search(text, at - 1, at + 1)
