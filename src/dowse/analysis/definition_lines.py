"""Lines of source code that define a name, in languages whose symbols are not read: by the keywords before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ..model.lazy_pattern import lazy_pattern
from .text_offsets import offsets_of

_MOST_PLACES = 100  # of a name in a text
_LONGEST_LINE = 300  # characters of a line before and behind the name
_LONGEST_GAP = 100  # characters between a keyword and the name: parameters of types, the class of the member
_NEAREST = 3  # keywords before the name that are tried
# Before the name of a type or a function: of Kotlin, Swift, Scala, Elixir, Lua, Zig, Dart, Haskell, Julia and others.
_TYPES = (
    "class", "struct", "enum", "interface", "protocol", "trait", "object", "actor", "record", "union", "module", "type",
    "typealias", "associatedtype", "newtype", "data", "mixin", "contract", "message", "service", "defmodule",
    "defprotocol", "defrecord", "deftype", "exception",
)  # fmt: skip
_FUNCTIONS = (
    "fun", "func", "fn", "def", "defp", "defmacro", "defmacrop", "defguard", "defdelegate", "defn", "defn-", "defmulti",
    "defun", "define", "function", "function!", "sub", "proc", "macro", "method", "rpc", "event", "modifier",
    "template", "subroutine", "procedure", "iterator", "rec",
)  # fmt: skip
_VARIABLES = ("val", "var", "let", "const", "local", "case", "given", "constant", "my", "our")
_VARIABLE = 0.6  # fit of a variable, which may be local
_OVERRIDE = 0.5  # factor for a definition in place of another one
_COMMENTS = ("//", "#", "*", "--", ";", "%", "/*", '"', "'", "<!--")
_IMPORTED = lazy_pattern(r"\s*(?:import|using)\s|.*\s//")  # or behind a comment
_KEYWORDS = frozenset((*_TYPES, *_FUNCTIONS, *_VARIABLES))
_LETTERS = frozenset("_$")  # of names, besides letters and digits
_CLOSING = frozenset(")>(")
_JOINTS = frozenset(".:\"'`")
_KEYWORD = lazy_pattern(
    rf"(?<![^\s(\[,;])(?:(?P<variable>{'|'.join(_VARIABLES)})|{'|'.join(map(re.escape, (*_TYPES, *_FUNCTIONS)))})(?=\s)"
)
# A receiver in parentheses, parameters of types, and the class or the module before the name of the member.
_GAP = lazy_pattern(r"\s+(?:\([^()]*\)\s*)?(?:<[^=]*>\s*)?(?:[\w.:*&<>?,\[\] ]*[.:])?[\"'`]?")
_SIGNATURE = lazy_pattern(r"\s*(?:,[\w\s,']*)?::(?![:=])")  # `name :: Int -> Int`
_ASSIGNED = lazy_pattern(r"\s*(?::|=|<-|:=)\s*(?:async\s+)?(?:function\b|fn\b|\\|\([^()\n]*\)\s*(?:=>|->))")
_CALLED = lazy_pattern(r"\s*(?i:function|macro)\(\s*")  # of CMake
_OVERRIDDEN = lazy_pattern(r"\boverrid(?:e|den)\b")


def definition_fit(text: str, name: str) -> float:
    """How well the best line of the text defines the name: 1 for a type or a function, less for a variable and for what
    overrides another definition, and 0 where no line defines it.
    """
    return definition_in(text, name)[0]


def definition_in(text: str, name: str) -> tuple[float, int]:
    """The fit of the best line that defines the name, and the offset of the name in it: -1 where no line does."""
    best, place = 0.0, -1
    for start in islice(_places(text, name), _MOST_PLACES):
        low, end = max(0, start - _LONGEST_LINE), start + len(name)
        begin = text.rfind("\n", low, start) + 1 or low
        before = text[begin:start]
        if not before.lstrip().startswith(_COMMENTS):
            line_end = text.find("\n", end, end + _LONGEST_LINE)
            fit = _fit(before, text[end : line_end if line_end >= 0 else end + _LONGEST_LINE])
            if fit > best:
                best, place = fit, start
            if best == 1.0:
                break
    return best, place


def _places(text: str, name: str) -> Iterator[int]:
    """Where the text has the name as a whole word: an expression takes ten times as long."""
    for at in offsets_of(name, text):
        before, behind = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before in _LETTERS or behind.isalnum() or behind in _LETTERS):
            yield at


def _fit(before: str, after: str) -> float:
    if not _may_define(before) or _IMPORTED.match(before):
        return 0.0
    for keyword in reversed(list(_KEYWORD.finditer(before))[-_NEAREST:]):
        gap = before[keyword.end() :]
        if len(gap) <= _LONGEST_GAP and _GAP.fullmatch(gap):
            fit = _VARIABLE if keyword["variable"] else 1.0
            return fit * (_OVERRIDE if _OVERRIDDEN.search(before) else 1.0)
    is_first = not before.strip()
    is_function = (is_first or before.endswith(".")) and _ASSIGNED.match(after)
    return float(bool(is_function or (is_first and _SIGNATURE.match(after)) or _CALLED.fullmatch(before)))


def _may_define(before: str) -> bool:
    """Whether what stands before a name may stand before a defined one, so that most uses need no pattern."""
    near = before.rstrip()
    if not near or near[-1] in _CLOSING:
        return True
    if len(near) == len(before):
        return near[-1] in _JOINTS
    return near.rsplit(None, 1)[-1].lstrip("([,;") in _KEYWORDS
