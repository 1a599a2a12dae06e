"""Comments, decorators and attributes before a definition, and the text of documentation without its markers."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING

from .definitions import ByteRange
from .languages import CommentStyle

if TYPE_CHECKING:
    from .grammars import CapturedSpan

MAX_DOC = 4000  # characters

_INDENT = 400  # bytes before a comment that are searched for the begin of its line
_BLANKS = re.compile(rb"\s*")
_QUOTES = re.compile(r"""[A-Za-z]{0,2}(\"{3}|'{3}|["'])(.*?)\1?\Z""", re.DOTALL)
# A comment of several lines; `/***` is a banner and `/**/` is empty.
_DOCUMENTATION = re.compile(rb"/\*\*(?![*/])[^\n]*\n")
# What may stand before the first comment of a file, which is about the file.
_LONGEST_HEAD = 4_096  # bytes before it
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:#![^\n]*\n)?(?:\s++|<\?php\b|[\"']use \w++[\"'];?|declare\([^()\n]*+\);"
    rb"|(?:package|namespace) [\w.\\]++(?:;|(?=\s*+\n))|//[^\n]*+\n(?=//|\Z))*+"
)

# The first words of lines of documentation that do not describe: tags, rules and directives to tools.
_TAG = re.compile(
    r"[@\\](\w[\w:-]*+)[ \t]*+|\{@inheritdoc\}\s*\Z|<(?:exclude|inheritdoc|include)\b[^<>]*>\s*\Z", re.IGNORECASE
)
_SUMMARIES = frozenset(("brief", "desc", "description", "short", "summary"))  # tags of which the text describes
_SIGNS = re.compile(r"[-=*#/~_+]{3,}|(?:eslint|istanbul|prettier|biome|v8|c8|tslint|stylelint|jshint|NOLINT)\b[ -:(]?")
_XML_SUMMARY = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL | re.IGNORECASE)
_XML_NAME = re.compile(r"<\w+\s[^<>]*?(?:cref|langword|name|href)\s*=\s*\"(?:[A-Z]:)?([^\"<>]*)\"\s*/>")
_XML_TAG = re.compile(r"</?[A-Za-z][^<>]*>")

_Piece = tuple[int, int, bool]  # start, end, whether it is a comment


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments and the decorators of a file, in order of the text."""

    data: bytes
    pieces: list[_Piece]
    starts: list[int]

    def cover(self, position: int) -> bool:
        """Whether the position is in a comment."""
        index = bisect_right(self.starts, position) - 1
        return index >= 0 and self.pieces[index][2] and position < self.pieces[index][1]

    def first_before(self, position: int, above: int) -> tuple[int, list[ByteRange]]:
        """Where the comments and decorators directly above a position begin, and the comments among them.

        Comments have the indentation of the definition.  None of them begins before `above`.  A blank line may follow
        `/** … */` of several lines, which documents what comes next, unless it is the first comment of the file.
        """
        begin, found, indent = position, list[ByteRange](), self._indent(position)
        for index in range(bisect_left(self.starts, position) - 1, -1, -1):
            start, end, is_comment = self.pieces[index]
            if start < above or end > begin or begin - end > _INDENT:
                break
            gap = self.data[end:begin]
            lines = gap.count(b"\n")
            if gap.strip() or lines > 2:
                break
            if lines == 2 and (found or not is_comment or not self._is_documentation(start, end)):
                break
            if is_comment:
                if self._indent(start) != indent:
                    break
                found.append((start, end))
            begin = start
        return begin, found[::-1]

    def past_leads(self, position: int, end: int) -> int:
        """The begin of the definition itself, after its decorators and annotations and the comments among them."""
        index, begin = bisect_left(self.starts, position), position
        led = position
        while index < len(self.starts) and self.starts[index] == begin and self.pieces[index][1] < end:
            _, stop, is_comment = self.pieces[index]
            begin = stop + _blanks(self.data, stop)
            led = led if is_comment else begin
            index += 1
        return begin if led > position else position

    def within(self, start: int, end: int) -> list[ByteRange]:
        """The comments between two positions."""
        first, last = bisect_left(self.starts, start), bisect_right(self.starts, end - 1)
        return [(a, b) for a, b, is_comment in self.pieces[first:last] if is_comment]

    def _is_documentation(self, start: int, end: int) -> bool:
        """Whether the comment documents what follows below a blank line."""
        is_first = start <= _LONGEST_HEAD and bool(_HEAD.fullmatch(self.data, 0, start))
        return bool(_DOCUMENTATION.match(self.data, start, end)) and not is_first

    def _indent(self, position: int) -> bytes | None:
        """The blanks before a position in its line; None when other text stands there."""
        first = max(0, position - _INDENT)
        line = self.data.rfind(b"\n", first, position) + 1
        before = self.data[max(line, first) : position]
        return before if not before.strip() and (line > 0 or first == 0) else None


def comments_of(data: bytes, comments: Iterable[CapturedSpan], leads: Iterable[CapturedSpan]) -> Comments:
    """The comments and the decorators by position; a comment ends before its line end."""
    pieces = [(node.start_byte, _trimmed(data, node), True) for node in comments]
    pieces += [(node.start_byte, node.end_byte, False) for node in leads]
    pieces.sort()
    pieces = list(_outside_of_leads(pieces))
    return Comments(data, pieces, [start for start, _, _ in pieces])


def _outside_of_leads(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    last = 0
    for piece in pieces:
        if piece[0] >= last:
            yield piece
            last = last if piece[2] else piece[1]


def _trimmed(data: bytes, node: CapturedSpan) -> int:
    end = node.end_byte
    while end > node.start_byte and data[end - 1] in b"\r\n":
        end -= 1
    return end


def _blanks(data: bytes, position: int) -> int:
    match = _BLANKS.match(data, position)
    return match.end() - position if match else 0


def comment_text(comments: Iterable[str], style: CommentStyle) -> str:
    """The text of comments without markers and indentation."""
    return _dedented("\n".join(chain.from_iterable(_unmarked(comment[:MAX_DOC], style) for comment in comments)))


def summary_of(doc: str) -> str:
    """The first line of the documentation that describes: behind tags, in `<summary>` of C#; empty if none does."""
    if found := _XML_SUMMARY.search(doc):
        lines = (without_xml(line).strip() for line in found[1].split("\n"))
        return next(filter(None, lines), "")
    in_tag = False
    for line in doc.split("\n"):
        text = line.strip()
        tag = _TAG.match(text)
        if not text or (tag and (tag[1] or "").lower() in _SUMMARIES):
            in_tag = False
            text = text[tag.end() :] if tag else ""
        elif tag or in_tag:
            in_tag = True
            continue
        if text and not _SIGNS.match(text):
            return text
    return ""


def without_xml(line: str) -> str:
    """A line of documentation of C# without its tags, with the names that they have."""
    return unescape(_XML_TAG.sub("", _XML_NAME.sub(r"\1", line))) if "<" in line or "&" in line else line


def _unmarked(comment: str, style: CommentStyle) -> list[str]:
    """The lines of a comment without markers: `#`, `//` or the frame of `/* */`."""
    if style == "slashes" and comment.startswith("/*"):
        text = comment[2:].rstrip().removesuffix("*/").lstrip("*!").rstrip("*")
        return [_without_star(line) for line in text.split("\n")]
    rest = comment.strip().lstrip("#" if style == "hashes" else "/#").removeprefix("!")
    return [rest.removeprefix(" ")]


def _without_star(line: str) -> str:
    stripped = line.lstrip()
    return stripped.lstrip("*").removeprefix(" ") if stripped.startswith("*") else line


def docstring_text(literal: str) -> str:
    """The text of a string literal without quotes and indentation."""
    match = _QUOTES.match(literal)
    return _dedented(match[2] if match else literal)


def _dedented(text: str) -> str:
    lines = text[:MAX_DOC].expandtabs().splitlines()
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    indent = min(indents, default=0)
    kept = [line.strip() for line in lines[:1]] + [line[indent:].rstrip() for line in lines[1:]]
    return "\n".join(kept).strip()
