"""Texts as bags of tokens: a row a text, sqrt(tf) at each token that it has."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, diags
from tokenizers import Tokenizer

Rows = NDArray[np.float32]

_UNKNOWN = "[UNK]"  # adds nothing to a text
_AT_ONCE = 8_192  # texts for the tokenizer
_NUL = re.compile("\0")


def bags(texts: Sequence[str], tokenizer: Tokenizer) -> csr_matrix:
    """sqrt(tf) of each token in each text: (len(texts), vocabulary) float32, tokens of a row in order."""
    unknown = tokenizer.token_to_id(_UNKNOWN)
    indices: list[NDArray[np.int32]] = []
    for start in range(0, len(texts), _AT_ONCE):
        encoded = tokenizer.encode_batch_fast(list(texts[start : start + _AT_ONCE]), add_special_tokens=False)
        indices += [np.array(one.ids, dtype=np.int32) for one in encoded]
    indices = [ids[ids != unknown] for ids in indices]
    ends = np.cumsum([0, *map(len, indices)])
    ones = np.ones(ends[-1], dtype=np.float32)
    counts = csr_matrix((ones, np.concatenate(indices), ends), shape=(len(texts), tokenizer.get_vocab_size()))
    counts.sum_duplicates()
    return counts.sqrt()


def rarity(counts: csr_matrix) -> Rows:
    """Idf of each token, ln(1 + (N - df + .5) / (df + .5)): (vocabulary,) float32."""
    df = np.bincount(counts.indices, minlength=counts.shape[1])
    idf: Rows = np.log1p((counts.shape[0] - df + 0.5) / (df + 0.5)).astype(np.float32)
    return idf


def pooled(counts: csr_matrix, rows: Rows) -> Rows:
    """The texts' vectors as the embedder makes them: (texts, dim) float32, L2 norm 1, a zero row without tokens."""
    return unit(np.asarray(counts @ rows))


def unit(rows: Rows) -> Rows:
    """The rows at L2 norm 1; a zero row stays."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Rows = (rows / np.where(norms > 0, norms, 1)).astype(np.float32)
    return scaled


def weighed(counts: csr_matrix, weights: Rows) -> csr_matrix:
    """The bags with each token's entry multiplied by the token's weight."""
    return (counts @ diags(weights)).tocsr().astype(np.float32)
