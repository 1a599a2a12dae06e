"""Migration of words, titles, tags and properties: after a change of what counts as the same word, of what belongs to a
title or a tag or of which properties are stored, affected documents are read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Protocol
from urllib.parse import quote

from ..analysis.folding import DIGRAPHS, PERSIAN, PLAIN_FORMS, VOWELS, without_symbols
from ..analysis.query_dates import query_dates
from ..formats.character_references import CHARACTER_REFERENCE
from ..formats.code.generated import is_generated
from ..formats.code.reexports import gathers_others, only_reexports
from ..formats.header_fields import has_repeated_name
from ..formats.header_fields import split as header_fields
from ..formats.markdown.block_references import block_ids, block_references
from ..formats.markdown.drawings import PROPERTY
from ..formats.markdown.frontmatter import is_toml
from ..formats.markdown.page_properties import split as page_properties
from ..formats.markdown.title_fields import NOT_OF_STATE, title_fields
from ..formats.markdown.title_heading import opens_as_title
from ..formats.metadata import stated_title, texts
from ..formats.minhash import signature
from ..formats.page_names import is_page
from ..formats.plaintext.adoc_terms import describes_names
from ..formats.plaintext.rst_descriptions import DESCRIPTION
from ..formats.signature import DIGEST_BYTES
from ..model.document import GENERATED, REEXPORTS, Document, Head
from ..model.epoch_time import epoch_seconds
from ..model.errors import StorageError
from ..model.kinds import STATE_FIELDS
from ..model.lazy_pattern import lazy_pattern
from ..model.points import POINTS
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts
from .stored_documents import DocumentSource, stored_documents

REMEMBERED = "words"  # key in the index: the stamp
# An index without either has words with their points; one of "2" has other digits, one of "3" tags that end at a dot,
# one of "4" Arabic unstemmed, one of "5" no properties without a value, one of "6" Russian unstemmed, one of "7" marks
# in titles of reStructuredText, one of "8" no words of links in a type or a status, one of "9" the first of several
# headings at the top of reStructuredText as title, one of "10" no dates of numbers, one of "11" no sections of what
# reStructuredText describes, one of "12" not all dates of numbers, and dates of numbers that are no times, one of "13"
# no labels of links in a type or a status, one of "14" shortcodes in titles of sections, and no classes in the names of
# what reStructuredText describes inside of them, one of "15" dates of numbers that are telephone numbers, one of
# "16" names of attributes of AsciiDoc in place of their values, one of "17" no aliases of pages of Antora, one of "18"
# nothing of the file names of Denote, one of "19" headings in formulas, one of "20" titles of sections as titles,
# one of "21" those that share a word with the file name, and ids as titles, one of "22" no titles of AsciiDoc with a
# line below, one of "23" the data of drawings, one of "24" lines of paragraphs of AsciiDoc as headings, one of "25"
# signatures of short notes without a word below their headings, one of "26" other titles of skills than the name,
# one of "27" letters such as `ł` and `œ` as they are, one of "28" Ukrainian unstemmed, one of "29" no sections of
# what AsciiDoc describes, one of "30" source files with nothing but imports as others, one of "31" those that
# Bison, for example, has written, one of "32" no titles of a lower level than the first, one of "33" no names,
# properties and blocks of Logseq, one of "34" no properties in fields, one of "35" no links as
# tags and only the first of several names behind each other in a property of Logseq, one of "36" no ids of
# headings in `{ id=x }`, one of "37" sources that speak of generated code as generated, one of "38" several
# authors in a field as one, one of "39" no status and date below a title, one of "40" badges as a status and
# dialogues as fields, one of "41" file names as titles where the first heading has all but their numbers, one of
# "42" what generators of Dart and Swift and JFlex have written as other source files, one of "43" comments as part of
# headings, one of "44" Greek and Hindi unstemmed, one of "45" no date in items above every heading, one of "46"
# symbols around values of properties, and the last of several fields of reStructuredText, one of "47" the dots below
# letters of Devanagari, and a vowel of Thai and of Lao as two characters, one of "48" frontmatter in TOML as text, one
# of "49" such frontmatter below blank lines as text, and no dates of properties in other forms than that of ISO, one
# of "50" fields in a code block as text, and no status with symbols or date in other forms below a title, one of "51"
# file names as titles where a notice stands above the heading, one of "52" scripts that write generated files, one of
# "53" no wholes of words in katakana, one of "54" letters of Persian as they are, one of "55" other titles, tags
# and properties of pages of wikis, and code in them as text, one of "56" no mark of `__init__.py` with functions,
# one of "57" entities in titles of pages of wikis, one of "58" links of RDoc in such titles, one of "59" most
# character references in titles of Markdown, and one of "60" such a mark of functions in place of imported ones, too.
_STAMP, _BEGUN = "61", "begun"
# The stamps of indexes whose documents of these formats alone were read in another way, besides those of Markdown whose
# headings were, up to a stamp.
_OF_FORMATS = {
    **dict.fromkeys(("16", "17", "18"), (".adoc", ".org")),
    **dict.fromkeys(("19", "20", "21", "22", "23", "24"), (".adoc",)),
    **dict.fromkeys(("25", "26"), ()),
}
_LAST_OF_OTHER_HEADINGS = "21"
# Digits that are not those of ASCII, the points, letters of Arabic and Russian, which are stemmed, letters that Unicode
# makes of a letter and a point, and the forms for print. Tags with a dot.
_AFFECTED = lazy_pattern(
    r"[^\D0-9\uff10-\uff19]|[\u0401\u0410-\u044f\u0451"
    rf"{POINTS}\u0621-\u064a\u06c0\u06c2\u06d3\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]"
    r"|#[^\s#.]++\.[^\s#.]"
)
# Those letters, in a link with per cent signs, too, and the letters of Ukrainian that Russian lacks.
_LETTERS = "".join((*filter(str.isalpha, PLAIN_FORMS), *DIGRAPHS, *map(str.upper, DIGRAPHS), *"ǢǣǼǽǾǿℏ"))
WITH_LETTER = lazy_pattern(f"[{_LETTERS}ЄєІіЇї]|(?i:{'|'.join(map(quote, _LETTERS))})")
# Of the frontmatter, as below: a key without a value, or with an empty list, and no indented value or list below.
_VALUELESS = lazy_pattern(
    r"(?m:^[ \t]*+[^\s#:][^\n:]*+:[ \t]*+(?:~|(?i:null)|\[[ \t]*+\])?[ \t]*+(?:#.*)?\r?$)"
    r"(?!\s*\n(?:[ \t]*-[ \t]|[ \t]+\S))"
)
# Characters that fold to three letters of the script; one of Devanagari may fold to a letter and a dot.
_GREEK_OR_DEVANAGARI = lazy_pattern("(?:[\u0386-\u03ce\u1f00-\u1ffc][\u0300-\u036f]*+){3}|[\u0900-\u097f]{2}")
_OF_DEVANAGARI = "\u0901\u0929\u0931\u0934\u093c\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f"  # with a dot
_WITH_DOT_OR_VOWEL = lazy_pattern(
    rf"[{_OF_DEVANAGARI}{''.join(VOWELS.values())}]|{'|'.join(VOWELS)}"
    rf"|(?i:{'|'.join(map(quote, (*_OF_DEVANAGARI, *VOWELS.values())))})"
)
_KATAKANA = lazy_pattern(  # also narrow, in a circle, a square as `㌔`, or in an address; marks may stand between them
    r"[\u30a1-\u30fa\u30fc\u30ff\u31f0-\u31ff\u32d0-\u32fe\u3300-\u3357\uff66-\uff9d\U0001f201\U0001f202\U0001f213]"
    r"|(?i:%E3%8[23BCD]%[89AB][0-9A-F]|%EF%B[DE]%[89AB][0-9A-F])"
)
_LETTERS_OF_PERSIAN = f"{PERSIAN}\u06c0\u06c2"  # with those that have a hamza
WITH_PERSIAN = lazy_pattern(
    f"[{_LETTERS_OF_PERSIAN}\ufb8e-\ufb91\ufba4-\ufba9\ufbfc-\ufbff]|(?i:{'|'.join(map(quote, _LETTERS_OF_PERSIAN))})"
)
_FIELD = lazy_pattern(r"(?m:^:[A-Za-z][\w -]*:)")  # of reStructuredText
_ATTRIBUTES = lazy_pattern(r"(?m:^#[^\n{]*+\{(?:/\*|[^{}\n]*?(?:\bid=|\bdata-)[^{}\n]*+\}))")
_LONGEST_DATE = 64  # characters of a property
_MARKS = frozenset("`*")  # of reStructuredText
_WITHOUT_FIELDS = (".org", ".adoc", ".asciidoc", ".canvas")
_MARKDOWN = (".md", ".markdown", ".mdx")
_OF_WIKIS = (".mediawiki", ".wiki", ".wikitext", ".creole", ".rdoc")


class _Index(DocumentSource, IndexFacts, Protocol):
    """The part of a store that a migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def migrate_words(index: _Index) -> None:
    """Marks the documents as changed whose words, titles, tags or properties an earlier version read in another way.

    A later run reads them if this one does not.
    """
    if (stamp := index.recalled(REMEMBERED)) == _STAMP:
        return
    with suppress(StorageError):  # a read-only index keeps the old words, and is not looked through
        index.remember(REMEMBERED, _BEGUN)
        known = index.known()
        number = number_of(stamp)
        found = [path for below, affected in _AFFECTED_BELOW if number < below for path in affected(index, known)]
        if number < 27:
            found += [*_read_otherwise(index, known, stamp), *_signed_without_text(index, known)]
        if again := list(dict.fromkeys(found)):
            index.read_again(again)
        index.remember(REMEMBERED, _STAMP)


def number_of(stamp: str) -> int:
    """The number of a stamp; 0 of an index without one, or with a text that is none."""
    return int(stamp) if re.fullmatch("[0-9]{1,6}", stamp) else 0


def _with_linked_tags(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """Markdown with links as tags, or with properties as Logseq writes them."""
    pages = [path for path in known if path.lower().endswith(_MARKDOWN)]
    for each in stored_documents(pages, index):
        if "#[[" in each.text or page_properties(each.text, is_page=is_page(each.head.path))[1]:
            yield each.head.path


def _with_other_fields(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The texts with an image or a struck text before their status, and those whose first lines repeat a name."""
    for each in stored_documents([path for path, head in index.heads(known).items() if head.kind != "code"], index):
        has_other_state = "status" in each.head.facts and NOT_OF_STATE.search(each.text)
        if has_other_state or has_repeated_name(each.text):
            yield each.head.path


def _with_other_values(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The documents with a symbol at an end of a property, and reStructuredText with several fields of one name."""
    for path, head in index.heads(known).items():
        values = (text for fact in head.facts.values() for text in texts(fact) if not text.isascii())
        if any(without_symbols(text) != text for text in values):
            yield path
    for each in stored_documents([path for path in known if path.lower().endswith(".rst")], index):
        names = _FIELD.findall(each.text)
        if len(set(names)) < len(names):
            yield each.head.path


def _with_symbols_or_blocks(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The pages of Markdown that state a status or a date below their title, and those with fields in a code block."""
    for each in stored_documents([path for path in known if path.lower().endswith(_MARKDOWN)], index):
        stated = title_fields(each.text, each.units)
        if not stated.keys() <= each.head.facts.keys() or (
            each.text.lstrip("\ufeff").startswith(("```", "<pre>")) and header_fields(each.text)[1]
        ):
            yield each.head.path


def _with_other_dates(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The documents with a date in a form of its own in a property, and pages with TOML below blank lines."""
    for path, head in index.heads(known).items():
        values = (text for fact in head.facts.values() for text in texts(fact) if len(text) <= _LONGEST_DATE)
        if any(date != written for value in values for date, written in query_dates(value)):
            yield path
    for each in stored_documents([path for path in known if path.lower().endswith(_MARKDOWN)], index):
        if each.text.startswith(("\n", "\r", " ")) and is_toml(each.text):
            yield each.head.path


def _with_toml(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The pages of Markdown with frontmatter in TOML."""
    pages = [path for path in known if path.lower().endswith(_MARKDOWN)]
    return (each.head.path for each in stored_documents(pages, index) if is_toml(each.text))


def _with_title_fields(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The pages of Markdown that state a status or a date below their title or above every heading."""
    pages = [path for path in known if path.lower().endswith(_MARKDOWN)]
    return (each.head.path for each in stored_documents(pages, index) if title_fields(each.text, each.units))


def _with_other_ids(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The pages of Markdown with an id, an attribute without a value or a comment in the braces behind a heading."""
    pages = [path for path in known if path.lower().endswith(_MARKDOWN)]
    return (each.head.path for each in stored_documents(pages, index) if _ATTRIBUTES.search(each.text))


def _with_fields(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The texts with properties in fields, `Title: Tides` or `:Author: Jane`, at the top."""
    texts_alone = [path for path, head in index.heads(known).items() if head.kind != "code"]
    for each in stored_documents(texts_alone, index):
        path = each.head.path.lower()
        has_list = path.endswith(".rst") and _FIELD.search(each.text)
        if has_list or (not path.endswith(_WITHOUT_FIELDS) and header_fields(each.text)[1]):
            yield each.head.path


def _of_logseq(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The pages of Logseq, and Markdown with properties or blocks as Logseq writes them."""
    pages = {path for path in known if is_page(path) and path.lower().endswith((*_MARKDOWN, ".org"))}
    yield from pages
    others = [path for path in known if path.lower().endswith(_MARKDOWN) and path not in pages]
    for each in stored_documents(others, index):
        if page_properties(each.text)[1] or block_ids(each.text) or any(block_references(each.text)):
            yield each.head.path


def _titled_with(
    pattern: re.Pattern[str], endings: tuple[str, ...], index: _Index, known: Iterable[str]
) -> Iterator[str]:
    """The pages with one of these endings and with a match in the title or in that of a section."""
    for each in stored_documents([path for path in known if path.lower().endswith(endings)], index):
        if any(map(pattern.search, (each.head.title, *(unit.title for unit in each.units)))):
            yield each.head.path


def _other_sources(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The source files that have nothing but imports, or that a program has written, by the rules since."""
    code = [path for path, head in index.heads(known).items() if head.kind == "code"]
    for each in stored_documents(code, index):
        path, facts = each.head.path, each.head.facts
        gathers = len(each.units) == 1 and REEXPORTS not in facts and only_reexports(each.text)
        if gathers or (GENERATED in facts) != is_generated(path, each.text):
            yield path


def _gathering_with_own(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The files that gather others, by their name, and have functions or classes."""
    for each in stored_documents([path for path in known if gathers_others(path)], index):
        if any(unit.kind in ("class", "function") for unit in each.units):
            yield each.head.path


def _with_other_titles(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The pages of Markdown that have another title by the rules since."""
    pages = [path for path in known if path.lower().endswith(_MARKDOWN)]
    return (each.head.path for each in stored_documents(pages, index) if _has_other_title(each))


def _with_terms(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The documents of AsciiDoc that may describe a name."""
    pages = [path for path in known if path.lower().endswith(".adoc")]
    return (each.head.path for each in stored_documents(pages, index) if describes_names(each.text))


def _written_with(pattern: re.Pattern[str], index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The documents with a match in their path, their title or their text."""
    for document in stored_documents(known, index):
        if pattern.search(f"{document.head.path}\n{document.head.title}\n{document.text}"):
            yield document.head.path


def _signed_without_text(index: _Index, known: Iterable[str]) -> Iterator[str]:
    """The short documents whose signature is another one."""
    short = [path for path, head in index.heads(known).items() if len(head.signature) == DIGEST_BYTES]
    return (each.head.path for each in stored_documents(short, index) if signature(each) != each.head.signature)


def _read_otherwise(index: _Index, known: Iterable[str], stamp: str) -> list[str]:
    if stamp not in _OF_FORMATS:
        return list(_affected(index, known))
    of_formats = {path for path in known if path.lower().endswith(_OF_FORMATS[stamp])}
    others = [path for path in known if path not in of_formats]
    heads = index.heads(others)
    drawings = [path for path, head in heads.items() if PROPERTY in head.facts or _has_other_name(head)]
    if stamp > _LAST_OF_OTHER_HEADINGS:
        return [*of_formats, *drawings]
    headed = (each.head.path for each in stored_documents(others, index) if _has_other_headings(each))
    return [*of_formats, *dict.fromkeys((*drawings, *headed))]


def _has_other_name(head: Head) -> bool:
    """Whether a skill has another title than its name."""
    return head.kind == "skill" and head.fact("name") not in ("", head.title) and not head.fact("title")


def _has_other_headings(document: Document) -> bool:
    """Whether Markdown has another title, or a heading may end in a formula, a line of which, `=` or `-`, made the text
    above it a heading.
    """
    return _has_other_title(document) or any("$$" in unit.title for unit in document.units)


def _has_other_title(document: Document) -> bool:
    """Whether the title of Markdown is that of a section, or the file name in place of a title that opens the text."""
    head, titled = document.head, [(unit.level, unit.title) for unit in document.units if unit.title]
    if not titled or stated_title(head.facts, head.kind) or not head.path.lower().endswith(_MARKDOWN):
        return False
    return (head.title == titled[0][1]) != opens_as_title(titled, head.path)


def _affected(index: _Index, known: Iterable[str]) -> Iterator[str]:
    for document in stored_documents(known, index):
        path, title = document.head.path, document.head.title
        is_affected = (
            _AFFECTED.search(f"{path}\n{title}\n{document.text}")
            or _VALUELESS.search(document.text, 0, document.body_start)
            or (path.endswith(".rst") and _has_other_titles(document))
            or path.lower().endswith((".adoc", ".org"))
            or PROPERTY in document.head.facts
            or _has_other_name(document.head)
            or any("{{" in unit.title for unit in document.units)
            or _has_other_headings(document)
        )
        if is_affected or _has_linked_state(document.head) or _has_epoch_time(document.head):
            yield path


def _has_linked_state(head: Head) -> bool:
    """Whether a type or a status is a link, or has one in its list."""
    return any("[[" in head.fact(name) for name in STATE_FIELDS)


def _has_epoch_time(head: Head) -> bool:
    """Whether a property has a number that may count seconds or milliseconds since 1970."""
    return any(epoch_seconds(_number(text)) is not None for fact in head.facts.values() for text in texts(fact))


def _number(text: str) -> float:
    """The number in a value of a property, perhaps in a link; 0 for another text."""
    with suppress(ValueError):
        return float(text.strip("[]# "))
    return 0.0


def _has_other_titles(document: Document) -> bool:
    """Whether the document of reStructuredText has marks in a title, several headings at the top, or descriptions."""
    units = document.units
    marked = any(_MARKS.intersection(title) for title in (document.head.title, *(unit.title for unit in units)))
    return marked or sum(unit.level == 1 for unit in units) > 1 or DESCRIPTION.search(document.text) is not None


# The stamps below which an index has such documents read in another way.
_AFFECTED_BELOW: tuple[tuple[int, Callable[[_Index, Iterable[str]], Iterator[str]]], ...] = (
    (61, _gathering_with_own),
    (60, partial(_titled_with, CHARACTER_REFERENCE, _MARKDOWN)),
    (59, partial(_titled_with, lazy_pattern(r"\["), _OF_WIKIS)),
    (58, partial(_titled_with, lazy_pattern("&"), _OF_WIKIS)),
    (56, lambda _, known: (path for path in known if path.lower().endswith(_OF_WIKIS))),
    (55, partial(_written_with, WITH_PERSIAN)),  # which equal letters of Arabic since
    (54, partial(_written_with, _KATAKANA)),
    (53, _other_sources),
    (52, _with_other_titles),
    (51, _with_symbols_or_blocks),
    (50, _with_other_dates),
    (49, _with_toml),
    (48, partial(_written_with, _WITH_DOT_OR_VOWEL)),
    (47, _with_other_values),
    (46, _with_title_fields),
    (45, partial(_written_with, _GREEK_OR_DEVANAGARI)),
    (44, _with_other_ids),
    (43, _other_sources),
    (41, _with_other_fields),
    (39, _with_fields),
    (36, _with_linked_tags),
    (34, _of_logseq),
    (30, _with_terms),
    (29, partial(_written_with, WITH_LETTER)),
)
