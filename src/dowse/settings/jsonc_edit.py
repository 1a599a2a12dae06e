"""Edits of JSON that may have comments and trailing commas; every byte outside of the edit stays.

Editors write their settings so (https://code.visualstudio.com/docs/languages/json#_json-with-comments).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping

from ..model.value_class import dataclass

_COMMENTED = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.DOTALL)
_BLANKS = re.compile(r"\s*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class _Member:
    """A key of an object with the place of its value."""

    key: str
    at: int  # where the key begins
    start: int  # of the value
    end: int


@dataclass(frozen=True, slots=True)
class _Members:
    """The content of an object: from its brace to the closing one."""

    start: int
    close: int
    members: tuple[_Member, ...]

    def get(self, key: str) -> _Member | None:
        """The member of this key."""
        return next((each for each in self.members if each.key == key), None)


def values(text: str) -> object:
    """The values in the text, without comments. Raises ValueError for invalid JSON and for a repeated key."""

    def table(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) < len(pairs):
            [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
            raise ValueError(f"the key {twice!a} occurs twice")
        return made

    def number(digits: str) -> float:
        if math.isinf(value := float(digits)):
            raise ValueError(f"the number {digits} is too large")
        return value

    def constant(word: str) -> object:
        raise ValueError(f"{word} is not JSON")

    return json.loads(_plain(text), object_pairs_hook=table, parse_float=number, parse_constant=constant)


def with_member(text: str, key: str, name: str, value: Mapping[str, object]) -> str:
    """The text with this value of `name` in the object of `key`, which is added when it is missing.

    Raises ValueError when the text is not an object, or has no object of that key.
    """
    plain = _plain(text)
    top = _members(plain, _BLANKS.match(plain).end())  # type: ignore[union-attr]  # it matches anywhere
    found = top.get(key)
    if not found:
        return _added(text, top, key, {name: value})
    inner = _members(plain, found.start)
    if old := inner.get(name):
        return text[: old.start] + _lines(text, value, _margin(text, old.at)) + text[old.end :]
    return _added(text, inner, name, value)


def _plain(text: str) -> str:
    """The text with blanks in the place of comments and trailing commas, so that each offset stays."""
    return _TRAILING.sub(_blanked, _COMMENTED.sub(_blanked, text))


def _blanked(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else re.sub(r"[^\r\n]", " ", found[0])


def _members(plain: str, start: int) -> _Members:
    if plain[start : start + 1] != "{":
        raise ValueError("no object to add an entry to")
    members: list[_Member] = []
    at = _next(plain, start + 1)
    while plain[at] != "}":
        at = _next(plain, at + 1) if plain[at] == "," else at
        key, end = _DECODER.raw_decode(plain, at)
        value_at = _next(plain, _next(plain, end) + 1)  # behind the colon
        _, value_end = _DECODER.raw_decode(plain, value_at)
        members.append(_Member(key, at, value_at, value_end))
        at = _next(plain, value_end)
    return _Members(start, at, tuple(members))


def _next(plain: str, at: int) -> int:
    found = _BLANKS.match(plain, at)
    return found.end() if found else at


def _added(text: str, inside: _Members, key: str, value: Mapping[str, object]) -> str:
    """The text with one member more, behind the others and any comment on them, on lines of its own."""
    outer = _margin(text, inside.start)
    last = inside.members[-1] if inside.members else None
    own = _margin(text, last.at) if last and _begins_line(text, last.at) else outer + _step(text)
    comma_at = last.end if last else inside.start + 1
    has_comma = "," in _COMMENTED.sub(_blanked, text)[comma_at : inside.close]
    head = text[:comma_at] + ("," if last and not has_comma else "")
    between = text[comma_at : inside.close]
    kept = between.rstrip()
    closing = between[len(kept) :]
    member = f"{json.dumps(key, ensure_ascii=False)}: {_lines(text, value, own)}" + ("," if has_comma else "")
    newline = _newline(text)
    tail = closing if "\n" in closing else newline + outer
    return f"{head}{kept}{newline}{own}{member}{tail}{text[inside.close :]}"


def _lines(text: str, value: Mapping[str, object], margin: str) -> str:
    return json.dumps(value, indent=_step(text), ensure_ascii=False).replace("\n", _newline(text) + margin)


def _margin(text: str, at: int) -> str:
    """The blanks at the beginning of the line."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _begins_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()


def _step(text: str) -> str:
    """The indentation of the lines in the file."""
    found = re.search(r"\n([ \t]+)[\"}\]]", text)
    return found[1] if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
