"""The spans of a part of Markdown that a page does not show: comments, tags, addresses, fences, table rules, `>`.

Only a part is read, from the nearest blank line on, so that the time does not grow with the length of a note.  Code
keeps its text: only fences and backticks are markup, but for code that an application runs to show something else.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property

from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ..character_references import REFERENCE, shown_character
from ..outline import Markup
from .block_references import hidden_properties, hidden_references, label_target
from .code_fences import (
    admonition_fence,
    begins_fence,
    closing_fence,
    is_bare,
    line_end,
    line_start,
    open_fences,
    quotation_marks,
    run_end,
)
from .comments import LONGEST_COMMENT, comment_end, open_comment
from .emphasis import DUNDER, EMPHASIS, EMPHASIS_SIGNS, UNSPACED
from .headings import ATTRIBUTES
from .site_markup import admonition, attributes, block_id, callout, directive, included_file, line_marks, templated
from .table_rows import row_markup
from .wikilinks import DENDRON_KEYS, DENDRON_VAULT, MATH, Destination, destination

# Each alternative begins with a literal, so that the expression is searched by its first characters.
_TOKEN = lazy_pattern(
    r"``*|~~~+|>(?<![^\s>]>)|<|!\[|\[|\]|\||\{(?:[{%!]|\*[ \t]|/\*)|\{:?[ \t]?(?:[#.]|[A-Za-z][\w-]*=)"
    r"|\{:(?:height|width)[ \t]|%%|\^[A-Za-z0-9]|:::+|///+|!!!|\?\?\?|===[!+]?[ \t]+\""
    rf"|\\(?<!\\\\)(?=[*_~`<>\[\]|#])|{REFERENCE}|{EMPHASIS_SIGNS}"
)
_BACKTICKS = lazy_pattern(r"`+")
# Code in place of which Obsidian or one of its plugins shows a list, a button or a drawing.
_RUN = lazy_pattern(
    r"[ \t]*(?:dataview(?:js)?|tasks|query|base|button|meta-bind[\w-]*|tracker|chart|leaflet|tikz|toc"
    r"|table-of-contents)[ \t\r]*(?:\n|\Z)"
)
# Braces with two levels in them, as a function in an attribute of JSX has.
_BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+\}"
_TAG = lazy_pattern(
    rf"</?([A-Za-z][A-Za-z0-9-]*+)(?:(?<==){_BRACES}|\{{\{{[^{{}}\n]+\}}\}}|[^<>\n\"']|\"[^\"<>]*\"|'[^'<>]*'|[\"']"
    r"|\n(?![ \t]*\n))*+>"
)
_AUTOLINK = lazy_pattern(r"<(?=[A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>|[^\s<>@]+@[^\s<>@]+>)[^<>]*(>)")
_INLINE_TAG = lazy_pattern(r"a|abbr|b|bdi|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|su[bp]|u|var")
_RAW = frozenset(("script", "style"))  # tags whose content is not shown
_WIKILINK = lazy_pattern(r"(!?)\[\[([^\[\]\n]+)\]\]")
_PART = lazy_pattern(r"(?<=[^\s\[#])#(?=[^\s#\]])")  # between the name of a note and a heading in it; not in "C#"
_BETWEEN_PARTS = " › "  # as Obsidian shows it, with the sign of the lines above snippets
_LINES = lazy_pattern(r"(?:,\d+)?(?::#[^\s#]*)?\Z")  # of an embedded section of Dendron: `note#part,1:#*`
_IMAGE = lazy_pattern(r"!\[[^\[\]\n]{0,300}\]\((?=\S)")
_DEFAULT_LABELS = frozenset({"image", "img", "alt text"})  # which GitHub and others write for a pasted image
_BADGE = lazy_pattern(r"(?i)shields\.io/|\bbadges?\b")
_FILE = lazy_pattern(
    r"(?i)\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|webm|wav|pdf|canvas|base|excalidraw)(?:[#|\\]|\Z)"
)
_HEADING = lazy_pattern(r"[ \t>]*#{1,6}[ \t]")
_AFTER_IMAGE = frozenset(".,;:!?)")  # before which no blank is left
_FOOTNOTE = lazy_pattern(r"(\[\^[^\[\]\s]{1,100}\])(:[ \t]*)?")
_DEFINITION = lazy_pattern(  # also over three lines
    r"\[(?!\^)[^\[\]\n]+\]:[ \t]*+(?:[^\s][^\n]*|\n[ \t]*+(?=[\w./<])(?!___)\S++[ \t]*(?:[\"'(][^\n]*)?(?=\n|\Z))"
    r"(?:\n[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\))[ \t]*(?=\n|\Z))?"
)
_REFERENCE = lazy_pattern(r"\]\[([^\[\]\n]{0,200})\]")
_LONGEST_LEAD = 300  # characters that are read before the part, for a link that begins there
_LONGEST_LABEL = 1_000  # characters, as CommonMark has it
_LONGEST_CODE = 2_000  # characters of a code span, and of a command of Templater


def markup_in(document: Document, within: Span, floor: int) -> list[Markup]:
    """See `markup`; labels come first in the notes of Dendron."""
    head = document.head
    labels_first = head.facts.keys() >= DENDRON_KEYS
    return markup(document.text, within, floor, labels_first=labels_first, title=head.title)


def markup(text: str, within: Span, floor: int, *, labels_first: bool = False, title: str = "") -> list[Markup]:
    """The markup that begins in the span or reaches into it, in order, without overlaps.

    `floor` is an offset at or before the span where no code and no comment is open, such as the start of a section.
    `labels_first` reads `[[label|target]]` as Dendron does.  `title` stands for a variable that is the title.
    """
    start, end = within
    reader = _Reader(text, end, labels_first=labels_first, title=title)
    begin = _paragraph(text, floor, start)
    if comment := open_comment(text, floor, begin):
        reader.hide(*comment)
    else:
        fences = open_fences(text, floor, begin)
        reader.admonitions += fences.admonitions
        if fences.code:
            reader.close_fence(*fences.code, begin)
    reader.at = max(reader.at, begin)
    reader.read()
    for hidden in (hidden_properties, hidden_references):  # of Logseq
        reader.found += ((*span, "") for span in hidden(text, start, end))
    reader.found += line_marks(text, (begin, end), reader.code_blocks)
    spans: list[Markup] = []
    done = 0
    for first, last, filler in sorted(reader.found):
        if last > max(done, start):
            spans.append((max(first, done), last, filler))
            done = last
    return spans


def _paragraph(text: str, floor: int, start: int) -> int:
    """The start of the paragraph at `start`, or of a line before in a long paragraph."""
    low = max(floor, start - _LONGEST_LEAD)
    blank = text.rfind("\n\n", low, start)
    if blank >= 0:
        return blank + 2
    return floor if low == floor else text.find("\n", low, start) + 1 or start


class _Reader:
    """Reads the tokens of a part in order and collects the markup."""

    def __init__(self, text: str, end: int, *, labels_first: bool, title: str) -> None:
        self.text = text
        self.end = end
        self.labels_first = labels_first
        self.title = title
        self.at = 0
        self.found: list[Markup] = []
        self.code_blocks: list[Span] = []
        self.opened: list[Span] = []  # the brackets that may begin a link
        self.admonitions: list[str] = []  # the runs that began those which are open

    @cached_property
    def defined(self) -> frozenset[str]:
        """The labels that the text defines, `[label]:`, in any case; found once, as it may have many references."""
        ends = (found.start() for found in re.finditer(r"\]:", self.text))
        begins = ((self.text.rfind("[", max(0, end - _LONGEST_LABEL), end), end) for end in ends)
        return frozenset(self.text[begin + 1 : end].casefold() for begin, end in begins if begin >= 0)

    @cached_property
    def backticks(self) -> Mapping[int, Sequence[int]]:
        """Where the runs of so many backticks begin, from the first run that is asked for; in order."""
        starts: dict[int, list[int]] = {}
        for run in _BACKTICKS.finditer(self.text, self.at, self.end + 2 * _LONGEST_CODE):
            starts.setdefault(run.end() - run.start(), []).append(run.start())
        return starts

    @cached_property
    def formulas(self) -> list[Span]:
        """The spans of TeX between dollars, in order; `\\|` there is the sign of a norm."""
        return [found.span() for found in MATH.finditer(self.text)] if "$" in self.text else []

    def hide(self, start: int, end: int, filler: str = "") -> None:
        """Count the span as markup, and go on after it."""
        self.found.append((start, end, filler))
        self.at = max(self.at, end)

    def hide_image(self, start: int, end: int) -> None:
        """Hide the span with the brackets around it, or with the blank before it and a sign of punctuation."""
        if self.text[start - 1 : start] == "(" and self.text[end : end + 1] == ")":
            start, end = start - 1, end + 1
        is_before_sign = self.text[start - 1 : start] == " " and self.text[end : end + 1] in _AFTER_IMAGE
        self.hide(start - is_before_sign, end)

    def read(self) -> None:
        """Read up to the end of the part; markup that begins before it may end after it."""
        while token := _TOKEN.search(self.text, self.at, self.end):
            at, after = token.span()
            self.at = after
            if at and self.text[at - 1] == "\\":
                continue
            match token[0][0]:
                case "*" | "_" | "~" | "=" if token[0] in EMPHASIS:
                    self.emphasis(token[0], at)
                case "`" | "~":
                    self.code(at, run_end(self.text, at))
                case "<":
                    self.angle(at)
                case ">":
                    self.quote(at, after)
                case "!" | "[" if token[0] != "!!!":
                    self.bracket(at, after)
                case "]":
                    self.closing(at)
                case "|":
                    self.found += row_markup(self.text, at)
                case _:
                    self.other(at, after)

    def code(self, at: int, after: int) -> None:
        """The fences of a code block, or the backticks of a code span."""
        run = self.text[at:after]
        if len(run) >= 3 and begins_fence(self.text, at, after):
            line = line_start(self.text, at)
            start = line + len(self.text[line:at]) - len(self.text[line:at].lstrip(" \t>"))
            if self.admonitions and run.startswith(self.admonitions[-1]) and is_bare(self.text, after):
                self.admonitions.pop()
                self.hide(line, line_end(self.text, at))
            elif fence := admonition_fence(self.text, after):
                self.admonitions.append(run)
                self.hide(start, fence.shown[0])
                self.hide(fence.shown[1], fence.end)
            else:
                self.hide(start, line_end(self.text, at))
                self.close_fence(run, after, self.at)
            return
        self.at = after
        if run[0] == "~":
            return
        limit = after + _LONGEST_CODE
        paragraph = self.text.find("\n\n", after, limit)
        limit = paragraph if paragraph >= 0 else limit
        starts = self.backticks.get(len(run), ())
        place = bisect_left(starts, after)
        close = starts[place] if place < len(starts) and starts[place] + len(run) <= limit else -1
        if close >= 0 or len(run) >= 3:
            self.found.append((at, after, ""))
        if close >= 0:
            self.hide(close, close + len(run))

    def emphasis(self, sign: str, at: int) -> None:
        """The signs before and after emphasised text, of which none is in a code span."""
        found = EMPHASIS[sign].match(self.text, at)
        if found and found[0].count("`") % 2 == 0 and not DUNDER.fullmatch(found[0]):
            self.found.append((at, at + len(sign), ""))
            self.found.append((*found.span(1), ""))

    def close_fence(self, run: str, info: int, at: int) -> None:
        """Go on after the line that closes the code block, whose language is stated at `info`."""
        found = closing_fence(self.text, run, at)
        last = found if found >= 0 else self.end
        self.found += ((*each, "") for each in quotation_marks(self.text, line_start(self.text, info), at, last))
        self.code_blocks.append((at, last))
        is_run = _RUN.match(self.text, info) is not None
        if found < 0 or found >= self.end:
            if is_run:
                self.hide(at, self.end)
            self.at = max(self.end, at)
            return
        self.hide(at if is_run else line_start(self.text, found), line_end(self.text, found))

    def quote(self, at: int, after: int) -> None:
        """The sign of a quoted line, with the blank behind it."""
        if not self.text[line_start(self.text, at) : at].strip(" \t>"):
            self.hide(at, after + (self.text[after : after + 1] == " "))

    def admonition(self, at: int) -> None:
        """The line around an admonition, of which a page shows the title."""
        line = line_start(self.text, at)
        if not self.text[line:at].strip(" \t>"):
            self.found += admonition(self.text, line, at)

    def angle(self, at: int) -> None:
        """A comment, a command of Templater, a tag, an autolink, or the line of an included file."""
        text = self.text
        if text.startswith("<!--", at):
            self.hide(at, comment_end(text, at, LONGEST_COMMENT) or at + 4)
        elif text.startswith("<%", at) and (close := text.find("%>", at, at + _LONGEST_CODE)) >= 0:
            self.hide(at, close + 2)
        elif link := _AUTOLINK.match(text, at):
            self.found.append((at, at + 1, ""))
            self.hide(*link.span(1))
        elif tag := _TAG.match(text, at):
            name = tag[1].lower()
            close = text.find(f"</{name}", tag.end(), at + LONGEST_COMMENT) if name in _RAW else -1
            self.hide(at, close if close >= 0 else tag.end(), "" if _INLINE_TAG.fullmatch(name) else " ")
        elif file := included_file(text, at):
            self.hide(*file)

    def bracket(self, at: int, after: int) -> None:
        """A wikilink, the kind of a callout, a mark of a footnote, a definition, or a bracket that may begin a link."""
        wiki = _WIKILINK.match(self.text, at)
        if wiki and not self.text.startswith("(http", wiki.end()):
            first, last = self.shown_of(wiki)
            if first == last:
                self.hide_image(*wiki.span())
            else:
                self.found.append((at, first, ""))
                marks = _PART.finditer(self.text, first, last) if "|" not in wiki[2] else ()  # in no label
                self.found += ((*mark.span(), _BETWEEN_PARTS) for mark in marks)
                self.hide(last, wiki.end())
            return
        line = line_start(self.text, at)
        if kind := callout(self.text, line, at):
            self.hide(*kind)
            return
        if (note := _FOOTNOTE.match(self.text, at)) and note[1][1:-1].casefold() in self.defined:
            self.hide(*note.span(0 if not self.text[line:at].strip() else 1))
            return
        definition = None if self.text[line:at].strip() else _DEFINITION.match(self.text, at)
        if definition:
            self.hide(*definition.span())
        else:
            self.opened.append((at, after))

    def shown_of(self, wiki: re.Match[str]) -> Span:
        """The part of a wikilink that a page shows: its label, or its target; nothing of an embedded file."""
        start, end = wiki.span(2)
        if wiki[1] and _FILE.search(wiki[2]):
            return end, end
        bar = self.text.find("|", start, end)
        if bar >= 0:
            return (start, bar) if self.labels_first else (bar + 1, end)
        if vault := DENDRON_VAULT.match(self.text, start, end):
            start = vault.end()
        if self.labels_first and (lines := _LINES.search(self.text, start, end)):
            end = lines.start()
        block = self.text.find("#^", start, end)
        if block < 0 and self.text.startswith("#", start):  # a heading of the same note
            start += 1
        return start, block if block > start else end

    def closing(self, at: int) -> None:
        """The end of a label: markup if an address or a reference follows."""
        if not self.opened:
            return
        opener = self.opened.pop()
        if inner := label_target(self.text, at):
            self.found.append((*opener, ""))
            self.hide(*inner)
        elif self.text.startswith("](", at):
            target = destination(self.text, at + 2) or templated(self.text, at + 2)
            if target and (self.has_default_label(opener[0], at) or self.is_badge(opener[0], at, target)):
                self.hide_image(opener[0], target.end)
            elif target:
                self.found.append((*opener, ""))
                self.hide(at, target.end)
        elif (reference := _REFERENCE.match(self.text, at)) and self.is_defined(reference[1], opener[1], at):
            self.found.append((*opener, ""))
            self.hide(at, reference.end())
        elif self.is_defined("", opener[1], at) and not self.text.startswith("!", opener[0]):
            self.found.append((*opener, ""))
            self.hide(at, at + 1)
        elif self.text.startswith("]{", at) and (stated := attributes(self.text, at + 1)):  # of Pandoc
            self.found.append((*opener, ""))
            self.hide(at, stated[1])

    def has_default_label(self, start: int, at: int) -> bool:
        """Whether it is an image whose label says nothing of what it shows: a default one, or the name of a file."""
        label = self.text[start + 2 : at].strip()
        return self.text[start] == "!" and (label.casefold() in _DEFAULT_LABELS or bool(_FILE.search(label)))

    def is_badge(self, start: int, at: int, target: Destination) -> bool:
        """Whether it is an image whose label describes a button or a counter: in a link or beside another one."""
        text = self.text
        if text[start] != "!":
            return False
        if _BADGE.search(target.written) or (text[start - 1 : start] == "[" and text.startswith("](", target.end)):
            return True
        line, end = line_start(text, start), line_end(text, at)
        return any(found.start() != start for found in _IMAGE.finditer(text, line, end))

    def is_defined(self, name: str, *label: int) -> bool:
        """Whether the note defines the name of a link, which may be its label."""
        return (name or self.text[slice(*label)]).casefold() in self.defined

    def brace(self, at: int) -> None:
        """A directive, the attributes of a heading with the blanks before them, or those of a line, a link or code."""
        if self.text[at + 1] in "{%*!/":
            for each in directive(self.text, at, self.title):
                self.hide(*each)
            return
        line, last = line_start(self.text, at), line_end(self.text, at)
        if _HEADING.match(self.text, line, at) and ATTRIBUTES.match(self.text, at, last):
            self.hide(line + len(self.text[line:at].rstrip()), last)
        elif stated := attributes(self.text, at):
            self.hide(*stated)

    def other(self, at: int, after: int) -> None:
        """A brace, a comment, an admonition, the id of a block, a character reference, or asterisks beside a word."""
        match self.text[at]:
            case "{":
                self.brace(at)
            case "%":
                if close := comment_end(self.text, at, LONGEST_COMMENT):
                    self.hide(at, close)
            case ":" | "/" | "?" | "!" | "=":
                self.admonition(at)
            case "^":
                self.found += block_id(self.text, at)
            case "&":
                self.hide(at, after, shown_character(self.text[at:after]))
            case "\\":
                self.at = after + 1  # behind the sign, which is no markup
                before = bisect_right(self.formulas, (at, at))
                if not before or self.formulas[before - 1][1] < at:
                    self.hide(at, after)
            case _:
                around = self.text[at - 1 : at] + self.text[after : after + 1]
                if UNSPACED.search(around) or not (len(around) == 2 and around.isalnum()):
                    self.hide(at, after)
