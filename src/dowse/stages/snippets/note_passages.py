"""Choose the passage of a note that its snippet shows."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import chain

from ...analysis.boilerplate import Boilerplate
from ...analysis.heading_stems import asked_name, asked_sections, asked_stems, asked_version
from ...model.chunk import ChunkSpans
from ...model.document import Document, Link, Span
from ...model.hit import Hit
from ...model.inflected_words import InflectedTerms
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...ports.storage import Granularity
from ...query.extract import natural_text
from ...retrieval.keyword import inflected_terms_of
from ..code.guide_rank import GUIDE_RANK
from ..extent import HitExtent, extent, extent_of_hit
from .condition_spans import condition_spans
from .link_lines import link_places, selecting_links
from .markup_reader import MarkupReader, boilerplate_of
from .reference_lines import mention_spans
from .setting_lines import stated_default
from .snippet_text import PlannedSnippet, SnippetText
from .snippet_words import SnippetWords
from .tag_spans import selected_tags, tag_spans
from .text_snippet import markup_line, text_snippet


@dataclass(frozen=True, slots=True)
class NotePassages:
    """Chooses the passages of the notes that one search finds."""

    words: SnippetWords
    heading: tuple[str, ...]  # the stems of the heading that the query may be
    named: tuple[str, ...]  # those of the heading that it may name
    others: InflectedTerms  # that count as stems of the query
    version: re.Pattern[str] | None  # of headings with the version that the query names
    links: Mapping[str, Sequence[Link]]  # by the document that a scope of links selects, unless words are sought
    tags: frozenset[str]  # that a query without words selects
    boilerplate: Boilerplate
    granularity: Granularity

    def planned(self, hit: Hit, document: Document, chunks: ChunkSpans, size: int) -> PlannedSnippet:
        """The snippet of the passage that answers the query."""
        section, words = self._asked_section(hit, document), self.words
        place = section or extent_of_hit(hit, document, chunks, self.granularity)
        mentions = mention_spans(document, hit.ref.doc, place.ranked, words.referred, words.lines)
        mentions = mentions or link_places(document, place.ranked, self.links.get(hit.ref.doc, ()))
        stated = stated_default(document.text, section.likely, size) if section and words.default else None
        named = words.named_line(document, place)
        met = (*named, *mentions, *tag_spans(document, place.ranked, self.tags), *((stated,) if stated else ()))
        quoted = words.quoted or (() if section else words.name)  # the heading may write the name in another way
        key: tuple[Hashable, ...] = (
            self.boilerplate.digests,
            *place.ref,
            place.ranked,
            place.likely,
            place.is_chunk,
            quoted,
            named,
            met,
            words.spotter_in(document).key,
        )
        cut = partial(self._cut, document, place, quoted=quoted, named=named, met=met, size=size)
        return PlannedSnippet(key, cut, is_chunk=place.is_chunk)

    def _cut(
        self,
        document: Document,
        place: HitExtent,
        *,
        quoted: Sequence[str],
        named: Sequence[Span],
        met: Sequence[Span],
        size: int,
    ) -> SnippetText:
        reader, spotter = MarkupReader(document, self.boilerplate), self.words.spotter_in(document)
        for line in named:
            if of_markup := markup_line(reader, line, size):
                return of_markup
        found = condition_spans(document, self.words.conditions, spotter, size, likely=place.likely)
        return text_snippet(reader, spotter, quoted, place, size, met=(*found, *met))

    def _asked_section(self, hit: Hit, document: Document) -> HitExtent | None:
        """The first section whose heading is the query or the name in it, else that GuideRank has found, else with
        the version.
        """
        if self.granularity != "document" or hit.ref.section:
            return None
        doc, units = hit.ref.doc, document.units
        versions = (Ref(doc, unit.name) for unit in units if self.version and self.version.search(unit.title))
        headed = (
            each for stems in (self.heading, self.named) for each in asked_sections({doc: units}, stems, self.others)
        )
        found = {name for reason in hit.why if reason.source == GUIDE_RANK for name in reason.names}
        guides = (Ref(doc, unit.name) for unit in units if found and unit.title in found)
        section = next(chain(headed, guides, versions), None)
        if section is None:
            return None
        unit = next(each for each in units if each.name == section.section)
        return HitExtent(hit.ref, extent(section, document), (unit.start, unit.end), is_chunk=False)


def note_passages(words: SnippetWords, run: Run, docs: Sequence[str]) -> NotePassages:
    """What chooses the passages of these notes."""
    text = natural_text(run.query.where)
    return NotePassages(
        words,
        heading=asked_stems(text),
        named=asked_name(text),
        others=inflected_terms_of(run),
        version=asked_version(text),
        links=selecting_links(docs, run),
        tags=frozenset() if words.spotter.stems else selected_tags(run.where),
        boilerplate=boilerplate_of(run.reader),
        granularity=run.granularity,
    )
