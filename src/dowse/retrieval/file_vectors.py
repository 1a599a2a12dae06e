"""Retrieve files by meaning: cosine of the embeddings of the query and of the path, title, exports and imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import zip_longest

from ..model.hit import SEMANTIC, Hit, Hits
from ..model.parameter import check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.models import Embedder, Vector
from ..ports.pipeline import Run
from ..ports.questions import NearestQuestion, SelectQuestion
from ..ports.storage import Question
from .file_names import FileNames
from .file_texts import FileText, UnreadFiles, file_text, file_texts
from .keyword import MOST_LISTED
from .semantic import query_vector

_BUNDLED = "static"  # the embedder whose vectors cost nothing
_MOST_EMBEDDED, _MOST_OF_OTHERS = 4_000, 64  # files a search: a tenth of a second each
_REREAD = 100  # files, of those the best by path and title, whose exports and imports are read
_NEAR = 150  # chunks


@dataclass(frozen=True, slots=True)
class FileVectors:
    """The best `limit` files whose text has a cosine of at least `least`.

    The texts are embedded for the search: of the files with a word of the query in their text, of those with a similar
    chunk, then of documents and of files outside of the index in turn, the newest first; with the bundled embedder
    4,000 in all, with another one 64.
    """

    limit: int = parameter(10, "maximum number of candidates", minimum=1, maximum=MOST_LISTED)
    least: float = parameter(0.3, "minimum cosine of a candidate", minimum=-1, maximum=1)
    with_code: bool = parameter(True, "whether the exports and imports of source code are compared")
    listing: UnreadFiles = field(default_factory=UnreadFiles)

    def __post_init__(self) -> None:
        check(self)

    @property
    def name(self) -> str:
        """The name of this list in evidence."""
        return SEMANTIC

    def questions(self, _hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching. The query is embedded for it."""
        vector = query_vector(run)
        if vector is None:
            return
        yield NearestQuestion(vector, run.where, _NEAR)
        if run.embedder is not None and run.embedder.name == _BUNDLED:
            yield SelectQuestion(run.where, _MOST_EMBEDDED)

    def __call__(self, run: Run) -> Hits:
        """By cosine, best first; empty without an embedder, or without a query vector."""
        vector = query_vector(run)
        if vector is None or run.embedder is None:
            return ()
        pool = self._pool(run, vector)
        near = _by_cosine(pool, [file_text(hit.head) for hit in pool], vector, run.embedder)
        if self.with_code:
            code = [hit for hit in near if hit.head.kind == "code"][:_REREAD]
            texts = file_texts(code, run, with_code=True)
            again = _by_cosine(code, [texts[hit.ref.doc] for hit in code], vector, run.embedder)
            best = {hit.ref: hit for hit in (*near, *again)}
            near = sorted(best.values(), key=_order)
        return tuple(hit for hit in near if hit.score >= self.least)[: self.limit]

    def _pool(self, run: Run, vector: Vector) -> Sequence[Hit]:
        """The files that are embedded, each once."""
        is_bundled = run.embedder is not None and run.embedder.name == _BUNDLED
        named = FileNames(self.limit, self.with_code, listing=self.listing).pool(run)
        content = run.reader.nearest(vector, run.where, _NEAR)
        others: Sequence[Hit] = ()
        if is_bundled:
            newest = sorted(self.listing.selected(run), key=lambda hit: -hit.head.modified)
            others = _alternating(run.reader.select(run.where, _MOST_EMBEDDED), newest)
        found = {hit.ref.doc: hit for hit in (*named, *content, *others)}
        most = _MOST_EMBEDDED if is_bundled else _MOST_OF_OTHERS
        return [Hit(Ref(path), hit.head, 0.0) for path, hit in [*found.items()][:most]]


def _alternating(hits: Sequence[Hit], others: Sequence[Hit]) -> Sequence[Hit]:
    """Both, in turn, so that neither fills what is embedded."""
    return [hit for pair in zip_longest(hits, others) for hit in pair if hit is not None]


def _by_cosine(hits: Sequence[Hit], texts: Sequence[FileText], vector: Vector, embedder: Embedder) -> list[Hit]:
    """The hits by the cosine of their texts, without those whose text has no known token."""
    if not hits:
        return []
    rows = embedder.embed([text.embedded for text in texts])
    cosines = (rows @ vector).tolist()
    return sorted((hit._replace(score=cosine) for hit, cosine in zip(hits, cosines, strict=True)), key=_order)


def _order(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.ref.doc
