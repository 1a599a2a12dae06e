"""An open vault: the only module that combines files, an index and models."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ...engines.registry import storage_at
from ...filesystem.diff import Changes, changes, looks_emptied, narrowed
from ...filesystem.scan_cache import ScanCache
from ...filesystem.walk import WalkResult, walk
from ...formats.registry import format_of
from ...indexing.batches import TimeBudget, without_collection
from ...indexing.freshness import Freshness, IndexState, VaultStatus, differing, with_unread
from ...indexing.kind_migration import migrate_kinds
from ...indexing.load import DocumentLoader
from ...indexing.synchronize import compare, compared, has_pending_work, is_compared, unlinked, update_index
from ...model.errors import IndexBusyError, ModelError, StorageError
from ...model.index_counts import IndexCounts
from ...ports.storage import FileStamp, Question, Snapshot, Store
from ...ports.store_location import StoreLocation
from ...query.parse import parse
from ...search.execute import Answer, Execution, Request, asks_for_links, execute
from ...search.profile import Profile
from ...search.search_questions import opening_questions
from ...settings.layer import Settings
from ...settings.load_settings import check_choice, settings_of
from ...settings.paths import index_folder
from ..location import Progress, location_of, silent
from .index_config import IndexConfig
from .index_ownership import claim
from .index_store import IndexStore
from .prefetched_store import PrefetchedStore
from .vault_folders import prepare_folders

T = TypeVar("T")

HEALING_SECONDS = 0.3  # that a search may spend on changed files
_OTHER_CHUNKER = "the chunker has changed since indexing; the next search reads all files again"
_FIRST_PATIENCE = 60.0  # seconds that a search waits for another process with the first indexing
_NO_PATIENCE = 0.5  # seconds for work that can be postponed
_PATIENCE = 600.0  # seconds that `dowse index` waits for another process


def open_session(
    folder: Path | str | None = None, *, index_dir: Path | None = None, chunker: str = "", embedder: str = ""
) -> VaultSession:
    """The vault in `folder`, or the one around the working folder, or the default; creates a missing index.

    `chunker` and `embedder` override the settings; `sync` stores the chunker in the index.  Raises VaultError for a
    missing folder, StorageError when no folder for the index is writable, and SettingsError for a mistake in a
    settings file or an unknown name.
    """
    place = location_of(None if folder is None else Path(folder))
    settings = settings_of(place.root, environment=os.environ)
    check_choice(chunker=chunker, embedder=embedder)
    index_path = index_folder(place.root, chosen=index_dir, environment=os.environ)
    return VaultSession(place.root, index_path, settings, chunker=chunker, embedder=embedder, name=place.name)


class VaultSession:
    """A folder with its index. Safe to use from several threads; never writes notes.

    The index is at `place`, by default the one in `folder`.
    """

    def __init__(
        self,
        root: Path,
        folder: Path,
        settings: Settings | None = None,
        *,
        chunker: str = "",
        embedder: str = "",
        name: str = "",
        place: StoreLocation | None = None,
    ) -> None:
        self.name = name or root.name
        self.root = root
        self.folder = folder
        self.settings = settings or Settings()
        self.config = IndexConfig(self.settings, os.environ, (root, folder), chunker=chunker, embedder=embedder)
        self.embeddings = self.config.embeddings
        self._loader = DocumentLoader(root, self.config.chunker, self.settings.files.kinds)
        self._walk = partial(walk, root, lambda path: format_of(path) is not None, ignoring=self.settings.files.ignored)
        self.scan_cache, self._state_cache = ScanCache(), ScanCache()
        self._last_state = IndexState()  # the last known state of the index
        place = place or storage_at(folder)
        self._lock, self._embedding = place.lock(), place.lock("embed")
        self._index = IndexStore(place, self._lock, refill=self._refill)
        self._with_repair = self._index.with_repair
        self._remarks = self._index.remarks
        self._remarks.add(*claim(self.engine, root, index_folder=folder))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the vault, as a tuple."""
        return (self.name,)

    @property
    def roots(self) -> Mapping[str, Path]:
        """The folder of the vault, by its name."""
        return {self.name: self.root}

    @property
    def engine(self) -> Store:
        """The open index."""
        return self._index.engine

    def search(
        self, request: Request, profile: Profile | None = None, *, heal: bool = True, progress: Progress | None = None
    ) -> tuple[Answer, IndexState]:
        """The answer, and the state of the index. Changed files are read first, as far as time allows.

        The default profile is that of the settings.
        """
        return self.execute(request, profile, lambda execution: execution.answer, heal=heal, progress=progress)

    def execute(
        self,
        request: Request,
        profile: Profile | None,
        use: Callable[[Execution], T],
        *,
        heal: bool = True,
        progress: Progress | None = None,
    ) -> tuple[T, IndexState]:
        """As `search`, and the result of `use` on the answer while the snapshot is open."""
        state = self.index_state(heal=heal, progress=progress)
        if heal and asks_for_links(request.text):
            state = self._with_similarity(state, progress)
        with without_collection():
            asked = replace(request, read=request.read or parse(request.text))
            found = self.peek(lambda reader: use(self.executed(asked, profile, reader)), opening_questions(asked))
        return found, self._with_pending(state)

    def index_state(self, *, heal: bool, progress: Progress | None = None) -> IndexState:
        """The state of the index, after changed files were read if the request allows that."""
        return self.freshen(progress=progress) if heal else self._cached_state()

    def executed(self, request: Request, profile: Profile | None, reader: Snapshot) -> Execution:
        """The search in a snapshot, with the embedder and the reranker of its state."""
        scorer, answering = self.config.scorer(reader), self.embeddings.active_embedder(reader)
        asked = replace(request, vaults=self.names)
        found = partial(execute, embedder=answering, scorer=scorer, profiles=self.settings.profiles)
        with without_collection():
            return found(asked, profile or self.settings.profile, reader, now=time.time())

    def read(
        self, question: Callable[[Snapshot], T], *, similar: bool = False, progress: Progress | None = None
    ) -> tuple[T, IndexState]:
        """The result of the function on one snapshot of the index, after changed files were read.

        With `similar`, pending chunks are compared for similarity first. The function runs twice when the index
        turns out to be damaged.
        """
        state = self.freshen(progress=progress)
        if similar:
            state = self._with_similarity(state, progress)
        return self.peek(question), self._with_pending(state)

    def _with_pending(self, state: IndexState) -> IndexState:
        """The state, with the remarks that arose in this context since the state was determined."""
        return replace(state, remarks=(*state.remarks, *self._remarks.take()))

    def peek(self, question: Callable[[Snapshot], T], first: Sequence[Question] = ()) -> T:
        """The result of the function on one snapshot of the present index; reads no changed files first.

        The snapshot asks the questions of `first` in its first round trip.
        """

        def ask() -> T:
            with self.engine.snapshot(first) as reader:
                return question(reader)

        return self._with_repair(ask)

    def _with_similarity(self, state: IndexState, progress: Progress | None) -> IndexState:
        index = self._with_repair(lambda: PrefetchedStore(self.engine, files=False))
        if is_compared(index, least=self.settings.alike):
            return state
        alone = partial(self._lock.held, patience=_NO_PATIENCE)
        remarks = compared(self.engine, alone, least=self.settings.alike, progress=progress or silent)
        return replace(state, remarks=(*state.remarks, *remarks))

    def status(self) -> VaultStatus:
        """Counts, freshness and problems; indexes nothing. Raises VaultError when the folder is missing."""
        prepare_folders(self.root, self.folder)
        walked = self._walk()
        skipped, odd = self.engine.troubles()
        index = self._with_repair(lambda: PrefetchedStore(self.engine))
        state = self._state_of(walked, index)
        counts, embedder_name, unconfirmed = self.peek(
            lambda reader: (
                reader.counts(),
                self.embeddings.active_embedder(reader).name,
                tuple(self.config.unconfirmed(reader)),
            )
        )
        remarks = (*self._remarks.take(), *state.remarks, *self.config.remarks(index))
        return VaultStatus(
            self.root,
            self.folder,
            embedder_name,
            counts,
            replace(state, remarks=remarks),
            sorted({*walked.skipped, *skipped}),
            odd,
            self.name,
            *self.config.next_embedder(index),
            unconfirmed,
        )

    def _state_of(self, walked: WalkResult, index: PrefetchedStore) -> IndexState:
        """The freshness of the index, without reading files or writing anything; without the pending remarks."""
        remarks: tuple[str, ...]
        if self.config.has_other_chunker(index):
            count, remarks = len(walked.found), (_OTHER_CHUNKER,)
        else:
            count, remarks = differing(changes(walked.found, index.known()), index.known()), ()
        return IndexState("stale" if count else "fresh", count, count, remarks)

    def freshen(self, *, progress: Progress | None = None) -> IndexState:
        """Updates the index within HEALING_SECONDS; a first indexing runs to its end."""
        if self.scan_cache.is_recent:
            return IndexState(remarks=self._remarks.take())
        found, index = self._scanned()
        known = index.known()
        if not found and not has_pending_work(index):
            return IndexState(remarks=(*self._remarks.take(), *self.config.change_remarks(index)))
        try:
            with self._lock.held(patience=_FIRST_PATIENCE if not known else 0.0):
                if not known:  # another process may have indexed while this one waited
                    found, known = self.scan()
                state = self._heal(found, known, progress or silent)
            state = replace(state, remarks=(*state.remarks, *self.config.remarks(self.engine)))
        except (IndexBusyError, StorageError) as error:
            if isinstance(error, StorageError) and not known:
                raise  # the index is empty
            count = differing(found, known)  # 0 when only linking and embedding are left
            state = IndexState(
                "stale" if count or not found else "fresh", count, count, (*self._remarks.take(), str(error))
            )
        if state.state == "stale":
            self.scan_cache.forget()
        return state

    def scan(self) -> tuple[Changes, Mapping[str, FileStamp]]:
        """The differences between files and index, and the indexed files; reads no file.

        An index with another chunker or embedder is configured first, since then every file differs.  Raises VaultError
        when the folder is missing.
        """
        found, index = self._scanned()
        return found, index.known()

    def _scanned(self) -> tuple[Changes, PrefetchedStore]:
        """As `scan`, with the index as the files were compared with it; one round trip where nothing is configured."""
        prepare_folders(self.root, self.folder)
        self._index.renew()
        with self.scan_cache.scanning():
            index = self._with_repair(self._configured)
            found = changes(self._walk().found, index.known())
        self.scan_cache.set_unread(differing(found, index.known()))
        return found, index

    def _cached_state(self) -> IndexState:
        """The last known state of the index, with the pending remarks."""
        if not self._state_cache.is_recent:
            prepare_folders(self.root, self.folder)
            with self._state_cache.scanning():
                index = self._with_repair(lambda: PrefetchedStore(self.engine))
                self._last_state = self._state_of(self._walk(), index)
        return self._with_pending(self._last_state)

    def sync(
        self,
        *,
        full: bool = False,
        similar: bool = False,
        file: str = "",
        patience: float = _PATIENCE,
        progress: Progress | None = None,
    ) -> IndexState:
        """Updates the index completely, however long it takes; `full` reads all files, `similar` compares chunks.

        With `file` reads that file alone, even if it is unchanged, once the vault has an index.  Raises RefError when
        it is no document of the vault, VaultError when the folder is missing, and IndexBusyError when another process
        indexes this vault for more than `patience` seconds.
        """
        prepare_folders(self.root, self.folder)
        self._index.renew()
        with self._lock.held(patience=patience):
            self._with_repair(lambda: self.config.remember(self.engine))
            if full:
                self._with_repair(lambda: self.config.forget(self.engine))
            self._with_repair(self.engine.retry)
            found, known = self.scan()
            wanted = narrowed(file, found, known) if file else found
            state = self._with_repair(
                lambda: self._apply(wanted, known, TimeBudget(time.monotonic), progress or silent)
            )
            state = with_unread(state, found, known, read=file) if file else state
            self.scan_cache.set_unread(state.left)
            if similar:
                done = partial(compare, least=self.settings.alike, at_once=sys.maxsize, progress=progress or silent)
                self._with_repair(lambda: done(self.engine))
        remarks = self.embed(progress=progress)
        return replace(state, remarks=(*state.remarks, *remarks))

    def embed(self, *, patience: float = _NO_PATIENCE, progress: Progress | None = None) -> tuple[str, ...]:
        """Embeds all pending chunks, also with the next embedder; returns the remarks on those that are left.

        Other processes may search and index meanwhile. Gives up when another process embeds for `patience` seconds.
        Raises VaultError when the folder is missing.
        """
        prepare_folders(self.root, self.folder)
        self._with_repair(self._configured)
        try:
            with self._embedding.held(patience=patience), suppress(ModelError):  # the report has the reason
                self.embeddings.finish(self.engine, self._configured, progress=progress or silent)
        except IndexBusyError:
            return (*self.config.remarks(self.engine), "another process is embedding this vault")
        return self.config.remarks(self.engine)

    def count_tokens(self, text: str) -> int:
        """The number of tokens of the text, by the bundled tokenizer, which cuts chunks for every embedder."""
        return self.embeddings.static.count_tokens(text)

    def counts(self) -> IndexCounts:
        """The numbers of documents, chunks and links of the present index."""
        return self.engine.counts()

    def embedder_name(self) -> str:
        """The name of the embedder that searches use at present."""
        return self.peek(lambda reader: self.embeddings.active_embedder(reader).name)

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

    def add_remarks(self, *remarks: str) -> None:
        """Keeps remarks for the next answer."""
        self._remarks.add(*remarks)

    def close(self) -> None:
        """Closes the index."""
        self.engine.close()

    def _heal(self, found: Changes, known: Mapping[str, FileStamp], progress: Progress) -> IndexState:
        if looks_emptied(found, known):
            hint = f"{self.root} looks empty; the index is kept. Run `dowse index` if the notes were deleted"
            return IndexState("stale", len(known), len(known), (*self._remarks.take(), hint))
        first = len(found.added) + len(found.changed) > len(known) / 2 or self._mostly_unembedded()
        until = float("inf") if first else time.monotonic() + HEALING_SECONDS
        return self._with_repair(lambda: self._apply(found, known, TimeBudget(time.monotonic, until), progress))

    def _mostly_unembedded(self) -> bool:
        counts = self._with_repair(self.engine.counts)
        return counts.embedded < counts.chunks / 2

    def _apply(
        self, found: Changes, known: Mapping[str, FileStamp], budget: TimeBudget, progress: Progress
    ) -> IndexState:
        embed = partial(self.embeddings.embed_soon, self.engine, budget=budget)
        done = update_index(found, known, self._loader, self.engine, embed, budget=budget, progress=progress)
        self.scan_cache.set_unread(done.left)
        state: Freshness = "stale" if done.left or not done.is_linked else "healed" if done.changed else "fresh"
        return IndexState(state, done.changed, done.left, (*self._remarks.take(), *unlinked(self.engine)))

    def _refill(self) -> None:
        self.scan_cache.forget()
        self._remarks.add(*self._apply(*self.scan(), TimeBudget(time.monotonic), silent).remarks)

    def _configured(self) -> PrefetchedStore:
        """The index with its state, after a change of the settings or of the chosen models was applied."""
        index = PrefetchedStore(self.engine)
        self.config.configure(index)
        if self.config.chunker != self._loader.chunker:
            self._loader = replace(self._loader, chunker=self.config.chunker)
        migrate_kinds(self.settings.files.kinds, index)
        return index
