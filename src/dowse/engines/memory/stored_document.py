"""A document as the reference engine keeps it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter

import numpy as np

from ...analysis.boilerplate import Boilerplate, shared_lines
from ...analysis.folding import fold, name_key
from ...analysis.heading_stems import MOST_HEADINGS, HeadingPattern, asked_sections
from ...analysis.phrase_match import holds_exact, holds_phrase
from ...analysis.tokens import Token, alternatives, tokens
from ...graph.addresses import address_keys
from ...graph.source_references.module_keys import module_keys, namespace_keys
from ...model.chunk import ChunkSpans
from ...model.document import Head, Link, SymbolKind
from ...model.inflected_words import InflectedTerms
from ...model.ref import Ref
from ...model.symbol import MOST_DEFINITIONS, SymbolDefinition
from ...model.value_class import dataclass
from ...ports.indexed_document import FileStamp, IndexedDocument
from ...ports.storage import MOST_HEADED, LargeDocument
from ...ports.term_positions import PartKind, TermPositions, TextParts
from ...query.ast import ExactPhrase, MatchCase, RegularExpression, SamePassage, SymbolCondition, TextLeaf, Word
from ...query.select import is_under, path_key
from ...query.symbol_match import defines
from ...query.text_match import PassageSource, holds_passage, matches
from .. import token_spans
from ..indexed_fields import BODY, HEADINGS, phrase_text
from .bm25 import places

_SPAN = attrgetter("start", "end")


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document with the tokens of its fields."""

    indexed: IndexedDocument
    fields: tuple[list[Token], ...]  # in FIELD_ORDER

    @property
    def head(self) -> Head:
        """Of the document."""
        return self.indexed.document.head

    @property
    def chunk_spans(self) -> ChunkSpans:
        """By start and end."""
        return {each.ref: (each.start, each.end) for each in sorted(self.indexed.chunks, key=_SPAN)}

    @property
    def terms(self) -> set[str]:
        """The terms of all fields."""
        return {term for field in self.fields for token in field for term in token}

    def links(self, kinds: Collection[str] = ()) -> tuple[Link, ...]:
        """The links of these kinds, or of all."""
        return tuple(link for link in self.indexed.document.links if not kinds or link.kind in kinds)

    def repeated(self, boilerplate: Boilerplate) -> Mapping[int, Sequence[Token]]:
        """The tokens of the boilerplate in each field that has any."""
        if not boilerplate.digests:
            return {}
        document = self.indexed.document
        headings = chain.from_iterable(tokens(title) for title in document.headings if boilerplate.contains(title))
        return {HEADINGS: list(headings), BODY: tokens("\n".join(boilerplate.lines(document.body)))}

    def restamped(self, stamp: FileStamp) -> StoredDocument:
        """The document with another stamp."""
        return replace(self, indexed=replace(self.indexed, stamp=stamp))

    def positions(self, terms: Sequence[str]) -> TermPositions:
        """The positions of the terms in the body."""
        found = [(n, at) for n, term in enumerate(terms) for at, token in enumerate(self.fields[BODY]) if term in token]
        term, at = np.array(found, np.int64).reshape(-1, 2).T
        return TermPositions(term, at)

    def parts(self, kind: PartKind) -> TextParts:
        """The parts of that kind."""
        document, spans = self.indexed.document, self.chunk_spans
        if kind != "chunk":
            units = document.tops() if kind == "section" else document.nested()
            spans = {Ref(document.head.id, unit.name): (start, end) for unit, start, end in units}
        listed = list(spans.values())
        return token_spans.text_parts(
            tuple(spans), listed, token_spans.tokenized_body(document.body, document.body_start, listed)[1]
        )

    def holds(self, wanted: TextLeaf | SymbolCondition) -> bool:
        """Whether the document meets the condition on its text or its symbols."""
        document = self.indexed.document
        match wanted:
            case Word(text):
                return self._holds_word(text)
            case ExactPhrase(text):
                return holds_phrase(phrase_text(document), text) or holds_phrase(document.body, text)
            case MatchCase(text):
                return holds_exact(phrase_text(document), text) or holds_exact(document.body, text)
            case RegularExpression():
                return matches(wanted, document.text)
            case SamePassage():
                return holds_passage(wanted, PassageSource.of(document))
            case SymbolCondition():
                return defines(wanted, document.units)

    def _holds_word(self, text: str) -> bool:
        """A word without letters or digits has no tokens, and excludes nothing."""
        phrases = alternatives(text)
        return not phrases or any(places(phrase, field) for phrase in phrases for field in self.fields)


def term_positions(
    entries: Mapping[str, StoredDocument], terms: Sequence[str], docs: Iterable[str]
) -> Mapping[str, TermPositions]:
    """Of each document with any of the terms."""
    found = ((doc, entries[doc].positions(terms)) for doc in docs if doc in entries)
    return {doc: positions for doc, positions in found if len(positions.at)}


def text_parts(entries: Mapping[str, StoredDocument], docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
    """Of each document with any parts of the kind."""
    found = ((doc, entries[doc].parts(kind)) for doc in docs if doc in entries)
    return {doc: parts for doc, parts in found if parts.refs}


def headed(entries: Iterable[StoredDocument], stems: Sequence[str], others: InflectedTerms) -> list[Ref]:
    """See LexicalIndex.headed."""
    forms = HeadingPattern(stems, others).forms
    holding = [entry for entry in entries if forms and not any(map(_heading_terms(entry).isdisjoint, forms))]
    if len(holding) > MOST_HEADED:
        return []
    ordered = sorted(holding, key=lambda entry: entry.head.path)
    documents = [entry.indexed.document for entry in ordered if entry.head.kind != "code"]
    if sum(len(document.units) for document in documents) > MOST_HEADINGS:
        return []
    return asked_sections({document.head.path: document.units for document in documents}, tuple(stems), others)


def enclosing_symbols(entries: Iterable[StoredDocument], term: str, kind: SymbolKind) -> list[Ref]:
    """See LexicalIndex.enclosing_symbols."""
    found = list[Ref]()
    for entry in sorted(entries, key=lambda entry: entry.head.path):
        document, at = entry.indexed.document, entry.positions((term,)).at
        units = [unit for unit in document.units if unit.kind == kind]
        spans = [(unit.start, unit.end) for unit in units]
        in_tokens = token_spans.tokenized_body(document.body, document.body_start, spans)[1] if units else ()
        of_units = zip(units, in_tokens, strict=True)
        found += (
            Ref(document.head.path, unit.name) for unit, (start, end) in of_units if ((at >= start) & (at < end)).any()
        )
    return found


def _heading_terms(entry: StoredDocument) -> set[str]:
    return {term for heading in entry.indexed.document.headings for token in tokens(heading) for term in token}


def called(entries: Iterable[StoredDocument], keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
    """Each key's documents by path."""
    found: defaultdict[str, list[Head]] = defaultdict(list)
    wanted = set(keys) - {""}
    for entry in sorted(entries, key=lambda entry: entry.head.path):
        head, inside = entry.head, namespace_keys(entry.indexed.document.references)
        for key in wanted & {*map(name_key, head.names), *address_keys(head), *module_keys(head), *inside}:
            found[key].append(head)
    return {key: tuple(heads) for key, heads in found.items()}


def definitions(entries: Iterable[StoredDocument], keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
    """Each key's symbols by path and place."""
    found: defaultdict[str, list[SymbolDefinition]] = defaultdict(list)
    wanted = set(keys)
    for document in sorted((entry.indexed.document for entry in entries), key=lambda document: document.head.path):
        units = {unit.name: unit for unit in document.units}
        for facts in document.symbols:
            if (key := fold(units[facts.unit].title)) in wanted and len(found[key]) < MOST_DEFINITIONS:
                found[key].append(SymbolDefinition(document.head, units[facts.unit], facts.is_exported))
    return {key: tuple(symbols) for key, symbols in found.items()}


def inside(paths: Iterable[str], folders: Iterable[str]) -> Sequence[str]:
    """Those of the paths that are in any of the folders, in order."""
    wanted = {path_key(folder) for folder in folders}
    keys = {path: fold(path) for path in sorted(paths)}
    return [path for path, key in keys.items() if any(key != each and is_under(key, each) for each in wanted)]


def boilerplate(entries: Iterable[StoredDocument]) -> Boilerplate:
    """The lines that most of the documents share."""
    return Boilerplate.of(shared_lines([entry.indexed.document.body for entry in entries]))


def warnings(entries: Mapping[str, StoredDocument]) -> Sequence[tuple[str, str]]:
    """(path, warning) of documents parsed with warnings, by path."""
    return [(path, what) for path, entry in sorted(entries.items()) for what in entry.indexed.document.odd]


def largest(entries: Mapping[str, StoredDocument], limit: int) -> Sequence[LargeDocument]:
    """The documents with the most chunks."""
    items = [entries[path].indexed for path in sorted(entries)]
    sized = [LargeDocument(item.document.head.path, len(item.chunks), item.stamp.size) for item in items]
    return sorted((each for each in sized if each.chunks), key=lambda each: -each.chunks)[:limit]


def restamped(item: IndexedDocument, stamp: FileStamp) -> IndexedDocument:
    """The document with another size and time; its content is the same."""
    modified = item.document.head.modified if stamp.modified is None else stamp.modified
    head = item.document.head._replace(modified=modified)
    return IndexedDocument(replace(item.document, head=head), stamp._replace(digest=item.stamp.digest), item.chunks)


def placed(item: IndexedDocument) -> IndexedDocument:
    """With links and chunks of units that the document does not have as those of the document itself."""
    names = {unit.name for unit in item.document.units}
    links = tuple(link if link.section in names else link._replace(section="") for link in item.document.links)
    references = item.document.references
    mentions = tuple(each if each.unit in names else each._replace(unit="") for each in references.mentions)
    references = references._replace(mentions=mentions)
    chunks = tuple(
        chunk if chunk.ref.section in names else replace(chunk, ref=chunk.ref._replace(section=""))
        for chunk in item.chunks
    )
    return IndexedDocument(replace(item.document, links=links, references=references), item.stamp, chunks)
