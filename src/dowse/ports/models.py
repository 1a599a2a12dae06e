"""The models a search may ask: text to vectors, and how well a text answers a query."""

from __future__ import annotations

from collections.abc import Sequence
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
        """What the user calls it: `static`, `onnx:minilm`."""

    @property
    def revision(self) -> str:
        """Changes whenever the same text would get another vector; empty while only a server knows it."""

    @property
    def dim(self) -> int:
        """Width of a vector; 0 while only a server knows it."""

    @property
    def batch(self) -> int:
        """How many texts it likes to be given at a time."""

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """One row a text: (len(texts), dim) float32, rows of L2 norm 1; a text without known tokens is a zero row.

        Raises ModelError when there is none to be had; of these TextsRefusedError when only some texts are at fault.
        """


class PairScorer(Protocol):
    """How well a text answers a query."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, in [0, 1]."""
