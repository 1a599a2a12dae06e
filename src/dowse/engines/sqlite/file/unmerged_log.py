"""What SQLite would merge into a database from the files beside it: who wrote it.

SQLite replays a write-ahead log or a rollback journal that lies beside a database, whoever wrote it.  Each transaction
of dowse writes the row of the index's token anew, so the pages of its log, and the former pages in its journal, contain
that random token.  A log of somebody who has not read the index does not.
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct

from ....model.errors import StorageError
from ..connect import refuse_irregular

_HEAD = Struct(">8xI4x8s8x")  # of the log: the size of a page, the salts
_FRAME_HEAD = Struct(">II8s8x")  # of a page in the log: its number, the pages of the database at a commit, the salts
_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))
_LARGEST_JOURNAL = 1 << 26  # bytes; dowse's databases have write-ahead logs, and a journal only where those fail


def is_written_with(path: Path, fact: str) -> bool:
    """Whether what SQLite would merge into the database at `path` was written to an index with this random fact.

    Reads the first transaction of a log.
    """
    try:
        refuse_irregular(path)
        return _log_has(path.with_name(f"{path.name}-wal"), fact.encode()) and _journal_has(
            path.with_name(f"{path.name}-journal"), fact.encode()
        )
    except (StorageError, OSError):
        return False


def _log_has(log: Path, fact: bytes) -> bool:
    """Also for a log without a whole transaction, which SQLite does not merge."""
    try:
        opened = log.open("rb")
    except FileNotFoundError:
        return True
    with opened:
        head = opened.read(_HEAD.size)
        if len(head) < _HEAD.size:
            return True
        size, salts = _HEAD.unpack(head)
        if size not in _PAGE_SIZES:
            return True
        while True:
            frame = opened.read(_FRAME_HEAD.size + size)
            if len(frame) < _FRAME_HEAD.size + size:
                return True
            number, is_commit, own = _FRAME_HEAD.unpack_from(frame)
            if own != salts or not number:
                return True
            if fact in frame[_FRAME_HEAD.size :]:
                return True
            if is_commit:
                return False


def _journal_has(journal: Path, fact: bytes) -> bool:
    """Also for an empty journal, which SQLite does not merge."""
    try:
        content = journal.read_bytes() if journal.stat().st_size <= _LARGEST_JOURNAL else b"-"
    except FileNotFoundError:
        return True
    return not content or fact in content
