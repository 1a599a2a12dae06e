"""Migration of the keys of references: an index that has those of an earlier version resolves all references again."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from ..graph.source_references.interface import KEYS
from ..model.errors import StorageError
from ..ports.storage import IndexFacts

REMEMBERED = "reference_keys"  # key in the index: the version of the keys


class _Index(IndexFacts, Protocol):
    """The part of a store that the migration needs."""

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """See LinkQueue."""


def migrate_reference_keys(index: _Index) -> None:
    """Queues all references, once, if the index may have keys of another version."""
    if index.recalled(REMEMBERED) == KEYS:
        return
    with suppress(StorageError):  # a read-only index keeps the old keys: nothing changes in it
        index.unlink_depending(None)
        index.remember(REMEMBERED, KEYS)
