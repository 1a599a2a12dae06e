"""Text in comments, documentation and literals of source code, by the signs around it, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ...model.lazy_pattern import lazy_pattern
from ..folding import unaccented
from ..tokens import words

_MOST_PLACES = 16  # that are compared
_LONGEST_LINE = 500  # characters before a place that are read
_COMMENT = lazy_pattern(r"(?:^|\s)(?:#+!?|//[/!]*|/\*+!?|\*|--|;+|%+|<!--)\s")
_GAP = r"\W{1,60}+"  # between words, with the end of a line, and the indentation and the sign of the next one
_QUOTE_BEFORE, _QUOTE_BEHIND = lazy_pattern(r"[\"'`]\Z"), lazy_pattern(r"[.!:]{0,3}(?:\\n)?[\"'`]")
_LONG_QUOTES = '"""', "'''"  # of documentation, and of texts of several lines


def stands_as_written(text: str, sought: str) -> bool:
    """Whether the text has the words that are sought beside each other, as written but for case and accents, and not as
    the parts of names such as `maxRequestsPerHost`.
    """
    return next(_places(unaccented(text.lower()), sought), None) is not None


def stands_outside_of_comments(text: str, sought: str) -> bool:
    """Whether the words stand so outside of comments and of texts in triple quotation marks."""
    lowered = unaccented(text.lower())
    return any(not _is_in_comment(lowered, match.start()) for match in islice(_places(lowered, sought), _MOST_PLACES))


def stands_as_literal(text: str, sought: str) -> bool:
    """Whether the words stand so as a literal of their own."""
    lowered = unaccented(text.lower())
    return any(
        _QUOTE_BEFORE.search(lowered, match.start() - 1, match.start()) and _QUOTE_BEHIND.match(lowered, match.end())
        for match in _places(lowered, sought)
        if match.start()
    )


def _places(lowered: str, sought: str) -> Iterator[re.Match[str]]:
    return re.finditer(_GAP.join(map(re.escape, words(sought.lower()))), lowered)


def _is_in_comment(text: str, at: int) -> bool:
    low = max(0, at - _LONGEST_LINE)
    line = text[text.rfind("\n", low, at) + 1 or low : at]
    return _COMMENT.search(line) is not None or any(text.count(quotes, 0, at) % 2 for quotes in _LONG_QUOTES)
