"""Gives back the room that the index of a vault does not need."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from ..engines.sqlite import file_maintenance
from ..model.errors import IndexBusyError, StorageError
from .index_lock import IndexLock
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
    folder = vault.folder
    try:
        with IndexLock(folder).held(patience=_PATIENCE):
            before = file_maintenance.size(folder)
            free = shutil.disk_usage(folder).free
            if free < before:
                raise StorageError(
                    f"{folder} needs {before / 1e6:,.1f} MB free on its disk for a copy of the index, and there are "
                    f"{free / 1e6:,.1f}; free some space and run again"
                )
            file_maintenance.vacuum(folder)
    except IndexBusyError as error:
        raise IndexBusyError(
            "another process is writing the index; run `dowse vacuum` again when it is done"
        ) from error
    return VacuumResult(before, file_maintenance.size(folder))
