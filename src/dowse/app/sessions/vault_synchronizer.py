"""Keeps the index of an open vault in agreement with its files: for a search, or completely."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path

from ...filesystem.diff import Changes, changes, looks_emptied, narrowed
from ...filesystem.saved_files import saved_files
from ...filesystem.scan_cache import ScanCache
from ...filesystem.walk import WalkResult
from ...formats.code.grammars import uninstalled_grammars
from ...indexing.antora_configuration import is_configuring
from ...indexing.batches import TimeBudget
from ...indexing.cosine_sampling import store_cosines
from ...indexing.first_index import announce, begin_first_index, is_first_index, lacks_most, note_left
from ...indexing.freshness import (
    IndexState,
    state_after_error,
    state_during,
    state_of_scan,
    unwritable_remark,
    with_unread,
)
from ...indexing.grammar_migration import migrate_grammars, with_waiting_files
from ...indexing.resolution_cache import ResolutionCache
from ...indexing.synchronize import SyncOutcome, compare, has_pending_work, tidy, unlinked, update_index, with_waiting
from ...indexing.unused_rows import announce_unused, has_unused
from ...indexing.version_migration import is_of_earlier_version, migrate_version, stamps_after_migration
from ...model.errors import IndexBusyError, ModelError, StorageError
from ...ports.indexed_document import FileStamp
from ...ports.storage import Store
from ...ports.store_location import StoreLocation
from ...settings.layer import Settings
from ..location import Progress, silent
from ..vault_files import VaultFiles
from .background_indexing import BackgroundIndexing, IndexingJob
from .folder_scan import FolderScan
from .index_config import IndexConfig
from .index_origin import IndexOrigin
from .index_seeding import IndexSeeding, certify
from .index_store import IndexStore
from .prefetched_store import EmbeddingIndex, PrefetchedStore
from .shared_progress import SharedProgress
from .similarity_comparison import SLICE_SECONDS, SimilarityComparison
from .vault_folders import prepare_folders

_Stamps = Mapping[str, FileStamp]  # of the indexed files
HEALING_SECONDS = 0.3  # that a search may spend on changed files
_FIRST_PATIENCE = 60.0  # seconds that a search waits for another process with the first indexing
_NO_PATIENCE = 0.5  # seconds for work that can be postponed
_SLICE_PATIENCE = 3 * SLICE_SECONDS
_PATIENCE = 600.0  # seconds that `dowse index` waits for another process


class VaultSynchronizer:
    """The files in `root` and their index at `place`. Safe to use from several threads; never writes notes.

    `folder` is the folder of the index, created again when it was deleted.
    """

    def __init__(
        self,
        root: Path,
        folder: Path,
        settings: Settings,
        config: IndexConfig,
        *,
        place: StoreLocation,
        files: VaultFiles,
        repairs: bool = True,
    ) -> None:
        self.root, self.folder, self.files = root, folder, files
        self.settings, self.config = settings, config
        self.background: BackgroundIndexing | None = None  # of a server
        self._resolutions, self._is_untidy = ResolutionCache(), False
        self._state_cache = ScanCache()
        self._last_state = IndexState()  # the last known state of the index
        self._lock, self._embedding, self._shared = place.lock(), place.lock("embed"), SharedProgress(folder)
        origin = IndexOrigin(root, folder, os.environ)
        self._index = IndexStore(place, self._lock, refill=self._refill, origin=origin, repairs=repairs)
        self.folder_scan = FolderScan(root, folder, settings, config, files=files, index=self._index)
        self._seeding = IndexSeeding(place, root, folder, settings, os.environ)
        self.comparison = SimilarityComparison(self._index, self._lock, settings.alike)
        self.with_repair, self.remarks = self._index.with_repair, self._index.remarks

    @property
    def scan_cache(self) -> ScanCache:
        """The time and the result of the last scan."""
        return self.folder_scan.cache

    @property
    def engine(self) -> Store:
        """The open index."""
        return self._index.engine

    def freshen(self, *, progress: Progress | None = None, is_whole: bool = False, scans: bool = False) -> IndexState:
        """Updates the index within HEALING_SECONDS; a first indexing runs to its end. With `scans` no scan of before
        counts. With `is_whole` each update does, also a first one in a server, which else goes on in the background.
        """
        state = self._freshened(progress or silent, is_whole=is_whole, scans=scans)
        return with_waiting_files(state, self.folder_scan.without_symbols)

    def _freshened(self, progress: Progress, *, is_whole: bool, scans: bool) -> IndexState:
        if self.background is not None and (job := self.background.running("first index")) is not None:
            return self._state_during(job, progress, is_whole=is_whole)
        if not scans and self.files.is_current and self.scan_cache.is_current:
            return IndexState(remarks=self.remarks.take())
        state = self._after_scan(progress, is_whole=is_whole)
        if self.files.is_behind:
            state = replace(state, state="stale")
        if state.state == "stale":
            self.scan_cache.forget()
        return state

    def _after_scan(self, progress: Progress, *, is_whole: bool) -> IndexState:
        """The state after the files were compared with the index and read where they differ."""
        found, index = self.folder_scan.compared(progress)
        known = stamps_after_migration(index)
        self.scan_cache.is_settled = not (
            found or has_pending_work(index) or self.config.embeddings.is_changing_soon(index)
        )
        if self.scan_cache.is_settled:
            return IndexState(remarks=(*self.remarks.take(), *self.config.change_remarks(index, self.is_at_work)))
        if self.background is not None and self.with_repair(lambda: lacks_most(self.engine, found, known)):
            job = self.background.begin("first index", lambda report: self._healed(found, known, report))
            if job.kind == "first index":
                return self._state_during(job, progress, is_whole=is_whole)
        return self._healed(found, known, progress, is_whole=is_whole)

    def _healed(self, found: Changes, known: _Stamps, progress: Progress, *, is_whole: bool = False) -> IndexState:
        """The state after an update. A busy or a full index stays as it is, with a remark."""
        is_compared_now = self.background is not None and self.background.running("comparison") is not None
        is_own = self._lock.is_own  # the watcher's updates are short: an answer that waits for one is complete
        patience = _SLICE_PATIENCE if is_compared_now else HEALING_SECONDS if is_own else 0.0
        patience = patience if known else _FIRST_PATIENCE
        try:
            with self._shared.alone(self._lock, patience, progress) as report:
                if not known or is_own:  # another process or thread may have indexed while this one waited
                    if not known:
                        self._seed()
                    found, known = self.scan(report)
                state = self._heal(found, known, report, is_whole=is_whole)
                self.tidy()
            omitted = () if known else self.folder_scan.omitted.dot_folder_remarks()
            state = replace(state, remarks=(*state.remarks, *omitted, *self.model_remarks(self.engine)))
        except (IndexBusyError, StorageError) as error:
            if isinstance(error, StorageError) and not known:
                raise  # the index is empty
            if self.files.is_scoped and found.removed:
                raise  # the index has documents that have left the scope
            stored = known if isinstance(error, IndexBusyError) else stamps_after_migration(self.engine)
            remark, other = self._shared.described(error)
            state = state_after_error(found, known, stored, (*self.remarks.take(), remark), other)
        return state

    def _state_during(self, job: IndexingJob, progress: Progress, *, is_whole: bool) -> IndexState:
        """The state once the job is over, or while it goes on. Raises the error of the job."""
        if job.wait(progress, is_whole=is_whole):
            return self.with_pending(job.state)
        self.scan_cache.forget()
        return state_during(job.progress, self.remarks.take())

    def scan(self, progress: Progress | None = None) -> tuple[Changes, _Stamps]:
        """The differences between files and index, and the indexed files; as FolderScan.compared."""
        found, index = self.folder_scan.compared(progress or silent)
        return found, stamps_after_migration(index)

    def cached_state(self) -> IndexState:
        """The last known state of the index, with the pending remarks."""
        if not self._state_cache.is_recent:
            prepare_folders(self.root, self.folder)
            with self._state_cache.scanning():
                index = self.with_repair(lambda: PrefetchedStore(self.engine))
                walked = self.files.documents()
                self.folder_scan.omitted.note_scan(walked)
                self._last_state = self.state_of(walked, index)
        return self.with_pending(self._last_state)

    def with_pending(self, state: IndexState) -> IndexState:
        """The state, with the remarks that arose in this context since the state was determined."""
        return replace(state, remarks=(*state.remarks, *self.remarks.take()))

    def state_of(self, walked: WalkResult, index: PrefetchedStore, *, indexed: int = 0) -> IndexState:
        """The freshness of the index of `indexed` documents, without reading or writing files or pending remarks."""
        state = state_of_scan(
            walked,
            index.known(),
            is_first=is_first_index(index),
            is_cut_otherwise=self.config.has_other_chunker(index),
            is_of_earlier_version=is_of_earlier_version(index),
        )
        if state.changed and not self._index.is_writable:
            return replace(state, remarks=(*state.remarks, unwritable_remark(self.folder)))
        work = self.work_remark(indexed) if state.is_first else ""
        return replace(state, remarks=(work,)) if work else with_waiting(state, index, uninstalled_grammars())

    def sync(
        self,
        *,
        full: bool = False,
        similar: bool = False,
        file: str = "",
        patience: float = _PATIENCE,
        progress: Progress | None = None,
        scanned: tuple[Changes, _Stamps] | None = None,
    ) -> IndexState:
        """Updates the index completely, however long it takes; `full` reads all files, `similar` compares chunks.

        `scanned` is the result of a scan a moment ago, which is repeated only if the index has changed since.
        With `file` reads that file alone, also unchanged, once the first indexing is over.  Raises RefError when it is
        no document, VaultError when the folder is missing, and IndexBusyError after `patience` seconds.
        """
        prepare_folders(self.root, self.folder)
        with self._shared.alone(self._lock, patience, progress or silent) as report:
            self._index.renew()  # another process may have replaced the index by a copy while this one waited
            if not full:
                self._seed()
            self.with_repair(lambda: self.config.remember(self.engine))
            if full:
                self.with_repair(lambda: self.config.forget(self.engine))
            self.with_repair(self.engine.retry)
            if not file:
                self.with_repair(lambda: migrate_grammars(self.engine, uninstalled_grammars(), most=sys.maxsize))
            if scanned is None or scanned[1] != self.with_repair(self.engine.known):
                scanned = self.scan(report)
            found, known = scanned
            is_first = self.with_repair(lambda: is_first_index(self.engine))
            wanted = narrowed(file, found, known, is_first=is_first) if file else found
            state = self.with_repair(lambda: self._apply(wanted, known, TimeBudget(time.monotonic), report))
            self.tidy()
            state = with_unread(state, found, known, read=file) if wanted is not found else state
            state = with_waiting_files(state, self.folder_scan.without_symbols)
            self.scan_cache.note_left(found, state.left)
            omitted = () if known else self.folder_scan.omitted.dot_folder_remarks()
            state = replace(state, remarks=(*state.remarks, *omitted))
            if full and not file:
                certify(self.engine, self.root, self.folder, os.environ)
            if similar:
                done = partial(compare, least=self.comparison.least, at_once=sys.maxsize, progress=report)
                self.with_repair(lambda: done(self.engine))
        remarks = self.embed(progress=progress)
        return replace(state, remarks=(*state.remarks, *remarks), changes=found)

    def sync_files(
        self, paths: Collection[str], *, patience: float, progress: Progress | None = None
    ) -> tuple[Changes, IndexState] | None:
        """Updates the index from these files alone; what has changed, and the state.

        What the files leave unused stays until `tidy`.  None if only a scan can tell: for a new file, a deleted one,
        one that is not read or that says how others are to be read, and while other files wait.  Raises as `sync`.
        """
        if self.files.is_scoped or self.scan_cache.has_unread or any(map(is_configuring, paths)):
            return None
        prepare_folders(self.root, self.folder)
        with self._lock.held(patience=patience):
            self._index.renew()
            self.with_repair(lambda: self.config.remember(self.engine))
            self.with_repair(self.folder_scan.configured_index)
            known = self.with_repair(lambda: self.engine.known(paths))
            saved = saved_files(self.root, paths, known)
            if saved is None:
                return None
            if not (found := changes(saved, known)):
                return found, IndexState()
            self.with_repair(lambda: announce_unused(self.engine))
            state = self.with_repair(lambda: self._apply(found, known, TimeBudget(time.monotonic), progress or silent))
            self.scan_cache.note_saved(saved)
        remarks = self.embed(progress=progress)
        return found, replace(state, remarks=(*state.remarks, *remarks))

    def tidy(self) -> None:
        """Deletes what updates have left unused, unless another process writes the index."""
        if self._is_untidy or (not self.scan_cache.has_unread and self.with_repair(lambda: has_unused(self.engine))):
            with suppress(IndexBusyError), self._lock.held(patience=0):
                self.with_repair(lambda: tidy(self.engine, self.root, self._update_wholly, self._resolutions))
                self._is_untidy = False

    def embed(self, *, patience: float = _NO_PATIENCE, progress: Progress | None = None) -> tuple[str, ...]:
        """Embeds all pending chunks, also with the next embedder; returns the remarks on those that are left, and why.

        Other processes may search and index meanwhile. Gives up when another process embeds for `patience` seconds.
        Raises VaultError when the folder is missing.
        """
        prepare_folders(self.root, self.folder)
        index = self.with_repair(self.folder_scan.configured_index)
        if self.config.embeddings.is_finished(index):
            return self.model_remarks(index)
        try:
            with self._shared.alone(self._embedding, patience, progress or silent) as report, suppress(ModelError):
                self.config.embeddings.finish(self.engine, self.folder_scan.configured_index, progress=report)
                store_cosines(self.engine)
        except IndexBusyError as error:
            who = "the vault is being embedded" if error.is_own else "another process is embedding this vault"
            return (*self.model_remarks(self.engine), who)
        return self.model_remarks(self.engine)

    def model_remarks(self, index: EmbeddingIndex) -> tuple[str, ...]:
        """The remarks on the models and on missing vectors; commands are named only if nobody makes these."""
        return self.config.remarks(index, self.is_at_work)

    def is_at_work(self) -> bool:
        """Whether a process or a thread works on the index, or does as soon as it notices that work is left."""
        return self.scan_cache.is_watched or bool(self.work_remark())

    def work_remark(self, indexed: int = 0) -> str:
        """The remark on work on the index that goes on now; empty for none."""
        return self._shared.work(self._lock, self._embedding, indexed=indexed)

    def is_complete(self) -> bool:
        """Whether indexed files need no further linking and embedding, also with the next embedder."""
        return not has_pending_work(self.engine) and not self.config.next_embedder(self.engine)[0]

    def use(self, *, embedder: str = "", reranker: str = "") -> None:
        """Stores the choice of models for the index; embeds nothing.

        Raises SettingsError when the choice cannot be stored.
        """
        self.config.use(self.engine, embedder=embedder, reranker=reranker)
        if embedder:  # at once, so that no other incomplete vectors become the active ones
            self.config.configure(self.engine)
            self.engine.take_over()  # the index may have all vectors of a model that was not confirmed before

    def _seed(self) -> None:
        """Starts an index without files as a copy of that of another worktree, where there is one."""
        if remarks := self._seeding.seed(self.engine):
            self.remarks.add(*remarks)
        self._index.renew()

    def _heal(self, found: Changes, known: _Stamps, progress: Progress, *, is_whole: bool) -> IndexState:
        if self.looks_emptied(found, known):
            hint = f"{self.root} looks empty; the index is kept. Run `dowse index` if the notes were deleted"
            return IndexState("stale", len(known), len(known), (*self.remarks.take(), hint))
        is_long = is_whole or self.with_repair(lambda: lacks_most(self.engine, found, known))
        until = inf if is_long else time.monotonic() + HEALING_SECONDS
        return self.with_repair(lambda: self._apply(found, known, TimeBudget(time.monotonic, until), progress))

    def looks_emptied(self, found: Changes, known: _Stamps) -> bool:
        """Whether all files are missing at once, as those of a disk that is not connected."""
        return not self.files.is_scoped and looks_emptied(found, known)

    def _apply(self, found: Changes, known: _Stamps, budget: TimeBudget, progress: Progress) -> IndexState:
        migrate_version(self.engine)  # here again, for the error of an index that is not writable
        announce(found, known, progress)
        begin_first_index(self.engine, found, known)
        done = self._update(found, known, budget, progress)
        self._is_untidy = not done.left and (self._is_untidy or done.changed > 0)
        self.scan_cache.note_left(found, done.left)
        self.folder_scan.omitted.forget_skipped()
        note_left(self.engine, done.left)
        return IndexState(done.freshness, done.changed, done.left, (*self.remarks.take(), *unlinked(self.engine)))

    def _update(self, found: Changes, known: _Stamps, budget: TimeBudget, report: Progress) -> SyncOutcome:
        embedding = self.config.embeddings.embedding(self.engine, budget, is_new=not known)
        update = partial(update_index, budget=budget, progress=report, resolutions=self._resolutions)
        return update(found, known, self.folder_scan.loader, self.engine, embedding)

    def _update_wholly(self, found: Changes, known: _Stamps) -> SyncOutcome:
        return self._update(found, known, TimeBudget(time.monotonic), silent)

    def _refill(self) -> None:
        self.scan_cache.forget()
        self.remarks.add(*self._apply(*self.scan(), TimeBudget(time.monotonic), silent).remarks)
        self.tidy()
