"""Markdown as HTML for a page, from notes that nobody has checked: the result loads nothing and runs nothing.

The result consists of the elements in `ELEMENTS` with the attributes in `ATTRIBUTES`, and all of its text is escaped.
Raw HTML in a note loses its tags, images become links or names, and links lead to the web or to a note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.token import Token

from . import frontmatter
from .comments import MARK, comment_end
from .emphasis import UNSPACED
from .headings import without_attributes
from .site_blocks import CALLOUT, SHOWN_CODE, add_site_blocks, admonition_of_fence
from .wikilinks import ID, WIKILINK, wikilink, without_query

_KEPT = frozenset({"blockquote", "em", "li", "p", "strong", "table", "tbody", "thead", "tr", "ul"})  # as they come
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_OTHERS = ("a", "br", "code", "del", "details", "hr", "mark", "ol", "pre", "span", "summary", "td", "th")
ELEMENTS = _KEPT.union(_HEADINGS, _OTHERS)
ATTRIBUTES = frozenset({"class", "data-ref", "href", "start", "title"})
_FIXED = {"softbreak": "\n", "hardbreak": "<br>\n", "s_open": "<del>", "s_close": "</del>"}  # by type of token

_WEB = re.compile(r"(?i)(?:https?://|mailto:)[^\s]")
_PIECE = re.compile(
    rf"""
    (?P<address>https?://[^\s<>"'`\\^{{}}|…]++)
    |(?P<id>(?<!\w){ID.pattern.replace("+", "++", 1)}(?!\w))
    |==(?=[^\s=])(?P<mark>[^=]++)==
    """,
    re.VERBOSE,
)
_BLOCK_ID = re.compile(r"(?:^|\s)\^[A-Za-z0-9-]+\s*\Z")  # at the end of a block
_AFTER = ".,;:!?'*_~)]"  # punctuation after a bare address
_UNSEEN = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(script|style|textarea)\b.*?(?:</\1\s*>|\Z)")
_TAG = re.compile(r"</?[A-Za-z!?][^<>]*>")
_BREAK = re.compile(r"(?i)<br\s*/?>")
_CALLOUT = re.compile(r"\[!(\w{1,30})\][+-]?[ \t]*")
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_TASK_MARKS = {" ": "☐ ", "x": "☑ ", "X": "☑ "}
_ALIGNED = re.compile(r"text-align:(left|center|right)")
_MOST_NESTING = 40  # a list has two levels; markdown-it leaves out what is deeper, and `[` costs time for each
_MOST_FENCES = 4  # with Markdown, one inside of another
_LONGEST_COMMENT = 20_000  # characters; beyond that a `%%` is text
_MDX_COMMENT, _MDX_COMMENT_END = "{/*", "*/}"


class NoteLink(NamedTuple):
    """Where a link leads: to a note, to another file, or nowhere."""

    ref: str = ""  # of the note; empty for none
    hint: str = ""  # the path of the file, or the reason why there is no target or no part of the target
    is_broken: bool = False


FindNoteLink = Callable[[str, str], NoteLink]  # by target and anchor as written


def markdown_html(text: str, find: FindNoteLink, *, labels_first: bool = False) -> str:
    """The HTML of a note or of a part of one that is not inside of a code block."""
    front, body_start = frontmatter.split(text)
    body = "".join(_Writer(find, labels_first=labels_first).blocks(_parser().parse(text[body_start:])))
    if not front.strip():
        return body
    properties = f"<pre><code>{escape(front.strip())}</code></pre>"
    return f"<details><summary>Properties</summary>{properties}</details>\n{body}"


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MOST_NESTING}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("link", "wikilink", _wikilink_rule)
    parser.inline.ruler.before("link", "comment", _comment_rule)
    parser.inline.ruler.before("emphasis", "unspaced", _unspaced_rule)
    add_site_blocks(parser)
    parser.block.ruler.before("fence", "comment", _comment_block_rule, {"alt": ["paragraph", "blockquote", "list"]})
    return parser


def _wikilink_rule(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
    at = state.pos + state.src.startswith("![[", state.pos)
    found = WIKILINK.match(state.src, at)
    if found is None or found.end() > state.posMax:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.content = found[1]
    state.pos = found.end()
    return True


def _unspaced_rule(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
    """Stars between a letter of a script without blanks and a sign, text in CommonMark: `在**「水」**中`."""
    if silent or state.src[state.pos] != "*":
        return False
    scanned = state.scanDelims(state.pos, True)
    before = state.src[state.pos - 1 : state.pos]
    after = state.src[state.pos + scanned.length : state.pos + scanned.length + 1]
    opens, closes = UNSPACED.fullmatch(before), UNSPACED.fullmatch(after)
    if not (opens and after.strip()) and not (closes and before.strip()):
        return False
    for _ in range(scanned.length):
        state.push("text", "", 0).content = "*"
        state.delimiters.append(
            Delimiter(
                marker=ord("*"),
                length=scanned.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=scanned.can_open or bool(opens and after.strip()),
                close=scanned.can_close or bool(closes and before.strip()),
            )
        )
    state.pos += scanned.length
    return True


def _comment_rule(state: StateInline, silent: bool) -> bool:  # noqa: ARG001  # markdown-it's signature
    end = _comment_end(state.src, state.pos)
    if not end or end > state.posMax:
        return False
    if end == state.posMax:
        state.pending = state.pending.rstrip()
    state.pos = end
    return True


def _comment_block_rule(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A comment that begins its line and ends a line."""
    at = state.bMarks[first] + state.tShift[first]
    end = _comment_end(state.src, at)
    line = first
    while line < last and state.eMarks[line] < end:
        line += 1
    if not end or line >= last or state.src[end : state.eMarks[line]].strip():
        return False
    if not silent:
        state.line = line + 1
    return True


def _comment_end(text: str, at: int) -> int:
    """The end of the comment of Obsidian or of MDX that begins at the offset; 0 without one."""
    if text.startswith(_MDX_COMMENT, at):
        close = text.find(_MDX_COMMENT_END, at + len(_MDX_COMMENT), at + _LONGEST_COMMENT)
        return close + len(_MDX_COMMENT_END) if close >= 0 else 0
    return comment_end(text, at, _LONGEST_COMMENT) if text.startswith(MARK, at) else 0


class _Writer:
    """Writes tokens of markdown-it as HTML."""

    def __init__(self, find: FindNoteLink, *, labels_first: bool) -> None:
        self._find = find
        self._labels_first = labels_first
        self._ends: list[str] = []  # of the open links
        self._nesting = 0  # of fences with Markdown

    def blocks(self, tokens: Sequence[Token]) -> Iterator[str]:
        """The HTML of blocks."""
        for n, token in enumerate(tokens):
            match token.type:
                case "inline":
                    is_heading = n > 0 and tokens[n - 1].type == "heading_open"
                    before = "heading_open" if is_heading else tokens[n - 2].type if n > 1 else ""
                    yield from self._inline(token.children or (), before)
                case "fence" if self._nesting < _MOST_FENCES and (
                    stated := admonition_of_fence(token.info, token.content)
                ):
                    yield from self._fenced(*stated)
                case "fence" | "code_block":
                    yield f"<pre><code>{escape(token.content)}</code></pre>\n"
                case type_ if type_ == CALLOUT:
                    yield _callout(token.content)
                case type_ if type_ == SHOWN_CODE:
                    yield f"<p><code>{escape(token.content)}</code></p>\n"
                case "html_block":
                    yield _text_of_html(token.content)
                case "paragraph_open" | "paragraph_close" if token.hidden:
                    continue
                case _:
                    yield from self._tag(token)

    def _fenced(self, title: str, text: str) -> Iterator[str]:
        """The HTML of an admonition in a fence."""
        self._nesting += 1
        yield f"<blockquote>{_callout(title) if title else ''}"
        yield from self.blocks(_parser().parse(text))
        yield "</blockquote>\n"
        self._nesting -= 1

    def _tag(self, token: Token) -> Iterator[str]:
        is_open = token.nesting >= 0
        match token.tag:
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":  # one level below that of a page
                level = int(token.tag[1])
                name = _HEADINGS[min(level, len(_HEADINGS)) - 1]
                yield f'<{name} class="level-{level}">' if is_open else f"</{name}>\n"
            case "th" | "td":
                aligned = _ALIGNED.fullmatch(str(token.attrGet("style") or ""))
                of_class = f' class="{aligned[1]}"' if aligned else ""
                yield f"<{token.tag}{of_class}>" if is_open else f"</{token.tag}>"
            case "ol":
                start = token.attrGet("start")
                yield (f'<ol start="{start}">' if isinstance(start, int) else "<ol>") if is_open else "</ol>\n"
            case "hr":
                yield "<hr>\n"
            case tag if tag in _KEPT:
                yield f"<{tag}>" if is_open else f"</{tag}>\n"
            case _:  # pragma: no cover  # no rule makes another one
                yield escape(token.content)

    def _inline(self, tokens: Sequence[Token], before: str) -> Iterator[str]:
        """The HTML of a line; `before` is the type of the block around its paragraph, or of a heading."""
        self._ends.clear()
        for n, token in enumerate(tokens):
            if token.type == "text":
                content = token.content
                if n == len(tokens) - 1:  # the end of the block
                    content = _BLOCK_ID.sub("", content)
                    content = without_attributes(content) if before == "heading_open" else content
                yield from self._text(content, before if n == 0 else "")
            elif token.type in _FIXED:
                yield _FIXED[token.type]
            elif token.tag in _KEPT:
                yield f"<{token.tag}>" if token.nesting > 0 else f"</{token.tag}>"
            else:
                yield self._span(token)

    def _span(self, token: Token) -> str:
        match token.type:
            case "code_inline":
                return f"<code>{escape(token.content)}</code>"
            case "html_inline":
                return "<br>" if _BREAK.fullmatch(token.content) else ""
            case "wikilink":
                target, anchor = wikilink(token.content, labels_first=self._labels_first)
                name, bar, label = token.content.partition("|")
                stated = name if self._labels_first else label
                return self._linked(stated.strip() if bar else _label(target, anchor), target, anchor)
            case "image":
                return self._image(token)
            case "link_open":
                opening, end = self._link(str(token.attrGet("href") or ""))
                self._ends.append(end)
                return opening
            case "link_close":
                return self._ends.pop() if self._ends else ""
            case _:
                return escape(token.content)

    def _text(self, text: str, before: str) -> Iterator[str]:
        """The text with links for addresses and ids; the first one of a callout or of a task has its marks."""
        if before == "list_item_open" and (task := _TASK.match(text)):
            yield _TASK_MARKS[task[1]]
            text = text[task.end() :]
        elif before == "blockquote_open" and (callout := _CALLOUT.match(text)):
            yield f'<strong class="callout">{escape(callout[1].capitalize())}</strong> '
            text = text[callout.end() :]
        at = 0
        for found in _PIECE.finditer(text):
            yield escape(text[at : found.start()])
            at = found.end()
            if found["mark"]:
                yield f"<mark>{escape(found['mark'])}</mark>"
            elif self._ends:  # a link contains no link
                yield escape(found[0])
            elif found["id"]:
                yield self._linked(found["id"], found["id"], "")
            else:
                address = found[0].rstrip(_AFTER)
                yield f"{_web_link(address)}{escape(address)}</a>{escape(found[0][len(address) :])}"
        yield escape(text[at:])

    def _link(self, href: str) -> tuple[str, str]:
        """The tags around the text of a Markdown link."""
        if _WEB.match(href):
            return _web_link(href), "</a>"
        return self._tags(*_split(href))

    def _linked(self, label: str, target: str, anchor: str) -> str:
        if self._ends:
            return escape(label)
        opening, end = self._tags(target, anchor)
        return f"{opening}{escape(label)}{end}"

    def _tags(self, target: str, anchor: str) -> tuple[str, str]:
        found = self._find(target, anchor)
        if found.ref:
            title = f' title="{escape(found.hint)}"' if found.hint else ""
            return f'<a data-ref="{escape(found.ref)}"{title}>', "</a>"
        of_class = "broken" if found.is_broken else "file"
        return (f'<span class="{of_class}" title="{escape(found.hint)}">', "</span>") if found.hint else ("", "")

    def _image(self, token: Token) -> str:
        """A link to an image of the web, or the name of an image in the vault: a page shows neither."""
        source = str(token.attrGet("src") or "")
        label = token.content or source.rpartition("/")[2] or "image"
        if self._ends:
            return escape(label)
        opening, end = self._link(source)
        return f"{opening}{escape(label)}{end}"


def _callout(title: str) -> str:
    return f'<p><strong class="callout">{escape(title)}</strong></p>\n'


def _web_link(address: str) -> str:
    return f'<a class="outside" href="{escape(address)}">'


def _label(target: str, anchor: str) -> str:
    """The text of a wikilink without a label, as Obsidian shows it."""
    return " › ".join(filter(None, (target, *map(str.strip, anchor.split("#")))))


def _split(href: str) -> tuple[str, str]:
    """Target and anchor of the destination of a Markdown link, which markdown-it has percent-encoded."""
    from urllib.parse import unquote  # noqa: PLC0415  # 9 ms

    target, _, anchor = href.partition("#")
    return unquote(without_query(target)), unquote(anchor)


def _text_of_html(html: str) -> str:
    """The text of raw HTML as a paragraph, with its line breaks; empty without text."""
    text = " ".join(_TAG.sub(" ", _UNSEEN.sub(" ", html)).split())
    return f"<p>{escape(text, quote=True)}</p>\n" if text else ""
