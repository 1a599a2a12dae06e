"""The bundled embedder: the vector of a text is a sum of token vectors. No network runs, so embedding is fast.

The vectors are trained to reproduce those of a sentence transformer (`training/README.md`) and lie in
`static_model/` as int8 rows with one float32 scale each, memory-mapped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Tokenizer

from ..model.chunk import CountSpan
from .piece_tokens import PieceTokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.uint16]
    Matrix = NDArray[np.float32]
    Vector = NDArray[np.float32]

BUNDLED = Path(__file__).with_name("static_model")

_MOST_RECENT, _LONGEST_RECENT = 8_192, 2_000  # texts whose ids are kept, 5 to 33 MB without the texts; characters
_MOST_REMEMBERED = 4_000  # texts, some 10 MB; two batches of long pages have half as many


class StaticEmbedder:
    """Sums of trained token vectors; implements `Embedder`. May be shared between threads."""

    def __init__(self, folder: Path = BUNDLED) -> None:
        about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        self._revision = str(about["revision"])
        self._pieces = PieceTokens(Tokenizer.from_file(str(folder / "tokenizer.json")))
        # Passages are scored and then counted, and those of one document answer several questions in a row.
        self._recent: dict[tuple[int, int], bytes] = {}  # by the hash and the length of the text
        self._remembered: dict[str, bytes] = {}
        # As plain arrays over the same mapping: np.memmap makes each small slice slower.
        self._rows: NDArray[np.int8] = np.asarray(np.load(folder / "vectors.npy", mmap_mode="r"))
        self._scales: Vector = np.load(folder / "scales.npy")  # 0 for the unknown token, so that it adds nothing

    @property
    def name(self) -> str:
        """The name that the user gave."""
        return "static"

    @property
    def revision(self) -> str:
        """The digest of the vectors and the tokenizer, shortened."""
        return self._revision

    @property
    def dim(self) -> int:
        """Dimensions of a vector."""
        return int(self._rows.shape[1])

    @property
    def batch(self) -> int:
        """The best number of texts for one call."""
        return 512

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:  # noqa: ARG002  # one space for both
        """One row a text: (len(texts), dim) float32, rows of L2 norm 1; a text without known tokens is a zero row.

        A row depends on its own text alone, to the last bit, and is the same in any batch.
        """
        matrix = np.empty((len(texts), self.dim), dtype=np.float32)
        encode = self.encoder("\n".join(text for text in texts if text not in self._remembered))
        for row, text in zip(matrix, texts, strict=True):
            encoded = self._remembered.pop(text, None)
            ids = np.frombuffer(encode(text) if encoded is None else encoded, np.uint16)
            row[:] = unit(pooled(ids, self._rows, self._scales))
        return matrix

    def encode(self, text: str) -> bytes:
        """The token ids of the text as the bytes of uint16, which another process can `remember`."""
        return self._pieces.encoded(text)

    def encoder(self, text: str) -> Callable[[str], bytes]:
        """As `encode`, for stretches of this text between blanks, of which many may have new words."""
        return self._pieces.encoder(text)

    def counter(self, text: str) -> CountSpan:
        """As `count_tokens`, for stretches of this text between blanks."""
        return self._pieces.counter(text)

    def remember(self, encoded: Mapping[str, bytes]) -> None:
        """Keeps what `encode` gives for texts that are embedded soon, each for one time."""
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.clear()
        self._remembered.update(encoded)

    def ids(self, text: str) -> Ids:
        """The token ids of the text, in order: (count_tokens(text),) uint16; raises nothing."""
        if len(text) > _LONGEST_RECENT:
            return self._pieces.ids(text)
        key = hash(text), len(text)
        encoded = self._recent.get(key)
        if encoded is None:
            if len(self._recent) >= _MOST_RECENT:
                self._recent.clear()
            encoded = self._recent[key] = self._pieces.encoded(text)
        return np.frombuffer(encoded, np.uint16)

    def token_vectors(self, ids: Ids) -> Matrix:
        """The vectors of the ids: (len(ids), dim) float32; the length of a vector is the weight of its token.

        The vector of the unknown token is zero.
        """
        vectors: Matrix = self._rows.take(ids, axis=0) * self._scales.take(ids)[:, None]
        return vectors

    def knows(self, word: str) -> bool:
        """See ports.WordList: whether the word is a token, as frequent words and names are."""
        return len(self.ids(word)) == 1

    def count_tokens(self, text: str) -> int:
        """The number of tokens of the text, unknown ones included; raises nothing."""
        return self._pieces.count(text)


@cache
def bundled_embedder() -> StaticEmbedder:
    """The embedder of `static_model/`, one for all vaults of a process: loading its tokenizer takes 24 ms."""
    return StaticEmbedder()


def pooled(ids: Ids, rows: NDArray[np.int8], scales: Vector) -> Vector:
    """The sum over the distinct ids of sqrt(frequency) times row times scale: (dim,) float32.

    A word with nine occurrences counts three times (sublinear term frequency).  Counting by
    hand is a tenth faster than np.unique over the whole of embedding (90 tokens: 26,300 texts/s to 23,500).
    """
    if not len(ids):
        return np.zeros(rows.shape[1], dtype=np.float32)
    ordered = np.sort(ids)
    is_first = np.empty(len(ordered), dtype=np.bool_)
    is_first[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    starts = is_first.nonzero()[0]
    counts = np.empty(len(starts), dtype=np.float32)
    counts[:-1] = starts[1:] - starts[:-1]
    counts[-1] = len(ordered) - starts[-1]
    distinct = ordered.take(starts)
    return (scales.take(distinct) * np.sqrt(counts)) @ rows.take(distinct, axis=0).astype(np.float32)


def unit(vector: Vector) -> Vector:
    """The vector with L2 norm 1; a zero vector stays zero."""
    norm = np.float32(np.sqrt(vector @ vector))
    return vector / norm if norm else vector
