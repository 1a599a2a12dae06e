"""The origin of an index inside a vault: whether this user's dowse made it, by a token in the index and in a record.

A vault may come from anywhere and contain an index, whose author could make dowse answer from other texts than those of
the vault, or do any amount of work.  So an index without a recorded token is not opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from ...engines.registry import storage_at
from ...model.errors import IndexDamagedError, StorageError
from ...model.value_class import dataclass
from ...ports.storage import IndexFacts
from ...ports.store_location import ORIGIN, StoreLocation
from ...settings.index_record import IndexRecord, record_index, recorded_indexes
from ...settings.paths import INDEX_FOLDER
from ...settings.worktree_record import recorded
from .index_provenance import PROVENANCE

TOKEN = ORIGIN  # key in the index
_FOREIGN = "was not made by this dowse"
_CLOSED = "is closed to this user"
_FOREIGN_LOG = "has a log of changes beside it (-wal or -journal) that this dowse did not write to it"
_REPLACED = "was replaced by another one, which this dowse has not made; run the command again"


@dataclass(frozen=True, slots=True)
class IndexOrigin:
    """The index in `folder` of the vault in `root`. One outside of `.dowse` in the vault is the user's own."""

    root: Path
    folder: Path
    environment: Mapping[str, str]

    @property
    def is_recorded(self) -> bool:
        """Whether the origin of an index in this folder is recorded."""
        return self.folder == self.root / INDEX_FOLDER

    def is_own(self) -> bool:
        """Whether no other program has made an index here, so that dowse may open or create one."""
        return not self.objection()

    def objection(self) -> str:
        """Why dowse does not open the index here, as a predicate; empty if it may open or create one."""
        place = storage_at(self.folder)
        try:
            if not self.is_recorded or not place.exists():
                return ""
        except PermissionError:
            return _CLOSED
        known = recorded_indexes(self.environment)
        try:
            token = place.peek(TOKEN)
            entry = _of_token(token, known)
            if entry is None:
                return "" if self._is_known_otherwise(place) else _FOREIGN
            if not self._is_here_or_moved(entry):
                return f"is a copy of the one in {entry.folder}"
            return "" if place.is_written_with(token) else _FOREIGN_LOG
        except IndexDamagedError:  # dowse made an index in this folder, so the damaged one is that
            return "" if any(each.folder == os.path.realpath(self.folder) for each in known) else _FOREIGN

    def verify(self) -> None:
        """Raises StorageError where there is an index of another origin, and IndexDamagedError for a damaged one."""
        if not self.is_own():
            raise StorageError(f"the index in {self.folder} {_REPLACED}")
        if self.is_recorded:
            storage_at(self.folder).peek(TOKEN)

    def facts(self) -> Mapping[str, str]:
        """What a new index stores, after it was recorded. Raises SettingsError when it cannot be recorded."""
        if not self.is_recorded:
            return {}
        from secrets import token_hex  # noqa: PLC0415  # few calls create an index

        token = token_hex(16)
        record_index(self.folder, token, self.environment)
        return {TOKEN: token}

    def create(self, place: StoreLocation) -> None:
        """Creates a missing index whose origin is recorded, also beside an earlier one that could not be converted.

        Raises SettingsError and StorageError.
        """
        if self.is_recorded and not place.has_current():
            place.create(self.facts())

    def accept(self, index: IndexFacts, *, is_forced: bool = False) -> None:
        """Records the open index as one of this user.

        Raises StorageError for one of another origin unless `is_forced`, and SettingsError.
        """
        if not self.is_recorded:
            return
        entry = _of_token(index.recalled(TOKEN), recorded_indexes(self.environment))
        if entry is None and not (is_forced or self._is_known_otherwise(storage_at(self.folder))):
            raise StorageError(f"the index in {self.folder} {_REPLACED}")
        if entry is None or entry.folder != os.path.realpath(self.folder):  # a copy leaves the record of the original
            for key, value in self.facts().items():
                index.remember(key, value)

    def _is_here_or_moved(self, entry: IndexRecord) -> bool:
        """Whether the recorded index is this one, not a copy: a copy may have been changed by others since."""
        if entry.folder == os.path.realpath(self.folder):
            return True
        there = Path(entry.folder)
        try:
            return there.samefile(self.folder)
        except OSError:
            pass
        try:
            return storage_at(there).peek(TOKEN) != entry.token
        except IndexDamagedError:
            return False

    def _is_known_otherwise(self, place: StoreLocation) -> bool:
        """Whether another record names the index at this place, as an earlier version of dowse wrote it."""
        from ...settings.model_record import IDENTITY, confirmed  # noqa: PLC0415  # here, with numpy, which find does without

        known = confirmed(place.peek(IDENTITY), self.environment).vault
        if known and os.path.realpath(known) == os.path.realpath(self.root):
            return place.is_written_with(place.peek(IDENTITY))
        token = place.peek(PROVENANCE)
        return (
            bool(token)
            and place.is_written_with(token)
            and any(
                each.token == token and os.path.realpath(each.folder) == os.path.realpath(self.folder)
                for each in recorded(self.environment)
            )
        )


def _of_token(token: str, known: Iterable[IndexRecord]) -> IndexRecord | None:
    return next((each for each in known if token and each.token == token), None)
