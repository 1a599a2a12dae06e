"""The lines of AsciiDoc by what they are: code, titles with a line below, and others.

Asciidoctor has the rules: a line of `=`, `-`, `~`, `^` or `+` makes a title of the line above, which begins a block
outside of other blocks, if it is as long as that line, or by one character longer or shorter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

LineKind = Literal[
    "text", "heading", "title", "underline", "fence", "code"
]  # a fence is the first or the last line of code

UNDERLINES = "=-~^+"  # below titles, by level
ENTRY = re.compile(r":(!?)([^\W_][\w-]{0,100}+)(!?):(?:[ \t]+(\S.*))?")  # the line of an attribute
DIRECTIVES = ("include::", "ifdef::", "ifndef::", "ifeval::", "endif::")  # read before code is told apart
_FENCE = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,}|```)(?:(?<=```)\w*)?")  # listing, literal, pass-through, comment
_DELIMITER = re.compile(r"--|([=*_])\1{3,}|[|,:!]={3,}")  # of a block of other blocks, or of a table
_FENCES, _DELIMITERS = frozenset("-.+/`"), frozenset("-=*_|,:!")  # the first characters
_HEADING = re.compile(r"={1,6}[ \t]+\S")
_ITEM = re.compile(
    r"[ \t]++(?:[*.]{1,6}|-|\d+\.|[A-Za-z]\.|[ivxIVX]+\)|<(?:\d+|\.)>|.*?(?::{2,4}|;;)(?=\s|\Z))(?:\s|\Z)"
)
_TERM = re.compile(r"(?::{2,4}|;;)\Z")
_UNDERLINED = re.compile(r"(?!\.).*?[^\W_]")
# Lines between blocks: comments, titles of blocks, headings, directives, macros, rules, ends of pages.
_BETWEEN = re.compile(r"//(?!/)|\.[^.\s]|={1,6}[ \t]+\S|\w++::[^\s\[]*+\[.*\]\Z|'{3,}\Z|<{3,}\Z")


def line_kinds(lines: Sequence[str]) -> list[LineKind]:
    """What each of the lines is."""
    kinds, blocks, above = list[LineKind](), list[str](), ""
    fence = ""  # the last line of the code
    is_new, is_first = True, False  # whether a block may begin, and whether the line above begins one outside of others
    for line in map(str.rstrip, lines):
        first = line[:1]
        if fence:
            is_last = line == fence
            kinds.append("fence" if is_last else "code")
            fence, is_new = ("", True) if is_last else (fence, is_new)
        elif is_first and first and first in UNDERLINES and _is_underline(line, above):
            kinds[-1:] = "title", "underline"
            is_new, is_first = first != "=", False  # below the title of a document are the names of its authors
        elif first in _FENCES and (found := _FENCE.fullmatch(line)):
            kinds.append("fence")
            fence, is_first = found[1], False
        else:
            kinds.append("heading" if is_new and first == "=" and _HEADING.match(line) else "text")
            is_above = is_new and (ENTRY.fullmatch(line) or _BETWEEN.match(line)) is not None
            is_block = first in _DELIMITERS and counted(blocks, line)
            is_first = is_new and first != "" and not (is_above or is_block or _lists_attributes(line) or blocks)
            is_new = not first or is_block or _lists_attributes(line) or (is_above and not line.startswith("= "))
        above = line
    return kinds


def literal_lines(lines: Sequence[str], kinds: Sequence[LineKind]) -> Iterator[int]:
    """The indices of the lines of literal paragraphs: those that begin with a blank behind an empty line, unless they
    are items of a list or describe a term.
    """
    blocks, is_literal, may_begin, above = list[str](), False, True, ""
    table = 0  # the number of open blocks up to the first table; 0 outside of tables
    for at, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
        is_block = kind == "text" and counted(blocks, line.rstrip())
        if table > len(blocks):
            table = 0
        elif is_block and not table and blocks and blocks[-1][0] in "|,:!":
            table = len(blocks)
        if is_block or kind != "text" or not line.strip():
            is_literal, may_begin = False, True
            continue
        if may_begin and line[0] in " \t":
            is_literal = not (table or _ITEM.match(line) or _TERM.search(above))
        may_begin, above = False, line.rstrip()
        if is_literal:
            yield at


def _is_underline(line: str, above: str) -> bool:
    """Whether the line makes a title of the one above, if that begins a block."""
    is_as_long = abs(len(line) - len(above)) <= 1 < len(line)
    return is_as_long and line == line[0] * len(line) and _UNDERLINED.match(above) is not None


def counted(blocks: list[str], line: str) -> bool:
    """Whether the line opens or closes a block, after which `blocks` are those that are open."""
    if not _DELIMITER.fullmatch(line):
        return False
    if line in blocks:
        del blocks[blocks.index(line) :]
    else:
        blocks.append(line)
    return True


def _lists_attributes(line: str) -> bool:
    return line.startswith("[") and line.endswith("]")
