"""Text that is evidently pasted: a stack trace, a diff, the output of a test, several lines of code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..analysis.code.stack_frames import stack_frames
from ..model.lazy_pattern import lazy_pattern
from .ast import Note
from .lex import QueryToken

_CONDITIONS = frozenset({"and", "or", "not", "prefix"})  # that nobody pastes
_OF_CODE = frozenset({"open", "close", "unclosed", "regex"})  # signs that pasted text has for other reasons
_HINT = "in pasted text + and - are searched as text; NOT before a word excludes it"
_LONGEST = 20_000  # characters of a pasted text that are read
_LEAST_WORDS, _MOST_LINES = 3, 4  # of the pasted lines that are looked up
_INDENT = lazy_pattern(r"^(?:[+-](?=[\s\w]))?\s*")
_SIGNS = frozenset("+-")
_MOST_TYPED = 3  # lines of a query that somebody has typed
_TYPED = lazy_pattern(
    r"""(?: (?: [+-] (?= ["#] | [\w-]++: | [^\W\d_]{2} ) )?
        (?: " [^"\n]*+ " | \# \S++ | [\w-]++ : [\w/"<>=] \S*+ | [^\W_]++ (?: [-'\u2019.] [^\W_]++ )*+ [,.?!]? )
        (?: [ ]++ | \Z ) )++""",
    re.VERBOSE,
)
_DIRECTIVE = lazy_pattern(
    r"^[ \t]*+#(?=(?:include|define|undef|ifn?def|if|elif|else|endif|error|pragma|warning|line|(?:end)?region)\b)",
    re.MULTILINE,
)
_LONE_DIRECTIVE = lazy_pattern(r"^\s*+#(?=include\s*[<\"]|(?:define|undef|ifn?def)[ ][A-Z_][A-Z\d_]++\b)")
_MAY_BE_TAG = lazy_pattern(r"#(?:if|else|error|pragma|warning|line|region)\b")  # in lines that somebody has typed
_WORD = lazy_pattern(r"\w+")
TRACE_HINT = "quoted text in a trace only ranks"
_TRACE: Final = lazy_pattern(
    r"""@@ \s -\d+ (?: ,\d+ )? \s \+\d+ (?: ,\d+ )? \s @@  # the header of a hunk
    | (?<! \S ) \+0x[0-9a-f]+ (?! \w )  # an offset in a function of Go
    | (?<! \S ) File \s "[^"\n]+", \s line \s \d  # a frame of Python
    | (?<! \S ) \( - (?: want|got|expected|actual ) ,? \s \+ (?: want|got|expected|actual ) \)
    """,
    re.VERBOSE,
)


def is_trace(text: str) -> bool:
    """Whether the text has a part that only traces, diffs and the output of tests have: quotation marks cite there."""
    # Without compiling the pattern for a query that cannot have such a part.
    return ("@@ " in text or " +0x" in text or 'File "' in text or "(-" in text) and bool(_TRACE.search(text))


def is_pasted(text: str) -> bool:
    """Whether the text is evidently pasted: it has several lines, a part that only traces have, or a call of one."""
    return _has_lines_or_trace(text) or any(frame.name for frame in stack_frames(text))


def helpful_notes(text: str, tokens: Sequence[QueryToken], notes: Sequence[Note]) -> Sequence[Note]:
    """The notes; of a pasted text, which is no boolean query, without those on brackets, regular expressions and empty
    quotations: nobody has written them.
    """
    if not notes or _is_boolean(tokens) or not is_pasted(text):
        return notes
    signs = {at for shape, word, at, _ in tokens if shape in _OF_CODE or (shape == "phrase" and not word.strip())}
    return [note for note in notes if note.at not in signs]


def without_signs(text: str, tokens: list[QueryToken]) -> tuple[list[QueryToken], Sequence[Note]]:
    """The tokens without the signs of a pasted text, which is a trace or has several lines, but for those of fields; a
    boolean query is none, and neither are lines of words as people type them.
    """
    signs = {at for (shape, _, at, _), behind in pairwise(tokens) if shape == "sign" and behind[0] != "field"}
    if not signs or _is_boolean(tokens) or not _has_lines_or_trace(text) or _is_typed(text):
        return tokens, ()
    return [token for token in tokens if token[2] not in signs], (Note(min(signs), _HINT),)


def with_directives(text: str, tokens: list[QueryToken]) -> list[QueryToken]:
    """The tokens with the directives of C in pasted text as words and not as tags: `#include <stdio.h>`."""
    if "#" not in text:
        return tokens
    pattern = _DIRECTIVE if "\n" in text.strip() else _LONE_DIRECTIVE
    directives = {found.end() - 1 for found in pattern.finditer(text)}
    if directives and directives.issubset(found.start() for found in _MAY_BE_TAG.finditer(text)) and _is_typed(text):
        return tokens
    return [
        ("word", f"#{word}", at, "") if shape == "tag" and at in directives else (shape, word, at, value)
        for shape, word, at, value in tokens
    ]


def pasted_lines(text: str) -> tuple[str, ...]:
    """The lines of a text of several, without their indentation and the signs of a diff: the longest of those that say
    enough to stand in few files, in their order; none of a text of one line.
    """
    lines = list(dict.fromkeys(_INDENT.sub("", line).rstrip() for line in text[:_LONGEST].splitlines()))
    telling = {line: count for line in lines if (count := len(_WORD.findall(line))) >= _LEAST_WORDS}
    if sum(map(bool, lines)) < 2:
        return ()
    longest = sorted(telling, key=lambda line: -telling[line])[:_MOST_LINES]
    return tuple(line for line in telling if line in longest)


def _has_lines_or_trace(text: str) -> bool:
    return len(text.strip().splitlines()) > 1 or is_trace(text)


def _is_typed(text: str) -> bool:
    """Whether the text is two or three lines of words and fields, which do not begin as those of a diff."""
    lines = [line.rstrip() for line in text.strip().splitlines() if line.strip()]
    begin = {line[0] for line in lines}
    may_be_diff = begin >= _SIGNS or lines[0][0] in _SIGNS
    return len(lines) <= _MOST_TYPED and not (may_be_diff or is_trace(text)) and all(map(_TYPED.fullmatch, lines))


def _is_boolean(tokens: Sequence[QueryToken]) -> bool:
    """Whether the query has AND, OR, NOT or a condition such as `line:( )`."""
    return not _CONDITIONS.isdisjoint(shape for shape, *_ in tokens)
