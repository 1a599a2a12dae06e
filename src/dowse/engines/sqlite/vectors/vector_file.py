"""The file of vectors beside the database: their number and dimensions, four columns, and a checksum.

The rows in the database are authoritative; this file is derived, stamped with the generation of its rows, and rebuilt
when that or the checksum does not match.  It is read as a whole, 100,000 vectors of 256 dimensions in 12 ms of CPU
time: a process that has mapped a file ends when somebody truncates the file.  Few vectors have a file only if that is
small beside the database, as it is for notes: 14,900 are read from the rows in 15 ms, and from the file in 2.4.  For
source code it would be a third of the source.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....filesystem.private_files import opener
from ..file.index_files import vectors_file, vectors_files

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_IN_FILE = 30_000  # vectors; of 256 dimensions those are 8 MB
_FEWEST_AT_ALL = 2_000  # vectors; fewer are read from the rows in 2 ms or less
_GREATEST_SHARE = 0.2  # of a file of fewer vectors, of the bytes of the database
_SIZES = 16  # bytes: the number of the vectors and that of their dimensions
_CHECKSUM = 4  # bytes, at the end: CRC-32 of everything before


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
    """The columns of that generation; None when there are none or they are not as `save` wrote them."""
    path = vectors_file(folder, generation)
    if not path.is_file():  # opening a pipe would wait for a writer
        return None
    try:
        content = np.fromfile(path, np.uint8)
    except OSError:
        return None
    columns = _columns(content)
    return columns if columns and np.isfinite(columns.scale).all() else None


def save(folder: Path, generation: int, columns: VectorColumns, *, database: Path) -> None:
    """Writes the file atomically, if it pays, and removes older ones. A read-only folder is no error: the columns are
    derived and rebuilt when needed.
    """
    target = vectors_file(folder, generation)
    with contextlib.suppress(OSError):
        if _pays(columns, database):
            _write(target, columns)
        for other in vectors_files(folder):
            if other != target:
                other.unlink(
                    missing_ok=True
                )  # fails on Windows while another process reads it; the next call removes it


def _pays(columns: VectorColumns, database: Path) -> bool:
    """Whether there are many vectors, or their file is small beside the database."""
    count = len(columns.doc)
    if count >= FEWEST_IN_FILE or count < _FEWEST_AT_ALL:
        return count >= FEWEST_IN_FILE
    return sum(part.nbytes for part in columns) <= _GREATEST_SHARE * database.stat().st_size


def _write(target: Path, columns: VectorColumns) -> None:
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    checksum = 0
    try:
        with open(temporary, "wb", opener=opener) as file:  # Path.open has no opener
            for part in (np.array(columns.vector.shape, np.int64), *columns):
                data = np.ascontiguousarray(part).data.cast("B") if part.size else b""
                checksum = zlib.crc32(data, checksum)
                file.write(data)
            file.write(checksum.to_bytes(_CHECKSUM, "little"))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _columns(content: NDArray[np.uint8]) -> VectorColumns | None:
    """The columns in a file; None where the checksum or the size differs."""
    inner, checksum = content[:-_CHECKSUM], content[-_CHECKSUM:]
    if len(inner) < _SIZES or zlib.crc32(inner.data) != int.from_bytes(checksum.tobytes(), "little"):
        return None
    rows, dim = inner[:_SIZES].view(np.int64).tolist()
    ends = np.cumsum([_SIZES, 8 * rows, 8 * rows, 4 * rows, dim * rows]).tolist()
    if min(rows, dim) < 0 or ends[-1] != len(inner):
        return None
    doc, chunk, scale, vector = (inner[start:end] for start, end in itertools.pairwise(ends))
    return VectorColumns(
        doc.view(np.int64), chunk.view(np.int64), scale.view(np.float32), vector.view(np.int8).reshape(rows, dim)
    )
