"""Whether so many constructs of a source text are open at once that parsing it would take too much memory.

When tree-sitter (0.26) meets an error, its memory and time grow with the square of what is open, in a step that nothing
interrupts: 8 kB of `a => ` in Java take 0.7 GB.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_OPEN = 700  # none of 27,588 source files has 500; the worst text found takes 0.2 GB with 700

_ARROW = b"\x01"  # in the place of `=>`
_HIDDEN = b"\x02"  # in the place of what opens in a comment or string
_OPENING = b"([{<?|%*" + _ARROW + _HIDDEN
_BRACKETS = frozenset(b"([{")
_CLOSED = dict(zip(b")]}", b"([{", strict=True))  # the bracket that each closes
_BRACE, _SEMICOLON, _COMMA, _LESS, _GREATER, _NEWLINE = b"{;,<>\n"
_ENDS = frozenset(b")]};")
_TEXT = rb'"{3}(?:[^"\\]|\\.|"(?!""))*+(?:"{3})?|"(?:[^"\\\n]|\\.)*+"?|\'(?:[^\'\\\n]|\\.){0,200}+\''
_TEXT_OR_SLASHES = re.compile(_TEXT + rb"|//[^\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TEXT_OR_HASHES = re.compile(_TEXT + rb"|#[^\n]*+", re.DOTALL)
_WITHIN_STATEMENT = re.compile(rb"\n(?:(?<=[-<>?|%*=!,(&+/:.\\\x01]\n)\n*+|\n*+(?=[-<>?|%*=,&+/:.\x01]))")


def _all_but(kept: bytes) -> bytes:
    return bytes(set(range(256)) - set(kept))


_NOT_OPENING = _all_but(_OPENING)
_NO_SIGNS = _all_but(_OPENING + b")]};,>\n")
_NO_SIGNS_OR_NEWLINES = _all_but(_OPENING + b")]};,>")


def is_too_deep(data: bytes, *, by_lines: bool, has_hashes: bool) -> bool:
    """Whether more than MOST_OPEN brackets and operators without their right side are open at a place of the text.

    It is estimated without a grammar.  Of the operators these count: `<`, which may be a bracket, `?`, `|`, `%`, `*`
    and `=>`.  `by_lines` says that a statement may end with its line, `has_hashes` that comments begin with `#`; else
    they have slashes.  What opens in a comment or a string counts as well, since the grammar may see none there.
    """
    if len(data.translate(None, _NOT_OPENING)) + data.count(b"=>") <= MOST_OPEN:
        return False
    data = data.replace(_ARROW, b" ").replace(_HIDDEN, b" ").replace(b"->", b" ").replace(b"=>", _ARROW)
    data = (_TEXT_OR_HASHES if has_hashes else _TEXT_OR_SLASHES).sub(_only_open, data)
    if by_lines:
        data = _WITHIN_STATEMENT.sub(b"", data.translate(None, b" \t\r"))
    return _opens_too_much(data.translate(None, _NO_SIGNS if by_lines else _NO_SIGNS_OR_NEWLINES))


def _only_open(found: re.Match[bytes]) -> bytes:
    """A sign for each bracket, arrow and question mark of a comment or string that nothing in it closes."""
    text = found[0]
    if not text.translate(None, _NOT_OPENING):
        return b""
    unclosed = sum(max(0, text.count(pair[:1]) - text.count(pair[1:])) for pair in (b"()", b"[]", b"{}", b"<>"))
    return _HIDDEN * (unclosed + text.count(b"?") + text.count(_ARROW))


class _Bracket(NamedTuple):
    """An open bracket, with what was open before it."""

    sign: int
    depth: int  # around the bracket that it stands in
    waiting: int  # operators in that bracket
    angles: int  # those of them that are `<`: no comma ends them
    braces: int  # up to this bracket


def _opens_too_much(signs: bytes) -> bool:
    """Whether more is open at a place of a text of which only these signs are left; newlines end statements."""
    around: list[_Bracket] = []
    depth = waiting = angles = 0  # as in a bracket
    for sign in signs:
        if sign == _COMMA:
            waiting = angles
        elif sign == _NEWLINE:
            if not around or around[-1].sign == _BRACE:
                waiting = angles = 0
        elif sign == _GREATER:
            if angles:
                waiting, angles = waiting - 1, angles - 1
        elif sign in _BRACKETS:
            braces = (around[-1].braces if around else 0) + (sign == _BRACE)
            around.append(_Bracket(sign, depth, waiting, angles, braces))
            depth, waiting, angles = depth + waiting + 1, 0, 0
        elif sign in _ENDS:
            depth, waiting, angles = _after_end(sign, around) or (depth, waiting, angles)
        else:
            waiting += 1
            angles += sign == _LESS
        if depth + waiting > MOST_OPEN:
            return True
    return False


def _after_end(sign: int, around: list[_Bracket]) -> tuple[int, int, int] | None:
    """What is open after a closing bracket, or after a semicolon, which ends a statement; as in a bracket.

    Removes the brackets that it closes.  None if it closes nothing.
    """
    if sign == _SEMICOLON:
        while around and around[-1].sign != _BRACE:
            around.pop()
        return (around[-1].depth + around[-1].waiting + 1 if around else 0), 0, 0
    opening = _CLOSED[sign]
    if not around or (opening != around[-1].sign and not (opening == _BRACE and around[-1].braces)):
        return None
    while around[-1].sign != opening:
        around.pop()
    bracket = around.pop()
    return bracket.depth, bracket.waiting, bracket.angles
