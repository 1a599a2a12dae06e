"""The first index of a git worktree: a copy of the index of another worktree of the repository, where there is one.

Whatever differs is then read as after any change of files: files with the same content keep their rows and vectors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex

from ...engines.registry import storage_at
from ...filesystem.worktrees import Worktree, worktree_around
from ...model.errors import DowseError
from ...model.value_class import dataclass
from ...ports.storage import FactLookup, IndexFacts, Store
from ...ports.store_location import StoreLocation
from ...query.ast import MatchAll
from ...settings.layer import Settings
from ...settings.worktree_record import WorktreeIndex, record, recorded, unrecord
from .deleted_worktrees import remove_deleted
from .index_origin import IndexOrigin
from .index_ownership import IS_SAME, owner_fact, share_in
from .index_provenance import PROVENANCE, is_recorded
from .model_trust import UNCHOSEN, ModelTrust

_MOST_COMPARED = 8  # recorded indexes of the repository, the newest first


def prepare(root: Path, folder: Path, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Creates a missing index of a worktree, empty, and records that dowse has made it; remarks on deleted worktrees.

    An index that cannot be recorded is made without a copy, and is not copied itself.
    """
    place, tree = storage_at(folder), worktree_around(Path(os.path.realpath(root)))
    if tree is None or not tree.is_confirmed:
        return ()
    with suppress(DowseError, OSError):
        if place.peek(PROVENANCE):
            return ()
    with suppress(DowseError, OSError), place.lock().held(patience=0.0), closing(place.open()) as index:
        if not index.recalled(PROVENANCE) and not index.known():  # another process may have begun meanwhile
            certify(index, root, folder, environment)
            return tuple(remove_deleted(environment))
    return ()


def certify(index: IndexFacts, root: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """Records that dowse has made all that is in the index of a worktree, so that it may be copied."""
    tree = worktree_around(Path(os.path.realpath(root)))
    if tree is not None and tree.is_confirmed:
        with suppress(DowseError, OSError):
            entry = _entry(root, folder, tree, token_hex(16))
            record(entry, environment)
            index.remember(PROVENANCE, entry.token)


def follow(index: FactLookup, root: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """Records the new place of an index that was moved with its worktree."""
    token, tree = index.recalled(PROVENANCE), worktree_around(Path(os.path.realpath(root)))
    moved = [each for each in recorded(environment) if each.token == token and not os.path.lexists(each.vault)]
    if token and tree is not None and moved:
        with suppress(DowseError):
            record(_entry(root, folder, tree, token), environment)
            unrecord(moved, environment)


@dataclass(frozen=True, slots=True)
class IndexSeeding:
    """The first content of the index at `place`, in `folder`, of the vault in `root`."""

    place: StoreLocation
    root: Path
    folder: Path
    settings: Settings
    environment: Mapping[str, str]

    def seed(self, index: Store) -> tuple[str, ...]:
        """Replaces an index without files by a copy of that of another worktree, if that has most of the files.

        Call with the lock held; the index is to be opened again.  Returns a remark on the copy.
        """
        with suppress(DowseError, OSError):
            token = index.recalled(PROVENANCE)
            if not token or any(map(index.recalled, UNCHOSEN)) or index.known():
                return ()
            own = next((each for each in recorded(self.environment) if each.folder == str(self.folder)), None)
            if own is None or own.token != token:
                return ()
            source = max(self._sources(own), key=lambda found: found[0], default=None)
            if source is not None and self._is_copied(source[1], token):
                return (f"the index started as a copy of that of the worktree {source[1].worktree}",)
        return ()

    def _sources(self, own: WorktreeIndex) -> Iterator[tuple[float, WorktreeIndex]]:
        """The indexes that may be copied, each with the share of its files that the worktree has."""
        for each in _of_repository(own, self.environment):
            with suppress(DowseError):
                folder = Path(each.folder)
                if not IndexOrigin(Path(each.vault), folder, self.environment).is_own():
                    continue
                index = storage_at(folder).readonly()
                if is_recorded(each, index) and not self._trust_of(each).unconfirmed_vectors(index):
                    share = share_in(self.root, index.indexed_state(MatchAll()).documents)
                    if share > IS_SAME:
                        yield share, each

    def _is_copied(self, source: WorktreeIndex, token: str) -> bool:
        original = storage_at(Path(source.folder))
        self.place.discard()
        facts = {PROVENANCE: token, **IndexOrigin(self.root, self.folder, self.environment).facts()}
        if not self.place.copy_from(original, {**owner_fact(self.root), **UNCHOSEN, **facts}):
            self.place.create(facts)  # unless another process has created one
            return False
        own = ModelTrust(self.root, self.folder, self.settings, self.environment, asked="")
        with suppress(DowseError), closing(self.place.open()) as copy:  # else the user confirms the models again
            own.inherit(copy, self._trust_of(source), original.readonly())
        return True

    def _trust_of(self, source: WorktreeIndex) -> ModelTrust:
        return ModelTrust(Path(source.vault), Path(source.folder), self.settings, self.environment, asked="")


def _of_repository(entry: WorktreeIndex, environment: Mapping[str, str]) -> list[WorktreeIndex]:
    """The recorded indexes of the same folder in other worktrees of the repository, the newest first."""
    place = entry.repository, entry.inside
    known = [each for each in reversed(recorded(environment)) if (each.repository, each.inside) == place]
    return [each for each in known if each.folder != entry.folder][:_MOST_COMPARED]


def _entry(root: Path, folder: Path, tree: Worktree, token: str) -> WorktreeIndex:
    vault = Path(os.path.realpath(root))
    return WorktreeIndex(
        folder=str(folder),
        vault=str(vault),
        worktree=str(tree.top),
        repository=str(tree.repository),
        token=token,
        is_linked=tree.is_linked,
        parent=tree.top.parent.stat().st_ino,
    )
