"""Source code to a Document, with its symbols as units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.document import DEFINES, GENERATED, REEXPORTS, Document, Link, SymbolFacts, Unit
from ...model.ref import PREAMBLE
from ...model.source_reference import SourceReferences
from ...model.symbol import is_macro
from ..line_offsets import folded, line_at, line_starts
from ..markdown.wikilinks import ids
from ..metadata import head
from .comments import summary_of
from .exports import has_own_macros
from .generated import is_generated
from .languages import LanguageSpec
from .parsed_source import ParsedSource, Symbol
from .reexports import gathers_others, only_reexports
from .symbols import symbols_of

MOST_PARSED = 1_000_000  # characters; longer files are generated, and have no symbols

_LONGEST_ABOUT = 200  # characters
_OWN = frozenset({"class", "function"})  # kinds of symbols that a file has of its own, which gathers those of others


def parse(
    path: str, text: str, language: LanguageSpec, *, modified: float, digest: str, odd: Sequence[str] = ()
) -> Document:
    """The document of a source file; without symbols if its language has no grammar here. Never fails."""
    source = symbols_of(text, language) if len(text) <= MOST_PARSED else ParsedSource(language.name, "no grammar")
    late = (
        ("its symbols are not indexed: parsing takes too long or too much memory",)
        if source.outcome == "time limit"
        else ()
    )
    if source.has_syntax_errors:
        late = ("syntax errors; symbols inside them may be missing",)
    if language.grammar and len(text) > MOST_PARSED:
        late = (f"its symbols are not indexed: more than {MOST_PARSED:,} characters",)
    units = tuple(_units(source.symbols, text))
    return Document(
        head=head(path, _facts(path, text, source), modified=modified, title=path.rpartition("/")[2]),
        text=text,
        digest=digest,
        units=units,
        links=tuple(_links(text, units)),
        symbols=tuple(_facts_of(each, hides_macros=has_own_macros(path)) for each in source.symbols),
        references=_references(source),
        odd=(*odd, *late),
    )


def _facts(path: str, text: str, source: ParsedSource) -> dict[str, bool]:
    facts = {
        GENERATED: is_generated(path, text),
        REEXPORTS: not source.symbols and only_reexports(text),
        DEFINES: gathers_others(path) and _has_own(source),
    }
    return {name: True for name, is_so in facts.items() if is_so}


def _has_own(source: ParsedSource) -> bool:
    """Whether a public function or class is of the file: no stand-in for one whose import may fail."""
    imported = {each.alias or each.name for each in source.imports}
    return any(
        each.kind in _OWN and each.parent is None and not each.name.startswith("_") and each.name not in imported
        for each in source.symbols
    )


def _references(source: ParsedSource) -> SourceReferences:
    """The references, each callee once for each symbol."""
    calls = {(each.callee, each.symbol): each for each in reversed(source.calls)}
    return SourceReferences(source.imports, source.bases, tuple(reversed(calls.values())))


def _facts_of(symbol: Symbol, *, hides_macros: bool) -> SymbolFacts:
    about = summary_of(symbol.doc)[:_LONGEST_ABOUT]
    exported = symbol.exported and not (hides_macros and is_macro(symbol.signature))
    return SymbolFacts(symbol.qualified_name, symbol.signature, about, symbol.definition, exported)


def _units(symbols: Sequence[Symbol], text: str) -> Iterator[Unit]:
    first = symbols[0].start if symbols else len(text)
    if not symbols or text[:first].strip():
        yield Unit(PREAMBLE, "", 0, 0, first, kind="module")
    ends: list[int] = []  # of the symbols around, outermost first
    for symbol in symbols:
        while ends and ends[-1] <= symbol.start:
            ends.pop()
        ends.append(symbol.end)
        parent = "" if symbol.parent is None else symbols[symbol.parent].qualified_name
        yield Unit(symbol.qualified_name, symbol.name, len(ends), symbol.start, symbol.end, parent, symbol.kind)


def _links(text: str, units: Sequence[Unit]) -> Iterator[Link]:
    """The short codes of documents that comments mention, such as METIS-T-0066."""
    found = list(ids(text))
    starts = line_starts(folded(text).split("\n")) if found else []
    following, around = 0, list[Unit]()  # the units around the offset, outermost first
    for target, at in found:
        while following < len(units) and units[following].start <= at:
            around.append(units[following])
            following += 1
            around = [unit for unit in around if unit.end > units[following - 1].start]
        around = [unit for unit in around if unit.end > at]
        yield Link(target, "id", around[-1].name if around else "", line=line_at(starts, at))
