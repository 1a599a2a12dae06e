"""The properties at the top of a page of Logseq, `tags:: a, [[b]]`, one on a line, before its blocks.

Logseq's documentation has the rules: "Properties" and "Built-in Properties".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...model.document import Fact
from ...model.lazy_pattern import lazy_pattern
from .blocks import RawHeading
from .yaml_facts import fact

_LINE = lazy_pattern(r"([A-Za-z][\w.-]{0,60})::(?:[ \t]+([^\r\n]*))?(?:\r\n?|\n|\Z)")
_END = lazy_pattern(r"[ \t]*(?:(?:\r\n?|\n)|\Z)|(?=[-*+#])")  # a blank line, a block or a heading
_MOST = 500  # properties
_COMMA = lazy_pattern(r",(?![^\[\]]*\]\])")  # but of a name, `[[a, b]]`
_LISTS = frozenset({"alias", "aliases", "tags", "tag"})
_BLOCK = lazy_pattern(r"\s*(?:-(?![^\n]*\n\{:)[ \t\r\n]|\Z)")  # `{:toc}` below is of kramdown
_HEADING = lazy_pattern(r"[ \t]*[-*+][ \t]+(#{1,6})[ \t]+(\S.*)")
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


def begins_with_block(text: str, body_start: int) -> bool:
    """Whether the body begins with a block of Logseq, an item of a list, or is empty: other pages rarely do."""
    return _BLOCK.match(text, body_start) is not None


def block_headings(lines: Sequence[str], code: Iterable[tuple[int, int]]) -> Iterator[RawHeading]:
    """The headings of a page, which are blocks of a list, `- ## Costs`, outside of these lines of code."""
    in_code = {line for first, after in code for line in range(first, after)}
    for at, line in enumerate(lines):
        if (found := _HEADING.match(line)) and at not in in_code:
            yield RawHeading(at, len(found[1]), found[2].strip())


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
