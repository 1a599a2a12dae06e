"""The properties of a note on one line, as a snippet shows them: `cast: Ada, Ben · year: 1982` for a list and a number.

Only the forms that programs write are laid out: keys at the beginning of a line, lists of one item a line, and quotes
around a whole value.  All else stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup

_BETWEEN, _BETWEEN_ITEMS = " ·\n", ", "
_LINE_END = lazy_pattern(r"(?<!\s)\s*\n(?:(?P<item>[ \t]*-[ \t]+)(?!-)|(?P<key>[^\s#:=-][^\r\n:=]*[:=]))")
_FIRST_ITEM = lazy_pattern(r"[ \t]*-[ \t]+")
_KEY_ALONE = lazy_pattern(r"[ \t]*(?:-[ \t]+)?[^\s#:-][^\r\n:]*:[ \t]*\Z")  # what stands before a list
_EMPTY = lazy_pattern(
    r"(?m)^[^\s#:-][^\r\n:]*:[ \t]*(?:\[[ \t]*\]|\{[ \t]*\}|\"\"|''|~|null)?[ \t]*(?:\r?\n|\Z)"
    r"(?!(?:[ \t]*(?:#[^\n]*)?\r?\n)*+(?:[ \t]*-[ \t]|[ \t]+\S))(?:[ \t]*\r?\n)*+"  # lists may have lines before them
)
_QUOTED = lazy_pattern(
    r"(?m)(?:^[^\s#:-][^\r\n:]*:[ \t]+|^[ \t]*-[ \t]+|^[\w.-]+[ \t]*=[ \t]*)"
    r"([\"'])(?!!?\[\[[^\[\]\r\n]*\]\]\1)(?:(?!\1)[^\r\n\\])*(\1)[ \t]*\r?$"
)


def property_layout(text: str, within: Span) -> list[Markup]:
    """What a snippet shows between the properties in the span and around their values, in order."""
    start, end = within
    found: list[Markup] = []
    if (item := _FIRST_ITEM.match(text, start, end)) and (start == 0 or text[start - 1] == "\n"):
        found.append((*item.span(), ""))
    found += ((*empty.span(), "") for empty in _EMPTY.finditer(text, start, end))
    for quoted in _QUOTED.finditer(text, start, end):
        found += ((*quoted.span(mark), "") for mark in (1, 2))
    return sorted((*found, *_between(text, within)))


def _between(text: str, within: Span) -> Iterator[Markup]:
    """The line ends between properties and between the items of a list, with the marks of these."""
    at, end = within
    while found := _LINE_END.search(text, at, end):
        line = text.rfind("\n", within[0], found.start()) + 1 or within[0]
        if found["key"]:
            yield found.start(), found.start("key"), _BETWEEN
        else:
            is_first = _KEY_ALONE.match(text, line, found.start()) is not None
            yield found.start(), found.end("item"), " " if is_first else _BETWEEN_ITEMS
        at = found.end("item") if found["item"] else found.start("key")
