"""The values of AsciiDoc's attributes in place of their names in braces.

The AsciiDoc Language documentation has the rules: an attribute has a value from its line on, and code has no
replacements, unless its `subs` say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..line_offsets import folded
from .adoc_blocks import DIRECTIVES, ENTRY, LineKind, line_kinds

# Text that is passed through as it is; all quantifiers are bounded.
PASSED = r"`\+[^`\n]{0,300}\+`|\+\+\+[^+\n]{1,300}\+\+\+|\+\+[^+\n]{1,300}\+\+|\bpass:\[[^\]\n]{0,300}\]"
_NAME = re.compile(rf"(?<!\\)\{{([A-Za-z0-9_][\w-]{{0,100}}+)\}}|{PASSED}")  # unless it is behind a backslash
_SUBSTITUTED = re.compile(r"\bsubs=\"?'?[\w+,-]{0,100}?(?<![\w-])(?:attributes|normal)\b")
_VERBATIM = re.compile(r"\[(?:source|listing|literal|stem|latexmath|asciimath)\b|\[,")  # the style of a paragraph
_NO_CODE = re.compile(
    r"[ \t]++(?:[*.-]{1,6}[ \t]|(?:\d{1,9}|[a-z])\.[ \t]|<[\d.]{1,3}>[ \t]|\||[^\n]{1,300}?(?:::|;;)(?!\S))"
)
_DELIMITER = re.compile(r"(?:--|\+|[|,:!]===|([=*_])\1{3,})[ \t]*")  # of a block that is not code, a continuation
_LONGEST = 1_000  # characters of a value
_MOST_CONTINUED = 20_000  # characters of a value from which on further lines do not continue it, as of tags
_MOST_MORE = 200_000  # characters that the values may add to a text
# Those of the language, without those that stand for marks of its own markup.
_CHARACTERS: Mapping[str, str] = {
    "empty": "", "blank": "", "sp": " ", "nbsp": " ", "zwsp": "", "wj": "", "apos": "'", "quot": '"', "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°", "amp": "&", "cpp": "C++",
}  # fmt: skip
_NONE: Mapping[str, str] = {}


def with_attributes(text: str, given: Mapping[str, str] = _NONE) -> str:
    """The text with the values of its attributes, and of those that are `given`, on the same lines.

    A given value counts even if the text states another one, unless it ends in `@`.  Names without a value stay, and so
    do those with one that is too long.
    """
    if "{" not in text:
        return text
    values, lines, done, at = AttributeValues(given), folded(text).split("\n"), list[str](), 0
    kinds = line_kinds(lines)
    for line, kind, is_replaced in zip(lines, kinds, _replaced(lines, kinds), strict=True):
        written = text[at : at + len(line)]
        if kind == "underline":  # as long as the title is now
            width = len(done[-2].rstrip()) if "{" in lines[len(done) // 2 - 1] else len(line.rstrip())
            written = line[0] * width + written[len(line.rstrip()) :]
        done.append(values.within(written) if is_replaced and "{" in line else written)
        if is_replaced:
            values.read(done[-1])
        at += len(line) + 1
        done.append(text[at - 1 : at])
    return "".join(done)


class AttributeValues:
    """The values of the attributes up to a line."""

    def __init__(self, given: Mapping[str, str]) -> None:
        stated = {name.lower(): value for name, value in given.items()}
        self._fixed = frozenset(name for name, value in stated.items() if not value.endswith("@"))
        self.known = {**_CHARACTERS, **{name: value.removesuffix("@") for name, value in stated.items()}}
        self._continued = ""  # the attribute whose value the next line continues
        self._left = _MOST_MORE

    def within(self, line: str) -> str:
        """The line with the values."""
        return _NAME.sub(self._value, line)

    def read(self, line: str) -> None:
        """Takes the value from the line of an attribute."""
        line = line.rstrip()
        if name := self._continued:
            self._set(name, f" {line.strip()}", before=self.known.get(name, ""))
        elif (entry := ENTRY.fullmatch(line)) and (name := entry[2].lower()) not in self._fixed:
            if entry[1] or entry[3]:
                self.known.pop(name, None)
            else:
                self._set(name, entry[4] or "")

    def _set(self, name: str, value: str, before: str = "") -> None:
        is_continued = value.endswith(" \\")
        self._continued = name if is_continued else ""
        if len(before) < _MOST_CONTINUED:
            self.known[name] = before + (value[:-2].rstrip() if is_continued else value)

    def _value(self, found: re.Match[str]) -> str:
        value = self.known.get(found[1].lower()) if found[1] else None
        if value is None or len(value) > _LONGEST or len(value) > self._left:
            return found[0]
        self._left -= len(value)
        return value


def _replaced(lines: Sequence[str], kinds: Sequence[LineKind]) -> Iterator[bool]:
    """For each line whether names stand for values: not in code, unless the line above the code says so."""
    style = ""  # the attributes of the next block
    is_new, is_replaced = True, True  # whether a paragraph begins, and whether names stand for values in what is open
    is_code = False
    for line, kind in zip(lines, kinds, strict=True):
        if kind == "fence":
            yield False
            is_code = not is_code
            is_replaced, style, is_new = _SUBSTITUTED.search(style) is not None, style if is_code else "", not is_code
        elif kind == "code":
            yield is_replaced or line.startswith(DIRECTIVES)
        elif kind in {"title", "underline"}:
            yield kind == "title"
            style, is_new = "", True
        elif not line.strip() or _DELIMITER.fullmatch(line):
            yield False
            is_new = True
        elif is_new and (line.startswith(("[", *DIRECTIVES)) or (line[0] == "." and line[1:2] not in {"", ".", " "})):
            yield True
            style = line if line[0] == "[" else style
        else:
            if is_new:
                is_verbatim = _VERBATIM.match(style) or (line[0] in " \t" and not _NO_CODE.match(line))
                is_replaced, is_new = not is_verbatim or _SUBSTITUTED.search(style) is not None, False
                style = ""
            yield is_replaced or line.startswith(DIRECTIVES)
