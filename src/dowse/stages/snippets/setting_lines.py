"""Where source code sets the value of a key: `"SESSION_COOKIE_NAME": "session"` in a table of settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...analysis.code.symbol_names import parts_of_name
from ...analysis.heading_stems import heading_stems
from ...analysis.languages.stopwords import STOP_WORDS
from ...analysis.tokens import words
from ...model.document import Span
from ..code.signature_spans import line_at

_LONGEST = 500_000  # characters of a text that are searched
_LONGEST_LINE = 1_000  # characters of a line
_MOST_LINES = 200  # with the name of a setting, that are compared
_MOST_WORDS = 4  # stems of a query that may ask for a value: "default value of SECRET_KEY in tests"
_DEFAULTS = frozenset({"default", "defaults"})
_ABOUT = _DEFAULTS | {"value", "values", "setting", "settings", "option", "options", "parameter", "argument"}
_MARKS = "\"'`?!.,:;()"
_COMMENT = re.compile(r"[ \t]*+(?:#(?!\w)|//|/?\*|--|<!--)")
_IDENTIFIER = re.compile(r"^\w*(?:_|[a-z0-9][A-Z])\w*$|^[A-Z]\w*$")
_STATED = (  # `Default: 31 days` first, then a sentence such as "It defaults to 31 days."
    re.compile(r"^[ \t>*|-]*+(\**+defaults?(?: value)?\**+:)", re.IGNORECASE | re.MULTILINE),
    re.compile(
        r"(?:^|[.!?)`]\s)[ \t>*-]*+([^\n.!?]{0,80}?\b(?:defaults (?:is|to)|default (?:value )?is|by default)\b)",
        re.IGNORECASE | re.MULTILINE,
    ),
)
_NOTHING = re.compile(r"(?!)")
_NO_VALUE = r"(?:function\b|class\b|(?:str|int|bool|string|number|boolean|any)\b)"


def setting_name(query: str) -> str:
    """The one identifier in a query of few words such as SECRET_KEY; empty without one or with several.

    A longer query asks for more than the value.
    """
    if len(heading_stems(query)) > _MOST_WORDS:
        return ""
    names = {word for word in words(query) if "_" in word.strip("_")}
    return names.pop() if len(names) == 1 else ""


def setting_of_default(query: str) -> str:
    """The setting whose default a query of few words asks for: "default value of trust proxy"; empty for none."""
    listed = [word.strip(_MARKS) for word in query.split()]
    if len(listed) > 2 * _MOST_WORDS or _DEFAULTS.isdisjoint(map(str.lower, listed)):
        return ""
    rest = [word for word in listed if word.lower() not in _ABOUT | STOP_WORDS]
    name = " ".join(rest) if len(rest) < _MOST_WORDS else ""
    return (parts_of_name(name) or ("",))[-1] if len(rest) == 1 else name


def setting_line(text: str, name: str) -> Span | None:
    """The first line in which the name is a key in quotation marks, or a symbol of Ruby, with its value."""
    if not name or name not in text:
        return None
    key = rf"""(?:^|[{{\[(,])[ \t]*+(?:"{name}"|'{name}'|(?=:{name}\s*=>):{name})[ \t]*+(?::(?!:)|=>)"""
    found = re.compile(key, re.MULTILINE).search(text, 0, _LONGEST)
    return line_at(text, found.end() - 1) if found else None


def default_line(text: str, name: str) -> Span | None:
    """The line that gives a setting of this name its default, if the text has one.

    That is the first one that sets it, as a key in quotation marks, as the first argument of a call or as a variable or
    parameter with a value; else the first with the name and a value behind a colon.
    """
    if not name or name not in text:
        return None
    is_set, has_value, behind = _patterns(name)
    second = None
    for line in _lines_with(name, text):
        if is_set.search(text, *line):
            return line
        if found := behind.match(text, line[0]):  # the value of a parameter behind a type on several lines
            return line_at(text, found.end() - 1)
        if second is None and has_value.search(text, *line):
            second = line
    return second


def stated_default(text: str, section: Span, size: int) -> Span | None:
    """The first place of the section that states a default, if a snippet from its beginning would not have it."""
    found = next((match for pattern in _STATED if (match := pattern.search(text, *section))), None)
    return found.span(1) if found and found.end() > section[0] + size else None


def _lines_with(name: str, text: str) -> Iterator[Span]:
    """The first lines of code with the name."""
    at = text.find(name, 0, _LONGEST)
    for _ in range(_MOST_LINES):
        if at < 0:
            return
        line = line_at(text, at)
        if line[1] - line[0] <= _LONGEST_LINE and not _COMMENT.match(text, *line):
            yield line
        at = text.find(name, line[1], _LONGEST)


@lru_cache(16)
def _patterns(name: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    word = re.escape(name)
    quoted = rf"(?:\"{word}\"|'{word}'|`{word}`)"
    key = rf"(?:^|[{{\[(,])[ \t]*+(?:{quoted}[ \t]*+(?::(?!:)|=>)|:{word}[ \t]*+=>)"
    call = rf"\w\([ \t]*+{quoted}[ \t]*+,[ \t]*+(?!{_NO_VALUE})[^\s)]"
    before = r"^[ \t]*+(?:[\w<>\[\]?.,&*:|\\]++[ \t]++){0,6}?(?:(?:this|self)(?:\.|->))?"
    in_head = r"\b(?:def|fn|func|function|fun|constructor)\b[^\n]*?[(,\s]"
    value = rf"[$@]?+{word}\b[ \t]*+\??(?::[^=\n]{{0,200}}+)?=(?![=>~])[ \t]*+(?![$@]?{word}\b)\S"
    variable = rf"(?:{before}|{in_head}){value}"
    literal = rf"[(,][ \t]*+{value}|^[ \t]*+{word}:[ \t]++(?!{_NO_VALUE}|{word}\b)[^\n]*+(?<=,)"
    behind = (
        rf"(?P<indent>[ \t]*+){word}[ \t]*+:[^\n]*+(?<=[\[(])\n"
        rf"(?:(?!(?P=indent)\S)[^\n]*+\n){{0,100}}+(?P=indent)[\])]++[ \t]*+=[^\n]"
    )
    if not _IDENTIFIER.search(name):  # any variable may have a plain word for its name
        return re.compile(f"{key}|{call}", re.MULTILINE), _NOTHING, _NOTHING
    return re.compile(f"{key}|{call}|{variable}", re.MULTILINE), re.compile(literal, re.MULTILINE), re.compile(behind)
