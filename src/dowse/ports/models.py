"""The model protocols: an embedder maps text to vectors, a reranker scores pairs of query and text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Written as text, so that the command line starts without importing numpy.
Matrix: TypeAlias = "NDArray[np.float32]"


Vector: TypeAlias = "NDArray[np.float32]"


class Embedder(Protocol):
    """Text to vectors."""

    @property
    def name(self) -> str:
        """The name that users type: `static`, `onnx:minilm`."""

    @property
    def revision(self) -> str:
        """Changes whenever the same text would get another vector; empty before a server reports it."""

    @property
    def dim(self) -> int:
        """Dimensions of a vector; 0 before a server reports them."""

    @property
    def batch(self) -> int:
        """The preferred number of texts per call."""

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """One row per text: (len(texts), dim) float32, rows of L2 norm 1; a text without known tokens is a zero row.

        Raises ModelError when the model fails; its subclass TextsRefusedError when only some texts are at fault.
        """


class WordList(Protocol):
    """What an embedder with a vocabulary of words has, too."""

    def knows(self, word: str) -> bool:
        """Whether it is a frequent word, which nobody typed by mistake for one of another meaning."""


class WrappedEmbedder:
    """The properties of another embedder, for one that adds to its `embed`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

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

    def knows(self, word: str) -> bool:
        """Whether the embedder is a WordList that knows the word."""
        knows: Callable[[str], bool] | None = getattr(self._embedder, "knows", None)
        return knows is not None and knows(word)


class PairScorer(Protocol):
    """Scores the relevance of texts to a query."""

    @property
    def name(self) -> str:
        """The name that users type."""

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score per text, in [0, 1]."""
