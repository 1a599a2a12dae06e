r"""The spans of a part of LaTeX that a page does not show: comments, commands, braces, labels, sources of citations.

Formulas stay as they are written, and so do blocks of code.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup, Outline
from .marks import LiteralBlocks, Marks, markup_by, shown

LITERAL = LiteralBlocks(  # environments without commands inside
    first=lazy_pattern(
        r"(?m)^[ \t]*\\begin\{(verbatim\*?|Verbatim\*?|lstlisting|minted|alltt|comment)\}[^\n]*(?:\n|\Z)"
    ),
    last=r"(?i)\\end\{{{}\}}",
    comment="comment",
)
REFERENCE = r"(?:[cCvV]|auto|name|page|eq|sub)?ref\*?"
_MARKS = Marks(
    lines=lazy_pattern(r"(?m)^[ \t]*%[^\n]*$"),
    inline=lazy_pattern(
        rf"""(?x)
          (?P<shown_formula>\$\$?[^$\n]{{1,300}}\$\$?|\\\([^\n]{{1,300}}?\\\)|\\\[[\s\S]{{1,600}}?\\\])
        | \\(?:url|path|nolinkurl)\{{(?P<shown_address>[^{{}}\n]{{1,1000}})\}}
        | \\(?:verb\*?|lstinline)(?P<sign>[^\w\s{{*\[])(?P<shown_code>[^\n]{{1,300}}?)(?P=sign)
        | (?<!\\)%[^\n]*
        | \\\\\*?(?:\[[^\]\n]{{0,20}}\])?  # the end of a line
        | \\(?P<shown_sign>[%&_\#${{}} ])
        | \\[,;:!/@-]  # a space
        | \\[A-Za-z]{{0,10}}index[A-Za-z]{{0,10}}(?:\{{(?:[^{{}}\n]|\{{[^{{}}\n]{{0,100}}\}}){{0,300}}\}})*
        | \\texorpdfstring\{{(?:[^{{}}\n]|\{{[^{{}}\n]{{0,100}}\}}){{0,300}}\}}\{{(?P<shown_plain>[^{{}}\n]{{1,300}})\}}
        | \\(?:label|(?:[A-Za-z]{{0,10}}[Cc]ite[A-Za-z]{{0,10}}|cite[a-z]{{0,10}})\*?|[vh]space\*?|input|include
            |includegraphics|bibliography|bibliographystyle|usepackage|documentclass|begin|end|pagestyle|thispagestyle
            |setcounter|addcontentsline|setlength|thanks|hypersetup)
          (?:\[[^\]\n]{{0,300}}\])*(?:\{{[^{{}}\n]{{0,300}}\}})*
        | \\{REFERENCE}\{{(?P<shown_label>[^{{}}\n]{{1,300}})\}}
        | \\(?:href|textcolor|color|hyperref)(?:\[[^\]\n]{{0,300}}\])?\{{[^{{}}\n]{{0,300}}\}}(?=\{{)
        | \\item\b[ \t]*(?:\[(?P<shown_item>[^\]\n]{{1,300}})\])?
        | \\(?:noindent|centering|small|large|Large|medskip|bigskip|smallskip|newpage|clearpage|maketitle
            |tableofcontents|hline|toprule|midrule|bottomrule|appendix|par|em|bf|it|tt|sc|quad|qquad|hfill|vfill|frontmatter|mainmatter|backmatter|protect)\b
        | \\[A-Za-z@]{{1,40}}\*?(?:\[[^\[\]\n]{{0,300}}\])?(?=\{{(?!\}}))  # a command with arguments, which are shown
        | \\(?P<shown_name>[A-Za-z]{{1,40}})
        | ``|''|[{{}}]
        """
    ),
    literal=LITERAL,
)


def latex_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    return markup_by(_MARKS, document.text, within, floor)


def without_commands(text: str) -> str:
    """What a page shows of a title."""
    return " ".join(shown(_MARKS, text.replace("~", " ").replace("\\\\", " ")).split())


LATEX_OUTLINE = Outline(
    lazy_pattern(r"\\(?:part|chapter|(?:sub){0,2}section|paragraph)\b"),
    markup=latex_markup,
)
