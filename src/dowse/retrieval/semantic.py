"""Retrieve chunks by meaning: dot product of embeddings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..model.hit import SEMANTIC, Hits, cosine_of
from ..model.parameter import Slider, changed, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.models import Vector
from ..ports.pipeline import Run
from ..ports.questions import NearestQuestion
from ..ports.storage import Reader
from ..query.extract import embedding_text
from .keyword import MOST_LISTED
from .reference_models import ReferenceModel, SimilarityScale
from .rescore import count_rescored, rescored

_PUNCTUATION = re.compile(r"[\s!-/:-@\[-`{-~\u00a1-\u00bf\u2010-\u205e\u3000-\u303f\uff01-\uff0f]*")


@dataclass(frozen=True, slots=True)
class Semantic:
    """The best `limit` chunks with a cosine of at least `least`.

    The query vector is the mean of the embedding of the text and of the vectors of each document or section in `like:`;
    the vector of a document is the mean of those of its chunks, that of a section the mean of its own or, if it has
    none, of the chunks that overlap with it.

    `least` is a cosine of the embedding model in use.  So are `least_alone` and `least_similar`, unless
    `reference_model` names the model for which they were stated: then the equivalent cosines apply.
    """

    limit: int = parameter(150, "maximum number of candidates", minimum=1, maximum=MOST_LISTED)
    least: float = parameter(
        0.0,
        "minimum cosine of a candidate",
        minimum=-1,
        maximum=1,
        slider=Slider("minimum similarity", 0.05, minimum=0),
    )
    least_alone: float = parameter(0.3, "minimum cosine in vector mode; below is noise", minimum=-1, maximum=1)
    least_similar: float = parameter(0.2, "minimum cosine for similar: and like:", minimum=-1, maximum=1)
    reference_model: ReferenceModel = parameter(
        "none", "model of these two minimum cosines, which are translated to the model in use"
    )

    rescore: int = parameter(
        50,
        "during a change from the bundled to another embedding model, number of candidates that the other one orders "
        "by its stored vectors; 0 for none",
        minimum=0,
        maximum=MOST_LISTED,
    )

    def __post_init__(self) -> None:
        check(self)

    def with_least(self, cosine: float) -> Semantic:
        """The retriever with this minimum in every search, a cosine of the model in use."""
        return changed(self, least=cosine, least_alone=cosine, least_similar=cosine, reference_model="none")

    def with_stated(self, cosine: float | None, scale: SimilarityScale) -> Semantic:
        """The retriever for a search with one of the stated minimums, or with None of them.

        Its `reference_model` is "none" unless `least` is now the equivalent of the stated minimum.
        """
        if cosine is None:
            return self.with_least(self.least) if self.least else self
        translated = scale.equivalent(cosine, self.reference_model)
        if translated == cosine or translated <= self.least:
            return self.with_least(max(self.least, translated))
        return changed(self, least=translated, least_alone=cosine, least_similar=cosine)

    @property
    def minimum(self) -> str:
        """The minimum cosine of a planned search with its origin; empty without a minimum."""
        if self.least <= 0:
            return ""
        origin = f", equivalent to {self.least_alone:g} of {self.reference_model}"
        return f"{self.least:g}{'' if self.reference_model == 'none' else origin}"

    @property
    def name(self) -> str:
        """The name of this list in evidence."""
        return SEMANTIC

    def questions(self, _hits: Hits, run: Run) -> Iterator[NearestQuestion]:
        """See ports.Prefetching. The query is embedded for it."""
        place = query_vector(run)
        if place is not None:
            yield NearestQuestion(place, run.where, self.limit)

    def __call__(self, run: Run) -> Hits:
        """By dot product, best first; empty without an embedder, or without a query vector."""
        place = query_vector(run)
        if place is None:
            return ()
        hits = run.reader.nearest(place, run.where, self.limit)
        if run.coming is not None and not run.anchors:  # whose vectors are of the active space
            hits = rescored(hits, self.rescore, _text(run), run)
        return tuple(hit for hit in hits if cosine_of(hit) >= self.least)

    def effect(self, hits: Hits, run: Run) -> str:
        """How many of the hits the coming embedder has ordered; empty without one."""
        if run.coming is None or not self.rescore:
            return ""
        return f"{run.coming.name} rescored {count_rescored(hits)} of the first {min(self.rescore, len(hits))}"


def query_vector(run: Run) -> Vector | None:
    """The vector of the query, of L2 norm 1; None without an embedder, or without anything to embed."""
    return _mean(_places(run))


def _text(run: Run) -> str:
    """The text to embed; empty for punctuation alone, whose vector means nothing."""
    text = " ".join((embedding_text(run.query.where), *run.added)).strip()
    return "" if _PUNCTUATION.fullmatch(text) else text


def _places(run: Run) -> Iterator[Vector]:
    text = _text(run)
    if text and run.embedder is not None:
        (vector,) = run.embedder.embed([text], as_query=True)
        yield vector
    for anchor in run.anchors:
        place = _mean(_parts(run.reader, anchor))
        if place is not None:
            yield place


def _parts(reader: Reader, anchor: Ref) -> Iterator[Vector]:
    """The vectors of the chunks of a document, or of one of its sections."""
    vectors = reader.vectors(anchor.doc)
    own = [ref for ref in vectors if not anchor.section or ref.section == anchor.section]
    yield from (vectors[ref] for ref in own or _overlapping(reader, anchor, vectors))


def _overlapping(reader: Reader, anchor: Ref, refs: Iterable[Ref]) -> Iterator[Ref]:
    """The chunks over several sections that overlap with this one, in order."""
    documents = reader.documents((anchor.doc,))
    units = (unit for document in documents.values() for unit in document.units)
    section = next((unit for unit in units if unit.name == anchor.section), None)
    wide = [ref for ref in refs if not ref.section]
    spans = reader.chunk_spans((anchor.doc,)).get(anchor.doc, {}) if section and wide else {}
    for ref in wide:
        start, end = spans.get(ref, (0, 0))
        if section and start < section.end and section.start < end:
            yield ref


def _mean(vectors: Iterator[Vector]) -> Vector | None:
    """The normalised mean of the vectors, of L2 norm 1; None without vectors, or if they cancel out."""
    given = list(vectors)
    if len(given) == 1:
        return given[0] if given[0].any() else None
    total: Vector | None = sum(given[1:], start=given[0]) if given else None
    norm = 0.0 if total is None else float((total @ total) ** 0.5)
    return None if total is None or not norm else total / norm
