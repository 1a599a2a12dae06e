"""The formats that dowse reads, one row each; endings, parsers, outlines and languages are derived from these rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..model.kinds import Kind
from ..model.value_class import dataclass
from . import lazy_formats
from .code.configuration import is_left_out, refuse_data, refuse_json_data
from .code.languages import LANGUAGES, LanguageSpec
from .code.scripts import FIRST_BYTES, has_name_of_script, is_no_script, refuse_no_script
from .lazy_formats import RawFile
from .plaintext import manpage_files

if TYPE_CHECKING:
    from ..model.document import Document
    from .outline import Outline


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """A format: its file names, its parser and its outline."""

    name: str  # for `lang:`
    about: str  # for messages
    endings: tuple[str, ...]  # of file names, lower-case, without the dot
    parse: Callable[[RawFile], Document]
    outline: Callable[[], Outline]
    sniff: Callable[[bytes], str | None] = lazy_formats.refuse_no_text  # why a file with such an ending is not read
    web_addresses: Callable[[str], Iterable[tuple[str, int]]] = lazy_formats.find_bare_addresses  # with their lines
    # Besides headings, folded, with their offsets.
    anchors: Callable[[str], Mapping[str, int]] = lazy_formats.find_html_anchors  # source code has none but notebooks
    kind: Kind | None = None  # of its documents, unless their properties or the settings say so; None: by folder
    is_ending_optional: bool = True  # whether a link may leave the ending out, as in [[x]] for x.md
    is_rendered: bool = False  # whether the text of a document is made from the file instead of decoded
    most_bytes: int = 0  # of a file that is read, where it is another limit than that of texts
    first_bytes: tuple[bytes, ...] = ()  # with one of which each file that is read begins; all as long as the first
    file_names: tuple[str, ...] = ()  # whole names of files without such an ending, such as Makefile
    is_configuration: bool = False  # whether it is read by programs and builds, as TOML and YAML are


def _configuration_format(language: LanguageSpec) -> FormatSpec:
    sniff = refuse_json_data if language.name == "json" else refuse_data
    about = f"configuration in {language.name}"
    return replace(_code_format(language), about=about, sniff=sniff, is_configuration=True)


def _code_format(language: LanguageSpec) -> FormatSpec:
    return FormatSpec(
        language.name,
        f"source code in {language.name}",
        language.extensions,
        partial(lazy_formats.parse_source_code, language=language),
        lazy_formats.no_outline,
        lazy_formats.refuse_no_source,
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
    "text", "plain text", ("txt", "text", "textile", "pod"), lazy_formats.parse_text, lazy_formats.no_outline
)  # also of files of unknown formats

_MOST_NOTEBOOK_BYTES = 64 * 1024 * 1024  # most are outputs; their sources have the limit of texts
_MOST_PDF_BYTES = 64 * 1024 * 1024  # most are pictures and fonts; the reader of pages has limits of its own

PDF = FormatSpec(
    "pdf",
    "PDF",
    ("pdf",),
    lazy_formats.parse_pdf,
    lazy_formats.no_outline,
    lazy_formats.refuse_no_pdf,
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
        lazy_formats.parse_markdown,
        lazy_formats.markdown_outline,
        web_addresses=lazy_formats.markdown_addresses,
    ),
    PLAIN,
    FormatSpec("restructuredtext", "reStructuredText", ("rst",), lazy_formats.parse_rst, lazy_formats.rst_outline),
    FormatSpec("org", "Org", ("org",), lazy_formats.parse_org, lazy_formats.org_outline),
    FormatSpec(
        "asciidoc",
        "AsciiDoc",
        ("adoc", "asciidoc", "asc"),
        lazy_formats.parse_asciidoc,
        lazy_formats.asciidoc_outline,
        lazy_formats.refuse_no_asciidoc,
        anchors=lazy_formats.asciidoc_anchors,
    ),
    FormatSpec("latex", "LaTeX", ("tex", "ltx"), lazy_formats.parse_latex, lazy_formats.latex_outline),
    FormatSpec(
        "wiki",
        "wiki markup",
        ("mediawiki", "wiki", "wikitext", "creole", "rdoc"),
        lazy_formats.parse_wiki,
        lazy_formats.wiki_outline,
        anchors=lazy_formats.wiki_anchors,
    ),
    FormatSpec(
        "man",
        "manual page",
        manpage_files.ENDINGS,
        lazy_formats.parse_manpage,
        lazy_formats.no_outline,
        lazy_formats.refuse_no_manpage,
        kind="doc",
        is_ending_optional=False,
        is_rendered=True,
        first_bytes=manpage_files.FIRST_BYTES,
    ),
    FormatSpec(
        "canvas",
        "Obsidian canvas",
        ("canvas",),
        lazy_formats.parse_canvas,
        lazy_formats.markdown_outline,
        lazy_formats.refuse_binary,
        web_addresses=lazy_formats.markdown_addresses,
        is_ending_optional=False,
        is_rendered=True,
    ),
    *((PDF,) if HAS_PDF_EXTRA else ()),
    FormatSpec(
        "jupyter",
        "Jupyter notebook",
        ("ipynb",),
        lazy_formats.parse_notebook,
        lazy_formats.no_outline,
        lazy_formats.refuse_no_notebook,
        anchors=lazy_formats.notebook_anchors,
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
_PARTS = ("inc", "in", "erb")  # endings behind that of markup
_WITH_SUFFIX = ("Containerfile.", "Dockerfile.", "Jenkinsfile.")  # Makefile.in is made by a program


def readable_files() -> str:
    """The files that dowse reads, for messages."""
    named = (each for each in FORMATS if each.kind != "code" or each.is_rendered)
    endings = ", ".join(f".{ending}" for each in named for ending in each.endings)
    return f"{endings}, names such as README, source code and configuration"


def format_of(path: str) -> FormatSpec | None:
    """The format of a file, by the ending of its name; None for files that are not read.

    Markup that other files include, or in which a build fills in values, has the ending before the last: `a.rst.inc`,
    `guide.md.in`, `guide.html.md.erb`.
    """
    before, _, written = path.rpartition(".")
    if written in _PARTS and (of_text := _markup_of(before)) is not None:
        return of_text
    if (known := _BY_ENDING.get(written)) is not None and before and before[-1] != "/":
        if known.is_configuration and is_left_out(path.rpartition("/")[2]):
            return None
        if known is PLAIN:
            return _BY_FILE_NAME.get(path.rpartition("/")[2], known)  # CMakeLists.txt
        return known  # in half of the time: of every file of a walk
    name = path.rpartition("/")[2]
    stem, _, ending = name.rpartition(".")
    found = (_BY_ENDING.get(ending.lower()) if stem else None) or _BY_FILE_NAME.get(name)
    if found is None and name.startswith(_WITH_SUFFIX):
        return _BY_FILE_NAME[name.partition(".")[0]]
    if found is None:
        return PLAIN if _NAME_OF_TEXT.fullmatch(name) else SCRIPT if has_name_of_script(name) else None
    return None if found and found.is_configuration and is_left_out(name) else found


def _markup_of(path: str) -> FormatSpec | None:
    """The format of the path if that is one of markup."""
    stem, _, ending = path.rpartition("/")[2].rpartition(".")
    found = _BY_ENDING.get(ending) if stem else None
    return found if found and found.kind is None and found is not PLAIN and not found.is_rendered else None


def is_no_text(path: str, why: str) -> bool:
    """Whether the file is skipped, for this reason, as one that nobody takes for a script, a manual page or a text."""
    return is_no_script(path, why) or manpage_files.is_no_manpage(path, why) or why == lazy_formats.OF_PGP


def is_pdf(path: str) -> bool:
    """Whether the file is a PDF by its name, with and without the extra that reads such files."""
    return path.lower().endswith(tuple(f".{ending}" for ending in PDF.endings))


def outline_of(path: str) -> Outline:
    """The markup of a document; none where its format is unknown."""
    return (format_of(path) or PLAIN).outline()
