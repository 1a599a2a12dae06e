"""The spans of a part of AsciiDoc that a page does not show: attributes, comments, delimiters, marks, targets of links.

The AsciiDoc Language documentation has the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...model.document import Document, Span
from ..outline import Markup, Outline
from .marks import LiteralBlocks, Marks, markup_by

_MARKS = Marks(
    lines=re.compile(
        r"""(?mx)^(?:
          \[(?:[.#%\[]|(?:NOTE|TIP|WARNING|CAUTION|IMPORTANT|abstract|discrete|example|horizontal|listing|literal|qanda
            |quote|sidebar|source|stem|verse)\b|[\w-]+=)[^\n]*\][ \t]*$  # attributes of a block, an anchor
        | :!?[\w-]+!?:(?:[ \t][^\n]*)?$  # an attribute of the document
        | //(?!/)[^\n]*$  # a comment
        | (?P<fence>[-=.*_+/])(?P=fence){3,}[ \t]*$  # the delimiter of a block
        | [|,:!]===[ \t]*$  # of a table
        | (?:include|image|video|audio|toc|ifdef|ifndef|endif)::[^\n]*$
        | \.(?=[A-Z])  # before the title of a block
        )"""
    ),
    inline=re.compile(
        r"""(?x)
          (?:link:|xref:|mailto:|https?://)[^\s\[\]<>]{1,1000}\[(?P<shown_link>[^\[\]\n]{1,300})\]
        | <<[^<>\n]{1,300}?,[ \t]*(?P<shown_reference>[^<>\n]{1,300})>>
        | <<\#?(?P<shown_target>[^<>,\n]{1,300})>>
        | image:[^\s\[\]]{1,300}\[[^\[\]\n]{0,300}\]
        | \[\[[\w-]{1,100}\]\]
        | (?:kbd|btn|menu|footnote):\S{0,100}?\[(?P<shown_macro>[^\[\]\n]{1,300})\]
        | (?<![\w`*])(?P<mark>[`*_])(?P<shown_marked>[^\s`*_](?:[^\n]{0,300}?\S)??)(?P=mark)(?![\w`*])
        """
    ),
    literal=LiteralBlocks(
        first=re.compile(r"(?m)^(-{4,}|\.{4,}|\+{4,}|/{4,}|```)[^\n]*(?:\n|\Z)"),
        last=r"(?m)^{}[ \t]*$",
        is_open_without_end=True,
    ),
)


def adoc_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    return markup_by(_MARKS, document.text, within, floor)


ADOC_OUTLINE = Outline(re.compile(r"={1,6}[ \t]"), re.compile(r"(\A| )={1,6} (?=\S)"), markup=adoc_markup)
