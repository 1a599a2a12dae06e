"""The provenance of the index of a git worktree: whether this user's dowse has made it, by a token in both places."""

from __future__ import annotations

import os
from pathlib import Path

from ...ports.storage import FactLookup
from ...settings.worktree_record import WorktreeIndex

PROVENANCE = "provenance"  # key in the index


def is_recorded(entry: WorktreeIndex, index: FactLookup) -> bool:
    """Whether the index in the folder of the entry is the recorded one, and not one that came with the files.

    Raises the errors of a read.
    """
    return bool(entry.token) and index.recalled(PROVENANCE) == entry.token and _is_of_user(Path(entry.folder))


def _is_of_user(folder: Path) -> bool:
    try:
        return os.name == "nt" or folder.stat().st_uid == os.geteuid()
    except OSError:
        return False
