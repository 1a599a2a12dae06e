"""Choose the passage of a source file that its snippet shows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from functools import partial
from operator import itemgetter

from ...analysis.code.definition_keywords import definition_span
from ...analysis.code.symbol_names import is_symbol_name, parts_of_name
from ...analysis.term_matching import matcher_of
from ...formats.code.grammars import language_without_grammar
from ...model.chunk import ChunkSpans
from ...model.document import Document, Span
from ...model.hit import Hit
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...ports.storage import Granularity
from ...query.ast import Expr, OneOf, SymbolCondition, walk
from ...query.extract import natural_text
from ..code.data_members import data_member_span
from ..code.definitions import DEFINITIONS, names_of_symbols
from ..extent import HitExtent, before_members, extent, extent_of_hit
from ..spread import SPREAD
from .code_snippet import code_snippet
from .condition_spans import condition_spans
from .reference_lines import reference_lines
from .snippet_text import PlannedSnippet, SnippetText
from .snippet_words import SnippetWords, inside
from .stated_lines import StatedLines, stated_lines


@dataclass(frozen=True, slots=True)
class SourcePassages:
    """Chooses the passages of the source files that one search finds."""

    words: SnippetWords
    stated: StatedLines
    symbols: tuple[str, ...]  # the simple names in the query that only code has
    qualified: tuple[str, ...]  # the names in it that have several parts
    is_symbol: bool  # whether the query is one name such as symbols have, and nothing else
    selects_symbols: bool  # by name or kind, so that a symbol inside of the selected one is not shown
    where: Expr  # the query
    referring: frozenset[Ref]  # the places that its scopes of references select
    stems: frozenset[str]  # of the names in these scopes
    granularity: Granularity

    def planned(self, hit: Hit, document: Document, chunks: ChunkSpans, size: int) -> PlannedSnippet:
        """The snippet of the passage that answers the query."""
        place = extent_of_hit(hit, document, chunks, self.granularity)
        lines = self._lines(hit, document, place)
        enumerators = self._enumerators(hit, document)
        spans, line = ((place.ranked,), None) if lines else self._spans(hit, document, place)
        if enumerators and hit.spot:
            spans = (extent(hit.spot, document),)
        spotted = self.words.spotter_in(document).key
        key: tuple[Hashable, ...] = self.stated.messages, spans, line, lines, enumerators, spotted
        cut = partial(self._cut, document, spans=spans, line=line, lines=lines, enumerators=enumerators, size=size)
        return PlannedSnippet(key, cut, is_chunk=place.is_chunk)

    def _cut(
        self,
        document: Document,
        *,
        spans: Sequence[Span],
        line: Span | None,
        lines: Sequence[Span],
        enumerators: Sequence[str],
        size: int,
    ) -> SnippetText:
        words, spotter = self.words, self.words.spotter_in(document)
        if lines:
            return code_snippet(document, spotter, (), spans=spans, size=size, met=lines)
        met = condition_spans(document, words.conditions, spotter, size, likely=spans[-1])
        quoted = words.quoted or enumerators or words.name or (() if line else self.stated.message_in(document.text))
        return code_snippet(document, spotter, quoted, spans=spans, line=line, size=size, met=met)

    def _lines(self, hit: Hit, document: Document, place: HitExtent) -> tuple[Span, ...]:
        """The lines that the query names or states, or in which its name is defined."""
        if document.head.path in self.words.frames:
            found = self.words.named_line(document, place)
        else:
            found = inside(place, self.stated.span(hit, document, default=self.words.default))
        return found or self._defined(hit, document, place)

    def _defined(self, hit: Hit, document: Document, place: HitExtent) -> tuple[Span, ...]:
        """The line of the data member that the query names, if its type is why the hit is one, or the line that
        defines the name in a language without symbols.
        """
        if not _is_named(hit):
            return ()
        if language_without_grammar(document.head.path):
            return () if self.words.quoted else inside(place, definition_span(document.text, self.symbols))
        spot = hit.spot.section if hit.spot else ""
        span = data_member_span(document, self.qualified, spot) if self.qualified else None
        return (span,) if span else ()

    def _enumerators(self, hit: Hit, document: Document) -> tuple[str, ...]:
        """The names in the query, if what defines them is an enumeration that has another name."""
        section = hit.spot.section if hit.spot and self.symbols else ""
        unit = next((each for each in document.units if each.name == section), None) if section else None
        return self.symbols if unit and unit.kind == "enum" and unit.title not in self.symbols else ()

    def _spans(self, hit: Hit, document: Document, place: HitExtent) -> tuple[tuple[Span, ...], Span | None]:
        """The spans in which a snippet looks for words, and the line with a reference that it shows."""
        is_named, quoted = _is_named(hit), self.words.quoted
        spans = (place.likely,) if is_named and not quoted else (place.ranked, place.likely)
        if is_named and self.is_symbol and hit.spot and hit.spot.section and not quoted:
            spans = (before_members(hit.spot, document, extent(hit.spot, document)),)
        is_linked = hit.why and hit.why[0].source == SPREAD  # a link has brought this symbol, no word
        if hit.ref.section and (is_linked or (self.selects_symbols and not quoted)):
            spans = (before_members(hit.ref, document, place.ranked),)
        line = self._reference_line(document, hit.ref, place.ranked) if hit.ref in self.referring else None
        return (line, *spans) if line else spans, line

    def _reference_line(self, document: Document, ref: Ref, ranked: Span) -> Span | None:
        """The first line with a reference, unless the words of the query show it among the lines of the symbol."""
        lines = reference_lines(document, ref, self.where, self.words.lines.get(ref, ()))
        # A symbol inside this one may have the same reference, and is then a hit of its own.
        has_members = any(unit.parent == ref.section for unit in document.units if unit.parent)
        is_shown = lines and lines[0] == min(lines) and any(self.words.spotter.marks(document.text, *lines[0]))
        if lines and (has_members or not is_shown or self._has_namesake(document, ranked, lines)):
            return lines[0]
        return None

    def _has_namesake(self, document: Document, ranked: Span, lines: Sequence[Span]) -> bool:
        """Whether another line of the span than these has the name, as a comment may."""
        ordered = sorted(lines)
        for at, _, stem in self.words.spotter.marks(document.text, *ranked):
            line = bisect_right(ordered, at, key=itemgetter(0)) - 1
            if stem in self.stems and not (line >= 0 and at < ordered[line][1]):
                return True
        return False


def source_passages(words: SnippetWords, run: Run, docs: Sequence[str]) -> SourcePassages:
    """What chooses the passages of these source files."""
    where = run.query.where
    names = {name: parts for name in names_of_symbols(where, docs, run.vaults) if (parts := parts_of_name(name))}
    return SourcePassages(
        words,
        stated_lines(run),
        symbols=tuple(parts[-1] for parts in names.values()),
        qualified=tuple(name for name, parts in names.items() if len(parts) > 1),
        is_symbol=is_symbol_name(natural_text(where)),
        selects_symbols=any(isinstance(node, SymbolCondition) for node in walk(run.where)),
        where=where,
        referring=frozenset(ref for node in walk(run.where) if isinstance(node, OneOf) for ref in node.places),
        stems=frozenset(matcher_of(words.referred).stems if words.referred else ()),
        granularity=run.granularity,
    )


def _is_named(hit: Hit) -> bool:
    """Whether the definition of a name in the query is why the hit is one."""
    return any(reason.source == DEFINITIONS for reason in hit.why)
