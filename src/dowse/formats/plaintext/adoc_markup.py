"""The spans of a part of AsciiDoc that a page does not show: attributes, comments, delimiters, marks, targets of links.

The AsciiDoc Language documentation has the rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup, Outline
from .marks import LiteralBlocks, Marks, markup_by, shown

_HEADING = lazy_pattern(r"={1,6}[ \t]")
_start = attrgetter("start")
_MARKS = Marks(
    lines=lazy_pattern(
        r"""(?mx)^(?:
          \[(?:[.#%\[]|(?:NOTE|TIP|WARNING|CAUTION|IMPORTANT|abstract|discrete|example|horizontal|listing|literal|qanda
            |quote|sidebar|source|stem|verse)\b|[\w-]+=)[^\n]*\][ \t]*$  # attributes of a block, an anchor
        | :!?[\w-]+!?:(?:[ \t][^\n]*)?$  # an attribute of the document
        | //(?!/)[^\n]*$  # a comment
        | [ \t]*(?:\*+(?=\*[ \t])|\.+(?=\.[ \t]))  # the depth of an item of a list
        | (?:\+|'{3,}|<{3})[ \t]*$  # the continuation of an item, a rule, the end of a page
        | [ \t]*(?:\d{0,3}(?:\.\d{1,3})?[+*])?(?:[<^>]?(?:\.[<^>])?[aehlmdsv]?)\|(?!===)[ \t]?  # before a cell
        | (?P<fence>[-=.*_+/])(?P=fence){3,}[ \t]*$  # the delimiter of a block
        | [|,:!]===[ \t]*$  # of a table
        | (?:include|image|video|audio|toc|ifdef|ifndef|endif)::[^\n]*$
        | \.(?=[A-Z])  # before the title of a block
        | ={1,6}[ \t]+(?=\S)  # before a heading
        )"""
    ),
    inline=lazy_pattern(
        r"""(?x)
          (?:link:|xref:|mailto:|https?://)[^\s\[\]<>]{1,1000}\[(?P<shown_link>(?:[^\[\]\n]{1,300}\n)?[^\[\]\n]{1,300}?)\^?\]
        | (?:link:|xref:)(?P<shown_path>[^\s\[\]<>]{1,1000})\[\]
        | <<[^<>\n]{1,300}?,\s*(?P<shown_reference>(?:[^<>\n]{1,300}\n)?[^<>\n]{1,300})>>
        | <<\#?(?P<shown_target>[^<>,\n]{1,300})>>
        | image:[^\s\[\]]{1,300}\[[^\[\]\n]{0,300}\]
        | \[\[[\w-]{1,100}\]\]
        | menu:(?P<shown_menu>[^\s\[\]][^\[\]\n]{0,100})\[(?P<shown_item>[^\[\]\n]{0,300})\]
        | \b(?:kbd|btn|footnote|footnoteref|stem|latexmath|asciimath|pass|indexterm2):[\w,-]{0,100}
          \[(?P<shown_macro>[^\[\]\n]{1,300})\]
        | \b(?:anchor|icon|indexterm):[^\s\[\]]{0,100}\[[^\[\]\n]{0,300}\]
        | \(\(\((?!\()[^()\n]{1,300}\)\)\)  # a term of the index
        | \(\((?!\()(?P<shown_term>[^()\n]{1,300})\)\)
        | `\+(?P<shown_passed>[^`\n]{1,300}?)\+`
        | (?<![\w\]])(?:\[[^\[\]\n]{1,100}\])?\#(?P<shown_span>[^\s\#](?:[^\#\n]{0,300}[^\s\#])?)\#(?!\w)
        | (?<![\w/\\$}])\{(?P<shown_attribute>[A-Z][A-Za-z-]{1,100})\}(?![\w/{])  # of a page that includes this one
        | [ \t]\+(?=\r?\n|\Z)  # the end of a line that stays one
        | (?P<double>\*\*|__|``)(?P<shown_double>[^\s`*_](?:[^\n]{0,300}?\S)??)(?P=double)
        | (?<![\w`*])(?P<mark>[`*_])(?P<shown_marked>[^\s`*_](?:[^\n]{0,300}?\S)??)(?P=mark)(?![\w`*])
        """
    ),
    literal=LiteralBlocks(
        first=lazy_pattern(r"(?m)^(-{4,}|\.{4,}|\+{4,}|/{4,}|```)[^\n]*(?:\n|\Z)"),
        last=r"(?m)^{}[ \t]*$",
        is_open_without_end=True,
    ),
)


def adoc_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    return markup_by(_MARKS, document.text, within, floor, is_apart=partial(_is_underline, document))


def without_marks(line: str) -> str:
    """What a page shows of a title."""
    return shown(_MARKS, line)


def _is_underline(document: Document, line: int) -> bool:
    """Whether the line at the offset, which looks like the first one of code, makes a title of the one above."""
    text, units = document.text, document.units
    title = text.rfind("\n", 0, max(0, line - 1)) + 1
    n = bisect_right(units, title, key=_start) - 1
    is_title = n >= 0 and units[n].title != "" and not text[units[n].start : title].strip()
    return is_title and title < line and not _HEADING.match(text, title)


ADOC_OUTLINE = Outline(
    _HEADING,
    underline=lazy_pattern(r"\n([=~^+-])\1+[ \t]*\r?(?=\n|\Z)"),
    above=lazy_pattern(r"\[[^\n]{1,1000}\][ \t]*\r?\n"),
    markup=adoc_markup,
)
