"""The spans of a part of an Org file that a page does not show: keywords, drawers, marks, targets of links.

The Org manual and "Org Syntax" have the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...model.document import Document, Span
from ..outline import Markup, Outline
from .marks import Marks, markup_by

_MARKS = Marks(
    lines=re.compile(
        r"""(?mx)^[ \t]*(?:
          \#\+\w+(?::[^\n]*|[ \t][^\n]*)?$  # a keyword, the beginning or the end of a block
        | :[\w@#%-]+:(?:[ \t][^\n]*)?$  # a drawer, a property in it
        | \|-[-+|]*[ \t]*$  # a rule of a table
        )"""
    ),
    inline=re.compile(
        r"""(?x)
          \[\[[^\[\]\n]{1,1000}\]\[(?P<shown_link>[^\[\]\n]{1,300})\]\]
        | \[\[(?:file:|id:)?(?P<shown_target>[^\[\]\n]{1,1000})\]\]
        | (?:(?<=[\s\-({'"])|(?<=\A))(?P<mark>[*/_=~+])
          (?P<shown_marked>[^\s*/_=~+](?:[^\n]{0,300}?\S)??)(?P=mark)(?=[\s\-.,;:!?'")}\[]|\Z)
        """
    ),
)


def org_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    return markup_by(_MARKS, document.text, within, floor)


ORG_OUTLINE = Outline(re.compile(r"\*+[ \t]"), re.compile(r"(\A| )\*+ (?=\S)"), markup=org_markup)
