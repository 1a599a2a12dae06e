"""Edges of the reference engine, computed on each request from all links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...model.chunk import Chunk
from ...model.document import Link
from ...model.edge import (
    SIMILAR_TO,
    Edge,
    LinkTarget,
    ReferenceResolution,
    ReferenceUpdate,
    ResolvedLink,
    ResolvedReference,
    ResolvedReferences,
    edge_of,
)
from ...model.ref import Ref
from ...ports.indexed_document import IndexedDocument
from ...ports.models import Vector
from .vector_space import direction

DocumentsByPath = Mapping[str, IndexedDocument]  # by path
Vectors = Mapping[bytes, Vector]  # by digest


@dataclass(slots=True)
class LinkGraph:
    """The resolved links of the documents, and the chunks that may have similarity edges."""

    aims: dict[str, Sequence[LinkTarget]] = field(default_factory=dict)
    resolved: dict[str, ResolvedReferences] = field(default_factory=dict)
    unlinked: set[str] = field(default_factory=set)
    compared: set[Ref] = field(default_factory=set)
    terms: tuple[float, int] | None = None  # least cosine, most of a chunk

    def copied(self) -> LinkGraph:
        """An independent copy."""
        return replace(
            self,
            aims=dict(self.aims),
            resolved=dict(self.resolved),
            unlinked=set(self.unlinked),
            compared=set(self.compared),
        )

    def aimed(self, items: DocumentsByPath, docs: Iterable[str] | None) -> list[ResolvedLink]:
        """By path and place."""
        wanted = sorted(self.aims if docs is None else set(docs) & self.aims.keys())
        pairs = ((path, zip(items[path].document.links, self.aims[path], strict=True)) for path in wanted)
        return [ResolvedLink(path, link, aim) for path, aims in pairs for link, aim in aims]

    def edges(self, items: DocumentsByPath, vectors: Vectors, docs: Iterable[str] | None) -> list[Edge]:
        """Links first, then similarity edges."""
        found = [_edge(*each) for each in self.aimed(items, None) if each.aim.target not in ("", each.source)]
        referring = (each for each in self.references(items, None) if each.source.doc != each.target.doc)
        found += [Edge(each.source, each.target, each.relation) for each in referring]
        found += self._likenesses(items, vectors)
        touched = None if docs is None else frozenset(docs)
        return [edge for edge in found if touched is None or touched & {edge.source.doc, edge.target.doc}]

    def references(self, items: DocumentsByPath, docs: Iterable[str] | None) -> list[ResolvedReference]:
        """By path of the source; those to documents that are not there are left out."""
        touched = None if docs is None else frozenset(docs)
        all_ = (each for _, own in sorted(self.resolved.items()) for each in sorted(own.edges, key=_place))
        return [
            each
            for each in all_
            if each.target.doc in items and (touched is None or touched & {each.source.doc, each.target.doc})
        ]

    def link(
        self,
        items: DocumentsByPath,
        found: Mapping[str, Sequence[LinkTarget]],
        references: Mapping[str, ReferenceResolution],
    ) -> None:
        """Store resolved links and references; those of missing documents are skipped."""
        for path in found.keys() & items.keys():
            self.aims[path] = [_present(aim, items) for aim in found[path]]
            own = references.get(path, ResolvedReferences())
            if isinstance(own, ReferenceUpdate):
                own = _revised(self.resolved.get(path, ResolvedReferences()), own)
            self.resolved[path] = own._replace(edges=tuple(each for each in own.edges if each.target.doc in items))
        self.unlinked -= found.keys()

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """Marks the references that have one of the keys as unresolved; without keys, all of them."""
        wanted = None if keys is None else frozenset(keys)
        self.unlinked.update(path for path, own in self.resolved.items() if wanted is None or wanted & own.keys)

    def unlink(self, items: DocumentsByPath, written: Collection[str]) -> None:
        """Marks all links as unresolved; until then a link keeps its old target, if that exists."""
        self.unlinked = set(items)
        self.compared = {ref for ref in self.compared if ref.doc in items and ref.doc not in written}
        kept = {path: aims for path, aims in self.aims.items() if path in items and path not in written}
        self.aims = {path: [_present(aim, items) for aim in aims] for path, aims in kept.items()}
        resolved = {path: own for path, own in self.resolved.items() if path in kept}
        self.resolved = {
            path: own._replace(edges=tuple(each for each in own.edges if each.target.doc in items))
            for path, own in resolved.items()
        }

    def root_relative(self, items: DocumentsByPath, kinds: Collection[str] = ()) -> set[tuple[str, str]]:
        """The documents and targets of the links from the root; of these kinds, unless none is given."""
        links = ((path, link) for path, item in items.items() for link in item.document.links)
        return {(path, k.target) for path, k in links if k.target[:1] == "/" and (not kinds or k.kind in kinds)}

    def by_demand(self, items: DocumentsByPath) -> Iterator[Chunk]:
        """The chunks of all documents, as EmbeddingQueue.pending orders those of the coming space."""
        pairs = {(link.source, link.aim.target) for link in self.aimed(items, None)}
        linking = Counter(target for source, target in pairs if target not in {"", source})
        newest = sorted(items, key=lambda path: (-items[path].document.head.modified, path))
        age = {path: rank for rank, path in enumerate(newest)}
        most_linked = sorted(newest, key=lambda path: -linking[path])
        best = {path: min(rank, age[path]) for rank, path in enumerate(most_linked)}
        for path in sorted(items, key=lambda path: (best[path], age[path])):
            yield from items[path].chunks

    def agree(self, least: float, most: int) -> None:
        """Sets new terms and discards all comparisons."""
        if self.terms != (least, most):
            self.terms = (least, most)
            self.compared.clear()

    def waiting(self, items: DocumentsByPath, vectors: Vectors) -> list[Ref]:
        """Chunks with a vector that are not compared yet."""
        refs = (ref for ref in _placed(items, vectors) if ref not in self.compared)
        return list(refs) if self.terms else []

    def _likenesses(self, items: DocumentsByPath, vectors: Vectors) -> Iterator[Edge]:
        """One edge for two documents: that of their most similar chunks, if one is among the nearest of the other."""
        least, most = self.terms or (2.0, 0)
        placed = {ref: direction(row) for ref, row in _placed(items, vectors).items() if row.any()}
        best: dict[tuple[str, str], Edge] = {}
        for ref in placed.keys() & self.compared:
            others = ((float(placed[ref] @ row), other) for other, row in placed.items() if other.doc != ref.doc)
            near = sorted((pair for pair in others if pair[0] >= least), key=lambda pair: -pair[0])
            for cosine, other in near[:most]:
                one, two = sorted((ref, other), key=lambda each: each.doc)
                known = best.get((one.doc, two.doc))
                if known is None or cosine > known.weight:
                    best[one.doc, two.doc] = Edge(one, two, SIMILAR_TO, min(1.0, cosine))
        yield from best.values()


def _place(each: ResolvedReference) -> tuple[object, ...]:
    """What references of a document are sorted by; those that are no calls keep their order."""
    source, target, relation, _, line = each
    return (True, line, target.doc, target.section, source.section) if relation == "calls" else (False,)


def _present(aim: LinkTarget, items: DocumentsByPath) -> LinkTarget:
    """The target, without a document that is not there."""
    if aim.target in items:
        return aim
    return LinkTarget("", aim.candidates, rule="outside" if aim.rule == "outside" else "")


def _placed(items: DocumentsByPath, vectors: Vectors) -> dict[Ref, Vector]:
    chunks = (chunk for _, item in sorted(items.items()) for chunk in item.chunks)
    return {chunk.ref: vectors[chunk.digest] for chunk in chunks if chunk.digest in vectors}


def _revised(stored: ResolvedReferences, change: ReferenceUpdate) -> ResolvedReferences:
    others = dict(change.replaced)
    edges = (others.get(each, each) for each in stored.edges)
    return stored._replace(
        edges=(*(each for each in edges if each), *change.added),
        keys=stored.keys | change.keys,
        resolved=change.resolved,
    )


def _edge(source: str, link: Link, aim: LinkTarget) -> Edge:
    return edge_of(Ref(source, link.section), link.kind, Ref(aim.target, aim.unit))
