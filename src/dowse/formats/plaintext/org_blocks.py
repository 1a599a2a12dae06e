"""The blocks, keywords and drawers of an Org file.

"Org Syntax" has the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

HEADING = re.compile(r"(\*+)[ \t]+(\S.*)")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\S+)", re.IGNORECASE)
_END = re.compile(r"[ \t]*#\+end_(\S+)", re.IGNORECASE)
_LITERAL = frozenset({"src", "example", "export", "comment"})  # of other blocks the content is markup
_COMMENT = re.compile(r"[ \t]*#(?:[ \t]|\Z)")
_LITERAL_LINE = re.compile(r"[ \t]*[#:](?:[ \t]|\Z)")  # a comment, fixed width
_KEYWORD = re.compile(r"#\+(\w+):[ \t]*(\S.*)")
_PROPERTY = re.compile(r"[ \t]*:([^\s:][^\s]*?)(\+?):(?:[ \t]+(.*))?\Z")
_PLANNING = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):")
# Keywords that belong to the text below them and not to the file.
_OF_TEXT = re.compile(r"#\+(?:begin_|name:|caption:|attr_|header:|include:|results|call:|transclude)", re.IGNORECASE)
_FIRST_LINES = 20  # of a file, in which its properties begin


def literal_lines(lines: Sequence[str]) -> Iterator[int]:
    """The lines of blocks of code, of examples and of comments, and those of fixed width, in order.

    A block ends before the next heading at the latest; without its last line it is none.
    """
    opened: tuple[int, str] | None = None
    for at, line in enumerate(lines):
        if opened and (end := _END.match(line)) and end[1].lower() == opened[1]:
            yield from range(opened[0], at + 1)
            opened = None
        elif opened and line.startswith("*") and HEADING.match(line):
            opened = None
        elif not opened and (begin := _BEGIN.match(line)) and begin[1].lower() in _LITERAL:
            opened = at, begin[1].lower()
        elif not opened and _LITERAL_LINE.match(line):
            yield at


def keywords(lines: Sequence[str], literal: frozenset[int]) -> Iterator[tuple[str, str]]:
    """The keywords of the file with their values, as in `#+title: Tides`."""
    for at, line in enumerate(lines):
        if line.startswith("#+") and at not in literal and (found := _KEYWORD.match(line)):
            yield found[1].lower(), found[2].rstrip()


def file_properties(lines: Sequence[str]) -> dict[str, str]:
    """The properties in the drawer above the first heading, which are those of the file, by lower-case name."""
    for at, line in enumerate(lines[:_FIRST_LINES]):
        if line.strip().upper() == ":PROPERTIES:":
            return _drawer(lines, at)
        if line.strip() and not line.startswith("#"):
            break
    return {}


def lines_of_properties(lines: Sequence[str]) -> int:
    """The number of lines at the top of the file that are its drawer, its keywords, comments or blank."""
    drawer = -1  # the line of an open one
    for at, written in enumerate(lines):
        line = written.strip()
        if drawer >= 0:
            if not _PROPERTY.match(line):
                return drawer
            drawer = -1 if line.upper() == ":END:" else drawer
        elif line.upper() == ":PROPERTIES:":
            drawer = at
        elif line and not (line.startswith("#+") and not _OF_TEXT.match(line)) and not _COMMENT.match(line):
            return at
    return drawer if drawer >= 0 else len(lines)


def heading_properties(lines: Sequence[str], heading: int) -> dict[str, str]:
    """The properties in the drawer below the line of a heading, by lower-case name."""
    at = heading + 1
    if at < len(lines) and _PLANNING.match(lines[at]):
        at += 1
    return _drawer(lines, at) if at < len(lines) and lines[at].strip().upper() == ":PROPERTIES:" else {}


def _drawer(lines: Sequence[str], first: int) -> dict[str, str]:
    """The properties below the first line of a drawer; a name with `+` adds to the value above."""
    found: dict[str, str] = {}
    for at in range(first + 1, len(lines)):
        stated = _PROPERTY.match(lines[at].rstrip())
        if not stated or stated[1].upper() == "END":
            break
        name, value = stated[1].lower(), (stated[3] or "").strip()
        found[name] = f"{found[name]} {value}" if stated[2] and name in found else value
    return found
