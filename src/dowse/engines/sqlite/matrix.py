"""All vectors in one memory-mapped file beside the database, for the scan.

The rows in the database are the truth; this file is derived, stamped with the generation of the rows it was made
from, and made again when that does not match. Measured for 100,000 vectors of 256: reading the rows from SQLite
takes 39 ms, mapping the file 1 ms.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.format import open_memmap

from ...ports import Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLOCK = 1024  # rows turned into float32 at a time; 1 MB at 256 dimensions stays in the cache


def packed(vector: Vector) -> bytes:
    """A vector as it is stored: its scale as float32, then one int8 a dimension."""
    scale = float(np.abs(vector).max(initial=0.0)) / 127.0
    row = np.round(vector / scale).astype(np.int8) if scale else np.zeros(len(vector), np.int8)
    return np.float32(scale).tobytes() + row.tobytes()


def unpacked(data: bytes) -> Vector:
    """A stored vector, of L2 norm 1 or zero."""
    scale, row = _unpacked(data, len(data) - 4)
    vector: Vector = row[0].astype(np.float32) * scale[0]
    norm = np.float32(np.linalg.norm(vector))
    return np.asarray(vector / norm, np.float32) if norm else vector


class Matrix:
    """The vectors of one generation, in the order of chunk ids."""

    def __init__(self, rows: NDArray[np.void]) -> None:
        self._rows = rows

    @classmethod
    def empty(cls) -> Matrix:
        """No vectors at all."""
        return cls(np.zeros(0, _layout(0)))

    def __len__(self) -> int:
        return len(self._rows)

    def nearest(self, vector: Vector, limit: int, *, among: Iterable[int] | None) -> list[tuple[int, float]]:
        """(chunk id, cosine) of the best rows, best first; `among` are the documents that may be found."""
        rows = self._rows
        if among is not None:
            rows = rows[np.isin(rows["doc"], np.fromiter(among, np.int64))]
        if not len(rows) or rows["vector"].shape[1] != len(vector):
            return []
        scores = _scores(rows, vector)
        best = _best(scores, limit)
        return list(zip(rows["chunk"][best].tolist(), scores[best].tolist(), strict=True))


def load(folder: Path, generation: int) -> Matrix | None:
    """The matrix of that generation, mapped; None when there is none or it cannot be read."""
    try:
        rows = open_memmap(_file(folder, generation), mode="r")
    except (OSError, ValueError):
        return None
    # As a plain array over the same mapping: every slice of a memmap costs a microsecond more.
    if rows.dtype.names != _layout(0).names or not np.isfinite(rows["scale"]).all():
        return None
    return Matrix(np.asarray(rows))


def build(stored: list[tuple[int, int, bytes]]) -> Matrix:
    """The matrix of (chunk id, document id, packed vector) rows; zero vectors are near nothing and left out."""
    stored = [row for row in stored if any(row[2])]
    if not stored:
        return Matrix.empty()
    dim = len(stored[0][2]) - 4
    rows = np.zeros(len(stored), _layout(dim))
    rows["chunk"] = [chunk for chunk, _, _ in stored]
    rows["doc"] = [doc for _, doc, _ in stored]
    # `scale` and `vector` lie side by side in the row just as they do in the packed bytes
    rows["scale"], rows["vector"] = _unpacked(b"".join(vector for _, _, vector in stored), dim)
    return Matrix(rows)


def save(folder: Path, generation: int, matrix: Matrix) -> None:
    """Writes the file beside its place and moves it there; older ones are removed. A folder that cannot be written to
    is no error: the matrix is derived and will be built again.
    """
    target = _file(folder, generation)
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        try:
            with temporary.open("wb") as file:
                np.save(file, matrix._rows)  # noqa: SLF001  # the same idea, one function further
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        for other in folder.glob("vectors-*.npy"):
            if other != target:
                other.unlink(missing_ok=True)  # fails on Windows while another process has it mapped; it goes next time


def _file(folder: Path, generation: int) -> Path:
    return folder / f"vectors-{generation}.npy"


def _layout(dim: int) -> np.dtype[np.void]:
    return np.dtype([("doc", np.int64), ("chunk", np.int64), ("scale", np.float32), ("vector", np.int8, (dim,))])


def _unpacked(data: bytes, dim: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    rows = np.frombuffer(data, np.dtype([("scale", np.float32), ("vector", np.int8, (dim,))]))
    return rows["scale"], rows["vector"]


def _scores(rows: NDArray[np.void], vector: Vector) -> NDArray[np.float32]:
    scores = np.empty(len(rows), np.float32)
    buffer = np.empty((_BLOCK, len(vector)), np.float32)
    for start in range(0, len(rows), _BLOCK):
        block = rows["vector"][start : start + _BLOCK]
        np.copyto(buffer[: len(block)], block)
        np.dot(buffer[: len(block)], vector, out=scores[start : start + len(block)])
    return np.asarray(scores * rows["scale"], np.float32)


def _best(scores: NDArray[np.float32], limit: int) -> NDArray[np.int64]:
    """Places of the greatest scores, greatest first; equal scores in the order of the rows."""
    if limit < len(scores):
        floor = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        chosen = np.flatnonzero(scores >= floor)
    else:
        chosen = np.arange(len(scores))
    return chosen[np.argsort(-scores[chosen], kind="stable")][:limit]
