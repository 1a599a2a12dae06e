"""The record of the indexes that dowse has made for git worktrees, in a file outside of every vault.

The index of a new worktree starts as a copy of that of another one.  An index may have come with its vault, so an index
is copied only if it has the token that this file has for its folder.  The file also tells which indexes are left of
worktrees that are deleted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from ..model.errors import SettingsError
from ..model.value_class import dataclass
from .atomic_file import alone, write_whole
from .model_record import state_folder

_FILE = "worktrees.json"
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
        return _read(state_folder(environment) / _FILE)
    except SettingsError:
        return ()


def record(entry: WorktreeIndex, environment: Mapping[str, str]) -> None:
    """Adds the index, in place of an earlier one in its folder. Raises SettingsError."""
    _change(environment, lambda known: (*(each for each in known if each.folder != entry.folder), entry))


def unrecord(entries: Collection[WorktreeIndex], environment: Mapping[str, str]) -> None:
    """Removes the indexes. Raises SettingsError."""
    _change(environment, lambda known: tuple(each for each in known if each not in entries))


def _change(
    environment: Mapping[str, str], change: Callable[[tuple[WorktreeIndex, ...]], tuple[WorktreeIndex, ...]]
) -> None:
    path = state_folder(environment) / _FILE
    with _explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(path):
            write_whole(path, _text(change(_read(path))))


def _read(path: Path) -> tuple[WorktreeIndex, ...]:
    try:
        rows = json.loads(path.read_text("utf-8"))["indexes"]
        return tuple(map(_entry, rows))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise SettingsError(f"{path} cannot be read ({error.strerror}); make it readable, or {_ADVICE}") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise SettingsError(f"{path} is not a record of worktrees; {_ADVICE}") from error


def _entry(row: Mapping[str, object]) -> WorktreeIndex:
    folder, vault, worktree, repository, token = (str(row[name]) for name in _TEXTS)
    if not all(map(os.path.isabs, (folder, vault, worktree, repository))):
        raise ValueError
    return WorktreeIndex(folder, vault, worktree, repository, token, row["is_linked"] is True, int(str(row["parent"])))


def _text(entries: tuple[WorktreeIndex, ...]) -> str:
    rows = [asdict(entry) for entry in entries]
    return json.dumps({"indexes": rows}, ensure_ascii=True, indent=1) + "\n"


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written ({error.strerror}); make it writable, or set DOWSE_STATE to another folder"
        ) from error
