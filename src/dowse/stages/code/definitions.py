"""Boost source files that define the symbols which the query names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import ClassVar, Self

from ...analysis.code.source_paths import is_aside
from ...analysis.code.symbol_names import (
    in_other_conventions,
    is_symbol_name,
    name_with_kind,
    parts_of_name,
    symbol_names_in,
    word_with_kind,
)
from ...analysis.folding import fold
from ...analysis.named_paths import file_names_in, files_named
from ...formats.code.detect_language import language_of
from ...model.document import Head
from ...model.hit import Hit, Hits, ranked
from ...model.parameter import Slider, check, parameter
from ...model.ref import Ref
from ...model.symbol import SymbolDefinition
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...ports.questions import DefinitionsQuestion, DocumentsQuestion, SelectQuestion
from ...ports.storage import Question, Reader
from ...query.ast import Expr, OneOf
from ...query.extract import conjunction, natural_text
from ...query.select import decided, needs_text
from ...retrieval.messages import MESSAGE, has_message
from ..scaling import within_one
from .code_hits import has_code, is_code
from .data_members import KINDS_WITH_MEMBERS, DataMember, data_members, types_with_member
from .enclosing_symbols import enclosing_questions
from .enumerators import enumerations_with
from .line_definitions import MOST_NAMES, NAMESAKE, OTHER_CASE, QUALIFIED, is_called, line_definitions

DEFINITIONS = "definitions"  # evidence: how well the name of a symbol fits, 1 for the name alone

_RECEIVED = 1.4  # factor for a member of a class for whose object the query has a usual name
_SHORT = 2  # letters of a variable that begins as the name of its class, as those of receivers in Go
_DECLARED = 0.6  # factor for a declaration in a header of C, C++ or Objective-C, where a source file has the body
_OF_OTHER_KIND = 0.3  # factor for a symbol of another kind than the query says, if one of that kind has the name
_EMBEDDED = 1 / 3  # factor for a name inside a sentence
_COMPOUND = re.compile(r"[^\W_]_[^\W_]|[a-z0-9][A-Z]")  # a name of several words, which no other word is
_INITIALS = re.compile(r"\s*(?:the\s+)?[A-Z]+\s")  # at the beginning of a query
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++")
_MOST_BEGUN, _BEGUN = 10, 0.3  # source files that are read for a name of which they may have more words; their factor
_PLAIN = frozenset({"class", "interface", "enum", "type", "function"})  # kinds of symbols that a plain word may name
_PLAIN_WORD = re.compile("[a-z][a-z0-9]+")
_MESSAGE = 0.8  # fit of a file that has a message of the query, in which the names of symbols may be

_Found = Mapping[str, Sequence[SymbolDefinition]]


@dataclass(frozen=True, slots=True)
class Definitions:
    """`score + boost · best · fit` for a source file that defines a symbol which the query names; all scores are then
    divided by the best if that exceeds 1.

    `fit` is 1 for the simple name, as written if any symbol is written so, or in a line that defines it in a language
    without a grammar; more for a qualified name of which the part before fits too, also as a variable of that class,
    and for a file that has the name of the symbol; less for a declaration in a header of C of which a source file has
    the body, and for a variable and an override in such a line, unless the part before fits; a third for a name inside
    a sentence, which is one that only code has, such as `parseLine`, and 0.8 for a file that has a message of the
    query. A word for a kind beside the name, `class Signer`, is no sentence: symbols of another kind fit less if one of
    that kind has the name. One word in small letters, alone or beside a word for a kind, `struct moor`, is such a name
    of a function or a type, too, which orders source code among itself.
    Where nothing has the names, they are looked up as other conventions write them, `parse_line` as `parseLine`, with
    0.7 of these fits; in lines of a language without a grammar in any case, with 0.7 of that. A query that is the
    beginning of names alone finds the first files that define them. A file that is in no list is added if the filters
    select it. The constants but for the last are semble's, measured on its public benchmark of code search;
    docs/quality.md.
    """

    position: ClassVar[int] = 38  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        3.0,
        "boost of a source file that defines the symbol which the query names, as a share of the best score",
        minimum=0,
        maximum=10,
        slider=Slider("definition boost", 0.1, maximum=5),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        names = names_of_symbols(run.query.where, _docs(hits), run.vaults)
        if not names and (word := _plain_word(run.query.where)[0]) and has_code(hits):
            yield DefinitionsQuestion((word,))
        if names:
            yield DefinitionsQuestion(_keys(names))
            if others := _in_other_conventions(names):
                yield DefinitionsQuestion(_keys(others))
            if first := _first_read(names, hits, run.reader):
                yield DocumentsQuestion(first)
            for simple in _names_of_members(names, run.reader.definitions(_keys(names)), hits):
                kinds = KINDS_WITH_MEMBERS if _COMPOUND.search(simple) else ()
                yield from enclosing_questions(simple, ("enum", *kinds), run.reader)
            if needs_text(run.where):
                docs = _defining(names, run.reader) or (_defining(others, run.reader) if others else set())
                if docs:
                    yield SelectQuestion(_among(docs, run), len(docs))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the fits as evidence."""
        names = names_of_symbols(run.query.where, _docs(hits), run.vaults)
        word, kinds = _plain_word(run.query.where)
        if not names and word and has_code(hits):
            hits = self._ordered_by_word(hits, word, kinds, run.reader)
        found = run.reader.definitions(_keys(names)) if names else {}
        members = tuple(_data_members(names, found, run))
        types = tuple(_types(names, found, hits, run))
        fits = _greatest(
            *((each.head.path, (fit, each.unit.name)) for each, fit in types),
            *_fits(names, found, natural_text(run.query.where)).items(),
            *((member.definition.head.path, (factor * QUALIFIED, member.unit)) for member, factor in members),
            *((path, (fit, "")) for path, fit in line_definitions(names, found, hits, run.reader)),
        )
        if not fits and (others := _in_other_conventions(names)):
            found = run.reader.definitions(_keys(others))
            fits = _greatest(
                *_fits(others, found).items(),
                *((path, (fit, "")) for path, fit in line_definitions(others, found, hits, run.reader)),
            )
        fits = fits or _greatest(*_beginning_with(names, hits, run.reader))
        if not (fits or any(map(has_message, hits))):
            return hits
        best = max((hit.score for hit in hits), default=0.0) or 1.0
        listed = {hit.ref.doc for hit in hits}
        defined = (
            *chain.from_iterable(found.values()),
            *(member.definition for member, _ in members),
            *(each for each, _ in types),
        )
        heads = {each.head.path: each.head for each in defined}
        missing = [path for path in fits if path not in listed]
        added = (Hit(Ref(path), heads[path], 0.0) for path in _selected(missing, heads, run))
        return within_one(self._boosted(hit, fits, best) for hit in (*hits, *added))

    def _ordered_by_word(self, hits: Hits, word: str, kinds: Collection[str], reader: Reader) -> Hits:
        """The hits with source files first among source code that define a symbol of this name and of the kinds.

        Beside a word for a kind it may be written otherwise, `class config` for *Config*; alone a name of several words
        may, `nicepath` for *nicePath*. The best source code keeps its score, so that it is not lifted above notes with
        the word.
        """
        named = [
            each
            for each in reversed(reader.definitions((word,)).get(word, ()))
            if not (each.is_local or is_aside(each.head))
        ]
        of_kind = [each for each in named if each.unit.kind in kinds]
        same = [each for each in of_kind if each.unit.title == word]
        others = of_kind if kinds is not _PLAIN else [each for each in named if _COMPOUND.search(each.unit.title)]
        units = {each.head.path: each.unit.name for each in same or others}
        best = max(hit.score for hit in hits if is_code(hit))
        most = self.boost * best * _EMBEDDED
        scores = [hit.score + (most if hit.ref.doc in units else 0.0) for hit in hits]
        greatest = max(score for hit, score in zip(hits, scores, strict=True) if is_code(hit))
        if greatest <= best:
            return hits
        lowered = best / greatest
        return ranked(
            [
                _scored(hit, score * lowered, _EMBEDDED, units.get(hit.ref.doc)) if is_code(hit) else hit
                for hit, score in zip(hits, scores, strict=True)
            ]
        )

    def _boosted(self, hit: Hit, fits: Mapping[str, tuple[float, str]], best: float) -> Hit:
        fit, unit = fits.get(hit.ref.doc, (0.0, ""))
        if fit < _MESSAGE and has_message(hit):
            return hit.scored(hit.score + self.boost * best * _MESSAGE, MESSAGE, _MESSAGE)
        return _scored(hit, hit.score + self.boost * best * fit, fit, unit) if fit else hit


def _scored(hit: Hit, score: float, fit: float, unit: str | None) -> Hit:
    """The hit with the score, and with the fit and the place of the unit if there is one."""
    if unit is None:
        return hit.with_score(score)
    scored = hit.scored(score, DEFINITIONS, fit)
    return scored._replace(spot=Ref(hit.ref.doc, unit)) if not hit.ref.section else scored


def names_of_symbols(where: Expr, docs: Iterable[str], vaults: Sequence[str]) -> Mapping[str, float]:
    """The names in the query that symbols may have, each with its factor, without those that one of the documents has
    as its file name: "bind in config.c" names no symbol `c`.
    """
    text = natural_text(where).strip()
    if is_symbol_name(text):
        found = {text: 1.0}
    elif name := name_with_kind(text)[0]:
        found = {name: 1.0}
    else:
        found = dict.fromkeys(symbol_names_in(text), _EMBEDDED)
    if not found or not (files := file_names_in(text)):
        return found
    named = {part for name in files_named(files, docs, vaults) for part in (name, name.rpartition("/")[2])}
    return {name: factor for name, factor in found.items() if name not in named}


def _docs(hits: Hits) -> Iterable[str]:
    return (hit.ref.doc for hit in hits)


def _plain_word(where: Expr) -> tuple[str, frozenset[str]]:
    """The word and the kinds of symbols that it may name, if the query is one word in small letters, alone or beside a
    word for a kind, `struct moor`; else an empty word.
    """
    text = natural_text(where).strip()
    name, kinds = word_with_kind(text) or (text, _PLAIN)
    return (name, kinds) if _PLAIN_WORD.fullmatch(name) else ("", _PLAIN)


def _in_other_conventions(names: Mapping[str, float]) -> Mapping[str, float]:
    """The names as other conventions write them: `parse_line` as `parseLine`; each with its factor."""
    return {
        other: factor * OTHER_CASE
        for name, factor in islice(names.items(), MOST_NAMES)
        for other in in_other_conventions(name)
    }


def _keys(names: Mapping[str, float]) -> tuple[str, ...]:
    """The folded simple names."""
    return tuple(dict.fromkeys(fold(parts[-1]) for name in names if (parts := parts_of_name(name))))


def _defining(names: Mapping[str, float], reader: Reader) -> set[str]:
    return {each.head.path for found in reader.definitions(_keys(names)).values() for each in found}


def _fits(
    names: Mapping[str, float], found: Mapping[str, Sequence[SymbolDefinition]], text: str = ""
) -> Mapping[str, tuple[float, str]]:
    """The greatest fit of each document, with the name of the unit that fits best.

    If symbols of the kind that the text says have the name, others fit less. If none has, others do not fit initials
    before the kind: "HTTP method" does not ask for the class HTTP, but "struct CURL" asks for the type CURL.
    """
    kinds = name_with_kind(text)[1]
    has_initials = bool(kinds and _INITIALS.match(text))
    fits: dict[str, tuple[float, str]] = {}
    for name, factor in names.items():
        *outer, simple = parts_of_name(name) or ("",)
        symbols = found.get(fold(simple), ())
        same = [symbol for symbol in symbols if symbol.unit.title == simple]
        has_kind = any(each.unit.kind in kinds for each in same or symbols)
        if has_initials and not has_kind:
            continue
        with_body = {each.unit.name for each in same or symbols if _has_bodies(each.head)}
        for symbol in same or symbols:
            is_declared = (
                symbol.unit.name in with_body
                and symbol.head.path.endswith(_HEADERS)
                and symbol.unit.kind not in KINDS_WITH_MEMBERS
            )
            fit = factor * (1.0 if same else OTHER_CASE) * (_DECLARED if is_declared else 1.0) * _fit(symbol, outer)
            fit *= _OF_OTHER_KIND if has_kind and symbol.unit.kind not in kinds else 1.0
            if fit > fits.get(symbol.head.path, (0.0, ""))[0]:
                fits[symbol.head.path] = fit, symbol.unit.name
    return fits


def _has_bodies(head: Head) -> bool:
    """Whether it is a source file of a language with headers, and none of them nor a test."""
    language = language_of(head.path)
    return bool(language and language.has_prototypes) and not head.path.endswith(_HEADERS) and not is_aside(head)


def _names_of_members(
    names: Mapping[str, float], found: Mapping[str, Sequence[SymbolDefinition]], hits: Hits
) -> Mapping[str, str]:
    """The simple names that no symbol of the application has: those of members perhaps; each with the whole."""
    if not any(hit.head.kind == "code" for hit in hits):
        return {}
    parts = {name: parts_of_name(name) for name in islice(names, MOST_NAMES)}
    return {
        own[-1]: name
        for name, own in parts.items()
        if own and not any(_is_meant(symbol, own) for symbol in found.get(fold(own[-1]), ()))
    }


def _first_read(names: Mapping[str, float], hits: Hits, reader: Reader) -> tuple[str, ...]:
    """The first source files that are read for the beginning of a name, if the query is a name that nothing has."""
    if list(names.values()) != [1.0] or len(parts_of_name(*names)) != 1 or reader.definitions(_keys(names)):
        return ()
    return tuple(hit.head.path for hit in islice(filter(is_code, hits), _MOST_BEGUN))


def _beginning_with(names: Mapping[str, float], hits: Hits, reader: Reader) -> Iterator[tuple[str, tuple[float, str]]]:
    """The fits of files that define what begins with the words of the name, which no file of these has as a whole."""
    if not (first := _first_read(names, hits, reader)):
        return
    (name,) = parts_of_name(*names)
    documents = reader.documents(first).values()
    whole, begun = re.compile(rf"\b{re.escape(name)}\b"), re.compile(rf"{re.escape(name)}(?![a-z])\w+")
    if any(name in each.text and whole.search(each.text) for each in documents):
        return
    for document in documents:
        for unit in document.units:
            if begun.match(unit.title) and not is_aside(document.head):
                yield document.head.path, (_BEGUN, unit.name)


def _is_meant(symbol: SymbolDefinition, parts: Sequence[str]) -> bool:
    """Whether the symbol has the name and is inside the type before it, if there is one; not in a test."""
    *outer, simple = parts
    is_inside = not outer or not outer[-1][0].isupper() or outer[-1] in symbol.unit.name.split(".")
    return symbol.unit.title == simple and is_inside and not is_aside(symbol.head)


def _types(
    names: Mapping[str, float], found: Mapping[str, Sequence[SymbolDefinition]], hits: Hits, run: Run
) -> Iterator[tuple[SymbolDefinition, float]]:
    """The enumerations with the enumerators which the query names, and the types with data members; the fits."""
    for simple, name in _names_of_members(names, found, hits).items():
        outer = parts_of_name(name)[:-1]
        enums = list(enumerations_with(simple, hits, run.reader))
        for each in enums:
            yield each, names[name] * (QUALIFIED if outer and outer[-1] == each.unit.title else 1.0)
        if not enums and not outer and _COMPOUND.search(simple):
            for each in types_with_member(simple, hits, run.reader):
                yield each, names[name]


def _greatest(*fits: tuple[str, tuple[float, str]]) -> Mapping[str, tuple[float, str]]:
    """The greatest fit of each document."""
    found: dict[str, tuple[float, str]] = {}
    for path, fit in fits:
        found[path] = max(fit, found.get(path, (0.0, "")))
    return found


def _data_members(
    names: Mapping[str, float], found: Mapping[str, Sequence[SymbolDefinition]], run: Run
) -> Iterator[tuple[DataMember, float]]:
    """Where the data members are that the query names with their type, without those that are symbols; the factors."""
    for name, factor in islice(names.items(), MOST_NAMES):
        *outer, simple = parts_of_name(name) or ("",)
        if outer and not any(outer[-1] in symbol.unit.name.split(".") for symbol in found.get(fold(simple), ())):
            for member in data_members(outer[-1], simple, run.reader):
                yield member, factor


def _fit(symbol: SymbolDefinition, outer: Sequence[str]) -> float:
    *owners, _ = symbol.unit.name.split(".")
    place = _place_fit(outer[-1], owners) if outer else 1.0
    is_elsewhere = bool(outer) and place == 1.0 and outer[-1] not in symbol.head.path.split("/")
    return place * (NAMESAKE if is_called(symbol.head, symbol.unit.title) and not is_elsewhere else 1.0)


def _place_fit(outer: str, owners: Sequence[str]) -> float:
    """How well the name before that of a symbol fits the classes or modules that the symbol is inside of."""
    if outer in owners:
        return QUALIFIED
    if not owners or not outer[0].islower():
        return 1.0
    variable, owner = outer.replace("_", "").lower(), owners[-1].lower()
    return _RECEIVED if variable == owner or (len(outer) <= _SHORT and owner.startswith(outer)) else 1.0


def _selected(paths: Sequence[str], heads: Mapping[str, Head], run: Run) -> Sequence[str]:
    """Those that the filters select, by path."""
    if not needs_text(run.where):
        return sorted(path for path in paths if decided(run.where, heads[path], text=lambda _: False))
    found = run.reader.select(_among(set(paths), run), len(paths)) if paths else ()
    return sorted(hit.ref.doc for hit in found)


def _among(docs: set[str], run: Run) -> Expr:
    return conjunction(run.where, OneOf(frozenset(docs)))
