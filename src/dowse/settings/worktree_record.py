"""The record of the indexes that dowse has made for git worktrees, in a file outside of every vault.

The index of a new worktree starts as a copy of that of another one.  An index may have come with its vault, so an index
is copied only if it has the token that this file has for its folder.  The file also tells which indexes are left of
worktrees that are deleted.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from ..model.errors import SettingsError
from ..model.value_class import dataclass
from .state_file import StateFile, state_folder

_TEXTS = ("folder", "vault", "worktree", "repository", "token")
_ADVICE = "delete the file; the next worktree is then indexed from its files"


@dataclass(frozen=True, slots=True)
class WorktreeIndex:
    """The index of a vault in a worktree. All paths are absolute."""

    folder: str  # of the index
    vault: str
    worktree: str
    repository: str
    token: str
    is_linked: bool
    parent: int  # inode of the folder that contains the worktree; 0 when unknown

    @property
    def inside(self) -> str:
        """The vault, relative to the worktree."""
        return os.path.relpath(self.vault, self.worktree)

    @property
    def is_in_worktree(self) -> bool:
        """Whether the index is deleted and moved together with the files."""
        return Path(self.folder).is_relative_to(self.worktree)


def recorded(environment: Mapping[str, str]) -> tuple[WorktreeIndex, ...]:
    """The recorded indexes, the newest last; none if the record cannot be read."""
    try:
        return _file(environment).read()
    except SettingsError:
        return ()


def record(entry: WorktreeIndex, environment: Mapping[str, str]) -> None:
    """Adds the index, in place of an earlier one in its folder. Raises SettingsError."""
    _file(environment).change(lambda known: (*(each for each in known if each.folder != entry.folder), entry))


def unrecord(entries: Collection[WorktreeIndex], environment: Mapping[str, str]) -> None:
    """Removes the indexes. Raises SettingsError."""
    _file(environment).change(lambda known: tuple(each for each in known if each not in entries))


def _file(environment: Mapping[str, str]) -> StateFile[tuple[WorktreeIndex, ...]]:
    path = state_folder(environment) / "worktrees.json"
    return StateFile(path, _entries, _rows, (), "a record of worktrees", _ADVICE)


def _entries(rows: object) -> tuple[WorktreeIndex, ...]:
    if not isinstance(rows, list):
        raise TypeError
    return tuple(map(_entry, rows))


def _entry(row: Mapping[str, object]) -> WorktreeIndex:
    folder, vault, worktree, repository, token = (str(row[name]) for name in _TEXTS)
    if not all(map(os.path.isabs, (folder, vault, worktree, repository))):
        raise ValueError
    return WorktreeIndex(folder, vault, worktree, repository, token, row["is_linked"] is True, int(str(row["parent"])))


def _rows(entries: Iterable[WorktreeIndex]) -> list[dict[str, object]]:
    return [asdict(entry) for entry in entries]
