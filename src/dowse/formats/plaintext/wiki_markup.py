"""The spans of a part of a wiki page that a page does not show: marks, tags, templates, tables, targets of links.

"Help:Formatting" of MediaWiki has the rules; those of Creole, vimwiki and RDoc that differ are beside them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup, Outline
from .marks import LiteralBlocks, Marks, markup_by, shown

LITERAL = LiteralBlocks(  # `<pre>` of MediaWiki, `{{{` of Creole, vimwiki and Trac, `{{{python` of vimwiki
    first=lazy_pattern(
        r"(?im)(?:<|^[ \t]*(?=\{))(pre|nowiki|source|syntaxhighlight|\{{3})"
        r"(?:(?<=\{)[^\n|}]*\n|(?<!\{)(?!\w)[^<>\n]{0,200}(?<!/)>\n?)"
    ),
    last=r"(?im)</{}[ \t]*>|^[ \t]*\}}\}}\}}",
)
COMMENT = lazy_pattern(
    r"<!--(?:[^-<]|-(?!->)|<(?!!--)){0,5000}+-->|(?m:^)%%(?![ \t]*%%)[^\n]*"
)  # the second of vimwiki
_MARKS = Marks(
    lines=lazy_pattern(
        r"""(?mx)^(?:
          ={1,6}[ \t]*(?P<shown_heading>[^=\s](?:[^\n]{0,500}?[^=\s])??)[ \t]*=*[ \t]*$
        | \{\|[^\n]*$|\|\}[ \t]*$|\|-+[^\n]*$  # the first and the last line of a table, and between its rows
        | \|\+[ \t]*(?P<shown_caption>[^\n]*)$
        | [!|](?:(?:[ \t]*[a-z]{1,20}="[^"\n]*")+[ \t]*\|(?!\|))?[ \t]*  # before a cell, with its attributes
        | (?:-{4,}|__[A-Z]+__|\#REDIRECT[ \t]*|%(?:title|nohtml|template|date)\b[^\n]*)[ \t]*$
        | :(?:[\w-]+:)+[ \t]*$  # tags of vimwiki
        | %%[^\n]*$|\{{3}[^\n]*$|\}{3}[ \t]*$
        )"""
    ),
    inline=lazy_pattern(
        r"""(?x)
          \[\[(?:File|Image|Media|Category):[^\[\]\n]{1,500}\]\]
        | \[\[(?:[^\[\]|\n]{1,500}\|)+(?P<shown_label>[^\[\]|\n]{1,300})\]\]
        | \[\[:?(?P<shown_page>[^\[\]|\n]{1,500})\|?\]\]
        | \[(?:https?|ftp|mailto):[^\s\[\]]{1,1000}[ \t]+(?P<shown_text>[^\[\]\n]{1,500})\]
        | \[(?P<shown_address>(?:https?|ftp):[^\s\[\]]{1,1000})\]
        | '{2,5}  # bold and italic
        | <!--(?:[^-<]|-(?!->)|<(?!!--)){0,1000}+-->
        | <ref\b[^<>\n]{0,300}/>
        | </?(?:abbr|b|big|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|font|gallery|h[1-6]|hr|i|img|includeonly
            |ins|kbd|li|math|noinclude|nowiki|ol|onlyinclude|p|poem|pre|q|ref|references|s|samp|section|small|source|span
            |strike|strong|sub|sup|syntaxhighlight|table|tbody|td|th|tr|tt|u|ul|var)\b[^<>\n]{0,300}>
        | (?<!\{)\{\{(?![{<%])[^{}\n]{0,500}\}\}(?!\})  # a template
        | \|\|[ \t]?|(?<=[ \t])!![ \t]  # between two cells
        """
    ),
    literal=LITERAL,
)


def wiki_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    return markup_by(_MARKS, document.text, within, floor)


def without_marks(line: str) -> str:
    """What a page shows of a title."""
    return shown(_MARKS, line)


WIKI_OUTLINE = Outline(lazy_pattern(r"={1,6}(?=[^=\n])"), markup=wiki_markup)
