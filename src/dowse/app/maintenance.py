"""Vacuum: return unused disk space of an index."""

from __future__ import annotations

import os
import time
from dataclasses import field
from typing import Annotated

from ..engines.registry import storage_at
from ..filesystem.worktrees import worktree_top
from ..model.errors import IndexBusyError
from ..model.value_class import dataclass
from .results.json_fields import INTERNAL, OPTIONAL, WORKTREE, Description, Result
from .sessions.deleted_worktrees import remove_deleted
from .sessions.vault_session import VaultSession

_PATIENCE = 10.0  # seconds to wait for another process that writes


@dataclass(frozen=True, slots=True, kw_only=True)
class VacuumResult(Result):
    """The size of an index before and after it was vacuumed."""

    vault: Annotated[str, Description("the name of the folder")]
    worktree: Annotated[str | None, Description(WORKTREE)] = field(default=None, metadata=OPTIONAL)
    before_bytes: Annotated[int, Description("size of the index before")]
    after_bytes: Annotated[int, Description("size of the index after")]
    seconds: Annotated[float, Description("duration")]
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)


def vacuum(vault: VaultSession, *, patience: float = _PATIENCE) -> VacuumResult:
    """Returns unused disk space of the index, and that of the indexes of deleted git worktrees.

    Raises IndexBusyError when another process writes the index for more than `patience` seconds, and StorageError when
    the disk has no space for the temporary copy; then the index is unchanged.
    """
    started = time.perf_counter()
    place = storage_at(vault.folder)
    try:
        with place.lock().held(patience=patience):
            before = place.size()
            place.vacuum()
    except IndexBusyError as error:
        raise IndexBusyError(
            "another process is writing the index; run `dowse vacuum` again when it is done"
        ) from error
    seconds = round(time.perf_counter() - started, 2)
    return VacuumResult(
        vault=vault.name,
        worktree=worktree_top(vault.root),
        before_bytes=before,
        after_bytes=place.size(),
        seconds=seconds,
        remarks=(*vault.pending_remarks(), *remove_deleted(os.environ)),
    )
