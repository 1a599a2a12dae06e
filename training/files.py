"""The files of token vectors as the bundled embedder reads them."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

VECTORS, SCALES, TOKENIZER, MODEL = "vectors.npy", "scales.npy", "tokenizer.json", "model.json"
HASHED = (VECTORS, SCALES, TOKENIZER)  # what the revision stands for, in this order

MOST_BYTES = 10_000_000  # all files together; they are part of every wheel


def content(rows: NDArray[np.floating], tokenizer: str, about: Mapping[str, str]) -> dict[str, bytes]:
    """The content of each file, by name; row i belongs to the token with id i."""
    vectors, scales = quantized(rows)
    hashed = dict(zip(HASHED, (_npy(vectors), _npy(scales), tokenizer.encode()), strict=True))
    said = {**about, "dims": int(vectors.shape[1]), "revision": sha256(hashed.values())[:12]}
    files = hashed | {MODEL: (json.dumps(said, indent=2) + "\n").encode()}
    if (size := sum(map(len, files.values()))) > MOST_BYTES:
        raise ValueError(f"the files take {size:,} bytes, more than {MOST_BYTES:,}; lower the dimensions")
    return files


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes the files into the folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def read(folder: Path) -> NDArray[np.float32]:
    """The rows of the folder's files, each times its scale."""
    rows: NDArray[np.float32] = np.load(folder / VECTORS) * np.load(folder / SCALES)[:, None]
    return rows


def revision(folder: Path) -> str:
    """The revision that the folder's files say they are."""
    return str(json.loads((folder / MODEL).read_text(encoding="utf-8"))["revision"])


def quantized(rows: NDArray[np.floating]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Each row as int8 in [-127, 127] and the float32 that scales it back; a zero row has scale 0."""
    peaks = np.abs(rows).max(axis=1)
    steps = np.where(peaks > 0, peaks / 127, 1.0)
    return np.rint(rows / steps[:, None]).astype(np.int8), (peaks / 127).astype(np.float32)


def sha256(contents: Iterable[bytes]) -> str:
    """The digest of the contents one after the other, in hex."""
    digest = hashlib.sha256()
    for data in contents:
        digest.update(data)
    return digest.hexdigest()


def _npy(array: NDArray[np.int8] | NDArray[np.float32]) -> bytes:
    """The array in numpy's file format, version 1.0, whose header holds no time and no machine."""
    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False)
    return file.getvalue()
