"""Migration of skipped files: source code of others, which an earlier version read and skipped, is left out by the walk
now, unless an ignore file includes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from ..filesystem.walk import CODE_OF_OTHERS
from ..model.errors import StorageError
from ..ports.indexed_document import WriteBatch
from ..ports.storage import IndexFacts

REMEMBERED, _STAMP = "skipped", "1"  # the key in the index, and its value


class SkippedIndex(IndexFacts, Protocol):
    """The part of a store that the migration needs."""

    def troubles(self) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
        """See DocumentWriter."""

    def write(self, batch: WriteBatch) -> None:
        """See DocumentWriter."""


def migrate_skipped(index: SkippedIndex) -> None:
    """Forgets the files that were skipped as source code of others, so that one that is included now is read."""
    if index.recalled(REMEMBERED) == _STAMP:
        return
    with suppress(StorageError):  # a read-only index keeps what it has
        if paths := tuple(path for path, why in index.troubles()[0] if why.startswith(CODE_OF_OTHERS)):
            index.write(WriteBatch(removed=paths))
        index.remember(REMEMBERED, _STAMP)
