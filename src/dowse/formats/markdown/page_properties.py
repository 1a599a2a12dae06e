"""The properties at the top of a page of Logseq, `tags:: a, [[b]]`, one on a line, before its blocks, and those that
Dataview reads at the top of a note of Obsidian.

Logseq's documentation has the rules: "Properties" and "Built-in Properties".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

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
_NAME = r"#?\[\[([^\[\]]*)\]\]|#([^\s#,\[\]]+)"
_MARKED = lazy_pattern(_NAME)
_ALL_MARKED = lazy_pattern(rf"(?:(?:{_NAME})\s*)+")
# Elsewhere than on pages of Logseq such a list may define words, as flash cards do: `hablar:: to speak`.
_OF_NOTES = frozenset(
    {
        "alias", "aliases", "area", "author", "authors", "categories", "category", "created", "creation", "cssclass",
        "date", "description", "down", "id", "keywords", "kind", "modified", "next", "parent", "permalink", "prev",
        "previous", "project", "projects", "public", "publish", "related", "source", "sources", "status", "summary",
        "tag", "tags", "template", "title", "topic", "topics", "type", "up", "updated", "url",
    }
)  # fmt: skip


def split(text: str, *, is_page: bool = False) -> tuple[dict[str, Fact], int]:
    """The facts by lower-case key, and the offset behind them: 0 without any.

    Text may follow them on a page of Logseq alone.
    """
    found: dict[str, Fact] = {}
    at = len("\ufeff") if text.startswith("\ufeff") else 0
    while len(found) < _MOST and (line := _LINE.match(text, at)):
        key = line[1].lower()
        value = _value(key, (line[2] or "").strip())
        found[key] = _joined(found[key], value) if key in found else value
        at = line.end()
    end = _END.match(text, at) if found else None
    if end or (found and is_page):
        return found, end.end() if end else at
    return {}, 0


def are_of_note(facts: Mapping[str, Fact]) -> bool:
    """Whether one of these properties is one that notes usually have."""
    return not _OF_NOTES.isdisjoint(facts)


def named(facts: dict[str, Fact], file_name: str) -> dict[str, Fact]:
    """The properties with the title as an alias, by which links mean a page whose file has another name."""
    title, aliases = facts.get("title"), facts.get("alias", ())
    if not isinstance(title, str) or title in ("", file_name) or not isinstance(aliases, tuple):
        return facts
    return {**facts, "alias": (*aliases, title)}


def begins_with_block(text: str, body_start: int) -> bool:
    """Whether the body begins with a block of Logseq, an item of a list, or is empty: other pages rarely do."""
    return _BLOCK.match(text, body_start) is not None


def block_headings(lines: Sequence[str], code: Iterable[tuple[int, int]]) -> Iterator[RawHeading]:
    """The headings of a page, which are blocks of a list, `- ## Costs`, outside of these lines of code."""
    in_code = {line for first, after in code for line in range(first, after)}
    for at, line in enumerate(lines):
        if (found := _HEADING.match(line)) and at not in in_code:
            yield RawHeading(at, len(found[1]), found[2].strip())


def _joined(first: Fact, second: Fact) -> Fact:
    """A list that is stated twice; of other values the second."""
    return (*first, *second) if isinstance(first, tuple) and isinstance(second, tuple) else second


def _value(key: str, written: str) -> Fact:
    if key in _LISTS or "[[" in written:
        names = tuple(_names(written))
        return names if key in _LISTS or len(names) != 1 else names[0]
    stated = fact(key, written, is_plain=True)
    return () if stated is None else stated


def _names(written: str) -> Iterator[str]:
    """The names of pages in a value: with brackets or as tags, also several behind each other, or as they are."""
    for each in map(str.strip, _COMMA.split(written)):
        if _ALL_MARKED.fullmatch(each):
            yield from filter(None, ((bracketed or tag).strip() for bracketed, tag in _MARKED.findall(each)))
        elif each:
            yield each
