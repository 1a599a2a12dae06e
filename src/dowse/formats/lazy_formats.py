"""The parsers, outlines and checks of the formats, each of which is imported with its first use: a search of unchanged
files parses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from .code.detect_language import language_facts, language_of
from .code.languages import LanguageSpec

if TYPE_CHECKING:
    from ..model.document import Document
    from .outline import Outline
    from .plaintext.text_content import ReadContent

NO_ATTRIBUTES: Mapping[str, str] = {}
_ADOC = (b"=", b"----", b"[", b":")  # what a line of AsciiDoc begins with, of titles, code and attributes
OF_PGP = "a key or a signature of PGP"  # files that have an ending of AsciiDoc


class RawFile(NamedTuple):
    """The input of a parser: a file."""

    path: str
    data: bytes
    modified: float  # seconds since the epoch
    digest: str  # of the bytes
    attributes: Mapping[str, str] = NO_ATTRIBUTES  # that the component of a page of AsciiDoc gives it


def refuse_no_text(data: bytes) -> str | None:
    """Why the bytes are not readable text: binary, generated or encoded."""
    from .text_encoding import refusal  # noqa: PLC0415  # see the module

    return refusal(data)


def find_bare_addresses(text: str) -> list[tuple[str, int]]:
    """The web addresses in a text without markup, with their lines."""
    from .markdown.web_links import web_links  # noqa: PLC0415  # see the module

    return web_links(text, is_markdown=False)


def find_html_anchors(body: str) -> Mapping[str, int]:
    """The ids of HTML elements in a text."""
    from .markdown.html_anchors import html_anchors  # noqa: PLC0415  # see the module

    return html_anchors(body)


def asciidoc_anchors(body: str) -> Mapping[str, int]:
    """The anchors of a page of AsciiDoc."""
    from .plaintext.adoc_links import adoc_anchors  # noqa: PLC0415  # see the module

    return adoc_anchors(body)


def wiki_anchors(body: str) -> Mapping[str, int]:
    """The anchors of a page of a wiki, with the ids of HTML elements."""
    from .plaintext import wiki_parser  # noqa: PLC0415  # see the module

    return {**find_html_anchors(body), **wiki_parser.wiki_anchors(body)}


def notebook_anchors(body: str) -> Mapping[str, int]:
    """The anchors of the headings of a notebook, with the ids of HTML elements."""
    from .notebook import notebook_outline  # noqa: PLC0415  # see the module

    return {**find_html_anchors(body), **notebook_outline.notebook_anchors(body)}


def shown_lines_of_notebook(script: str, lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    """See notebook_prose.shown_lines."""
    from .notebook.notebook_prose import shown_lines  # noqa: PLC0415  # see the module

    return shown_lines(script, lines)


def parse_markdown(file: RawFile) -> Document:
    """The document of a Markdown file, without the data of drawings."""
    from .markdown.drawings import without_drawing  # noqa: PLC0415  # see the module
    from .markdown.markdown_parser import parse  # noqa: PLC0415
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    return parse(file.path, without_drawing(text), modified=file.modified, digest=file.digest, odd=odd)


def markdown_addresses(text: str) -> list[tuple[str, int]]:
    """The web addresses in a Markdown text, with their lines."""
    from .markdown.web_links import web_links  # noqa: PLC0415  # see the module

    return web_links(text, is_markdown=True)


@cache
def markdown_outline() -> Outline:
    """The markup of Markdown."""
    from .markdown.markdown_outline import OUTLINE  # noqa: PLC0415  # see the module

    return OUTLINE


def _plain(file: RawFile, read: ReadContent, render: Callable[[str], str] = str) -> Document:
    from .plaintext.plaintext_parser import parse  # noqa: PLC0415  # see the module
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    return parse(file.path, render(text), read, modified=file.modified, digest=file.digest, odd=odd)


def parse_text(file: RawFile) -> Document:
    """The document of a plain text."""
    from .plaintext.plaintext_parser import stated_content  # noqa: PLC0415  # see the module

    return _plain(file, stated_content)


def parse_rst(file: RawFile) -> Document:
    """The document of a reStructuredText file."""
    from .plaintext.rst_parser import rst_content  # noqa: PLC0415  # see the module

    return _plain(file, rst_content)


def parse_org(file: RawFile) -> Document:
    """The document of an Org file."""
    from .plaintext.org_parser import org_content  # noqa: PLC0415  # see the module

    return _plain(file, org_content)


def parse_asciidoc(file: RawFile) -> Document:
    """The document of an AsciiDoc file, with the values of its attributes."""
    from .plaintext.adoc_attributes import with_attributes  # noqa: PLC0415  # see the module
    from .plaintext.adoc_parser import adoc_content  # noqa: PLC0415

    return _plain(file, adoc_content, partial(with_attributes, given=file.attributes))


def refuse_no_asciidoc(data: bytes) -> str | None:
    """Why the bytes are not a readable page of AsciiDoc: no text, or a key or signature, as files `*.asc` may be."""
    return OF_PGP if _is_of_pgp(data) else refuse_no_text(data)


def _is_of_pgp(data: bytes) -> bool:
    """Whether a key or signature is before all titles, attributes and blocks of code; a list of keys may be above."""
    above, begun, _ = data.removeprefix(b"\xef\xbb\xbf").partition(b"-----BEGIN PGP ")
    is_line = not above.strip() or above.endswith(b"\n")
    return bool(begun) and is_line and not any(line.startswith(_ADOC) for line in above.splitlines())


def parse_latex(file: RawFile) -> Document:
    """The document of a LaTeX file."""
    from .plaintext.latex_parser import latex_content  # noqa: PLC0415  # see the module

    return _plain(file, latex_content)


def parse_wiki(file: RawFile) -> Document:
    """The document of a page of a wiki."""
    from .plaintext.wiki_parser import wiki_content  # noqa: PLC0415  # see the module

    return _plain(file, wiki_content)


def parse_manpage(file: RawFile) -> Document:
    """The document of a manual page."""
    from .plaintext.manpage_parser import parse  # noqa: PLC0415  # see the module

    return parse(file.path, file.data, modified=file.modified, digest=file.digest)


def refuse_no_manpage(data: bytes) -> str | None:
    """Why the bytes are not a readable manual page."""
    from .plaintext import manpage_parser  # noqa: PLC0415  # see the module

    return manpage_parser.refuse_no_manpage(data)


def parse_canvas(file: RawFile) -> Document:
    """The document of an Obsidian canvas."""
    from .canvas.canvas_parser import parse  # noqa: PLC0415  # see the module
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    return parse(file.path, text, modified=file.modified, digest=file.digest, odd=odd)


def parse_pdf(file: RawFile) -> Document:
    """The document of a PDF."""
    from .pdf.pdf_parser import parse  # noqa: PLC0415  # see the module

    return parse(file.path, file.data, modified=file.modified, digest=file.digest)


def refuse_no_pdf(data: bytes) -> str | None:
    """Why the bytes are not a readable PDF."""
    from .pdf.pdf_parser import refusal  # noqa: PLC0415  # see the module

    return refusal(data)


def refuse_binary(data: bytes) -> str | None:
    """Why the bytes are not text at all: JSON on one line is readable."""
    from .text_encoding import is_binary  # noqa: PLC0415  # see the module

    return "binary" if is_binary(data) else None


def no_outline() -> Outline:
    """That of a format without markup."""
    from .outline import Outline  # noqa: PLC0415  # see the module

    return Outline()


def rst_outline() -> Outline:
    """The markup of reStructuredText."""
    from .plaintext.rst_markup import RST_OUTLINE  # noqa: PLC0415  # see the module

    return RST_OUTLINE


def org_outline() -> Outline:
    """The markup of Org."""
    from .plaintext.org_markup import ORG_OUTLINE  # noqa: PLC0415  # see the module

    return ORG_OUTLINE


def asciidoc_outline() -> Outline:
    """The markup of AsciiDoc."""
    from .plaintext.adoc_markup import ADOC_OUTLINE  # noqa: PLC0415  # see the module

    return ADOC_OUTLINE


def latex_outline() -> Outline:
    """The markup of LaTeX."""
    from .plaintext.latex_markup import LATEX_OUTLINE  # noqa: PLC0415  # see the module

    return LATEX_OUTLINE


def wiki_outline() -> Outline:
    """The markup of wikis."""
    from .plaintext.wiki_markup import WIKI_OUTLINE  # noqa: PLC0415  # see the module

    return WIKI_OUTLINE


def parse_source_code(file: RawFile, language: LanguageSpec) -> Document:
    """The document of a source file."""
    from .code.code_parser import parse  # noqa: PLC0415  # see the module
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    language = language_of(file.path, text) or language  # by the text that of a header or a script
    document = parse(file.path, text, language, modified=file.modified, digest=file.digest, odd=odd)
    facts = language_facts(file.path, language)
    return replace(document, head=document.head._replace(facts={**document.head.facts, **facts})) if facts else document


def parse_notebook(file: RawFile) -> Document:
    """The document of a Jupyter notebook."""
    from .notebook.notebook_parser import parse  # noqa: PLC0415  # see the module

    return parse(file.path, file.data, modified=file.modified, digest=file.digest)


def refuse_no_notebook(data: bytes) -> str | None:
    """Why the bytes are not a readable notebook: binary, or too large without outputs."""
    from .notebook.cells import refusal  # noqa: PLC0415  # see the module

    return refuse_binary(data) or refusal(data)


def refuse_no_source(data: bytes) -> str | None:
    """Why the bytes are not readable source code: binary, encoded or minified."""
    from .code.minified import refusal  # noqa: PLC0415  # see the module

    return refuse_no_text(data) or refusal(data)
