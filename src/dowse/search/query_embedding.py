"""The embedder of one search, which embeds a text once, whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.errors import ModelError
from ..ports.models import Embedder, Matrix, WrappedEmbedder
from ..query.ast import Note


class QueryEmbedding(WrappedEmbedder):
    """Implements `Embedder`. An embedder that failed for a text is not asked for that text again."""

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(embedder)
        self._cache: dict[tuple[tuple[str, ...], bool], Matrix | ModelError] = {}

    @property
    def failure(self) -> str:
        """The first error of the embedder; empty without one."""
        return next((str(result) for result in self._cache.values() if isinstance(result, ModelError)), "")

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """The rows of the embedder, or its error."""
        key = tuple(texts), as_query
        if key not in self._cache:
            try:
                self._cache[key] = self._embedder.embed(texts, as_query=as_query)
            except ModelError as error:
                self._cache[key] = error
        result = self._cache[key]
        if isinstance(result, ModelError):
            raise result
        return result


def rescoring_notes(coming: QueryEmbedding | None) -> Iterator[Note]:
    """The note on a failure of the coming embedder, without which the search went on."""
    if coming is not None and coming.failure:
        yield Note(0, f"the semantic hits were not rescored: {coming.failure}")
