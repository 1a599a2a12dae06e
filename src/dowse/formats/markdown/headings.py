"""Headings become sections: their text without markup, their slug, and the end of each section."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from ...model.document import Span, Unit
from ...model.hit import made_of
from ...model.lazy_pattern import lazy_pattern
from ...model.ref import PREAMBLE
from ..character_references import with_characters
from .comments import comments_in_line
from .prose import blanked, code_spans
from .wikilinks import WIKILINK, destination

_MARKUP = lazy_pattern(r"[\[\]*_~=`<\\&]|%%|\{\{")
_RUN = lazy_pattern(r"\*+|_+|~~+|==+")
_TAG = lazy_pattern(  # HTML tags; other names stay, as in `Vec<T>`
    r"</?(?:a|abbr|b|big|br|center|code|del|div|em|font|i|img|ins|kbd|mark|p|s|small|span|strike|strong|sub|sup|u|wbr)"
    r"(?=[\s/>])[^<>]*>|<!--[^<>]*-->",
    re.IGNORECASE,
)
# The attributes of a heading: `{#id}` with classes and keys (Pandoc, kramdown, Hugo, Docusaurus, MkDocs), and the
# comment `{/*id*/}` of MDX (React, Docusaurus).
ATTRIBUTES = lazy_pattern(
    r"(?<!\\)(?:\{:?\s*(?:(?:[#.][^\s{}]+|[\w-]+=(?:\"[^\"{}]*\"|[^\s{}\"]+)|data-[\w-]+)(?=[\s}])\s*)+\}"
    r"|\{/\*(?:[^*]|\*(?!/\})){0,500}+\*/\})[#\s]*$"
)
_ID = lazy_pattern(r"(?:^|[\s{:])(?:#|id=\"?(?=[\w.-]))([\w.-]{1,200})\"?(?=[\s}])|^\{/\*\s*#?([\w.-]{1,200})\s*\*/\}")
_NO_IMAGE_AFTER = lazy_pattern(r"[\w\\]")  # before the `!`
_BRACKET = lazy_pattern(r"[\[\]]")
_NAME = lazy_pattern(r"\[[^\[\]\n]{1,200}\]")  # of a link by reference
_SHORTCODE = lazy_pattern(r"\{\{[<%][^{}\n]{0,500}[>%]\}\}")
SHORTCODE_TEXT = lazy_pattern(r"(?:\btext=|\{\{[<%][ \t]{0,9}heading[ \t]{1,9})\"([^\"\n]*)\"")
_ESCAPE = lazy_pattern(r"\\(?=[!-/:-@\[-`{-~])")
_NOT_IN_SLUG = lazy_pattern(r"[^a-z0-9_ -]")
_LONGEST_SLUG = 200  # characters; a slug is part of a reference that people copy
LONGEST_HEADING = 1000  # characters; anything longer is a paragraph, and indexed as text
_LONGEST_RAW = 20_000  # characters with markup that are read for those
_start = attrgetter("start")
_NAMELESS = "section"  # a heading without a letter; an empty slug would mean the whole document


class Heading(NamedTuple):
    """A heading with its position in the text."""

    start: int  # offset of its line
    level: int  # 1 to 6
    text: str  # without markup
    id: str = ""  # as written in the heading, `{#id}` or `{/*id*/}`; empty for none


def stated_heading(start: int, level: int, raw: str) -> Heading:
    """The heading with its text as rendered and the id that it states."""
    if raw.isalnum() and len(raw) <= LONGEST_HEADING:  # as in a note that consists of headings
        return made_of(Heading, (start, level, raw, ""))
    attributes = ATTRIBUTES.search(raw) if "}" in raw else None
    if attributes is None:
        return Heading(start, level, heading_text(raw))
    stated = _ID.search(attributes[0])
    return Heading(start, level, heading_text(raw[: attributes.start()]), (stated[1] or stated[2]) if stated else "")


def without_attributes(raw: str) -> str:
    """The text of a heading, with its markup, without the attributes at its end, as in `{#id}`."""
    found = ATTRIBUTES.search(raw) if "}" in raw else None
    return raw[: found.start()].rstrip() if found else raw


def sections(text: str, body_start: int, headings: Sequence[Heading]) -> tuple[Unit, ...]:
    """The body split at its headings, in order and without gaps; empty for a blank body without headings."""
    first = headings[0].start if headings else len(text)
    found: list[Unit] = []
    if text[body_start:first].strip():
        found.append(Unit(PREAMBLE, "", 0, body_start, first))
        body_start = first
    used: dict[str, int] = {PREAMBLE: 0}
    above: list[Unit] = []  # the enclosing headings, outermost first
    ends = [*map(_start, headings[1:]), len(text)]
    for (start, level, title, stated), end in zip(headings, ends, strict=False):
        while above and above[-1].level >= level:
            above.pop()
        name = _unique(stated or slug(title), used)
        parent = above[-1].name if above else ""
        section = made_of(Unit, (name, title, level, body_start if start == first else start, end, parent, "heading"))
        above.append(section)
        found.append(section)
    return tuple(found)


def section_at(parts: Sequence[Unit], offset: int) -> str:
    """The slug of the section at the offset; empty for an offset in the frontmatter."""
    at = bisect_right(parts, offset, key=_start)
    return parts[at - 1].name if at else ""


def slug(heading: str) -> str:
    """The heading in the form of GitHub's anchors: lower case, hyphens for spaces, no punctuation."""
    lowered = heading.strip().lower()
    if lowered.isalnum():
        return lowered[:_LONGEST_SLUG]
    if lowered.isascii():
        kept = _NOT_IN_SLUG.sub("", lowered)
    else:
        kept = "".join(c for c in lowered if c in "_- " or unicodedata.category(c)[0] in "LNM")
    return kept.replace(" ", "-")[:_LONGEST_SLUG] or _NAMELESS


def heading_text(raw: str) -> str:
    """The heading as rendered: `[text](url)` → text, `**b**` → b, `[[a|b]]` → b; cut when it is very long."""
    return _shown(raw[:_LONGEST_RAW])[:LONGEST_HEADING].rstrip()


def without_code_marks(text: str) -> str:
    """The text without the signs around its code spans: `` `grep -c` `` is grep -c."""
    if "`" not in text:
        return text
    kept, done = list[str](), 0
    for start, end, marks in code_spans(text):
        kept += (text[done:start], text[start + marks : end - marks])
        done = end
    return "".join((*kept, text[done:])).strip()


def _shown(raw: str) -> str:
    if not _MARKUP.search(raw):
        return " ".join(raw.split())
    ticks = code_spans(raw)
    masked = blanked(raw, [(start, end) for start, end, _ in ticks], "\0")
    cuts = [(start, start + n) for start, _, n in ticks] + [(end - n, end) for _, end, n in ticks]
    cuts += _link_marks(masked)
    cuts += [found.span() for found in _TAG.finditer(masked)]
    cuts += comments_in_line(masked)
    cuts += _shortcode_marks(masked)
    escapes = [found.start() for found in _ESCAPE.finditer(masked)]
    hidden = sorted([*cuts, *((at, at + 2) for at in escapes)])
    cuts += [(at, at + 1) for at in escapes]
    cuts += _emphasis_marks(blanked(masked, hidden, "\0"))
    cuts.sort()
    kept, done = [], 0
    for start, end in cuts:
        kept.append(raw[done : max(start, done)])
        done = max(end, done)
    kept.append(raw[done:])
    text = with_characters("".join(kept))
    return " ".join(text.split()) or (" ".join(raw.split()) if "{{" in raw else "")


def _shortcode_marks(text: str) -> Iterator[Span]:
    """What a page does not show of the shortcodes of Hugo: all but their texts, and the key of `heading`."""
    for code in _SHORTCODE.finditer(text) if "{{" in text else ():
        shown = SHORTCODE_TEXT.search(text, *code.span())
        yield from ((code.start(), shown.start(1)), (shown.end(1), code.end())) if shown else (code.span(),)


def _link_marks(text: str) -> Iterator[Span]:
    """The hidden markup of wikilinks, links and images, and of images and links around them by reference.

    Whether `[text][name]` is a link depends on the rest of the note: `a[i][j]` and `n![i][j]` are none.
    """
    if "[" not in text:
        return
    for found in WIKILINK.finditer(text):
        target, _, alias = found[1].partition("|")
        shown = len(alias) if alias.strip() else len(target)
        yield found.start() - (text[found.start() - 1 : found.start()] == "!"), found.end() - 2 - shown
        yield found.end() - 2, found.end()
    opened: list[int] = []
    around_images = set[int]()
    at = 0
    for mark in _BRACKET.finditer(text):
        if mark.start() < at:
            continue
        if mark[0] == "[":
            opened.append(mark.start())
        elif opened:
            start = opened.pop()
            is_image = start > 0 and text[start - 1] == "!"
            link = destination(text, mark.end() + 1) if text.startswith("(", mark.end()) else None
            end = link.end if link else 0
            is_apart = is_image and not _NO_IMAGE_AFTER.match(text[start - 2 : start - 1])
            if not link and (is_apart or start in around_images) and (name := _NAME.match(text, mark.end())):
                end = name.end()
            if end:
                at = end
                around_images.update(opened[-1:] if is_image else ())
                yield start - is_image, start + 1
                yield mark.start(), at


def _emphasis_marks(text: str) -> Iterator[Span]:
    """Runs of `*`, `_`, `~~` and `==` that open and close emphasis."""
    opened: dict[str, Span] = {}
    for run in _RUN.finditer(text):
        start, end = run.span()
        before, after = text[start - 1 : start] if start else "", text[end : end + 1]
        inside_word = run[0][0] == "_" and before.isalnum() and after.isalnum()
        if inside_word:
            continue
        if run[0] in opened and before.strip() and not (run[0][0] == "_" and after.isalnum()):
            yield opened.pop(run[0])
            yield start, end
        elif after.strip() and not (run[0][0] == "_" and before.isalnum()):
            opened[run[0]] = (start, end)


def _unique(base: str, used: dict[str, int]) -> str:
    """The slug, with the suffix -1, -2 … when it is taken."""
    found = base
    while found in used:
        used[base] = used.get(base, 0) + 1
        found = f"{base}-{used[base]}"
    used[found] = 0
    return found
