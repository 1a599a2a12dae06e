"""Frontmatter that is not valid YAML, parsed line by line: `key: value`, lists, and values on several lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...model.document import Fact
from ..line_offsets import folded
from .yaml_facts import fact

_COLON = re.compile(r":(?=\s|$)")
_ITEM = re.compile(r"\s*-(?:\s+|$)")
_BLOCK_MARKS = frozenset(("|", ">", "|-", ">-", "|+", ">+"))
_MOST_FACTS = 500


def facts_by_line(yaml_text: str) -> dict[str, Fact]:
    """The facts of the lines that look like properties; others are skipped."""
    found: dict[str, Fact] = {}
    for key, value, below in _properties(folded(yaml_text).split("\n")):
        if len(found) >= _MOST_FACTS:
            break
        found |= {name: () if stated is None else stated for name, stated in _facts(key, value, below)}
    return found


def _properties(lines: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Key, value and the lines below that belong to it."""
    key, value, below = "", "", list[str]()
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        if line[0] in " \t" or _ITEM.match(line):
            below.append(line)
            continue
        if key:
            yield key, value, below
        key, value = _key_and_value(line)
        below = []
    if key:
        yield key, value, below


def _key_and_value(line: str) -> tuple[str, str]:
    """The key and the value of a property; an empty key for any other line."""
    colon = _COLON.search(line)
    if not colon or not (line[0].isalnum() or line[0] in "_\"'"):
        return "", ""
    return line[: colon.start()].strip().strip("\"'").strip().lower(), line[colon.end() :].strip()


def _facts(key: str, value: str, below: list[str]) -> Iterator[tuple[str, Fact | None]]:
    """The facts of one property."""
    if value in _BLOCK_MARKS:
        yield key, " ".join(line.strip() for line in below)
    elif below and not value and not _ITEM.match(below[0]):
        nested = [_key_and_value(line.strip()) for line in below]
        for name, inner in nested:
            if name:
                yield f"{key}.{name}", _scalar(name, inner)
    elif not value and below:
        yield key, tuple(filter(None, (_unquoted(_ITEM.sub("", line, count=1)) for line in below)))
    else:
        going_on = [line.strip() for line in below if not _ITEM.match(line)]
        written = " ".join((value, *going_on))
        is_list = written.startswith("[") and not written.startswith("[[")
        if is_list and (written.endswith("]") or "]" not in written):  # a list, which may be unclosed
            yield key, tuple(filter(None, map(_unquoted, written[1:].removesuffix("]").split(","))))
        else:
            yield key, _scalar(key, written)


def _scalar(key: str, written: str) -> Fact | None:
    text = _unquoted(written)
    return fact(key, text, is_plain=text == written)


def _unquoted(written: str) -> str:
    """The text without surrounding quotes, even unclosed ones."""
    text = written.strip()
    if text[:1] not in ('"', "'"):
        return text.partition(" # ")[0].rstrip()
    inner, quote, _ = text[1:].rpartition(text[0])
    return inner if quote else text[1:]
