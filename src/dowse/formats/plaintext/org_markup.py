"""The spans of a part of an Org file that a page does not show: keywords, drawers, marks, targets of links.

The Org manual and "Org Syntax" have the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup, Outline
from .marks import LiteralBlocks, Marks, markup_by, shown

_STAMP = r"[<\[][^<>\[\]\n]{1,60}[>\]]"
_LOGGED = (  # the beginnings of what Org logs in a list below a heading, besides changes of states
    r"(?:Note[ \t]taken[ \t]on|CLOSING[ \t]NOTE|Refiled[ \t]on|Rescheduled[ \t]from|Not[ \t]scheduled,[ \t]was"
    r"|New[ \t]deadline[ \t]from|Removed[ \t]deadline,[ \t]was)\b"
)
_MARKS = Marks(
    lines=lazy_pattern(
        rf"""(?mx)^[ \t]*(?:
          \#\+\w+(?::[^\n]*|[ \t][^\n]*)?$  # a keyword, the beginning or the end of a block
        | :(?:PROPERTIES|LOGBOOK):[ \t]*\n(?:(?!\*+[ \t])[^\n]*\n){{0,100}}?[ \t]*:END:[ \t]*$  # a drawer
        | :[^\s:]+(?::[^\s:]+)*:(?:[ \t][^\n]*)?$  # its first and last line, a property in it
        | :[ \t]+(?=\S)|:[ \t]*$  # before a line of fixed width
        | (?:(?:SCHEDULED|DEADLINE|CLOSED):[ \t]*{_STAMP}(?:--{_STAMP})?[ \t]*)+$
        | CLOCK:[ \t]*{_STAMP}[^\n]*$
        | \#[ \t][^\n]*$|\#$  # a comment
        | -[ \t]+(?:State[ \t]+"[^"\n]{{1,40}}"[ \t]+from\b|{_LOGGED})[^\n]{{0,60}}{_STAMP}[^\n]*$
        | \|-[-+|]*[ \t]*$  # a rule of a table
        )"""
    ),
    inline=lazy_pattern(
        r"""(?x)
          \[fn:[\w-]{0,100}(?::(?P<shown_footnote>[^\[\]\n]{1,300}))?\]
        | \[cite(?:/[\w/-]{1,40})?:[ \t]*(?P<shown_citation>[^\[\]\n]{1,300})\]
        | \[\[[^\[\]\n]{1,1000}\]\[(?P<around>[*/_=~+]?)(?P<shown_link>[^\[\]]{1,300}?)(?P=around)\]\]
        | \[\[(?:file:|id:)?(?P<shown_target>[^\[\]\n]{1,1000})\]\]
        | (?:(?<=[\s\-({'"])|(?<=\A))(?P<mark>[*/_=~+])
          (?P<shown_marked>[^\s*/_=~+](?:[^\n]{0,300}?\S)??)(?P=mark)(?=[\s\-.,;:!?'")}\[]|\Z)
        | <<(?P<shown_place>[^<>\n]{1,200})>>
        | (?<=\|)[ \t]*<[lcr]?\d{0,3}>(?=[ \t]*\|)  # the width of a column
        """
    ),
    literal=LiteralBlocks(
        first=lazy_pattern(r"(?im)^[ \t]*#\+begin_(src|example|export|comment)\b[^\n]*(?:\n|\Z)"),
        last=r"(?im)^[ \t]*#\+end_{}\b|(?P<other>^\*+[ \t])",
        comment="comment",
    ),
)


def org_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    return markup_by(_MARKS, document.text, within, floor)


def without_marks(line: str) -> str:
    """What a page shows of a title."""
    return shown(_MARKS, line)


ORG_OUTLINE = Outline(
    lazy_pattern(r"\*+[ \t]"),
    lazy_pattern(r"(\A| )\*+ (?=\S)"),
    properties=lazy_pattern(r"(.*)", re.DOTALL),
    property_key=lazy_pattern(r"(?m)^[ \t]*(?:#\+\w+:|:[^\s:]+:)"),
    property_link=lazy_pattern(r"\[\[(?:[^\[\]\n]+\]\[)?(?P<shown>[^\[\]\n]+)\]\]"),
    property_hidden=lazy_pattern(
        r"(?mi)^[ \t]*(?:(?::(?:PROPERTIES|END|ID):|\#\+title:|\#(?!\+))[^\n]*(?:\n|\Z)"  # whole lines
        r"|\#\+(?=\w)|:(?=\w))"  # before a name
    ),
    tags=lazy_pattern(r"(?m)^\*+[ \t](?:[^\n]*[ \t])?:([\w@#%]+(?::[\w@#%]+)*):[ \t]*$"),
    markup=org_markup,
)
