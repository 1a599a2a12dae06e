"""The markup that site generators add to Markdown: admonitions, shortcodes, included files, attributes.

Docusaurus, PyMdown, Python-Markdown, mkdocstrings, mdx-include, mdBook, Hugo, Jekyll, MDX, Pandoc, kramdown and
Obsidian.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import compress

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from ..outline import Markup
from .headings import SHORTCODE_TEXT
from .wikilinks import Destination

# The first and the last line of a block of Docusaurus, of PyMdown, and of Python-Markdown, with its title; the name
# that mkdocstrings documents, with the options below.
_ADMONITION = lazy_pattern(
    r"""(?mx)[ \t>]*(?:
      :::[ \t]+(?P<shown_object>[A-Za-z_]\w*(?:[.(\[<]|::)[^\n]*?)[ \t\r]*$(?:\n(?:[ ]{2}|\t)[^\n]*)*
    | :::[ \t]+(?P<shown_single>[A-Za-z_]\w*)[ \t\r]*\n[ \t]+(?:options|handler|selection|rendering):[^\n]*
      (?:\n(?:[ ]{2}|\t)[^\n]*)*
    | ===[!+]?[ \t]+"(?P<shown_tab>[^"\n]*)"
    | :{3,}[ \t]*(?:\{[^{}\n]{0,200}\}|[A-Za-z][\w-]*)?[ \t]*(?:\[(?P<shown_label>[^\]\n]*)\]|(?P<shown_rest>[^\n]*?))
    | /{3,}[ \t]*(?:[A-Za-z][\w-]*[ \t]*(?:\|[ \t]*(?P<shown_name>[^\n]*?))?)?
    | (?:!!!|\?\?\?\+?)[ \t]+[A-Za-z][\w-]*(?:[ \t]+[a-z][\w-]*){0,5}(?:[ \t]+"(?P<shown_title>[^\n]*?)")?
    )[ \t\r]*$"""
)
_LONGEST = 1_010  # characters of a shortcode of Hugo
_DIRECTIVE = lazy_pattern(
    r"""(?x)
      \{\{([<%])(?:[^\n]|\n(?![ \t]*\n)){0,1000}?\1?[>%]\}\}  # Hugo, also over several lines without a blank one
    | \{%[^\n]{0,1000}?%\}  # Jekyll
    | \{\{\#(?:include|rustdoc_include|playground|playpen|template|title)\b[^{}\n]{0,300}\}\}  # mdBook
    | \{\{-?[ \t]*[A-Za-z_]\w*(?:\.\w+)+[ \t]*(?:\|[^{}\n]{0,200})?\}\}  # the member of a variable
    | \{\*[ \t][^{}\n]{1,1000}\*\}|\{![ \t]*[^{}\n!]{1,1000}!\}  # an included file
    | \{/\*(?:[^*]|\*(?!/\})){0,1000}\*/\}  # a comment of MDX
    """
)
# The title of the note, of Dendron, of Jekyll and MkDocs, of VitePress and of Hugo.
_TITLE = lazy_pattern(r"\{\{[-<%]? *(?:fm\.title|page\.title|\$frontmatter\.title|param \"?title\"?) *[->%]?\}\}")
# A destination with shortcodes, whose blanks and quotation marks another one may not have, and the title of the link.
_TEMPLATED = lazy_pattern(
    r"((?:[^()\s\\<{]|\{(?!\{)|\{\{[<%][^{}\n]{0,200}[>%]\}\}){1,1000}+)(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?[ \t]*\)"
)
_INCLUDED = lazy_pattern(r"""[ \t>]*;?-+8<-+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t\r]*(?=\n|\Z)""")
_CALLOUT = lazy_pattern(r"\[!\w[\w-]*(?:\|[^\]\n]*)?\][+-]?(?:[ \t]+|\\?(?=\r?\n|\Z))")
_ATTRIBUTES = lazy_pattern(
    r"\{:?[ \t]*(?:(?:[#.][A-Za-z_][\w:.-]*|[A-Za-z][\w-]*=(?:\"[^\"{}\n]*\"|[^\s{}\"]+))(?=[\s}])[ \t]*)+\}"
)
_SIZE = lazy_pattern(r"\{(?::(?:height|width)[ \t]+\d+(?:,[ \t]*)?){1,2}\}")  # of an image, as Logseq writes it
_BLOCK_ID = lazy_pattern(r"\^[A-Za-z0-9-]{3,}(?=[ \t\r]*(?:\n|\Z))")
_DEFINITION_MARK = lazy_pattern(r"^ {0,3}:[ \t]+(?=\S)", re.MULTILINE)  # of a list of terms
# The contents of the page in the place of a list, of kramdown.
_CONTENTS = lazy_pattern(
    r"(?m)^ {0,3}(?:(?:[*+-]|\d{1,9}[.)])[ \t][^\n]*\n[ \t]*)?\{:[ \t]*toc(?=[\s}])[^{}\n]*\}[ \t\r]*(?:\n|\Z)"
)
# The statement of a module of MDX; an export ends with its paragraph.
_IMPORT = lazy_pattern(
    r"""(?mx)^(?:
      import[ \t]+(?:(?:[\w*,${} \t]|\{[^{};'"]{0,1000}\}){1,300}?[ \t\n]from[ \t]+)?(?:"[^"\n]+"|'[^'\n]+');?
    | export[ \t]+(?:(?:const|let|var|class|(?:async[ \t]+)?function)[ \t]+[\w${]|default[ \t])[^\n]*[=({][^\n]*
      (?:\n[^\n]*\S[^\n]*){0,100}
    )[ \t\r]*(?:\n|\Z)"""
)


def admonition(text: str, line: int, at: int) -> list[Markup]:
    """The markup of the line that begins an admonition at `at` or ends one: all but the title."""
    found = _ADMONITION.match(text, line)
    if not found:
        return []
    shown = next((found.span(name) for name, title in found.groupdict().items() if title), (found.end(),) * 2)
    return [(min(shown[0], at), shown[0], ""), (shown[1], found.end(), "")]


def directive(text: str, at: int, title: str = "") -> list[Markup]:
    """A shortcode, of which a page shows the value of `text`, a variable, an included file or a comment.

    The variable that is the title of the note reads `title`.
    """
    if title and (variable := _TITLE.match(text, at)):
        return [(*variable.span(), title)]
    if text.startswith(("{{<", "{{%"), at) and not any(text.find(end, at, at + _LONGEST) > 0 for end in (">}}", "%}}")):
        return []  # at once, where many begin and none ends
    code = _DIRECTIVE.match(text, at)
    if not code:
        return []
    shown = SHORTCODE_TEXT.search(text, *code.span())
    first, last = shown.span(1) if shown else (code.end(), code.end())
    return [(at, first, ""), (last, code.end(), "")]


def templated(text: str, start: int) -> Destination | None:
    """The destination of a link with shortcodes of Hugo, from the offset after `](`; None when there is none."""
    found = _TEMPLATED.match(text, start)
    return Destination(found[1], start, found.end()) if found else None


def included_file(text: str, at: int) -> Span | None:
    """The line `--8<-- "file"` of PyMdown whose `<` is at the offset."""
    line = text.rfind("\n", 0, at) + 1
    found = _INCLUDED.match(text, line) if text[at - 2 : at] == "-8" else None
    return found.span() if found else None


def callout(text: str, line: int, at: int) -> Span | None:
    """The kind of a callout in the first line of a quotation, `[!note]-`."""
    found = _CALLOUT.match(text, at) if text.startswith("[!", at) else None
    return found.span() if found and ">" in text[line:at] and not text[line:at].strip(" \t>") else None


def attributes(text: str, at: int) -> Span | None:
    """The attributes of a line of its own, or of the link, the code or the brackets before them."""
    found = _ATTRIBUTES.match(text, at) or _SIZE.match(text, at)
    if not found or text[at - 1 : at] in (")", "`", "]"):
        return found.span() if found else None
    line = text.rfind("\n", 0, at) + 1
    end = text.find("\n", found.end())
    rest = text[line:at] + text[found.end() : end if end >= 0 else len(text)]
    return None if rest.strip(" \t>\r") else found.span()


def block_id(text: str, at: int) -> list[Markup]:
    """The id of a paragraph at its end, to which Obsidian's links lead, with the blank before it."""
    found = _BLOCK_ID.match(text, at)
    if not found or not (at == 0 or text[at - 1].isspace()):
        return []
    return [(at - (text[at - 1 : at] == " "), found.end(), "")]


def line_marks(text: str, within: Span, code: Sequence[Span]) -> Iterator[Markup]:
    """The statements of MDX that import and export names, the signs before definitions, `: text` in the line below a
    term, and the list that kramdown replaces by the contents of the page, outside of code.
    """
    # In a fraction of the time of the expressions.
    has_statement = text.find("import ", *within) >= 0 or text.find("export ", *within) >= 0
    has_definition = text.find(": ", *within) >= 0 or text.find(":\t", *within) >= 0
    has_contents = text.find("toc", *within) >= 0 and text.find("{:", *within) >= 0
    present = (has_statement, has_definition, has_contents)
    for pattern in compress((_IMPORT, _DEFINITION_MARK, _CONTENTS), present):
        for found in pattern.finditer(text, *within):
            before = bisect_right(code, (found.start(), len(text)))
            if not before or code[before - 1][1] <= found.start():
                yield *found.span(), ""
