"""Regular expressions that take time linear in the text, whatever their pattern.

RE2 has no look-ahead and no references to groups, which is why no pattern can make a search hang.  It is an optional
dependency.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Protocol

from ..model.errors import DowseError
from ..model.lazy_pattern import lazy_pattern

_UNSUPPORTED = {"(?=": "look-ahead", "(?!": "look-ahead", "(?<=": "look-behind", "(?<!": "look-behind"}
_REFERENCE = lazy_pattern(r"\\[1-9k]")
_JAVASCRIPT_CODE = lazy_pattern(r"\\(?:u([0-9A-Fa-f]{4})|.)", re.DOTALL)  # RE2 writes \x{00e9} for \u00e9
_MOST_MATCHES = 10_000  # that are looked for: `\b` has a million empty ones in a long text
_SURROGATE = lazy_pattern("[\ud800-\udfff]")


class PatternError(DowseError):
    """A regular expression is invalid, or the package that runs it is not installed."""


class _Match(Protocol):
    def span(self) -> tuple[int, int]: ...


class _Expression(Protocol):
    """A compiled expression for texts in UTF-8."""

    def search(self, text: bytes) -> _Match | None: ...

    def finditer(self, text: bytes) -> Iterator[_Match]: ...


@lru_cache(64)  # one pattern is searched in every document
def searcher(pattern: str, *, match_case: bool = False) -> Callable[[str], bool]:
    """The function that decides whether a text contains a match.

    Syntax as in RE2, and `\\u00e9` as in JavaScript; `^` and `$` match at the ends of lines; `\\w`, `\\d` and `\\b`
    know ASCII.  Raises PatternError.
    """
    expression = _compiled(pattern, match_case=match_case)
    return lambda text: expression.search(_bytes(text)) is not None


@lru_cache(8)  # one pattern is looked for in each hit
def finder(pattern: str, *, match_case: bool = False) -> Callable[[str], Iterator[tuple[int, int]]]:
    """The function that finds the first matches in a text, without empty ones, as offsets. Raises PatternError."""
    expression = _compiled(pattern, match_case=match_case)

    def found(text: str) -> Iterator[tuple[int, int]]:
        data, before, offset = _bytes(text), 0, 0
        for start, end in (each.span() for each in islice(expression.finditer(data), _MOST_MATCHES)):
            if start < end:
                offset += len(data[before:start].decode(errors="ignore"))
                before = start
                yield offset, offset + len(data[start:end].decode(errors="ignore"))

    return found


def _compiled(pattern: str, *, match_case: bool) -> _Expression:
    try:
        import re2  # noqa: PLC0415  # here, since it is an extra
    except ImportError as error:
        raise PatternError("regular expressions need google-re2: pip install 'dowse[regex]'") from error
    options = re2.Options()
    options.log_errors = False
    flags = "(?m)" if match_case else "(?im)"
    try:
        expression: _Expression = re2.compile(flags + _JAVASCRIPT_CODE.sub(_code, pattern), options)
        expression.search(b"")
    except (re2.error, UnicodeEncodeError) as error:
        raise PatternError(f"invalid regular expression, {_explain(pattern, error)}") from error
    return expression


def _code(escape: re.Match[str]) -> str:
    return rf"\x{{{escape[1]}}}" if escape[1] else escape[0]


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode()


def _explain(pattern: str, error: Exception) -> str:
    """The message of RE2, or the name of the construct that RE2 does not have."""
    for written, name in _UNSUPPORTED.items():
        if written in pattern:
            return f"{name}, {written}…), is not supported"
    if _REFERENCE.search(pattern):
        return "references to groups, as \\1, are not supported"
    reason = error.args[0] if error.args else ""
    text = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    return text.replace("(?im)", "")
