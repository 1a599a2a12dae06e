"""The block structure of Markdown, line by line: headings and code.

Follows the algorithm in the appendix of CommonMark 0.31 without building a tree.  Headings inside quotes, list items
and admonitions do not divide a document and are skipped.  Each container around a line examines the line once, and
their number is bounded, so the time is linear in the text.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ...model.hit import made_of
from .code_fences import admonition_fence
from .comments import MARK, marks_in
from .html_blocks import BLANK, COMMENT, closes, html_end

_Leaf = Literal["none", "paragraph", "fence", "indented", "html", "comment"]

_QUOTE = 0  # a container; any other number is a list item: the columns its text is indented by
_MOST_CONTAINERS = 50  # open at once; each one costs a step per line
_PLAIN = re.compile(r"[^\s#>*+=~`<%_0-9-]")  # a line with this start can only be text
_NOT_PLAIN = frozenset(  # the first characters of any other line: blanks, and what that expression lists
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000#>*+=~`<%_0123456789-"
)
_CONTAINER = frozenset(" >-+*0123456789")  # the first characters of quotes and list items
_ATX = re.compile(r"(#{1,6})(?: |$)")
_UNDERLINE = re.compile(r"(?:=+|-+) *\Z")
_UNDERLINES = frozenset(mark * length for mark in "=-" for length in range(1, 81))  # most of them
_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,})")
_MARKER = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?= |$)")
_DEFINITION = re.compile(r"\s*\[[^\[\]]+\]:\s*\S+(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*$")


class RawHeading(NamedTuple):
    """A heading as in the lines, including markup."""

    line: int  # 0-based
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Blocks:
    """The headings and the code of a text; lines are 0-based."""

    headings: list[RawHeading]
    more_headings: int  # after those that are listed
    code: list[tuple[int, int]]  # first line and the line after the last: code, comments, scripts
    leaves: list[int]  # lines at which a paragraph, a heading or another leaf begins


def blocks(lines: list[str], most_headings: int = sys.maxsize) -> Blocks:
    """The headings, code and leaves of a Markdown body given as lines without their ends.

    The first headings are listed and the others counted: those of a note of megabytes take long, and are not kept.
    """
    scan = _Scan(lines, most_headings)
    is_underline, leaves = _UNDERLINE.match, scan.leaves
    for at, line in enumerate(lines):
        leaf = scan.leaf
        if scan.stack or leaf not in ("none", "paragraph"):
            scan.line(at, line.expandtabs(4) if "\t" in line else line)
        elif not line:
            scan.leaf = "none"
        elif line[0] not in _NOT_PLAIN:
            if leaf == "none":  # as in `text`: a note may have a paragraph every four bytes
                scan.leaf, scan.start = "paragraph", at
                leaves.append(at)
        elif "\t" in line:
            scan.line(at, line.expandtabs(4))
        elif line[0] == "#":
            if not scan.atx(at, line, 0, 0) and leaf == "none":  # as in `text`
                scan.leaf, scan.start = "paragraph", at
                leaves.append(at)
        elif not (leaf == "paragraph" and (line in _UNDERLINES or is_underline(line)) and scan.underlined(at, line[0])):
            scan.line(at, line)
    return Blocks(scan.headings, scan.more_headings, scan.code, scan.leaves)


@dataclass(slots=True)
class _Scan:
    """The open blocks between two lines, and the results so far."""

    lines: list[str]
    most_headings: int  # that are listed
    stack: list[int] = field(default_factory=list)  # open containers, outermost first
    leaf: _Leaf = "none"
    start: int = 0  # the line at which the open paragraph began
    fence: str = ""  # the run of characters that opened the fence
    admonitions: list[tuple[int, str]] = field(default_factory=list)  # open: the containers around, the run
    end: str = ""  # the end condition of the open HTML block
    empty_item: int = -1  # the line at which a list item began without text
    headings: list[RawHeading] = field(default_factory=list)  # outside of quotes and list items, the first ones
    more_headings: int = 0
    code: list[tuple[int, int]] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    known_last_mark: int | None = None  # unknown before it is asked for
    formulas: tuple[int, int, int] = (-1, 0, 0)  # the line of a paragraph, one in it, and the `$$` between them

    @property
    def is_inside(self) -> bool:
        """Whether the line is in a quote, a list item or an admonition, whose headings do not divide a document."""
        return bool(self.stack or self.admonitions)

    @property
    def last_mark(self) -> int:
        """The last line with a mark that closes a comment of Obsidian; -1 for none."""
        if self.known_last_mark is None:
            lines = self.lines
            self.known_last_mark = next((n for n in range(len(lines) - 1, -1, -1) if MARK in lines[n]), -1)
        return self.known_last_mark

    def line(self, at: int, line: str) -> None:
        """Process one line, of any content."""
        if self.leaf == "comment":
            self.add_code(at)
            self.leaf = "none" if MARK in line else "comment"
            return
        if self.stack:
            matched, pos = self.matching(at, line)
        else:
            matched = pos = 0
        blank = _blank(line, pos)
        if self.leaf not in ("none", "paragraph"):
            if matched == len(self.stack) and self.goes_on(at, line, pos, blank=blank):
                return
            self.leaf = "none"
        if blank:
            self.close(matched)
            return
        while not _PLAIN.match(line, pos):
            inner = self.container(at, line, pos, matched) if line[pos] in _CONTAINER else None
            if inner is None:
                if self.begins(at, line, pos, matched):
                    return
                break
            matched, pos = matched + 1, inner
            if _blank(line, pos):
                return
        self.text(at, matched)

    def matching(self, at: int, line: str) -> tuple[int, int]:
        """The number of open containers that this line continues, and the offset of its text after them."""
        pos = 0
        for depth, width in enumerate(self.stack):
            if width == _QUOTE:
                first = _first(line, pos)
                if first - pos > 3 or line[first : first + 1] != ">":
                    return depth, pos
                pos = first + 2 if line[first + 1 : first + 2] == " " else first + 1
            elif line.startswith(" " * width, pos):
                pos += width
            elif not _blank(line, pos) or (self.empty_item == at - 1 and depth == len(self.stack) - 1):
                return depth, pos
        return len(self.stack), pos

    def goes_on(self, at: int, line: str, pos: int, *, blank: bool) -> bool:
        """Whether the line belongs to the open fence, indented code or HTML; closes the block at its end."""
        if self.leaf == "html" and self.end == BLANK:
            return not blank
        first = _first(line, pos)
        if self.leaf == "indented" and not blank and first - pos < 4:
            return False
        self.add_code(at)
        if self.leaf == "html":
            ended = closes(line, self.end)
        else:
            ended = self.leaf == "fence" and first - pos < 4 and _is_run(line, first, self.fence)
        if ended:
            self.leaf = "none"
        return True

    def container(self, at: int, line: str, pos: int, matched: int) -> int | None:
        """Open the quote or list item that begins at `pos`; return the offset of its text."""
        first = _first(line, pos)
        if first - pos > 3 or matched >= _MOST_CONTAINERS:
            return None
        if line[first] == ">":
            self.close(matched)
            self.stack.append(_QUOTE)
            return first + 2 if line[first + 1 : first + 2] == " " else first + 1
        marker = _MARKER.match(line, first)
        if not marker:
            return None
        after = marker.end()
        inner = _first(line, after, 5)
        empty = _blank(line, inner)
        is_doubtful = empty or line[inner] in (line[first], " ")
        if is_doubtful and (_is_rule(line, first) or self.underlines(line, first, matched)):
            return None
        interrupts = self.leaf == "paragraph" and matched == len(self.stack)
        if interrupts and (empty or int(marker[1] or 1) != 1):
            return None
        if empty or inner - after > 4:
            inner = after + 1
        self.close(matched)
        self.stack.append(inner - pos)
        self.empty_item = at if empty else -1
        return inner

    def begins(self, at: int, line: str, pos: int, matched: int) -> bool:
        """Open the leaf that begins at `pos`, unless it is a paragraph."""
        first = _first(line, pos)
        if first - pos > 3:
            if self.leaf == "paragraph":
                return False
            self.open("indented", at, matched)
            self.add_code(at)
            return True
        mark = line[first]
        return (
            (mark == "#" and self.atx(at, line, first, matched))
            or (mark in "`~" and self.fenced(at, line, first, matched))
            or (mark == "<" and self.html(at, line, first, matched))
            or (mark in "=-" and self.setext(at, line, first, matched))
            or (mark in "-*_" and self.rule(at, line, first, matched))
            or (mark == "%" and self.comment(at, line, first, matched))
        )

    def atx(self, at: int, line: str, first: int, matched: int) -> bool:
        """A heading that begins with `#`."""
        marks = _ATX.match(line, first)
        if not marks:
            return False
        if self.stack:
            self.close(matched)
        self.leaf = "none"  # as in `open`: a note may have a heading every two bytes
        self.leaves.append(at)
        if len(self.headings) >= self.most_headings or self.is_inside:
            self.more_headings += not self.is_inside
        else:
            text = line[marks.end() :].strip(" ")
            if text.endswith("#"):
                bare = text.rstrip("#")
                text = bare.rstrip(" ") if not bare or bare.endswith(" ") else text
            self.headings.append(made_of(RawHeading, (at, marks.end(1) - first, text)))
        return True

    def fenced(self, at: int, line: str, first: int, matched: int) -> bool:
        """Code between lines of ``` or ~~~; of an admonition these lines alone."""
        fence = _FENCE.match(line, first)
        if not fence:
            return False
        run = fence[1] or fence[2]
        within = self.admonitions[-1] if self.admonitions else None
        if within and within[0] == matched and _is_run(line, first, within[1]):
            self.open("none", at, matched)
            self.admonitions.pop()
        elif admonition_fence(line, first + len(run)):
            self.open("none", at, matched)
            self.admonitions.append((matched, run))
        else:
            self.open("fence", at, matched)
            self.fence = run
        self.add_code(at)
        return True

    def html(self, at: int, line: str, first: int, matched: int) -> bool:
        """Raw HTML; comments and scripts count as code, other HTML may have tags and links."""
        rest = line[first:]
        end = html_end(rest, in_paragraph=self.leaf == "paragraph")
        if end is None:
            return False
        self.open("html", at, matched)
        self.end = end
        ended = end != BLANK and closes(rest, end)
        if ended:
            self.leaf = "none"
        if end != BLANK and not (ended and end == COMMENT):  # text may follow a comment on its line
            self.add_code(at)
        return True

    def comment(self, at: int, line: str, first: int, matched: int) -> bool:
        """A comment of Obsidian over several lines, or one that is its whole line and no part of a paragraph."""
        if not line.startswith(MARK, first):
            return False
        close = line.find(MARK, first + len(MARK))
        if close >= 0 and (self.leaf == "paragraph" or line[close + len(MARK) :].strip()):
            return False  # a comment in a text
        if close < 0 and (self.last_mark <= at or (self.leaf == "paragraph" and self.has_open_comment(at))):
            return False  # never closed, or the end of a comment
        self.open("none" if close >= 0 else "comment", at, matched)
        self.add_code(at)
        return True

    def has_open_comment(self, at: int) -> bool:
        """Whether a comment of Obsidian is open in the paragraph before the line."""
        return sum(map(marks_in, self.lines[self.start : at])) % 2 == 1

    def has_open_formula(self, at: int) -> bool:
        """Whether a formula between `$$` is open in the paragraph before the line; each line is counted once."""
        start, counted, marks = self.formulas
        if start != self.start:
            counted, marks = self.start, 0
        marks += sum(line.count("$$") for line in self.lines[counted:at])
        self.formulas = self.start, at, marks
        return marks % 2 == 1

    def underlines(self, line: str, first: int, matched: int) -> bool:
        """Whether the line makes the paragraph above it a heading."""
        if self.leaf != "paragraph" or matched < len(self.stack) or line[first] not in "=-":
            return False
        return not line[first:].rstrip(" ").strip(line[first])

    def rule(self, at: int, line: str, first: int, matched: int) -> bool:
        """A thematic break."""
        if not _is_rule(line, first):
            return False
        self.open("none", at, matched)
        return True

    def setext(self, at: int, line: str, first: int, matched: int) -> bool:
        """An underlined heading."""
        return self.underlines(line, first, matched) and self.underlined(at, line[first])

    def underlined(self, at: int, mark: str) -> bool:
        """The heading whose underline of these marks the line is; link definitions above the text are no part of it.

        A line of a formula underlines nothing: `$$`, `a`, `=`, `b`, `$$`.
        """
        lines, start = self.lines, self.start
        while start < at and "[" in lines[start] and _DEFINITION.match(lines[start]):
            start += 1
        if start == at or self.has_open_formula(at):
            return False
        self.leaf = "none"
        if len(self.headings) >= self.most_headings or self.is_inside:
            self.more_headings += not self.is_inside
        else:
            text = lines[start].strip() if start == at - 1 else " ".join(map(str.strip, lines[start:at]))
            self.headings.append(RawHeading(start, 1 if mark == "=" else 2, text))
        return True

    def text(self, at: int, matched: int) -> None:
        """A line of text, which continues the paragraph, also across containers, or begins one."""
        if self.leaf != "paragraph":
            self.open("paragraph", at, matched)
            self.start = at

    def open(self, leaf: _Leaf, at: int, matched: int) -> None:
        """Close the blocks that this line does not continue, and begin a leaf."""
        self.close(matched)
        self.leaf = leaf
        self.leaves.append(at)

    def close(self, matched: int) -> None:
        """Close the open leaf, and the containers after the first `matched`."""
        del self.stack[matched:]
        while self.admonitions and self.admonitions[-1][0] > matched:
            self.admonitions.pop()
        self.leaf = "none"

    def add_code(self, at: int) -> None:
        """Count the line as code."""
        if self.code and self.code[-1][1] == at:
            self.code[-1] = (self.code[-1][0], at + 1)
        else:
            self.code.append((at, at + 1))


def _first(line: str, pos: int, most: int = 4) -> int:
    """The offset of the first character from `pos` that is not a blank, at most `most` further."""
    end = pos + most
    while pos < end and line[pos : pos + 1] == " ":
        pos += 1
    return pos


def _blank(line: str, pos: int) -> bool:
    """Whether only spaces follow."""
    return line[pos : pos + 1] in ("", " ") and not line[pos:].strip(" ")


def _is_run(line: str, first: int, least: str) -> bool:
    """Whether the rest of the line is the run `least`, or a longer one, and spaces."""
    return line.startswith(least, first) and not line[first:].rstrip(" ").strip(least[0])


def _is_rule(line: str, first: int) -> bool:
    """Whether the line is a thematic break: three or more of `*`, `-` or `_`, and spaces."""
    mark = line[first]
    if mark not in "*-_" or line[first:].strip(mark + " "):
        return False
    return line.count(mark, first) > 2
