"""The spans of a part of reStructuredText that a page does not show: roles, marks, directives, comments, rules.

docutils' "reStructuredText Markup Specification" has the rules; the roles and directives are those of Sphinx, too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from ...model.document import Document, Span
from ..line_offsets import line_starts
from ..outline import Markup, Outline
from .marks import around, in_order, paragraph_around
from .sphinx_links import block_lines, code_lines

_LONGEST = 300  # characters between the marks of inline markup
_PUNCTUATION = r"[!-/:-@\[-`{-~]"
_OPTION = r"(?!(?:returns?|rtype|raises|type)\b)[a-z][a-z-]*"  # of a directive, and no field of a description

# Markup of whole lines.
_LINE = re.compile(
    rf"""(?mx)^(?:
      (?P<over>{_PUNCTUATION})(?P=over){{2,}}[ \t]*\r?\n(?=[^\n]+\n(?P=over){{3}})  # the line above a title
    | (?:(?<=\n\n)|(?<=\n\r\n))(?P<between>{_PUNCTUATION})(?P=between){{2,}}[ \t]*\r?(?=\n\r?\n)  # of two paragraphs
    | :(?:orphan|tocdepth|nocomments|nosearch):[^\n]*$  # what Sphinx reads of a file, and no page shows
    | [ \t]*(?:(?:[=-]+[ \t]+)+[=-]+|\+[+=-]+\+)[ \t]*\r?$  # of a table
    | [ \t]*\.\.[ \t]+(?:
        (?:_[^\n]*|\|[^|\n]+\|[^\n]*)$  # the target of a link, a substitution
      | \[[^\]\n]+\][ \t]+  # the number of a footnote
      | (?P<directive>[\w:.+-]+)::[ \t]*(?P<argument>[^\n]*)(?P<options>(?:\n[ \t]+:{_OPTION}:(?:[ \t][^\n]*)?\r?$)*)
      | [^\n]*(?:\n[ \t]+\S[^\n]*){{0,50}}  # a comment
      )
    )"""
)
_INLINE = re.compile(
    rf"""(?x)
      ``(?P<literal>[^`]{{1,{_LONGEST}}}(?:`[^`]+)*?)``
    | (?P<role>(?<![`\w]):[A-Za-z][\w:.+-]{{0,60}}:)?`
      (?P<text>[^`\s](?:[^`]{{0,{_LONGEST}}}[^`\s])?)`(?!`)(?:__?(?!\w))?
    | (?<![\w*\\])\*\*(?P<strong>[^\s*][^*\n]{{0,{_LONGEST}}}\n[^*\n]{{0,{_LONGEST}}}[^\s*\\])\*\*(?![\w*])
    | (?<![\w*\\])(?P<mark>\*\*?)(?P<emphasis>[^\s*](?:[^*\n]{{0,{_LONGEST}}}[^\s*\\])?)(?P=mark)(?![\w*])
    | (?<![\w`|])(?P<named>[A-Za-z][\w.-]{{0,60}}|\|[^|\s][^|\n]{{0,60}}\|)__?(?![\w`])
    | (?P<footnote>[ \t]?\[(?:\#[\w.-]{{0,60}}|\d{{1,4}}|\*)\]_)(?!\w)
    | \[(?P<citation>[A-Za-z][\w.-]{{0,60}})\]_(?!\w)
    | (?P<paragraph>::)(?=[ \t]*\r?\n[ \t]*\r?\n)
    """
)
_LIST_TABLE = re.compile(r"[ \t]*\.\.[ \t]+list-table::")
_CELL = re.compile(r"[ \t]*((?:\*[ \t]+)?-(?:[ \t]+|\Z))")
_TITLED = re.compile(r"(?s)(?P<title>.*\S)\s*<[^<>]*>\Z")
# Directives whose whole line is no text; of others the argument is.
_WITHOUT_TEXT = frozenset({
    "toctree", "contents", "module", "currentmodule", "automodule", "highlight", "index", "only", "include",
    "literalinclude", "image", "figure", "code", "code-block", "sourcecode", "raw", "math", "testcode", "testsetup",
    "testoutput", "doctest", "prompt", "tabularcolumns", "rst-class", "meta", "csv-table", "list-table",
    "sectionauthor",
})  # fmt: skip
_VERSIONS: Mapping[str, str] = {  # as Sphinx shows them
    "versionadded": "Added in version ",
    "versionchanged": "Changed in version ",
    "deprecated": "Deprecated since version ",
    "versionremoved": "Removed in version ",
}
_PROPOSALS: Mapping[str | None, str] = {":pep:": "PEP ", ":rfc:": "RFC "}  # before the number, as docutils shows them


def rst_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """The markup that begins in the span or reaches into it, in order, without overlaps; see Outline.markup."""
    text = document.text
    start, end = paragraph_around(text, within, floor)
    lines = text[floor:end].replace("\r", " ").split("\n")
    starts = line_starts(lines, floor)
    spans = list(_of_list_tables(lines, starts))
    code = [starts[at] for at in code_lines(lines)]
    for first, last in _without(code, lines, starts, (start, end)):
        spans += (*_of_lines(text, first, last), *_inline(text, first, last))
    return in_order(spans, within[0])


def without_marks(line: str) -> str:
    """What a page shows of a line of text, such as a title."""
    parts, done = list[str](), 0
    for first, last, filler in _inline(line, 0, len(line)):
        parts += (line[done:first], filler)
        done = last
    return "".join((*parts, line[done:]))


def _without(code: Sequence[int], lines: Sequence[str], starts: Sequence[int], within: Span) -> Iterator[Span]:
    """The parts of the span between the lines that begin at these offsets."""
    at, end = within
    for first in code:
        if first > at:
            yield at, min(first, end)
        at = max(at, first + len(lines[bisect_left(starts, first)]) + 1)
    if at < end:
        yield at, end


def _of_list_tables(lines: Sequence[str], starts: Sequence[int]) -> Iterator[Markup]:
    """The marks of the rows and cells of tables that are written as lists."""
    end = 0
    for at, line in enumerate(lines):
        if at < end or "list-table::" not in line or not _LIST_TABLE.match(line):
            continue
        for n in block_lines(lines, at):
            end = n
            if mark := _CELL.match(lines[n]):
                yield starts[n] + mark.start(1), starts[n] + mark.end(), ""


def _of_lines(text: str, start: int, end: int) -> Iterator[Markup]:
    for found in _LINE.finditer(text, start, end):
        directive = found["directive"]
        if directive and directive not in _WITHOUT_TEXT:
            yield found.start(), found.start("argument"), _VERSIONS.get(directive, "")
            yield *found.span("options"), ""
        else:
            yield *found.span(), ""


def _inline(text: str, start: int, end: int) -> Iterator[Markup]:
    for found in _INLINE.finditer(text, start, end):
        if found["literal"]:
            yield from around(found.span(), found.span("literal"))
        elif found["emphasis"] or found["strong"]:
            yield from around(found.span(), found.span("emphasis" if found["emphasis"] else "strong"))
        elif named := found["named"]:
            bar = named.startswith("|")  # of a substitution
            yield from around(found.span(), (found.start("named") + bar, found.end("named") - bar))
        elif found["footnote"]:
            yield *found.span(), ""
        elif found["citation"]:
            yield found.end() - 1, found.end(), ""
        elif found["paragraph"]:
            yield *found.span(), ":"
        else:
            shown = _shown(found)
            is_number = found["text"][:1].isdigit() and shown[1] == found.end("text")
            yield found.start(), shown[0], _PROPOSALS.get(found["role"], "") if is_number else ""
            yield shown[1], found.end(), ""


def _shown(found: re.Match[str]) -> Span:
    """What a page shows of a role or a link: its title, or the last part of a name after `~`."""
    start, end = found.span("text")
    content = found["text"]
    if titled := _TITLED.match(content):
        return start, start + titled.end("title")
    if not found["role"]:
        return start, end
    if content.startswith("~") and content[-1] not in "~.":
        return start + max(1, content.rfind(".") + 1), end
    return start + content.startswith(("!", ".")), end


RST_OUTLINE = Outline(underline=re.compile(rf"\n({_PUNCTUATION})\1{{2,}}[ \t]*\r?(?=\n|\Z)"), markup=rst_markup)
