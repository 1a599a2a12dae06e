"""Several vaults as one reader: each vault answers, and the answers are merged by score.

BM25 scores of two vaults compare once their document frequencies are those of all vaults, and so do cosines: a vault
without a relevant document has low scores, whereas min–max scaling of its list would give its first document the score
of the best one.  docs/quality.md has the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field, fields, replace
from operator import attrgetter
from typing import TypeVar

import numpy as np

from ...model.chunk import ChunkSpans
from ...model.correction import Correction
from ...model.document import Document, Head, Link, SymbolKind, Unit
from ...model.edge import Edge, ResolvedLink, ResolvedReference
from ...model.hit import Hit, Hits, ranked
from ...model.index_counts import IndexCounts, Lengths, RelevanceFeedback
from ...model.inflected_words import NOT_INFLECTED, InflectedTerms, InflectedWords
from ...model.qualified_path import inward, outward
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.symbol import MOST_DEFINITIONS, SourceOutline, SymbolDefinition
from ...model.value_class import dataclass
from ...ports.link_storage import ScopeName
from ...ports.models import Vector
from ...ports.question_recorder import QuestionRecorder
from ...ports.questions import InflectedTermsQuestion, MatchQuestion
from ...ports.storage import FieldWeights, HitsQuestion, Question, Reader, Snapshot, Store
from ...ports.term_positions import PartKind, TermPositions, TextParts
from ...query.ast import Expr, Not
from ...query.extract import conjunction
from ...query.select import decided, tag_key
from ..relevance_feedback import relevance_feedback
from .document_frequency import frequency_questions, rarity
from .qualified_hits import by_vault, head_outward, hit_outward, ref_outward, where_inward

T = TypeVar("T")


@contextmanager
def snapshots(engines: Mapping[str, Store], first: Iterable[Question] = ()) -> Iterator[Mapping[str, Snapshot]]:
    """A snapshot of each engine, by the same names: one state of each, taken one after the other.

    Each is opened with its part of the first questions.
    """
    recorders = {name: QuestionRecorder() for name in engines}
    for question in first:
        question.of(FederatedReader(recorders, {}))
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(engine.snapshot(recorders[name].questions)) for name, engine in engines.items()
        }


@dataclass(frozen=True, slots=True)
class FederatedReader:
    """Implements `Reader` over the readers of vaults by name; `parts` is the slice of a vector for each vault.

    `shared` selects the documents of a vault that another one holds as well: those are hits of the other one.
    """

    vaults: Mapping[str, Reader]
    parts: Mapping[str, slice]
    shared: Mapping[str, Expr] = field(default_factory=dict)

    def prefetch(self, questions: Iterable[Question]) -> None:
        """Of each vault, what the questions ask there."""
        recorders = {vault: QuestionRecorder() for vault in self.vaults}
        for question in questions:
            question.of(replace(self, vaults=recorders))
        for vault, reader in self.vaults.items():
            reader.prefetch(recorders[vault].questions)

    def match(
        self,
        words: Sequence[str],
        where: Expr,
        limit: int,
        *,
        weights: FieldWeights,
        inflected: InflectedWords = NOT_INFLECTED,
    ) -> Hits:
        """By BM25 of each vault, with the document frequencies of all vaults, of words in all forms there."""
        if inflected.words:
            self.prefetch([InflectedTermsQuestion(inflected)])
        others = {vault: reader.inflected_terms(inflected) for vault, reader in self.vaults.items()}
        for vault, reader in self.vaults.items():
            match = MatchQuestion(tuple(words), self._inward(where, vault), limit, weights, inflected)
            reader.prefetch([*frequency_questions(words, others[vault]), match])
        rare = rarity(self.vaults, words, others)

        def matching(reader: Reader, own: Expr, vault: str) -> Hits:
            hits = reader.match(words, own, limit, weights=weights, inflected=inflected)
            return tuple(hit._replace(score=hit.score * rare[vault]) for hit in hits)

        return self._merged(where, matching)[:limit]

    def inflected_terms(self, inflected: InflectedWords) -> Mapping[str, tuple[str, ...]]:
        """Those of all vaults."""
        found: dict[str, tuple[str, ...]] = {}
        for reader in self.vaults.values():
            for term, others in reader.inflected_terms(inflected).items():
                found[term] = tuple(sorted({*found.get(term, ()), *others}))
        return found

    def nearest(self, vector: Vector, where: Expr, limit: int) -> Hits:
        """By dot product, in each vault with the part of the vector from its embedder."""

        def near(reader: Reader, own: Expr, vault: str) -> Hits:
            part = vector[self.parts[vault]]
            norm = float(np.linalg.norm(part))
            return reader.nearest(np.asarray(part / norm, np.float32), own, limit) if norm else ()

        return self._merged(where, near)[:limit]

    def select(self, where: Expr, limit: int) -> Hits:
        """Newest first, then by qualified path."""
        found = self._merged(where, lambda reader, own, _: reader.select(own, limit))
        return tuple(sorted(found, key=lambda hit: (-hit.head.modified, hit.head.path))[:limit])

    def count(self, where: Expr) -> int:
        """In all vaults together."""
        return sum(reader.count(self._inward(where, vault)) for vault, reader in self.vaults.items())

    def named(self, name: str) -> Hits:
        """In the vault with which the name begins, or in all."""
        chosen, rest = inward(name, self.vaults)
        vaults = {chosen: self.vaults[chosen]} if chosen else self.vaults
        found = ((vault, hit) for vault, reader in vaults.items() for hit in reader.named(rest))
        return tuple(hit_outward(vault, hit) for vault, hit in found if chosen or not self._is_shared(vault, hit.head))

    def documents(self, ids: Iterable[str]) -> Mapping[str, Document]:
        """With qualified paths in their heads."""
        return {
            outward(vault, path): replace(document, head=head_outward(vault, document.head))
            for vault, paths in by_vault(ids, self.vaults).items()
            for path, document in self.vaults[vault].documents(paths).items()
        }

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See ports.Reader."""
        return {
            outward(vault, path): head_outward(vault, head)
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, head in self.vaults[vault].heads(paths).items()
        }

    def units(self, docs: Iterable[str]) -> Mapping[str, tuple[Unit, ...]]:
        """See ports.Reader."""
        return {
            outward(vault, path): units
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, units in self.vaults[vault].units(paths).items()
        }

    def vectors(self, doc: str) -> Mapping[Ref, Vector]:
        """Each vector in the part of its embedder, with zeros elsewhere: the cosine with other embedders is 0."""
        vault, path = inward(doc, self.vaults)
        if not vault or vault not in self.parts:
            return {}
        part, width = self.parts[vault], max(part.stop for part in self.parts.values())
        return {
            ref_outward(vault, ref): _placed(vector, part, width)
            for ref, vector in self.vaults[vault].vectors(path).items()
            if vector.size == part.stop - part.start  # the dimensions of a removed embedder are unknown
        }

    def coming_vectors(self, refs: Iterable[Ref]) -> Mapping[Ref, Vector]:  # noqa: ARG002  # as Reader has it
        """Nothing: the vaults change to models of their own, each at its own time."""
        return {}

    def chunk_spans(self, docs: Iterable[str]) -> Mapping[str, ChunkSpans]:
        """See ports.Reader."""
        return {
            outward(vault, path): {ref_outward(vault, ref): span for ref, span in spans.items()}
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, spans in self.vaults[vault].chunk_spans(paths).items()
        }

    def term_positions(self, terms: Sequence[str], docs: Iterable[str]) -> Mapping[str, TermPositions]:
        """See ports.Reader."""
        return {
            outward(vault, path): positions
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, positions in self.vaults[vault].term_positions(terms, paths).items()
        }

    def text_parts(self, docs: Iterable[str], kind: PartKind) -> Mapping[str, TextParts]:
        """See ports.Reader."""
        return {
            outward(vault, path): parts._replace(refs=tuple(ref_outward(vault, ref) for ref in parts.refs))
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, parts in self.vaults[vault].text_parts(paths, kind).items()
        }

    def headed(self, stems: Sequence[str], others: InflectedTerms = ()) -> Sequence[Ref]:
        """By qualified path."""
        found = ((vault, reader.headed(stems, others)) for vault, reader in self.vaults.items())
        return [ref_outward(vault, ref) for vault, refs in found for ref in refs]

    def enclosing_symbols(self, term: str, kind: SymbolKind) -> Sequence[Ref]:
        """By qualified path."""
        found = ((vault, reader.enclosing_symbols(term, kind)) for vault, reader in self.vaults.items())
        return [ref_outward(vault, ref) for vault, refs in found for ref in refs]

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        """By qualified path."""
        wanted, found = list(keys), dict[str, tuple[Head, ...]]()
        for vault, reader in self.vaults.items():
            for key, heads in reader.called(wanted).items():
                found[key] = (*found.get(key, ()), *(head_outward(vault, head) for head in heads))
        return found

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        """By qualified path."""
        wanted, found = list(keys), dict[str, tuple[SymbolDefinition, ...]]()
        for vault, reader in self.vaults.items():
            for key, symbols in reader.definitions(wanted).items():
                own = (symbol._replace(head=head_outward(vault, symbol.head)) for symbol in symbols)
                found[key] = (*found.get(key, ()), *own)[:MOST_DEFINITIONS]
        return found

    def inside(self, folders: Iterable[str]) -> Sequence[str]:
        """In the vaults with which the folders begin; a folder without a vault is looked up in all."""
        wanted = list(folders)
        free = [folder for folder in wanted if not inward(folder, self.vaults)[0]]
        own = by_vault(wanted, self.vaults)
        found = ((vault, reader.inside([*free, *own.get(vault, ())])) for vault, reader in self.vaults.items())
        return sorted(outward(vault, path) for vault, paths in found for path in paths)

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:
        """See ports.Reader."""
        return {
            outward(vault, path): links
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, links in self.vaults[vault].pointers(paths, kinds).items()
        }

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:
        """See ports.Reader."""
        wanted = list(keys)
        return [(outward(v, path), link) for v, r in self.vaults.items() for path, link in r.pointing(wanted, kinds)]

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:
        """Links stay in their vault."""
        return [
            aimed._replace(
                source=outward(vault, aimed.source), aim=aimed.aim._replace(target=_or_none(vault, aimed.aim.target))
            )
            for vault, own in self._asked(docs)
            for aimed in self.vaults[vault].aimed(own)
        ]

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """Edges stay in their vault."""
        return [
            replace(edge, source=ref_outward(vault, edge.source), target=ref_outward(vault, edge.target))
            for vault, own in self._asked(docs)
            for edge in self.vaults[vault].edges(own, relations)
        ]

    def source_outlines(self, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:
        """See ports.Reader."""
        return {
            outward(vault, path): outline
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, outline in self.vaults[vault].source_outlines(paths, naming).items()
        }

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
        """See ports.Reader."""
        return {
            outward(vault, path): mentions
            for vault, paths in by_vault(docs, self.vaults).items()
            for path, mentions in self.vaults[vault].code_mentions(paths).items()
        }

    def references(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedReference]:
        """References stay in their vault."""
        return [
            each._replace(source=ref_outward(vault, each.source), target=ref_outward(vault, each.target))
            for vault, own in self._asked(docs)
            for each in self.vaults[vault].references(own)
        ]

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:
        """See ports.LinkStore."""
        return frozenset(
            outward(vault, path)
            for vault, paths in by_vault(docs, self.vaults).items()
            for path in self.vaults[vault].unresolved(paths)
        )

    def feedback(self, best: HitsQuestion, known: Collection[str]) -> RelevanceFeedback:
        """Of the best of all: four round trips to each vault, since each text may lie in any of them."""
        return relevance_feedback(self, best, known)

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """In the vault that the address begins with, or in all: links stay in their vault."""
        chosen, path = inward(of, self.vaults)
        asked = {chosen: self.vaults[chosen]} if chosen else self.vaults
        return frozenset(
            outward(vault, found)
            for vault, reader in asked.items()
            for found in reader.scope(name, path, is_missing=is_missing)
        )

    def counts(self) -> IndexCounts:
        """Added up."""
        each = [reader.counts() for reader in self.vaults.values()]
        names = (field.name for field in fields(IndexCounts))
        return IndexCounts(*(sum(attrgetter(name)(counts) for counts in each) for name in names))

    def lengths(self) -> Lengths:
        """The sum over the vaults: one average for all, so that BM25 scores of the vaults compare."""
        each = [reader.lengths() for reader in self.vaults.values()]
        return Lengths(sum(lengths.documents for lengths in each), sum(lengths.tokens for lengths in each))

    def vocabulary(self, field: str) -> Sequence[str]:
        """The first of each vault, then the second of each, each value once; qualified paths."""
        lists = [
            [outward(vault, value) for value in words] if field == "path" else list(words)
            for vault, words in ((vault, reader.vocabulary(field)) for vault, reader in self.vaults.items())
        ]
        shown: dict[str, str] = {}
        for value in (words[n] for n in range(max(map(len, lists), default=0)) for words in lists if n < len(words)):
            shown.setdefault(tag_key(value) if field == "tag" else value, value)
        return list(shown.values())

    def unknown_words(self, words: Sequence[str]) -> Mapping[str, Correction | None]:
        """Those that no vault contains, or only a few documents, with the closest word of all vaults."""
        each = [reader.unknown_words(words) for reader in self.vaults.values()]
        unknown = [word for word in dict.fromkeys(words) if all(word in own for own in each)] if each else []
        found: dict[str, Correction | None] = {}
        for word in unknown:
            ours = [one for own in each if (one := own[word])]
            best = min(ours, key=lambda one: (one.distance, -one.documents), default=None)
            found[word] = best and best._replace(typed=sum(one.typed for one in ours))
        return found

    def _is_shared(self, vault: str, head: Head) -> bool:
        return vault in self.shared and decided(self.shared[vault], head, text=lambda _: False)

    def _inward(self, where: Expr, vault: str) -> Expr:
        own = where_inward(where, vault, self.vaults)
        return conjunction(own, Not(self.shared[vault])) if vault in self.shared else own

    def _merged(self, where: Expr, ask: Callable[[Reader, Expr, str], Hits]) -> Hits:
        found: list[Hit] = []
        for vault, reader in self.vaults.items():
            own = self._inward(where, vault)
            found += (hit_outward(vault, hit) for hit in ask(reader, own, vault))
        return ranked(found)

    def _asked(self, docs: Iterable[str] | None) -> Iterable[tuple[str, list[str] | None]]:
        return ((vault, None) for vault in self.vaults) if docs is None else by_vault(docs, self.vaults).items()


def _or_none(vault: str, path: str) -> str:
    return outward(vault, path) if path else ""


def _placed(vector: Vector, part: slice, width: int) -> Vector:
    placed = np.zeros(width, np.float32)
    placed[part] = vector
    return placed
