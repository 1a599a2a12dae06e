"""The place of an index before it is opened: the second part of the storage contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from ..model.document import Head
from ..model.value_class import dataclass
from ..query.ast import Expr
from .indexed_document import FileStamp
from .storage import FactLookup, Store

LockName = Literal["write", "embed"]
ORIGIN = "origin"  # the key of a fact that nobody knows who has not read the index
VerifyProgress = Callable[[str, int, int], None]  # (what, done, of how many)


@dataclass(frozen=True, slots=True)
class IndexedState:
    """The stamps of all files that an index knows of, and the documents that a filter selects."""

    documents: Mapping[str, FileStamp]
    skipped: Mapping[str, FileStamp]
    selected: frozenset[str]  # of the documents


@dataclass(frozen=True, slots=True)
class StoreReport:
    """The result of a check of an index."""

    address: str  # for messages: a path or a URL
    faults: tuple[str, ...]  # messages about damage, at most a few
    schema: int  # version of the schema; 0 when nothing was stored yet
    newest_schema: int  # the one that this dowse writes
    size_bytes: int
    free_bytes: int  # that `vacuum` returns
    root: str  # the folder whose index this is; empty when not stored
    earlier: tuple[tuple[str, int], ...] = ()  # indexes of earlier versions at the same place, with their bytes


class ReadonlyStore(FactLookup, Protocol):
    """An index that is read without side effects: no lock, no migration, no new file, and no import for vectors.

    Raises a DowseError where the index is missing, damaged, busy or of another schema.
    """

    def vocabulary(self, field: str) -> Sequence[str]:
        """See LexicalIndex."""

    def indexed_state(self, where: Expr) -> IndexedState:
        """Every file that the index contains, and the documents that `where` selects."""

    def stamped_heads(self, docs: Iterable[str]) -> Mapping[str, tuple[Head, FileStamp]]:
        """The heads of the documents, each with the stamp of the file as indexed; unknown documents are left out."""


class StoreLock(Protocol):
    """The right to do one kind of work on an index. The lock ends with the process that holds the lock."""

    @property
    def is_own(self) -> bool:
        """Whether a thread of this process holds the lock."""

    def held(self, *, patience: float) -> AbstractContextManager[None]:
        """Holds the lock for the block; the same thread may take the lock again inside.

        Raises IndexBusyError when another process or thread holds the lock for more than `patience` seconds, and
        StorageError when nothing can be written.
        """


class StoreLocation(Protocol):
    """The place of one index, whether or not there is one. `engines.registry.storage_at` maps an address to it."""

    def exists(self) -> bool:
        """Whether there is an index, intact or not, of this version or an earlier one."""

    def has_current(self) -> bool:
        """Whether there is an index of this version, intact or not."""

    def earlier(self) -> Sequence[tuple[str, int]]:
        """The indexes of earlier versions beside one of this version: the address and the bytes of each."""

    @property
    def limitation(self) -> str:
        """A remark on what this installation cannot do for an index here; empty for nothing."""

    def changed_size(self) -> int:
        """Bytes of an index that something else than dowse has changed: `open` checks its structure. 0 for others."""

    def convert(self) -> str:
        """Converts a copy of the index of the newest earlier version, if there is none of this version.

        The earlier one stays unchanged, since its version may still use it.  Returns its address, empty when nothing
        was converted.  A damaged one is skipped.  Raises as `open`.
        """

    def copy_from(self, source: StoreLocation, facts: Mapping[str, str]) -> bool:
        """Copies the index at another place of this engine, with these facts in place of its own; whether it did.

        The state of one moment, also while other processes write there; whole or not at all. The stamps of its files
        are UNCOMPARED: the copy is for other files. Nothing is copied where there is an index already, or without
        one of this version at the source. Raises as `open`.
        """

    def create(self, facts: Mapping[str, str]) -> bool:
        """Creates an empty index with these facts, whole or not at all; whether it did.

        Nothing is created where there is an index of this version already. Raises as `open`.
        """

    def peek(self, key: str) -> str:
        """A fact of the index that `open` would open or convert; empty for none, or one of another program or user.

        For an index of unknown origin: with bounded work, and without a change. Raises IndexDamagedError when the
        index cannot be read.
        """

    def is_written_with(self, fact: str, /) -> bool:
        """Whether `open` merges no files into the index but those of transactions that had this random fact in it.

        Only of the fact ORIGIN: each transaction writes it.
        """

    def open(self) -> Store:
        """The index, converted from that of an earlier version or created when missing.

        Raises IndexDamagedError when the index can only be discarded, VaultError when another program made what is
        there, StorageError when nothing can be written.
        """

    def readonly(self) -> ReadonlyStore:
        """The index for reading only; raises no error before the first read."""

    def lock(self, name: LockName = "write") -> StoreLock:
        """The lock of all processes that do this work on the index."""

    def size(self) -> int:
        """Bytes that the index takes."""

    def available(self) -> int | None:
        """Bytes by which the index can grow; None when unknown."""

    def is_writable(self) -> bool:
        """Whether the index can be changed, as far as that shows without a change: not on a full disk."""

    def examine(self) -> StoreReport | None:
        """A check of the index that changes nothing; None when there is none. Raises as `open`."""

    def verify(self, progress: VerifyProgress) -> tuple[str, ...]:
        """The faults of everything that the index contains, each a message; reads all of it.

        Notes them, so that the next `open` raises IndexDamagedError.  Calls `progress` with what is verified, how much
        of it is done, and of how much.  Raises as `open`.
        """

    def vacuum(self) -> None:
        """Deletes vectors without a chunk and returns free space; call it with the lock held.

        Raises StorageError when there is no space for the temporary copy; then the index is unchanged.
        """

    def discard(self) -> None:
        """Removes the index, damaged or not; it is derived from the notes. Raises OSError if not allowed."""
