"""Indexed documents with the stamps of their files, and the batches in which they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from ..model.chunk import Chunk
from ..model.document import Document
from ..model.value_class import dataclass
from .models import Vector

UNCOMPARED = -2  # `mtime_ns` in the copy of an index: whatever the time of the file, its digest is compared


class FileStamp(NamedTuple):
    """The state of a file when it was read. An unreadable file has `mtime_ns` -1, so that the next run retries it.

    A named tuple, since those are made in half of the time: each scan compares those of all files.
    """

    size: int  # bytes
    mtime_ns: int
    digest: str = ""
    modified: float | None = None  # seconds since the epoch, for a file with the same content; None: as before


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document to be indexed, with the stamp of its file and its chunks.

    Chunks and links belong to a unit; one of an unknown unit belongs to the document itself.
    """

    document: Document
    stamp: FileStamp
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that is not in the index, with the reason as a message for the user."""

    path: str
    why: str
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class WriteBatch:
    """Changes that are written together or not at all. A path in `indexed` or `skipped` replaces what was there."""

    indexed: tuple[IndexedDocument, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    removed: tuple[str, ...] = ()
    touched: Mapping[str, FileStamp] = field(default_factory=dict)  # another stamp, the same bytes
    vectors: Mapping[bytes, Vector] = field(default_factory=dict)  # by chunk digest; of any L2 norm, stored as given
    refused: Mapping[bytes, str] = field(default_factory=dict)  # by chunk digest, the reason for the rejection
    space: str = ""  # fingerprint of the embedder of `vectors` and `refused`; empty: the active one
