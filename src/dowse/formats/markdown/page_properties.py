"""The properties at the top of a page of Logseq, `tags:: a, [[b]]`, one on a line, before its blocks.

Logseq's documentation has the rules: "Properties" and "Built-in Properties".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.document import Fact, Span
from ...model.lazy_pattern import lazy_pattern
from .yaml_facts import fact

_LINE = lazy_pattern(r"([A-Za-z][\w.-]{0,60})::(?:[ \t]+([^\r\n]*))?(?:\r\n?|\n|\Z)")
_END = lazy_pattern(r"[ \t]*(?:(?:\r\n?|\n)|\Z)|(?=[-*+#])")  # a blank line, a block or a heading
_MOST = 500  # properties
_COMMA = lazy_pattern(r",(?![^\[\]]*\]\])")  # but of a name, `[[a, b]]`
_LISTS = frozenset({"alias", "aliases", "tags", "tag"})
# What Logseq writes below a block for itself; a page does not show it.
_OF_BLOCK = lazy_pattern(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:id|collapsed|(?:created|updated)-at|heading|background-color|query-[a-z-]+|card-[a-z-]+"
    r"|ls-type|hl-[a-z-]+|logseq\.[\w.-]+)::[ \t][^\n]*$",
    re.MULTILINE,
)
_HEADING = lazy_pattern(r"[ \t]*[-*+][ \t]+(#{1,6}[ \t]+\S.*)")
_MARKED = lazy_pattern(r"\A#?(?:\[\[([^\[\]]*)\]\])?")


def split(text: str) -> tuple[dict[str, Fact], int]:
    """The facts by lower-case key, and the offset behind them: 0 without any."""
    found: dict[str, Fact] = {}
    at = len("\ufeff") if text.startswith("\ufeff") else 0
    while len(found) < _MOST and (line := _LINE.match(text, at)):
        key, written = line[1].lower(), (line[2] or "").strip()
        found[key] = _value(key, written)
        at = line.end()
    end = _END.match(text, at) if found else None
    return (found, end.end()) if end else ({}, 0)


def hidden_properties(text: str, start: int, end: int) -> list[Span]:
    """The lines in the part that state a property of a block which a page does not show, in order."""
    if text.find("::", start, end) < 0:
        return []
    return [found.span() for found in _OF_BLOCK.finditer(text, start, end)]


def with_headings(lines: list[str]) -> list[str]:
    """The lines of a page with its headings, which are blocks of a list, `- ## Costs`, as they stand elsewhere."""
    return [line if (found := _HEADING.match(line)) is None else found[1] for line in lines]


def _value(key: str, written: str) -> Fact:
    if key in _LISTS or "[[" in written:
        names = tuple(_names(written))
        return names if key in _LISTS or len(names) != 1 else names[0]
    stated = fact(key, written, is_plain=True)
    return () if stated is None else stated


def _names(written: str) -> Iterator[str]:
    """The names of pages in a value: with brackets, as a tag, or as they are."""
    for each in _COMMA.split(written):
        marked = _MARKED.match(each.strip())
        name = (marked[1] if marked and marked[1] is not None else each.strip().removeprefix("#")).strip()
        if name:
            yield name
