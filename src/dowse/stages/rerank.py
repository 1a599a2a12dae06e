"""Rescore the first hits with a slower and more precise model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import ClassVar

from ..model.chunk import ChunkSpans
from ..model.document import Document, Span
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Parameter, Slider, Switch, check, parameter
from ..model.value_class import dataclass
from ..ports.models import PairScorer
from ..ports.pipeline import Run, StageRole
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ..ports.storage import Question, Reader
from ..query.extract import embedding_text
from ..retrieval.keyword import TAGS_MATCHED
from .extent import extent
from .pinned_hits import PIN

_SIZE = 2000  # characters of a text that are scored; about the limit of a cross-encoder
_AT_ONCE = 8  # texts between two looks at the clock, when the time of a search is limited
_EXACT = frozenset({PIN, TAGS_MATCHED})


@dataclass(frozen=True, slots=True)
class Rerank:
    """`(1 − share) · score + share · reranker score` for the first `depth` hits; `share` grows with the rank.

    The default is 0.25 for ranks 1 to 3, 0.40 for 4 to 10 and 0.60 below, so that the agreement of the lists keeps its
    weight.  The reranker reads the beginning of the matching chunk, or else of the section or the document.  A pinned
    hit and a hit with a matching tag keep their score, and no hit from below passes them (Temoa: “assumes exact match
    is correct”).  Hits beyond `depth` stay below all others, and so do those that a late search does not rescore.
    Without a reranker, or without words in the query, nothing changes.
    """

    position: ClassVar[int] = 60  # see ports.Stage
    is_optional: ClassVar[bool] = True
    role: ClassVar[StageRole] = "rerank"
    switch: ClassVar[Switch] = Switch("rerank", "reranks with a slower, more precise model, if installed")

    depth: int = parameter(
        100, "number of top hits to rerank", minimum=1, slider=Slider("reranked hits", 10, minimum=10, maximum=200)
    )
    shares: tuple[tuple[int, float], ...] = parameter(
        ((3, 0.25), (10, 0.40)),
        "weight of the reranker, in rows: down to this rank this share of the score",
        row=(Parameter("rank", minimum=1), Parameter("share", minimum=0, maximum=1)),
    )
    share_below: float = parameter(
        0.60,
        "weight of the reranker below the ranks of shares",
        minimum=0,
        maximum=1,
        slider=Slider("reranker share", 0.05),
    )

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if run.scorer is not None and embedding_text(run.query.where):
            first = [hit for hit in hits[: self.depth] if not _is_exact(hit)]
            docs = tuple(dict.fromkeys(hit.ref.doc for hit in first))
            yield DocumentsQuestion(docs)
            yield ChunkSpansQuestion(docs)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the score and the rank of the reranker as evidence."""
        query = embedding_text(run.query.where)
        if run.scorer is None or not query:
            return hits
        texts = _texts(hits[: self.depth], run.reader)
        judged = _judged(query, texts, run.scorer, run)
        if not judged:
            return hits
        depth = self.depth if len(judged) == len(texts) else max(judged)
        blended = ranked(self._blended(hits[:depth], judged))
        return (*blended, *_below(blended[-1].score, hits[depth:]))

    def _blended(self, hits: Hits, judged: Mapping[int, float]) -> Iterator[Hit]:
        order = sorted(judged, key=lambda rank: -judged[rank])
        places = {rank: place for place, rank in enumerate(order, start=1)}
        most = 1.0  # the score of the last exact hit above
        for rank, hit in enumerate(hits, start=1):
            if rank in judged:
                share = next((share for last, share in self.shares if rank <= last), self.share_below)
                score = min(most, (1 - share) * hit.score + share * judged[rank])
                yield hit.scored(score, "rerank", judged[rank], rank=places[rank])
            else:
                most = hit.score if _is_exact(hit) else most
                yield hit._replace(score=min(most, hit.score))


def _is_exact(hit: Hit) -> bool:
    return any(reason.source in _EXACT for reason in hit.why)


def _texts(hits: Hits, reader: Reader) -> Mapping[int, str]:
    """The input of the reranker by rank: the title, and the matching part of the document or its beginning."""
    judged = {rank: hit for rank, hit in enumerate(hits, start=1) if not _is_exact(hit)}
    docs = {hit.ref.doc for hit in judged.values()}
    documents, chunks = reader.documents(docs), reader.chunk_spans(docs)
    return {
        rank: _text(documents[hit.ref.doc], _matching_part(hit, documents[hit.ref.doc], chunks))
        for rank, hit in judged.items()
        if hit.ref.doc in documents
    }


def _matching_part(hit: Hit, document: Document, chunks: Mapping[str, ChunkSpans]) -> Span:
    place = hit.spot or hit.ref
    return chunks.get(place.doc, {}).get(place) or extent(place, document)


def _text(document: Document, part: Span) -> str:
    start, end = part
    return f"{document.head.title}\n{document.text[start : min(end, start + _SIZE)].strip()}"


def _judged(query: str, texts: Mapping[int, str], scorer: PairScorer, run: Run) -> Mapping[int, float]:
    """The scores by rank; of the first texts only, if the time of the run ends before."""
    size = len(texts) if run.deadline == inf else _AT_ONCE
    order = list(texts)
    judged: dict[int, float] = {}
    for start in range(0, len(order), max(1, size)):
        if run.is_late:
            break
        ranks = order[start : start + size]
        scores: Sequence[float] = scorer.score(query, [texts[rank] for rank in ranks])
        judged |= {rank: min(1.0, max(0.0, float(score))) for rank, score in zip(ranks, scores, strict=True)}
    return judged


def _below(most: float, hits: Hits) -> Iterator[Hit]:
    """The hits in the same order and proportions, with scores of at most `most`."""
    best = hits[0].score if hits else 0.0
    if best <= most:
        yield from hits
        return
    for hit in hits:
        yield hit._replace(score=min(most, hit.score * (most / best)))
