"""A sample of the cosines of random pairs of chunks, stored with the index.

The threshold that a reference states for its embedding model is translated with this sample to the model in use.  The
sample is the same for the same notes, whatever their order in the index: hashes of the addresses choose the chunks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import count, islice
from math import comb
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..model.cosine_sample import POINTS, CosineSample
from ..ports.models import Vector
from ..ports.storage import FactLookup, Reader, Store, VectorIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KEY = "pair_cosines"  # of the fact
_SEED = b"dowse"
_MOST_DOCUMENTS = 128
_MOST_CHUNKS = 4  # of a document
_LEAST_PAIRS = 300  # fewer say little about the first percents
_FEWEST_DOCUMENTS = next(n for n in count() if comb(n, 2) * _MOST_CHUNKS**2 >= _LEAST_PAIRS)
_MUCH = 0.25  # share of the vectors whose change makes a sample outdated


class _SampledIndex(Reader, FactLookup, Protocol):
    """One state of an index with its facts."""


def cosines_of(index: _SampledIndex) -> CosineSample:
    """The stored sample of the active vectors; without a stored one, which an earlier dowse leaves, a new sample."""
    sample, is_stored = _parsed(index.recalled(_KEY), index.recalled("fingerprint"))
    return sample if is_stored else CosineSample(pair_quantiles(index))


def stored_cosines(index: FactLookup) -> CosineSample:
    """The stored sample of the active vectors; one without quantiles if there is none."""
    return _parsed(index.recalled(_KEY), index.recalled("fingerprint"))[0]


@dataclass(slots=True)
class CosineSampler:
    """The samples of one open index. Without a stored one it takes a sample, which takes up to 0.2 s, and keeps it."""

    _space: str = ""
    _taken: CosineSample | None = None

    def __call__(self, index: _SampledIndex) -> CosineSample:
        """As `cosines_of`, with a sample that was taken before, unless many vectors changed."""
        space = index.recalled("fingerprint")
        sample, is_stored = _parsed(index.recalled(_KEY), space)
        if is_stored:
            return sample
        embedded = index.counts().embedded
        if self._taken is None or self._space != space or _is_outdated(self._taken, embedded):
            self._space, self._taken = space, CosineSample(pair_quantiles(index), embedded)
        return self._taken


def store_cosines(index: Store) -> None:
    """Takes and stores a sample, unless the stored one still fits."""
    space = index.recalled("fingerprint")
    sample, is_stored = _parsed(index.recalled(_KEY), space)
    embedded = index.counts().embedded
    if is_stored and not _is_outdated(sample, embedded):
        return
    with index.snapshot() as reader:
        quantiles = list(pair_quantiles(reader))
    index.remember(_KEY, json.dumps({"space": space, "vectors": embedded, "quantiles": quantiles}))


def pair_quantiles(reader: Reader) -> tuple[float, ...]:
    """The quantiles of the cosines of pairs of chunks of two documents; none for too few pairs."""
    docs, rows = [], []
    chosen = _chosen(reader.inside([""]), _MOST_DOCUMENTS)
    if len(chosen) < _FEWEST_DOCUMENTS:
        return ()
    for doc in chosen:
        for row in islice(_rows(reader, doc), _MOST_CHUNKS):
            docs.append(doc)
            rows.append(row)
    if len({len(row) for row in rows}) != 1:  # no vectors, or a damaged index
        return ()
    numbers = np.unique(docs, return_inverse=True)[1]
    matrix = np.stack(rows)
    pairs = np.triu(numbers[:, None] != numbers[None, :], 1)
    cosines = (matrix @ matrix.T)[pairs]
    return _quantiles(cosines) if len(cosines) >= _LEAST_PAIRS else ()


def merged(samples: Iterable[CosineSample]) -> CosineSample:
    """The sample of several indexes; each has the same weight."""
    listed = [sample for sample in samples if sample.quantiles]
    if not listed:
        return CosineSample()
    cosines = np.array([cosine for sample in listed for cosine in sample.quantiles], np.float32)
    return CosineSample(_quantiles(cosines), sum(sample.vectors for sample in listed))


def _is_outdated(sample: CosineSample, embedded: int) -> bool:
    return abs(embedded - sample.vectors) > _MUCH * sample.vectors


def _quantiles(cosines: NDArray[np.float32]) -> tuple[float, ...]:
    """As `np.quantile`, which partitions the cosines once more for each of them: a third of the time."""
    ordered = np.sort(cosines).astype(np.float64)
    at = np.linspace(0, 1, POINTS) * (len(ordered) - 1)
    below = at.astype(np.intp)
    steps = np.diff(ordered, append=ordered[-1]).take(below)
    return tuple((ordered.take(below) + steps * (at - below)).round(4).tolist())


def _rows(reader: VectorIndex, doc: str) -> Iterator[Vector]:
    """The vectors of the document in the order of their hashes, without zero vectors."""
    vectors = {str(ref): vector for ref, vector in reader.vectors(doc).items()}
    yield from (vectors[ref] for ref in _chosen(list(vectors), len(vectors)) if vectors[ref].any())


def _chosen(names: Sequence[str], count: int) -> list[str]:
    return sorted(names, key=lambda name: blake2b(name.encode("utf-8", "surrogatepass"), key=_SEED).digest())[:count]


@lru_cache(maxsize=64)  # vaults
def _parsed(text: str, space: str) -> tuple[CosineSample, bool]:
    """The stored sample, and whether it is one of this space. An index is untrusted: any text is possible."""
    try:
        stored = json.loads(text) if text else None
        if not isinstance(stored, dict) or stored.get("space") != space:
            return CosineSample(), False
        quantiles = tuple(map(float, stored["quantiles"]))
        vectors = int(stored["vectors"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return CosineSample(), False
    is_valid = len(quantiles) in (0, POINTS) and all(-1.001 <= each <= 1.001 for each in quantiles)
    if not is_valid or vectors < 0 or list(quantiles) != sorted(quantiles):
        return CosineSample(), False
    return CosineSample(quantiles, vectors), True
