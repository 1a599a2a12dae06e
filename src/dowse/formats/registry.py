"""The formats that dowse reads, one row each; endings, parsers, outlines and languages are derived from these rows.

Parsers are imported with their first use: a search of unchanged files parses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from ..model.kinds import Kind
from ..model.value_class import dataclass
from .code.configuration import is_left_out, refuse_data, refuse_json_data
from .code.detect_language import language_of
from .code.languages import LANGUAGES, LanguageSpec
from .code.scripts import FIRST_BYTES, has_name_of_script, refuse_no_script

if TYPE_CHECKING:
    from ..model.document import Document
    from .outline import Outline
    from .plaintext.text_content import ReadContent


NO_ATTRIBUTES: Mapping[str, str] = {}


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


def _asciidoc_anchors(body: str) -> Mapping[str, int]:
    from .plaintext.adoc_links import adoc_anchors  # noqa: PLC0415  # see the module

    return adoc_anchors(body)


def _wiki_anchors(body: str) -> Mapping[str, int]:
    from .plaintext.wiki_parser import wiki_anchors  # noqa: PLC0415  # see the module

    return {**find_html_anchors(body), **wiki_anchors(body)}


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """A format: its file names, its parser and its outline."""

    name: str  # for `lang:`
    about: str  # for messages
    endings: tuple[str, ...]  # of file names, lower-case, without the dot
    parse: Callable[[RawFile], Document]
    outline: Callable[[], Outline]
    sniff: Callable[[bytes], str | None] = refuse_no_text  # why a file with such an ending is not read
    web_addresses: Callable[[str], Iterable[tuple[str, int]]] = find_bare_addresses  # with their lines
    anchors: Callable[[str], Mapping[str, int]] = find_html_anchors  # besides headings, folded, with their offsets
    kind: Kind | None = None  # of its documents, unless their properties or the settings say so; None: by folder
    is_ending_optional: bool = True  # whether a link may leave the ending out, as in [[x]] for x.md
    is_rendered: bool = False  # whether the text of a document is made from the file instead of decoded
    most_bytes: int = 0  # of a file that is read, where it is another limit than that of texts
    first_bytes: bytes = b""  # of each file that is read
    file_names: tuple[str, ...] = ()  # whole names of files without such an ending, such as Makefile
    is_configuration: bool = False  # whether it is read by programs and builds, as TOML and YAML are


def _markdown(file: RawFile) -> Document:
    from .markdown.drawings import without_drawing  # noqa: PLC0415  # see the module
    from .markdown.markdown_parser import parse  # noqa: PLC0415
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    return parse(file.path, without_drawing(text), modified=file.modified, digest=file.digest, odd=odd)


def _markdown_addresses(text: str) -> list[tuple[str, int]]:
    from .markdown.web_links import web_links  # noqa: PLC0415  # see the module

    return web_links(text, is_markdown=True)


@cache
def _markdown_outline() -> Outline:
    from .markdown.markdown_outline import OUTLINE  # noqa: PLC0415  # see the module

    return OUTLINE


def _plain(file: RawFile, read: ReadContent, render: Callable[[str], str] = str) -> Document:
    from .plaintext.plaintext_parser import parse  # noqa: PLC0415  # see the module
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    return parse(file.path, render(text), read, modified=file.modified, digest=file.digest, odd=odd)


def _text(file: RawFile) -> Document:
    from .plaintext.plaintext_parser import stated_content  # noqa: PLC0415  # see the module

    return _plain(file, stated_content)


def _restructured_text(file: RawFile) -> Document:
    from .plaintext.rst_parser import rst_content  # noqa: PLC0415  # see the module

    return _plain(file, rst_content)


def _org(file: RawFile) -> Document:
    from .plaintext.org_parser import org_content  # noqa: PLC0415  # see the module

    return _plain(file, org_content)


def _asciidoc(file: RawFile) -> Document:
    from .plaintext.adoc_attributes import with_attributes  # noqa: PLC0415  # see the module
    from .plaintext.adoc_parser import adoc_content  # noqa: PLC0415

    return _plain(file, adoc_content, partial(with_attributes, given=file.attributes))


def _latex(file: RawFile) -> Document:
    from .plaintext.latex_parser import latex_content  # noqa: PLC0415  # see the module

    return _plain(file, latex_content)


def _wiki(file: RawFile) -> Document:
    from .plaintext.wiki_parser import wiki_content  # noqa: PLC0415  # see the module

    return _plain(file, wiki_content)


def _canvas(file: RawFile) -> Document:
    from .canvas.canvas_parser import parse  # noqa: PLC0415  # see the module
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    return parse(file.path, text, modified=file.modified, digest=file.digest, odd=odd)


def _pdf(file: RawFile) -> Document:
    from .pdf.pdf_parser import parse  # noqa: PLC0415  # see the module

    return parse(file.path, file.data, modified=file.modified, digest=file.digest)


def _refuse_no_pdf(data: bytes) -> str | None:
    from .pdf.pdf_parser import refusal  # noqa: PLC0415  # see the module

    return refusal(data)


def _refuse_binary(data: bytes) -> str | None:
    """Why the bytes are not text at all: JSON on one line is readable."""
    from .text_encoding import is_binary  # noqa: PLC0415  # see the module

    return "binary" if is_binary(data) else None


def _no_outline() -> Outline:
    from .outline import Outline  # noqa: PLC0415  # see the module

    return Outline()


def _rst_outline() -> Outline:
    from .plaintext.rst_markup import RST_OUTLINE  # noqa: PLC0415  # see the module

    return RST_OUTLINE


def _org_outline() -> Outline:
    from .plaintext.org_markup import ORG_OUTLINE  # noqa: PLC0415  # see the module

    return ORG_OUTLINE


def _adoc_outline() -> Outline:
    from .plaintext.adoc_markup import ADOC_OUTLINE  # noqa: PLC0415  # see the module

    return ADOC_OUTLINE


def _latex_outline() -> Outline:
    from .plaintext.latex_markup import LATEX_OUTLINE  # noqa: PLC0415  # see the module

    return LATEX_OUTLINE


def _wiki_outline() -> Outline:
    from .plaintext.wiki_markup import WIKI_OUTLINE  # noqa: PLC0415  # see the module

    return WIKI_OUTLINE


def _source_code(file: RawFile, language: LanguageSpec) -> Document:
    from .code.code_parser import parse  # noqa: PLC0415  # see the module
    from .text_encoding import readable  # noqa: PLC0415

    text, odd = readable(file.data)
    language = language_of(file.path, text) or language  # by the text that of a header or a script
    return parse(file.path, text, language, modified=file.modified, digest=file.digest, odd=odd)


def _notebook(file: RawFile) -> Document:
    from .notebook.notebook_parser import parse  # noqa: PLC0415  # see the module

    return parse(file.path, file.data, modified=file.modified, digest=file.digest)


def _refuse_no_notebook(data: bytes) -> str | None:
    """Why the bytes are not a readable notebook: binary, or too large without outputs."""
    from .notebook.cells import refusal  # noqa: PLC0415  # see the module

    return _refuse_binary(data) or refusal(data)


def _refuse_no_source(data: bytes) -> str | None:
    """Why the bytes are not readable source code: binary, encoded or minified."""
    from .code.minified import refusal  # noqa: PLC0415  # see the module

    return refuse_no_text(data) or refusal(data)


def _configuration_format(language: LanguageSpec) -> FormatSpec:
    sniff = refuse_json_data if language.name == "json" else refuse_data
    about = f"configuration in {language.name}"
    return replace(_code_format(language), about=about, sniff=sniff, is_configuration=True)


def _code_format(language: LanguageSpec) -> FormatSpec:
    return FormatSpec(
        language.name,
        f"source code in {language.name}",
        language.extensions,
        partial(_source_code, language=language),
        _no_outline,
        _refuse_no_source,
        kind="code",
        is_ending_optional=False,
        file_names=language.file_names,
    )


_SHELL = replace(_code_format(LANGUAGES["bash"]), endings=(), file_names=(), first_bytes=FIRST_BYTES)
SCRIPT = replace(_SHELL, name="script", about="a script without an ending", sniff=refuse_no_script)  # of any language

# README, INSTALL, CodingGuidelines: documentation without an ending has names that begin with a capital letter.
# The texts of licences are found by their paths: in every package the same, and about none.
_NAME_OF_TEXT = re.compile(r"(?!.*(?:(?i:licen[cs]e)|COPYING))[A-Z][A-Za-z\d_-]+")
PLAIN = FormatSpec(
    "text", "plain text", ("txt", "text", "textile", "pod"), _text, _no_outline
)  # also of files of unknown formats

_MOST_NOTEBOOK_BYTES = 64 * 1024 * 1024  # most are outputs; their sources have the limit of texts
_MOST_PDF_BYTES = 64 * 1024 * 1024  # most are pictures and fonts; the reader of pages has limits of its own

PDF = FormatSpec(
    "pdf",
    "PDF",
    ("pdf",),
    _pdf,
    _no_outline,
    _refuse_no_pdf,
    kind="doc",
    is_ending_optional=False,
    most_bytes=_MOST_PDF_BYTES,
)
PDF_EXTRA = "dowse[pdf]"
HAS_PDF_EXTRA = find_spec("pypdf") is not None

FORMATS: tuple[FormatSpec, ...] = (
    FormatSpec(
        "markdown",
        "Markdown",
        ("md", "markdown", "mdx", "mdown", "mkd", "mkdn", "qmd", "rmd", "livemd"),
        _markdown,
        _markdown_outline,
        web_addresses=_markdown_addresses,
    ),
    PLAIN,
    FormatSpec("restructuredtext", "reStructuredText", ("rst",), _restructured_text, _rst_outline),
    FormatSpec("org", "Org", ("org",), _org, _org_outline),
    FormatSpec("asciidoc", "AsciiDoc", ("adoc", "asciidoc"), _asciidoc, _adoc_outline, anchors=_asciidoc_anchors),
    FormatSpec("latex", "LaTeX", ("tex", "ltx"), _latex, _latex_outline),
    FormatSpec(
        "wiki",
        "wiki markup",
        ("mediawiki", "wiki", "wikitext", "creole", "rdoc"),
        _wiki,
        _wiki_outline,
        anchors=_wiki_anchors,
    ),
    FormatSpec(
        "canvas",
        "Obsidian canvas",
        ("canvas",),
        _canvas,
        _markdown_outline,
        _refuse_binary,
        web_addresses=_markdown_addresses,
        is_ending_optional=False,
        is_rendered=True,
    ),
    *((PDF,) if HAS_PDF_EXTRA else ()),
    FormatSpec(
        "jupyter",
        "Jupyter notebook",
        ("ipynb",),
        _notebook,
        _no_outline,
        _refuse_no_notebook,
        kind="code",
        is_ending_optional=False,
        is_rendered=True,
        most_bytes=_MOST_NOTEBOOK_BYTES,
    ),
    *(_code_format(language) for language in LANGUAGES.values() if language.is_source),
    *(_configuration_format(language) for language in LANGUAGES.values() if language.is_configuration),
)


def by_ending(formats: Sequence[FormatSpec]) -> dict[str, FormatSpec]:
    """The format of each ending; of two with the same ending the first counts."""
    return {ending: spec for spec in reversed(formats) for ending in spec.endings}


def optional_endings(formats: Sequence[FormatSpec]) -> tuple[str, ...]:
    """The endings, with their dots, that a link may leave out."""
    return tuple(f".{ending}" for spec in formats if spec.is_ending_optional for ending in spec.endings)


_BY_ENDING = by_ending(FORMATS)
_BY_FILE_NAME = {name: spec for spec in FORMATS for name in spec.file_names}


def readable_files() -> str:
    """The files that dowse reads, for messages."""
    named = (each for each in FORMATS if each.kind != "code" or each.is_rendered)
    endings = ", ".join(f".{ending}" for each in named for ending in each.endings)
    return f"{endings}, names such as README, source code and configuration"


def format_of(path: str) -> FormatSpec | None:
    """The format of a file, by the ending of its name; None for files that are not read."""
    before, _, written = path.rpartition(".")
    if (known := _BY_ENDING.get(written)) is not None and before and before[-1] != "/":
        if known.is_configuration and is_left_out(path.rpartition("/")[2]):
            return None
        return known  # in half of the time: of every file of a walk
    name = path.rpartition("/")[2]
    stem, _, ending = name.rpartition(".")
    found = (_BY_ENDING.get(ending.lower()) if stem else None) or _BY_FILE_NAME.get(name)
    if found is None:
        return PLAIN if _NAME_OF_TEXT.fullmatch(name) else SCRIPT if has_name_of_script(name) else None
    return None if found and found.is_configuration and is_left_out(name) else found


def is_pdf(path: str) -> bool:
    """Whether the file is a PDF by its name, with and without the extra that reads such files."""
    return path.lower().endswith(tuple(f".{ending}" for ending in PDF.endings))


def outline_of(path: str) -> Outline:
    """The markup of a document; none where its format is unknown."""
    return (format_of(path) or PLAIN).outline()
