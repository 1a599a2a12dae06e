"""The title, the headings, the links and the tags of a page of MediaWiki, and of wikis with headings of the same form.

`== Tides ==` begins a section, `[[Low water|the ebb]]` links to a page, and `[[Category:Harbour]]` is a tag, as
`[[Kategorie:Hafen]]` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...model.document import Fact
from .. import header_fields
from ..markdown.headings import Heading
from ..markdown.prose import blanked
from ..markdown.tags import folded_tag
from ..markdown.title_heading import is_title
from ..markdown.wikilinks import RawLink, wikilink
from .marks import literal_blocks
from .text_content import TextContent, TextLines, heading_at
from .wiki_markup import CATEGORY_SPACES, COMMENT, FILE_SPACES, LITERAL, without_marks

_HEADING = re.compile(r"(?m)^(={1,6})(?!>)[ \t]*([^=\s][^\n]*)")  # `=> 3` is a result
_TITLE = re.compile(r"(?m)^%title[ \t]+(\S[^\n]*)|\{\{DISPLAYTITLE:([^{}\n|]{1,300})")
_LINK = re.compile(r"\[\[([^\[\]\n]{1,1000}+)\]\]")
_SPACE = re.compile(r"(:?)(\w[\w-]*(?: \w+)?):(?=\S)")  # a namespace, another wiki, or the scheme of an address
_FILES = FILE_SPACES | {"local"}
_DIARY = "diary"  # of vimwiki
_TAGS = re.compile(r"(?m)^:((?:[^\s:]+:)+)[ \t]*$")  # of vimwiki; an indented line of MediaWiki, a directive of RDoc
_OF_VIMWIKI, _OF_RDOC = ".wiki", ".rdoc"
# `{the guide}[link:doc/guide.rdoc]`, `tides[link:doc/guide_rdoc.html#label-Low+water]`, `{ebb}[rdoc-ref:guide@Ebb]`
_RDOC_LINK = re.compile(r"(?<=[}\w])\[(link|rdoc-ref):([^\s\[\]]{1,1000}+)\]")
_RDOC_LABEL = re.compile(r"\{[^{}\n]{1,300}\}\Z|\w{1,100}\Z")
_RDOC_PAGE = re.compile(r"_(rdoc|md|markdown|txt)\.html\Z")  # of the file in the documentation that RDoc writes
_OF_CLASS = re.compile(r"\A[A-Z](?!.*\.(?:rdoc|md|markdown|txt)\Z)|::|#|\.html\Z|\A\w+:")  # no file of the vault
_BOLD = re.compile(r"(?<![\w*])\*([^\s*](?:[^*\n]{0,200}[^\s*])?)\*(?![\w*])")  # of vimwiki
_LONGEST_LABEL = 302  # characters of a link of RDoc
_BLOCK = "<pre>"
_MOST_NOTICE = 2000  # characters above properties in a page without headings
_ENDING = re.compile(r"\.\w+\Z")


def wiki_content(text: TextLines) -> TextContent:
    """The content of a page of a wiki; never fails."""
    facts, body_start = header_fields.split(text.text)
    literal = [block.content for block in literal_blocks(LITERAL, text.text, (0, len(text.text)))]
    spans = sorted((*literal, *(found.span() for found in COMMENT.finditer(text.text))))
    bare = blanked(text.text, spans, " ") if spans else text.text
    headings = list(_headings(bare, body_start))
    facts = facts or _facts_below(text.text, headings)
    has_tags = text.path.lower().endswith(_OF_VIMWIKI)
    tags = [tag for found in _TAGS.finditer(bare) for tag in found[1].split(":")] if has_tags else []
    categories = [_page(found[1])[1] for found in _LINK.finditer(bare) if _page(found[1])[0] in CATEGORY_SPACES]
    return TextContent(
        title=_title(bare, headings, text.path) or _page_name(text.path).replace("_", " "),
        body_start=body_start,
        headings=headings,
        links=[*_links(bare), *(_rdoc_links(bare) if text.path.lower().endswith(_OF_RDOC) else ())],
        facts={**facts, **_names(text.path)},
        tags=frozenset(filter(None, map(folded_tag, (*tags, *categories)))),
    )


def wiki_anchors(body: str) -> dict[str, int]:
    """The words in bold and the tags that links of vimwiki name as headings, case-folded, with their offsets."""
    found = {bold[1].casefold(): bold.start() for bold in _BOLD.finditer(body)}
    return found | {tag.casefold(): tags.start() for tags in _TAGS.finditer(body) for tag in tags[1].split(":") if tag}


def _facts_below(text: str, headings: Sequence[Heading]) -> dict[str, Fact]:
    """The properties in the first `<pre>` above the headings, below a notice."""
    at = text.find(_BLOCK, 0, headings[0].start if headings else _MOST_NOTICE)
    return header_fields.split(text[at:])[0] if at >= 0 else {}


def _headings(bare: str, body_start: int) -> Iterator[Heading]:
    """The headings, without the marks at their ends."""
    for found in _HEADING.finditer(bare, body_start):
        written = found[2].rstrip().rstrip("=").rstrip()
        yield heading_at(found.start(), len(found[1]), " ".join(without_marks(written).split()) or written)


def _title(bare: str, headings: Sequence[Heading], path: str) -> str:
    """The title that the page states, or its first heading, of the first level, where no other one is or the file name
    has a word of it or says nothing, as README.
    """
    if stated := _TITLE.search(bare):
        return without_marks(stated[1] or stated[2]).strip()
    if not headings or headings[0].level > 1:
        return ""
    first, count = headings[0].text, sum(heading.level == 1 for heading in headings)
    return first if count == 1 or is_title(first, path, headings=count) else ""


def _page_name(path: str) -> str:
    return _ENDING.sub("", path.rpartition("/")[2])


def _names(path: str) -> dict[str, Fact]:
    """The name by which links mean a page, whose file has `-` or `_` in the place of blanks."""
    name = _page_name(path)
    spaced = name.replace("_", " ").replace("-", " ")
    return {"aliases": (spaced,)} if spaced != name else {}


def _page(inner: str) -> tuple[str, str]:
    """The namespace, folded, and the page of the text between `[[` and `]]`; `:` before a namespace makes it a link."""
    space = _SPACE.match(inner)
    page = inner[space.end() :] if space else inner
    return (f"{space[1]}{space[2].casefold()}" if space else ""), page.partition("|")[0]


def _links(bare: str) -> Iterator[RawLink]:
    """The links to pages and files; those to other wikis and namespaces are none."""
    for found in _LINK.finditer(bare):
        space, page = _page(found[1])
        if space.lstrip(":") in _FILES:
            yield RawLink("embed", page.strip(), "", found.span(), found.span())
        elif space in {"", _DIARY} and "://" not in page:
            target, anchor = wikilink(page)
            folder = f"{_DIARY}/" if space else ""
            if target or anchor:
                yield RawLink("wikilink", f"{folder}{target}", anchor, found.span(), found.span())


def _rdoc_links(bare: str) -> Iterator[RawLink]:
    """The links of RDoc to files and to their sections; those to classes and methods are none."""
    for found in _RDOC_LINK.finditer(bare):
        is_page = found[1] == "rdoc-ref"
        path, _, anchor = found[2].partition("@" if is_page else "#")
        path, anchor = _RDOC_PAGE.sub(r".\1", path), anchor.removeprefix("label-").replace("+", " ")
        if _OF_CLASS.search(path) or not (path or anchor) or (is_page and not (anchor or "." in path)):
            continue
        label = _RDOC_LABEL.search(bare, max(0, found.start() - _LONGEST_LABEL), found.start())
        span = (label.start() if label else found.start(), found.end())
        yield RawLink("wikilink" if is_page else "markdown", path, anchor, span, found.span())
