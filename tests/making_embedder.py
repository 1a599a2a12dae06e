"""An embedder for tests: texts that share words are near, and the same text always gets the same vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from dowse.analysis.tokens import tokens
from dowse.ports.models import Matrix


@dataclass(frozen=True, slots=True)
class Hashing:
    """Every stem has a direction of its own, found by hashing; words in `synonyms` have that of another word."""

    name: str = "hashing"
    revision: str = "1"
    dim: int = 128
    batch: int = 64
    synonyms: tuple[tuple[str, str], ...] = ()  # stem, and the stem it means

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """The sum of the words' directions; a zero row for a text without words."""
        rows = np.zeros((len(texts), self.dim), np.float32)
        meant = dict(self.synonyms)
        for at, text in enumerate(texts):
            for stem in (token[0] for token in tokens(text)):
                rows[at] += self._direction(meant.get(stem, stem))
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        rows /= np.where(norms == 0, np.float32(1), norms)
        return rows

    def count_tokens(self, text: str) -> int:
        """One a word."""
        return len(tokens(text))

    def _direction(self, stem: str) -> Matrix:
        seed = int.from_bytes(blake2b(stem.encode("utf-8", "replace"), digest_size=8).digest())
        direction = np.random.default_rng(seed).normal(size=self.dim).astype(np.float32)
        return direction / np.linalg.norm(direction)
