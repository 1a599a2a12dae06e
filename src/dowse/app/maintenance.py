"""Gives back the room that the index of a vault does not need."""

from __future__ import annotations

from dataclasses import dataclass

from ..engines.registry import storage_at
from ..model.errors import IndexBusyError
from .vault_session import VaultSession

_PATIENCE = 10.0  # seconds for another process that writes


@dataclass(frozen=True, slots=True)
class VacuumResult:
    """Bytes of the index."""

    before: int
    after: int


def vacuum(vault: VaultSession) -> VacuumResult:
    """Makes the index as small as it can be.

    Raises IndexBusyError when another process writes it for long, and StorageError when the disk has no room for the
    copy that is made meanwhile; then it is as it was.
    """
    place = storage_at(vault.folder)
    try:
        with place.lock().held(patience=_PATIENCE):
            before = place.size()
            place.vacuum()
    except IndexBusyError as error:
        raise IndexBusyError(
            "another process is writing the index; run `dowse vacuum` again when it is done"
        ) from error
    return VacuumResult(before, place.size())
