"""Definitions that are no symbols: inside a syntax error, in a file that is too large to be parsed, or in a language
whose symbols are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from ...analysis.code.definition_keywords import definition_in
from ...analysis.code.source_paths import is_aside
from ...analysis.code.symbol_names import parts_of_name
from ...formats.code.grammars import language_without_grammar, no_symbols_of, uninstalled_grammars
from ...model.document import Document
from ...model.hit import Hit
from ...model.lazy_pattern import lazy_pattern
from ...ports.storage import Reader
from ...query.ast import IS_CODE, And, Or, Word

_MOST_FILES = 50  # whose texts are read
_MOST_OF_COMMON = 200  # of a name that more files have
_MOST_PLACES = 1_000  # of the name in a file
_FARTHEST = 200  # characters of a line before the name
_KEYWORDS = (
    "def", "class", "function", "func", "fn", "fun", "struct", "enum", "union", "interface", "trait", "protocol",
    "module", "type", "record", "object", "const", "let", "var", "val", "sub", "define", "template", "data", "newtype",
)  # fmt: skip
# Of languages without a grammar; those of variables may stand before most uses of a name in the other case: `val job`.
_KEYWORDS_OF_TYPES = (
    "class", "struct", "enum", "interface", "trait", "protocol", "module", "type", "record", "object", "data",
    "newtype", "actor", "typealias", "associatedtype", "defmodule", "defprotocol", "exception",
)  # fmt: skip
_KEYWORDS_OF_FUNCTIONS = ("def", "defmacro", "function", "func", "fn", "fun", "sub", "define", "macro", "rec")
_KEYWORD = lazy_pattern(rf"\b(?:{'|'.join(_KEYWORDS)})\s+(?:[\w.:*&]*[.:*&])?$")
_TYPE = lazy_pattern(r"\w[\w \t*&:<>,]*[ \t*&:]")  # in a language without keywords, from the first column
_STATEMENT = lazy_pattern(r"(?:return|else|case|goto|throw|new|await|yield)\b")


def broken_definition_hint(name: str, reader: Reader, document: Document | None = None) -> str:
    """Where the name is probably defined, in that document if it is given, and why it is no symbol; empty for none."""
    parts = parts_of_name(name)
    if not parts or not parts[-1].isidentifier():
        return ""
    if place := _place(parts[-1], document) if document else broken_definition(parts[-1], reader):
        return f"probably defined at {place}, which is not parsed, as inside a syntax error"
    found = definition_by_line(name, reader, document)
    if found is None:
        return ""
    place, language = found
    why = no_symbols_of(language) if language in uninstalled_grammars() else f"no symbols of {language} are read"
    return f"probably defined at {place}; {why}"


def definition_by_line(name: str, reader: Reader, document: Document | None = None) -> tuple[str, str] | None:
    """The place, as `path:line`, of the line that best defines the name in a language without a grammar, and the
    language; None for none.  Files called by the class before a member come first, and tests last.
    """
    *outer, simple = parts_of_name(name) or ("",)
    if not simple.isidentifier():
        return None
    best: tuple[bool, bool, float] = (False, False, 0.0)
    found: tuple[str, str] | None = None
    for each in (document,) if document else _with_name(simple, outer, reader):
        path, language = each.head.path, language_without_grammar(each.head.path, each.text)
        fit, at = definition_in(each.text, simple) if language else (0.0, -1)
        rank = each.head.name in outer, not is_aside(each.head), fit
        if fit and rank > best:
            best, found = rank, (f"{path}:{each.text.count(chr(10), 0, at) + 1}", language)
    return found


def broken_definition(name: str, reader: Reader) -> str:
    """The first place, as `path:line`, where a file that was not parsed as a whole seems to define the name; empty for
    none.

    Of very many files with the name those are read that have it behind a keyword, before others.
    """
    for where in (Or(tuple(Word(f"{each} {name}") for each in _KEYWORDS)), Word(name)):
        documents = reader.documents(hit.head.path for hit in reader.select(And((IS_CODE, where)), _MOST_FILES))
        places = (_place(name, documents[path]) for path in sorted(documents))
        if found := next(filter(None, places), ""):
            return found
    return ""


def _with_name(name: str, outer: Sequence[str], reader: Reader) -> Iterable[Document]:
    """Source files with the name, by path: those that have the class before it, too, or else others."""
    found = tuple[Hit, ...]()
    for words in (outer[-1:], ()) if outer else ((),):
        found = found or tuple(reader.select(And((IS_CODE, Word(name), *map(Word, words))), _MOST_FILES))
    if len(found) >= _MOST_FILES:
        found = (*_behind_keywords(name, reader), *reader.select(And((IS_CODE, Word(name))), _MOST_OF_COMMON))
    paths = dict.fromkeys(hit.head.path for hit in found)
    return (each for _, each in sorted(reader.documents(paths).items()))


def _behind_keywords(name: str, reader: Reader) -> Iterable[Hit]:
    """Source files that have the name, which very many have, behind a keyword of a definition."""
    for keywords in (_KEYWORDS_OF_TYPES, _KEYWORDS_OF_FUNCTIONS):
        behind = Or(tuple(Word(f"{each} {name}") for each in keywords))
        yield from reader.select(And((IS_CODE, behind)), _MOST_FILES)


def _place(name: str, document: Document) -> str:
    text = document.text
    if not document.odd or any(
        unit.title == name for unit in document.units
    ):  # it is one, perhaps of another owner than the one in mind
        return ""
    for found in islice(re.finditer(rf"\b{re.escape(name)}\b", text), _MOST_PLACES):
        if _is_defined(text, found.start(), found.end()):
            return f"{document.head.path}:{text.count(chr(10), 0, found.start()) + 1}"
    return ""


def _is_defined(text: str, start: int, end: int) -> bool:
    """Whether a keyword is before the name, or a type, and then parameters without the end of a statement behind it."""
    begin = text.rfind("\n", 0, start) + 1
    before, line_end = text[max(begin, start - _FARTHEST) : start], text.find("\n", end)
    after = text[end : line_end if line_end >= 0 else len(text)]
    if _KEYWORD.search(before):
        return True
    if start - begin > _FARTHEST or not after.lstrip().startswith("(") or after.rstrip().endswith(";"):
        return False
    if not before.strip("* \t"):  # the type is in the line above
        before = f"{text[text.rfind(chr(10), 0, max(0, begin - 1)) + 1 : max(0, begin - 1)]} "
    return _TYPE.fullmatch(before) is not None and not _STATEMENT.match(before)
