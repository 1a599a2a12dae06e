"""String literals in source code that an expression joins to one format string, and what a message has of it.

`"Expected " + name + " but was "`, adjacent literals of C and Python, on one line or on several; what stands between
the parts, and placeholders in them, are values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...model.lazy_pattern import lazy_pattern
from ..tokens import words

_BEFORE, _BEHIND = 500, 1_000  # characters around a place in which its literals are
_MOST_JOINED = 24  # literals of a format string
_LEAST_WORDS = 2  # of a format string, behind which other lines need not be in a message
_SHORTEST_CUT = 16  # characters of a piece that a message breaks off
_LONGEST_VALUE = 300  # characters of a value in a message, and of an expression between literals
_PREFIX = r"(?<![^\W_])(?:[fFrRbBuUL]{0,2}|@\$|\$?@?)"
_LITERAL = lazy_pattern(
    rf"""{_PREFIX} (?: (?P<triple> \"\"\" | ''' ) (?P<long> .*? ) (?P=triple)
        | ` (?P<back> (?: \$\{{ (?: [^{{}}] | \{{ [^{{}}]* \}} )* \}} | \\. | [^`\\] )*+ ) `
        | " (?P<double> (?: [$\#] \{{ [^{{}}\n]* \}} | \\. | [^"\\\n] )*+ ) "
        | ' (?P<single> (?: [$\#] \{{ [^{{}}\n]* \}} | \\. | [^'\\\n] )*+ ) ' )
    | // [^\n]*+ | /\* .*? \*/ | (?<! \S ) \# (?= [\s\#!] ) [^\n]*+  # a comment
    """,
    re.VERBOSE | re.DOTALL,
)
_OPERATOR = r"(?: \+ | \.\.? | <> | <<? | & | ~ | \|\| )"
_GLUE = lazy_pattern(rf"\s* (?: {_OPERATOR} | \\ )? \s* \Z", re.VERBOSE)
_MACRO = lazy_pattern(r"\s+ [A-Z][A-Z\d_a-z]+ \s+ \Z", re.VERBOSE)  # `"%" PRId64 " bytes"`
_EXPRESSION = lazy_pattern(rf"\s* {_OPERATOR} [^;]{{1,{_LONGEST_VALUE}}} {_OPERATOR} \s* \Z", re.VERBOSE | re.DOTALL)
_VALUE_BEFORE = lazy_pattern(rf"[\w)\]}}] \s* {_OPERATOR} \s* \Z", re.VERBOSE)
_VALUE_BEHIND = lazy_pattern(rf"\s* {_OPERATOR} \s* [\w($@&*!~\-]", re.VERBOSE)
_PLACEHOLDER = lazy_pattern(
    r"""% (?: \( \w{1,50} \) )? (?: \[ \d \] )? [-+#0-9.*$]{0,9} (?: hh | ll | [hlLjztq] )? [A-Za-z@]
    | \$ \{ (?: [^{}] | \{ [^{}]* \} ){0,300} \}
    | [#$%]? \{ (?: [^{}\n] | \{ [^{}\n]* \} ){0,300} \}
    | \\ \( (?: [^()\n] | \( [^()\n]* \) ){0,200} \)
    | \$ [^\W\d]\w* (?: -> \w+ )*
    | % \Z
    """,
    re.VERBOSE,
)
_ESCAPED = lazy_pattern(r"\\(?:[abefnrtv0]|\n|(.))", re.DOTALL)


class JoinedLiterals(NamedTuple):
    """A format string: where the text of its first literal begins and the line with its second word ends, and its text
    between values.
    """

    start: int
    end: int
    pieces: tuple[str, ...]  # in lower case, with single blanks; some have no words
    has_values: bool


class SharedText(NamedTuple):
    """What a message has of a format string: from where to where, and how many of its words."""

    start: int
    end: int
    words: int
    is_whole: bool  # whether the message has all pieces


def joined_literals(text: str, at: int) -> Iterator[JoinedLiterals]:
    """The format string around a place in source code, if literals are there.

    Two, if another beginning gives another one: the place may be in a literal of several lines, or behind one.
    """
    near = text.rfind("\n", 0, at) + 1
    far = text.find("\n", max(0, at - _BEFORE), at) + 1 or near
    seen = set[tuple[int, int]]()
    for start in dict.fromkeys((max(far, at - _BEFORE), max(near, at - _BEFORE))):
        if (found := _around(text, at, start)) and (found.start, found.end) not in seen:
            seen.add((found.start, found.end))
            yield found


def shared_text(pieces: Sequence[str], message: str) -> SharedText | None:
    """What the message, in lower case with single blanks, has of the pieces in their order; None of none."""
    begin, at, count, missing = -1, 0, 0, 0
    for piece in pieces:
        size = len(words(piece))
        found = message.find(piece, at, None if begin < 0 else at + _LONGEST_VALUE + len(piece))
        while begin < 0 <= found and _is_inside_of_word(message, found):
            found = message.find(piece, found + 1)
        if found < 0 and (cut := _cut_off(piece, message, at)) >= 0:
            count += len(words(message[cut:]))
            return SharedText(cut if begin < 0 else begin, len(message), count, not missing)
        if found < 0:
            missing += size
            continue
        begin = found if begin < 0 else begin
        at, count = found + len(piece), count + size
    return SharedText(begin, at, count, not missing) if begin >= 0 else None


def _cut_off(piece: str, message: str, at: int) -> int:
    """Where the piece begins, which the message breaks off; -1 if the message has another text."""
    found = message.find(piece[:_SHORTEST_CUT], at) if len(piece) > _SHORTEST_CUT else -1
    return found if found >= 0 and piece.startswith(message[found:].rstrip()) else -1


def _is_inside_of_word(message: str, at: int) -> bool:
    return at > 0 and message[at].isalnum() and message[at - 1].isalnum()


def _around(text: str, at: int, start: int) -> JoinedLiterals | None:
    limit = min(len(text), at + _BEHIND)
    group: list[re.Match[str]] = []
    pieces: list[str] = [""]
    has_values = False
    for found in _LITERAL.finditer(text, start, limit):
        if _written(found) is None:
            continue
        between = text[group[-1].end() : found.start()] if group else ""
        if group and _GLUE.match(between):
            pass
        elif group and (_EXPRESSION.match(between) or _MACRO.match(between)):
            pieces.append("")
        elif group and group[0].start() <= at < group[-1].end():
            break
        else:
            group, pieces = [], [""]
        if found.start() > at and not group:
            return None  # the place is in no literal
        group.append(found)
        first, *others = _PLACEHOLDER.split(_written(found) or "")
        pieces[-1] += first
        pieces += others
        if len(group) == _MOST_JOINED:
            break
    if not group or not group[0].start() <= at < group[-1].end():
        return None
    has_values = (
        len(pieces) > 1
        or _VALUE_BEFORE.search(text, max(start, group[0].start() - 80), group[0].start()) is not None
        or _VALUE_BEHIND.match(text, group[-1].end()) is not None
    )
    own = _of_first_line([piece for written in pieces if (piece := _plain(written)).strip()])
    start, telling = group[0].start(group[0].lastgroup or 0), _first_telling(group)
    end = text.find("\n", telling, telling + _BEHIND)
    return JoinedLiterals(start, end if end >= 0 else telling, own, has_values)


def _first_telling(group: Sequence[re.Match[str]]) -> int:
    """Where the line ends up to which the literals have two words, or earlier in it."""
    count = 0
    for literal in group:
        at = literal.start()
        for line in (_written(literal) or "").split("\n"):
            at += len(line)
            count += len(words(_PLACEHOLDER.sub(" ", line)))
            if count >= _LEAST_WORDS:
                return at
            at += 1
    return group[-1].end()


def _written(literal: re.Match[str]) -> str | None:
    """The text of a literal; None of a comment."""
    return next((found for name in ("double", "single", "back", "long") if (found := literal[name]) is not None), None)


def _of_first_line(pieces: Sequence[str]) -> tuple[str, ...]:
    """The pieces up to the end of a line behind two words, with single blanks: a log has the lines apart."""
    own: list[str] = []
    for piece in pieces:
        for n, line in enumerate(piece.split("\n")):
            if n and sum(len(words(each)) for each in own) >= _LEAST_WORDS:
                return tuple(own)
            if plain := " ".join(line.split()):
                own.append(f"{' ' * line[0].isspace()}{plain}{' ' * line[-1].isspace()}")
    return tuple(own)


def _plain(piece: str) -> str:
    """The piece as a message has it, in lower case."""
    return _ESCAPED.sub(_unescaped, piece).replace("%%", "%").lower()


def _unescaped(escaped: re.Match[str]) -> str:
    return "\n" if escaped[0] == "\\n" else escaped[1] or " "
