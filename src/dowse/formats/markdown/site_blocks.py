"""Rules of markdown-it for the markup that site generators add: admonitions, shortcodes, included files, attributes."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup
from .code_fences import KINDS, admonition_fence
from .site_markup import admonition, directive

CALLOUT, SHOWN_CODE = "callout", "shown_code"  # types of tokens: the title of an admonition; a name or a path

_BEGIN = frozenset(":/!?=;-{")  # the first characters of lines with such markup
_SEARCHED, _MOST_SEARCHED = "searched_lines", 50_000  # for the ends of containers, of all of a text
_FENCE = lazy_pattern(r"(:{3,}|/{3,})(?![:/])")
_INDENTED = lazy_pattern(r"(?:!!!|\?\?\?\+?|===[!+]?)[ \t]")
_TAB = lazy_pattern(r"===[!+]?[ \t]+\"([^\"]*)\"[ \t]*")
_KIND = lazy_pattern(r"[:/!?+{. \t]*(?:callout-)?([a-z]+)")
_NAME = lazy_pattern(r":{3,}[ \t]+([A-Za-z_][^\s]*)[ \t]*")
_JOINT = lazy_pattern(r"[.(\[<]|::")
_OPTIONS = lazy_pattern(r"(?:[ ]{2,}|\t)\s*(?:options|handler|selection|rendering):\s*")
_ATTRIBUTE_LIST = lazy_pattern(r"\{:[^{}]*\}[ \t]*")
_INCLUDED = lazy_pattern(
    r"\{\*[ \t]++([^\s{}*]++)[^{}*]*+\*\}[ \t]*+|\{![ \t]*+([^\s{}!]++)[^{}!]*+!\}[ \t]*+"
    r"|;?-++8<-++[ \t]++[\"']([^\"']++)[\"'][ \t]*+"
)
_NO_VARIABLE = re.compile(r"\{(?:\{[<%#]|%|\*|!)")  # what of the shortcodes is hidden


def add_site_blocks(parser: MarkdownIt) -> None:
    """Adds the rules to the parser."""
    parser.block.ruler.before("fence", "site_block", _block_rule, {"alt": ["paragraph", "blockquote", "list"]})
    parser.inline.ruler.before("link", "shortcode", _shortcode_rule)


def admonition_of_fence(info: str, text: str) -> tuple[str, str] | None:
    """The title and the text of the admonition that a fence with this info string, such as `{note}`, begins; None for
    code.
    """
    found = admonition_fence(f"{info}\n{text}", 0)
    return (found.title, text[max(0, found.end - len(info)) :]) if found else None


def _block_rule(state: StateBlock, first: int, last: int, silent: bool) -> bool:  # markdown-it's signature
    at = state.bMarks[first] + state.tShift[first]
    if state.src[at : at + 1] not in _BEGIN or state.is_code_block(first):
        return False
    line = state.src[at : state.eMarks[first]]
    if (included := _INCLUDED.fullmatch(line)) is not None:
        return _replace(state, first + 1, SHOWN_CODE, next(filter(None, included.groups()), ""), silent=silent)
    if _ATTRIBUTE_LIST.fullmatch(line):
        return _replace(state, first + 1, "", "", silent=silent)
    if line.startswith("{"):
        hidden = _hidden_shortcodes(line)
        return hidden and _replace(state, first + 1, "", "", silent=silent)
    return _admonition(state, first, last, line, silent=silent)


def _hidden_shortcodes(line: str) -> bool:
    """Whether the line consists of shortcodes that show nothing."""
    at = 0
    while at < len(line) and _NO_VARIABLE.match(line, at):
        hidden = directive(line, at)
        if len(hidden) != 2 or hidden[0][1] != hidden[1][0]:  # none, or one with a text that is shown
            return False
        at = hidden[1][1]
        while line[at : at + 1].isspace():
            at += 1
    return at >= len(line) > 0


def _admonition(state: StateBlock, first: int, last: int, line: str, *, silent: bool) -> bool:
    """An admonition or a tab, with the blocks inside of it."""
    tab = _TAB.fullmatch(line)
    markup = [] if tab else admonition(line, 0, 0)
    if not tab and not markup:
        return False
    fence = _FENCE.match(line)
    title = tab[1] if tab else _shown(line, markup) or _title_of_kind(line)
    if fence is None:
        end = _indented_end(state, first, last)
        return silent or _nested(state, (first + 1, end), end, title, state.sCount[first] + 4)
    is_end = not line.strip(":/ \t")
    close = None if is_end else _closing(state, first, last, fence[1])
    if documented := _documented(state, first, last, line, is_open=close is None):
        return _replace(state, _indented_end(state, first, last), SHOWN_CODE, documented, silent=silent)
    if close is not None:
        return silent or _nested(state, (first + 1, close), close + 1, title, state.blkIndent)
    is_site_markup = bool(title) or is_end
    return is_site_markup and _replace(state, first + 1, CALLOUT if title else "", title, silent=silent)


def _shown(line: str, markup: list[Markup]) -> str:
    """The part of the line that a page shows, between the two parts of the markup."""
    return line[markup[0][1] : markup[1][0]].strip().strip("*_`")


def _documented(state: StateBlock, first: int, last: int, line: str, *, is_open: bool) -> str:
    """The name in the line that mkdocstrings documents, `::: flask.Flask`: with a joint, with options below it, or one
    that begins no container.
    """
    found = _NAME.fullmatch(line)
    if found is None:
        return ""
    following = state.src[state.bMarks[first + 1] : state.eMarks[first + 1]] if first + 1 < last else ""
    is_named = bool(_JOINT.search(found[1]) or _OPTIONS.fullmatch(following)) or (is_open and found[1] not in KINDS)
    return found[1] if is_named else ""


def _title_of_kind(line: str) -> str:
    found = _KIND.match(line)
    return found[1].capitalize() if found and found[1] in KINDS else ""


def _indented_end(state: StateBlock, first: int, last: int) -> int:
    """The line behind those that are indented further than the first."""
    end, indent = first + 1, state.sCount[first] + 4
    while end < last and (state.isEmpty(end) or state.sCount[end] >= indent):
        end += 1
    while end > first + 1 and state.isEmpty(end - 1):
        end -= 1
    return end


def _closing(state: StateBlock, first: int, last: int, fence: str) -> int | None:
    """The line that closes the fence, behind those of the containers inside of it; None without one near by."""
    depth, searched = 0, state.env.get(_SEARCHED, 0)
    end = min(last, first + 1 + max(0, _MOST_SEARCHED - searched))
    for n in range(first + 1, end):
        state.env[_SEARCHED] = searched + n - first
        if state.sCount[n] < state.blkIndent and not state.isEmpty(n):
            return None
        line = state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]].rstrip()
        if not line.startswith(fence) or (found := _FENCE.match(line)) is None:
            continue
        if found.end() < len(line):
            depth += len(found[1]) == len(fence)
        elif depth and len(found[1]) == len(fence):
            depth -= 1
        else:
            return n
    return None


def _nested(state: StateBlock, inner: tuple[int, int], following: int, title: str, indent: int) -> bool:
    """Writes the blocks of the lines as a quotation below the title."""
    state.push("blockquote_open", "blockquote", 1)
    if title:
        state.push(CALLOUT, "", 0).content = title
    kept = state.blkIndent, state.lineMax, state.parentType
    state.blkIndent, state.lineMax, state.parentType = indent, inner[1], "blockquote"
    state.md.block.tokenize(state, *inner)
    state.blkIndent, state.lineMax, state.parentType = kept
    state.push("blockquote_close", "blockquote", -1)
    state.line = following
    return True


def _replace(state: StateBlock, following: int, kind: str, shown: str, *, silent: bool) -> bool:
    """Writes the text in place of the lines, if there is one."""
    if not silent:
        if kind:
            state.push(kind, "", 0).content = shown
        state.line = following
    return True


def _shortcode_rule(state: StateInline, silent: bool) -> bool:  # markdown-it's signature
    if not _NO_VARIABLE.match(state.src, state.pos):
        return False
    found = directive(state.src, state.pos)
    if len(found) != 2 or not state.pos < found[1][1] <= state.posMax:
        return False
    if not silent:
        state.pending += state.src[found[0][1] : found[1][0]]
    state.pos = found[1][1]
    return True
