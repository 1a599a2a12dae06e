"""Cut a snippet from the best passage of each hit."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from typing import ClassVar

from ...analysis.boilerplate import Boilerplate
from ...analysis.code.definition_keywords import definition_span
from ...analysis.code.format_strings import format_string_in, may_have_values, pairs_of_words
from ...analysis.code.stack_frames import StackFrame
from ...analysis.code.symbol_names import is_symbol_name, parts_of_name
from ...analysis.folding import UNSPACED
from ...analysis.heading_stems import asked_name, asked_sections, asked_stems, asked_version
from ...analysis.term_matching import TermMatcher, matcher_of
from ...analysis.tokens import word_tokens, words
from ...formats.code.grammars import language_without_grammar
from ...model.chunk import ChunkSpans
from ...model.document import Document, Link, Span
from ...model.hit import Hit, Hits
from ...model.inflected_words import InflectedTerms
from ...model.parameter import check, parameter
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...ports.pipeline import Run, StageRole
from ...ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ...ports.storage import Granularity, Question
from ...query.ast import Expr, OneOf, SymbolCondition, walk
from ...query.extract import Condition, natural_text, phrases, referred_names, text_conditions
from ...retrieval.keyword import inflected_terms_of, inflected_terms_questions, spot_matcher, words_of_run
from ...retrieval.messages import has_message, possible_lines
from ..code.data_members import data_member_span
from ..code.definitions import DEFINITIONS, names_of_symbols
from ..code.guide_rank import GUIDE_RANK
from ..extent import HitExtent, before_members, extent, extent_of_hit
from ..frame_hits import frames_of, span_of
from ..pasted_hits import pasted_span
from ..spread import SPREAD
from .code_snippet import code_snippet
from .condition_spans import condition_spans
from .link_lines import link_places, link_questions, selecting_links
from .markup_reader import MarkupReader, boilerplate_of
from .reference_lines import mention_spans, reference_lines, resolved_lines
from .setting_lines import default_line, setting_line, setting_name, setting_of_default, stated_default
from .snippet_cache import SnippetCache
from .snippet_text import CachedSnippet, SnippetText, snippet_of, with_snippet
from .tag_spans import selected_tags, tag_spans
from .text_snippet import markup_line, text_snippet

_SHORTEST, _LONGEST = 20, 10_000  # characters of a snippet


_CACHE = SnippetCache()


@dataclass(frozen=True, slots=True)
class _Sought:
    """What a snippet should show."""

    spotter: TermMatcher
    quoted: tuple[str, ...]  # the quotations in the query
    name: tuple[str, ...]  # the name with several parts that the query is, if it is one
    messages: tuple[str, ...]  # that the query may be or have, of source code
    heading: tuple[str, ...]  # the stems of the heading that the query may be
    named: tuple[str, ...]  # those of the heading that it may name
    others: InflectedTerms  # that count as stems of the query
    setting: str  # the one identifier in it, which may be the key of a setting
    default: str  # the setting whose default it asks for
    version: re.Pattern[str] | None  # of headings with the version that the query names
    conditions: tuple[Condition, ...]  # on the text, besides words and quotations
    marker: TermMatcher | None  # of the words of the snippet; None where nobody asks for them
    boilerplate: Boilerplate
    where: Expr  # the query
    places: frozenset[Ref]  # that scopes of references select
    lines: Mapping[Ref, Sequence[int]]  # with the resolved references in them
    links: Mapping[str, Sequence[Link]]  # by the document that a scope of links selects, unless words are sought
    referred: tuple[str, ...]  # the names in scopes of references
    names: frozenset[str]  # the stems of these
    tags: frozenset[str]  # that a query without words selects
    selects_symbols: bool  # by name or kind, so that a symbol inside of the selected one is not shown
    frames: Mapping[str, StackFrame]  # by document the line that the query names
    pasted: str  # the text of a query of words, of which a source file may have several lines
    pairs: Sequence[str] | None  # of words in it, if it may be a message with values
    symbols: tuple[str, ...]  # the simple names in it that only code has
    qualified: tuple[str, ...]  # the names in it that have several parts
    is_symbol: bool  # whether the query is one name such as symbols have, and nothing else

    @property
    def key(self) -> Hashable:
        """What a snippet depends on, besides its place."""
        words = self.spotter.key, self.quoted, self.name, self.messages
        return words, self.conditions, self.marker is None, self.boilerplate.digests


@dataclass(frozen=True, slots=True)
class CutSnippet:
    """At most `size` characters around the passage with most words of the query, with its heading, lines and part.

    A quotation in the query is in the passage, and so is a query that is one name such as `oldNameMapper`, or else a
    place that meets its condition on the text, such as `task-todo:` and `match-case:`.  A passage is inside one
    section, and begins with its heading if the text below does not match.  For a section or a chunk as the ranked
    unit, the passage begins inside it.  Without a match, the snippet is the first sentence that begins in the most
    similar chunk, of a chunk over several sections in the one with most of its text, or the beginning of the text.  A
    document whose body has no match shows the properties that match, and a document without a body its first
    properties.  Source code is shown as lines, see code_snippet.  Runs last, on the few hits that are shown.
    """

    position: ClassVar[int] = 100  # see ports.Stage
    role: ClassVar[StageRole] = "snippet"

    size: int = parameter(240, "maximum length in characters", minimum=_SHORTEST, maximum=_LONGEST)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching. Of those hits that are shown if the stages before this one leave the order."""
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits[: run.limit]))
        yield from inflected_terms_questions(run)
        yield DocumentsQuestion(docs)
        yield ChunkSpansQuestion(docs)
        yield from link_questions(docs, run)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the same order, each with a snippet; the spot moves to the section of the snippet.

        That of a part of a section stays.
        """
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits))
        run.reader.prefetch((DocumentsQuestion(docs), ChunkSpansQuestion(docs), *link_questions(docs, run)))
        documents, chunks = run.reader.documents(docs), run.reader.chunk_spans(docs)
        # Where calls: or explains: selected a place, its name is there: it counts for the snippet alone.
        names = referred_names(run.query.where)
        asked = words_of_run(run)
        spotter = spot_matcher(run, *names)
        marker, where = spotter if run.marks else None, run.query.where
        places, lines = _places(run.where), resolved_lines(run.where)
        stems = frozenset(matcher_of(names).stems if names else ())
        selects_symbols = any(isinstance(node, SymbolCondition) for node in walk(run.where))
        sought = _Sought(
            spotter,
            phrases(where, in_passages=False),
            _compound_name(where),
            possible_lines(run.query, asked),
            asked_stems(natural_text(where)),
            asked_name(natural_text(where)),
            inflected_terms_of(run),
            setting_name(natural_text(where)),
            setting_of_default(natural_text(where)),
            asked_version(natural_text(where)),
            text_conditions(where),
            marker,
            boilerplate_of(run.reader),
            where,
            places,
            lines,
            selecting_links(docs, run),
            names,
            stems,
            frozenset() if spotter.stems else selected_tags(run.where),
            selects_symbols,
            frames_of(run, hits),
            run.query.text,
            pairs_of_words(run.query.text) if may_have_values(run.query.text) else None,
            tuple(parts[-1] for name in names_of_symbols(where) if (parts := parts_of_name(name))),
            tuple(name for name in names_of_symbols(where) if len(parts_of_name(name)) > 1),
            is_symbol_name(natural_text(where)),
        )
        key = self.size, sought.key  # one for all hits
        return tuple(
            self._with_snippet(hit, document, chunks.get(hit.ref.doc, {}), sought, run.granularity, key=key)
            if (document := documents.get(hit.ref.doc))
            else hit
            for hit in hits
        )

    def _with_snippet(
        self,
        hit: Hit,
        document: Document,
        chunks: ChunkSpans,
        sought: _Sought,
        granularity: Granularity,
        *,
        key: Hashable,
    ) -> Hit:
        section = _asked_section(hit, document, sought, granularity)
        place = section or extent_of_hit(hit, document, chunks, granularity)
        if document.is_source:
            framed = _stated_spans(hit, document, place, sought) or _defined(hit, document, place, sought)
            enumerators = _enumerators(hit, document, sought)
            spans, line = ((place.ranked,), None) if framed else _spans_of_code(hit, document, place, sought)
            if enumerators and hit.spot:
                spans = (extent(hit.spot, document),)
            cut = partial(self._code, document, sought, spans, line, framed, enumerators)
            own: tuple[Hashable, ...] = spans, line, framed, enumerators
        else:
            mentions = mention_spans(document, hit.ref.doc, place.ranked, sought.referred, sought.lines)
            mentions = mentions or link_places(document, place.ranked, sought.links.get(hit.ref.doc, ()))
            framed = _named_line(document, place, sought)
            stated = stated_default(document.text, section.likely, self.size) if section and sought.default else None
            met = (*framed, *mentions, *tag_spans(document, place.ranked, sought.tags), *((stated,) if stated else ()))
            quoted = sought.quoted or (() if section else sought.name)  # the heading may write the name in another way
            cut = partial(self._text, document, sought, place, quoted, met)
            own = (*place.ref, place.ranked, place.likely, place.is_chunk, quoted, met)

        def made() -> CachedSnippet:
            return snippet_of(document, cut(), sought.marker)

        found = _CACHE.of(document, (key, *own), made)
        return with_snippet(hit, chunks, found, is_chunk=place.is_chunk)

    def _text(
        self, document: Document, sought: _Sought, place: HitExtent, quoted: Sequence[str], named: Sequence[Span]
    ) -> SnippetText:
        reader = MarkupReader(document, sought.boilerplate)
        for line in _named_line(document, place, sought):
            if of_markup := markup_line(reader, line, self.size):
                return of_markup
        met = condition_spans(document, sought.conditions, sought.spotter, self.size, likely=place.likely)
        return text_snippet(reader, sought.spotter, quoted, place, self.size, met=(*met, *named))

    def _code(
        self,
        document: Document,
        sought: _Sought,
        spans: Sequence[Span],
        line: Span | None,
        framed: Sequence[Span],
        enumerators: Sequence[str],
    ) -> SnippetText:
        if framed:
            return code_snippet(document, sought.spotter, (), spans=spans, size=self.size, met=framed)
        met = condition_spans(document, sought.conditions, sought.spotter, self.size, likely=spans[-1])
        quoted = (
            sought.quoted or enumerators or sought.name or (() if line else _line_in(document.text, sought.messages))
        )
        return code_snippet(document, sought.spotter, quoted, spans=spans, line=line, size=self.size, met=met)


def _named_line(document: Document, place: HitExtent, sought: _Sought) -> tuple[Span, ...]:
    """The line that the query names, if the hit has it."""
    frame = sought.frames.get(document.head.path)
    return _inside(place, span_of(frame, document) if frame else None)


def _stated_spans(hit: Hit, document: Document, place: HitExtent, sought: _Sought) -> tuple[Span, ...]:
    """Of source code the line that the query names, the lines that it repeats, or the one with its format string or
    the value of the key that it names.
    """
    if document.head.path in sought.frames:
        return _named_line(document, place, sought)
    span = pasted_span(document, sought.pasted)
    if not span and sought.pairs is not None and has_message(hit) and not _line_in(document.text, sought.messages[:1]):
        string = format_string_in(document.text, sought.pasted, sought.pairs)
        span = (string.start, string.end) if string else None
    span = span or default_line(document.text, sought.default)
    if not span and not any(reason.source == DEFINITIONS for reason in hit.why):
        span = setting_line(document.text, sought.setting)
    return _inside(place, span)


def _inside(place: HitExtent, span: Span | None) -> tuple[Span, ...]:
    return (span,) if span and place.ranked[0] <= span[0] < place.ranked[1] else ()


def _defined(hit: Hit, document: Document, place: HitExtent, sought: _Sought) -> tuple[Span, ...]:
    """The line of the data member that the query names, if its type is why the hit is one, or the line that defines
    the name in a language without symbols.
    """
    if not any(reason.source == DEFINITIONS for reason in hit.why):
        return ()
    if language_without_grammar(document.head.path):
        return () if sought.quoted else _inside(place, definition_span(document.text, sought.symbols))
    spot = hit.spot.section if hit.spot else ""
    span = data_member_span(document, sought.qualified, spot) if sought.qualified else None
    return (span,) if span else ()


def _enumerators(hit: Hit, document: Document, sought: _Sought) -> tuple[str, ...]:
    """The names in the query, if what defines them is an enumeration that has another name."""
    section = hit.spot.section if hit.spot and sought.symbols else ""
    unit = next((each for each in document.units if each.name == section), None) if section else None
    return sought.symbols if unit and unit.kind == "enum" and unit.title not in sought.symbols else ()


def _line_in(text: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The first of the lines that the text may have, in a fraction of the time of a comparison as a phrase.

    In any case in a text of ASCII alone.  The lower case of other texts takes ten times as long: they are searched for
    the line as written, in small letters and with a capital.
    """
    if not lines:
        return ()
    if text.isascii():
        lowered = text.lower()
        found = (line for line in lines if line and line.lower() in lowered)
    else:
        found = (line for line in lines if line and any(form in text for form in _forms(line)))
    return tuple(islice(found, 1))


def _forms(line: str) -> Iterable[str]:
    return dict.fromkeys((line, line.lower(), line.capitalize(), line[0].upper() + line[1:]))


def _compound_name(where: Expr) -> tuple[str, ...]:
    """The query if it is one name with several parts: it counts more as a whole than its parts beside each other."""
    text = natural_text(where)
    if len(text.split()) != 1 or UNSPACED.search(text):
        return ()
    return (text,) if sum(len(word_tokens(word)) for word in words(text)) > 1 else ()


def _asked_section(hit: Hit, document: Document, sought: _Sought, granularity: Granularity) -> HitExtent | None:
    """The first section whose heading is the query, or the name in it, or that GuideRank has found, or has the version
    that the query names.
    """
    if granularity != "document" or document.is_source or hit.ref.section:
        return None
    doc, units = hit.ref.doc, document.units
    versions = (Ref(doc, unit.name) for unit in units if sought.version and sought.version.search(unit.title))
    headed = (
        each for stems in (sought.heading, sought.named) for each in asked_sections({doc: units}, stems, sought.others)
    )
    found = {name for reason in hit.why if reason.source == GUIDE_RANK for name in reason.names}
    guides = (Ref(doc, unit.name) for unit in units if found and unit.title in found)
    section = next(chain(headed, guides, versions), None)
    if section is None:
        return None
    unit = next(each for each in units if each.name == section.section)
    return HitExtent(hit.ref, extent(section, document), (unit.start, unit.end), is_chunk=False)


def _spans_of_code(
    hit: Hit, document: Document, place: HitExtent, sought: _Sought
) -> tuple[tuple[Span, ...], Span | None]:
    """The spans in which a snippet of code looks for words, and the line with a reference that it shows."""
    is_named = any(reason.source == DEFINITIONS for reason in hit.why)
    spans = (place.likely,) if is_named and not sought.quoted else (place.ranked, place.likely)
    if is_named and sought.is_symbol and hit.spot and hit.spot.section and not sought.quoted:
        spans = (before_members(hit.spot, document, extent(hit.spot, document)),)
    is_linked = hit.why and hit.why[0].source == SPREAD  # a link has brought this symbol, no word
    if hit.ref.section and (is_linked or (sought.selects_symbols and not sought.quoted)):
        spans = (before_members(hit.ref, document, place.ranked),)
    line = _reference_line(document, hit.ref, place.ranked, sought) if hit.ref in sought.places else None
    return (line, *spans) if line else spans, line


def _places(where: Expr) -> frozenset[Ref]:
    return frozenset(ref for node in walk(where) if isinstance(node, OneOf) for ref in node.places)


def _reference_line(document: Document, ref: Ref, ranked: Span, sought: _Sought) -> Span | None:
    """The first line with a reference, unless the words of the query show it among the lines of the symbol."""
    lines = reference_lines(document, ref, sought.where, sought.lines.get(ref, ()))
    # A symbol inside this one may have the same reference, and is then a hit of its own.
    has_members = any(unit.parent == ref.section for unit in document.units if unit.parent)
    is_shown = lines and lines[0] == min(lines) and any(sought.spotter.marks(document.text, *lines[0]))
    if lines and (has_members or not is_shown or _has_namesake(document, ranked, sought, lines)):
        return lines[0]
    return None


def _has_namesake(document: Document, ranked: Span, sought: _Sought, lines: Sequence[Span]) -> bool:
    """Whether another line of the span than these has the name, as a comment may."""
    ordered = sorted(lines)
    for at, _, stem in sought.spotter.marks(document.text, *ranked):
        line = bisect_right(ordered, at, key=itemgetter(0)) - 1
        if stem in sought.names and not (line >= 0 and at < ordered[line][1]):
            return True
    return False
