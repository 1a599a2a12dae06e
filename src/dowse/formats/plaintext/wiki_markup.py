"""The spans of a part of a wiki page that a page does not show: marks, tags, templates, tables, targets of links.

"Help:Formatting" of MediaWiki has the rules; those of Creole, vimwiki and RDoc that differ are beside them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ..character_references import CHARACTER_REFERENCE, shown_character, with_characters
from ..outline import Markup, Outline
from .marks import LiteralBlocks, Marks, in_order, literal_blocks, markup_by, shown

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
# Namespaces of MediaWiki in English and in the languages of wikis with many pages, case-folded.
_OF_CATEGORIES = (
    "category categoria categoría categorie catégorie kategori kategoria kategorie kategória категория категорія "
    "カテゴリ 分类 分類 분류"
)
_OF_FILES = (
    "file image media archivo imagen arquivo ficheiro imagem immagine fichier datei bild bestand afbeelding plik "
    "grafika fil tiedosto soubor súbor fájl kép dosya файл изображение зображення ファイル 画像 文件 图像 檔案 圖像 "
    "파일 그림"
)
CATEGORY_SPACES, FILE_SPACES = frozenset(_OF_CATEGORIES.split()), frozenset(_OF_FILES.split())
_HIDDEN_SPACE = rf"(?i:{'|'.join(sorted(CATEGORY_SPACES | FILE_SPACES))})"
_MARKS = Marks(
    lines=lazy_pattern(
        r"""(?mx)^(?:
          ={1,6}[ \t]*(?P<shown_heading>[^=\s](?:[^\n]{0,500}?[^=\s])??)[ \t]*=*[ \t]*$
        | \{\|[^\n]*$|\|\}[ \t]*$|\|-+[^\n]*$  # the first and the last line of a table, and between its rows
        | \|\+[ \t]*(?P<shown_caption>[^\n]*)$
        | [!|](?:(?:[ \t]*[a-z]{1,20}="[^"\n]*")+[ \t]*\|(?!\|))?[ \t]*  # before a cell, with its attributes
        | (?:-{4,}|__[A-Z]+__|\#REDIRECT[ \t]*|%(?:title|nohtml|template|date)\b[^\n]*)[ \t]*$
        | :(?:[\w-]+:)+[ \t]*$  # tags of vimwiki
        | %%[^\n]*$|\{{3}[^\n|}]*$|\}{3}[ \t]*$
        )"""
    ),
    inline=lazy_pattern(
        rf"(?x)\[\[{_HIDDEN_SPACE}:[^\[\]\n]{{1,500}}\]\]"
        r"""
        | \[\[(?:[^\[\]|\n]{1,500}\|)+(?P<shown_label>[^\[\]|\n]{1,300})\]\]
        | \[\[:?(?P<shown_page>[^\[\]|\n]{1,500})\|?\]\]
        | \[(?:https?|ftp|mailto):[^\s\[\]]{1,1000}[ \t]+(?P<shown_text>[^\[\]\n]{1,500})\]
        | \[(?P<shown_address>(?:https?|ftp):[^\s\[\]]{1,1000})\]
        | \{(?P<shown_words>[^{}\n]{1,300})\}\[[^\s\[\]]{1,1000}\]  # a link of RDoc, as is the next
        | (?<![\w.-])(?P<shown_word>[\w.-]{1,100}+)\[(?:https?|ftp|mailto|link|rdoc-\w+):[^\s\[\]]{1,1000}\]
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
_BRACES = lazy_pattern(r"\{{2,}(?![<%$])|\}{2,}")  # `{{$` is a formula of vimwiki, `{{<` of a site generator
_TEMPLATES = {2: 1, 4: 2, 5: 1}  # that so many braces open or close; three are a parameter or code
_LONGEST_TEMPLATE = 10_000  # characters


def wiki_markup(document: Document, within: Span, floor: int) -> Sequence[Markup]:
    """See Outline.markup."""
    templates = ((*span, "") for span in _templates(document, (floor, within[1])))
    marks = markup_by(_MARKS, document.text, within, floor)
    return in_order((*marks, *templates, *_characters(document.text, within)), within[0])


def _characters(text: str, within: Span) -> Iterator[Markup]:
    """The character references with what a page shows of them."""
    for found in CHARACTER_REFERENCE.finditer(text, *within):
        yield *found.span(), shown_character(found[0])


def _templates(document: Document, within: Span) -> Iterator[Span]:
    """The templates that begin in the span, of one line or of several, without those in code.

    Braces with a heading between them are no pair: one of them is alone.
    """
    text, opened = document.text, list[int]()
    if text.find("{{", *within) < 0:
        return
    last = min(len(text), within[1] + _LONGEST_TEMPLATE)
    code = [block.content for block in literal_blocks(LITERAL, text, (within[0], last))]
    headings = [unit.start for unit in document.units]
    for found in _BRACES.finditer(text, within[0], last):
        at, end = found.span()
        block = bisect_right(code, (at, len(text))) - 1
        if block >= 0 and at < code[block][1]:
            continue
        count = _TEMPLATES.get(end - at, 0)
        if text[at] == "{":
            opened += [at] * count
            continue
        for start in [opened.pop() for _ in range(min(count, len(opened)))]:
            if end - start <= _LONGEST_TEMPLATE and bisect_right(headings, start) == bisect_right(headings, at):
                yield start, end


def without_marks(line: str) -> str:
    """What a page shows of a title."""
    return with_characters(shown(_MARKS, line))


WIKI_OUTLINE = Outline(lazy_pattern(r"={1,6}(?=[^=\n])"), markup=wiki_markup)
