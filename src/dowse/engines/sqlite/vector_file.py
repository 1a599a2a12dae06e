"""The file of vectors beside the database: four columns, one behind the other, memory-mapped.

The rows in the database are authoritative; this file is derived, stamped with the generation of its rows, and rebuilt
when that does not match.  Few vectors have no file, which would be a third of the source that they are of: 10,800 are
read in 15 ms, and mapped in 1 ms.
"""

from __future__ import annotations

import contextlib
import mmap
import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeVar

import numpy as np
from numpy.lib import format as npy

from ...filesystem.private_files import opener
from .index_files import vectors_file, vectors_files

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_IN_FILE = 30_000  # vectors; of 256 dimensions those are 8 MB

Kind = TypeVar("Kind", np.int64, np.float32, np.int8)


class VectorColumns(NamedTuple):
    """One row a chunk, by chunk id.

    In columns, since a scan of 450,000 adjacent vectors takes 22 ms, and 30 ms with other fields between them.
    """

    doc: NDArray[np.int64]
    chunk: NDArray[np.int64]
    scale: NDArray[np.float32]  # times a row of `vector`
    vector: NDArray[np.int8]  # (rows, dim)


NOTHING = VectorColumns(
    np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32), np.zeros((0, 0), np.int8)
)


def load(folder: Path, generation: int) -> VectorColumns | None:
    """The columns of that generation, mapped; None when there are none or they cannot be read."""
    path = vectors_file(folder, generation)
    if not path.is_file():  # opening a pipe would wait for a writer
        return None
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            columns = VectorColumns(
                doc=_mapped(file, data, np.int64, 1),
                chunk=_mapped(file, data, np.int64, 1),
                scale=_mapped(file, data, np.float32, 1),
                vector=_mapped(file, data, np.int8, 2),
            )
    except (OSError, ValueError, TypeError):  # numpy raises TypeError for a buffer that is too short
        return None
    rows = {column.shape[0] for column in columns}
    return columns if len(rows) == 1 and np.isfinite(columns.scale).all() else None


def save(folder: Path, generation: int, columns: VectorColumns) -> None:
    """Writes the file atomically, if there are many vectors, and removes older ones. A read-only folder is no error:
    the columns are derived and rebuilt when needed.
    """
    target = vectors_file(folder, generation)
    with contextlib.suppress(OSError):
        if len(columns.doc) >= FEWEST_IN_FILE:
            _write(target, columns)
        for other in vectors_files(folder):
            if other != target:
                other.unlink(
                    missing_ok=True
                )  # fails on Windows while another process has it mapped; the next call removes it


def _write(target: Path, columns: VectorColumns) -> None:
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        with open(temporary, "wb", opener=opener) as file:  # Path.open has no opener
            for column in columns:
                np.save(file, column)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _mapped(file: BinaryIO, data: mmap.mmap, kind: type[Kind], dimensions: int) -> NDArray[Kind]:
    """The next column in the file. Raises ValueError for a column that `save` does not write."""
    if npy.read_magic(file) != (1, 0):
        raise ValueError("another version of the format")
    shape, _, dtype = npy.read_array_header_1_0(file)
    if dtype != kind or len(shape) != dimensions:
        raise ValueError("another column")
    start = file.tell()
    column: NDArray[Kind] = np.ndarray(shape, kind, buffer=data, offset=start)
    file.seek(start + column.nbytes)
    return column
