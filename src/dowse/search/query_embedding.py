"""The embedder of one search, which embeds a text once, whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.errors import ModelError
from ..ports.models import Embedder, Matrix


class QueryEmbedding:
    """Implements `Embedder`. An embedder that failed for a text is not asked for that text again."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._cache: dict[tuple[tuple[str, ...], bool], Matrix | ModelError] = {}

    @property
    def failure(self) -> str:
        """The first error of the embedder; empty without one."""
        return next((str(result) for result in self._cache.values() if isinstance(result, ModelError)), "")

    @property
    def name(self) -> str:
        """That of the embedder."""
        return self._embedder.name

    @property
    def revision(self) -> str:
        """That of the embedder."""
        return self._embedder.revision

    @property
    def dim(self) -> int:
        """That of the embedder."""
        return self._embedder.dim

    @property
    def batch(self) -> int:
        """That of the embedder."""
        return self._embedder.batch

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
