"""An open vault: questions are answered from its index, after the index was synchronized with the files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ...embedders.registry import whole_name
from ...engines.registry import storage_at
from ...filesystem.scan_cache import ScanCache
from ...filesystem.tree_stamps import has_changed
from ...filesystem.walk import FoundPath
from ...indexing.cosine_sampling import CosineSampler
from ...indexing.freshness import IndexState, VaultStatus, incompleteness
from ...indexing.garbage_collection import without_collection
from ...model.errors import RefError
from ...model.index_counts import IndexCounts
from ...ports.storage import EDITION, Question, Snapshot, Store
from ...ports.store_location import StoreLocation
from ...query.parse import parse
from ...settings.layer import Settings
from ...settings.load_settings import check_choice, settings_of
from ...settings.paths import create_index_folder, scoped_index_folder
from ..client_scope import ClientScope
from ..location import Progress, location_of
from ..vault_files import FolderFiles, VaultFiles, unread_files, unread_remarks
from .background_indexing import BackgroundIndexing
from .index_config import IndexConfig
from .index_ownership import claim
from .index_placement import place_index
from .index_seeding import follow, prepare
from .prefetched_store import PrefetchedStore
from .scoped_files import ScopedFiles
from .similarity_comparison import COMPARISON_SECONDS
from .vault_folders import prepare_folders
from .vault_synchronizer import VaultSynchronizer

if TYPE_CHECKING:
    from ...search.execute import Answer, Execution, Request
    from ...search.profile import Profile

T = TypeVar("T")


def open_session(
    folder: Path | str | None = None,
    *,
    index_dir: Path | None = None,
    chunker: str = "",
    embedder: str = "",
    repairs: bool = True,
) -> VaultSession:
    """The vault in `folder`, or the one around the working folder, or the default; creates a missing index.

    `chunker` and `embedder` override the settings; `sync` stores the chunker in the index.  Raises VaultError for a
    missing folder, StorageError when no folder for the index is writable, and SettingsError for a mistake in a
    settings file or an unknown name, and ModelError for a model that is neither known nor a folder; without `repairs`
    also IndexDamagedError, with the index left as it is.  A remark names the vault that the working folder selects.
    """
    place = location_of(None if folder is None else Path(folder))
    settings = settings_of(place.root, environment=os.environ)
    embedder = embedder and whole_name(embedder, here=Path.cwd())
    check_choice(chunker=chunker, embedder=embedder)
    placed = place_index(place.root, chosen=index_dir, settings=settings, environment=os.environ)
    remarks = prepare(place.root, placed.folder, os.environ)
    session = VaultSession(
        place.root, placed.folder, settings, chunker=chunker, embedder=embedder, name=place.name, repairs=repairs
    )
    session.add_remarks(*placed.remarks, *remarks, *settings.remarks)
    session.add_remarks(*(place.selection_remarks if folder is None else ()))
    return session


def scoped_session(
    whole: VaultSession, scope: ClientScope, *, index_dir: Path | None, report: Callable[[str], None]
) -> VaultSession:
    """The documents of the vault in the scope as a vault of their own, with their own index.

    Text, statistics and links of other documents are not in that index.  `report` is called with remarks on the whole
    vault, which are not for those who see the scope alone.  Raises StorageError when the index cannot be written.
    """
    identity = scope.identity(whole.name)
    place = scoped_index_folder(whole.root, identity, chosen=index_dir, environment=os.environ)
    files = ScopedFiles(whole, scope, report)
    session = VaultSession(whole.root, create_index_folder(place), whole.settings, name=whole.name, files=files)
    session.config.follow(session.engine, whole.config, whole.engine)
    return session


class VaultSession:
    """A folder with its index. Safe to use from several threads; never writes notes.

    The index is at `place`, by default the one in `folder`.
    """

    def __init__(  # noqa: PLR0913  # the parts that a caller may replace
        self,
        root: Path,
        folder: Path,
        settings: Settings | None = None,
        *,
        chunker: str = "",
        embedder: str = "",
        name: str = "",
        place: StoreLocation | None = None,
        files: VaultFiles | None = None,
        repairs: bool = True,
    ) -> None:
        self.name = name or root.name
        self.root = root
        self.folder = folder
        self.settings = settings or Settings()
        self.files = files or FolderFiles(root, self.settings.files)
        self.config = IndexConfig(self.settings, os.environ, (root, folder), chunker=chunker, embedder=embedder)
        self.embeddings = self.config.embeddings
        self._synchronizer = VaultSynchronizer(
            root,
            folder,
            self.settings,
            self.config,
            place=place or storage_at(folder),
            files=self.files,
            repairs=repairs,
        )
        # The work on the index is that of the synchronizer, for those who have a session.
        self.freshen, self.scan = self._synchronizer.freshen, self._synchronizer.scan
        self.sync, self.embed = self._synchronizer.sync, self._synchronizer.embed
        self.is_complete, self.use = self._synchronizer.is_complete, self._synchronizer.use
        self.unread_files = self._synchronizer.folder_scan.omitted.unread
        self.omission_remarks = self._synchronizer.folder_scan.omitted.remarks
        self.vendored = self._synchronizer.folder_scan.omitted.vendored
        self.sync_files, self.tidy = self._synchronizer.sync_files, self._synchronizer.tidy
        self.looks_emptied = self._synchronizer.looks_emptied
        self.cosines_of = CosineSampler()
        remarks = claim(self.engine, root, index_folder=folder)
        self._synchronizer.remarks.add(*remarks)
        if remarks:
            follow(self.engine, root, folder, os.environ)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the vault, as a tuple."""
        return (self.name,)

    @property
    def vaults(self) -> Mapping[str, VaultSession]:
        """The vault, by its name."""
        return {self.name: self}

    @property
    def roots(self) -> Mapping[str, Path]:
        """The folder of the vault, by its name."""
        return {self.name: self.root}

    @property
    def scan_cache(self) -> ScanCache:
        """The time and the result of the last scan."""
        return self._synchronizer.scan_cache

    @property
    def configuring(self) -> Sequence[FoundPath]:
        """The files of the last scan that configure modules."""
        return self._synchronizer.folder_scan.configuring

    @property
    def engine(self) -> Store:
        """The open index."""
        return self._synchronizer.engine

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
        """As `search`, and the result of `use` on the answer while the snapshot is open.

        Where a watcher may not have noticed a change yet, see `may_lack_change`, a search looks at the files after
        all, and is repeated if some have changed.
        """
        from ...search.execute import asks_for_links  # noqa: PLC0415  # here, so that a first index starts without search
        from ...search.search_questions import opening_questions  # noqa: PLC0415  # as above

        state = self.index_state(heal=heal, progress=progress)
        if heal and asks_for_links(request.text):
            state = self._compared(state, progress)
        with without_collection():
            asked = replace(request, read=request.read or parse(request.text))
            searched = partial(self._used, asked, profile, use)
            (shown, edition), found = self.peek(searched, opening_questions(asked))
            if heal and state.state != "stale" and self.may_lack_change(shown, edition):
                known, state = state, self.freshen(progress=progress, scans=True)
                if state.state != "fresh" or not self.is_of_edition(edition):
                    _, found = self.peek(searched, opening_questions(asked))
                state = replace(state, remarks=tuple(dict.fromkeys((*known.remarks, *state.remarks))))
        return found, self._synchronizer.with_pending(state)

    def _used(
        self, request: Request, profile: Profile | None, use: Callable[[Execution], T], reader: Snapshot
    ) -> tuple[tuple[frozenset[str], str], T]:
        """The documents of the hits with the edition of the index, and the result of `use`."""
        execution = self.executed(request, profile, reader)
        shown = frozenset(hit.ref.doc for hit in execution.answer.hits)
        return (shown, reader.recalled(EDITION)), use(execution)

    def may_lack_change(self, shown: Collection[str], edition: str) -> bool:
        """Whether an answer with these documents, from that edition of the index, may lack a change of before that the
        watcher had not noticed: one of the files has changed, or another thread has read changes since; with none
        shown also whether the last scan was long ago.
        """
        cache = self.scan_cache
        if self.files.is_scoped or not cache.relies_on_watcher:
            return False
        is_old = has_changed(self.root, self.engine.known(shown)) if shown else cache.is_long_ago
        return is_old or not self.is_of_edition(edition)  # the edition last: another thread may read what differed

    def _has_unread(self, paths: Collection[str]) -> bool:
        """Whether the vault has a file of one of these paths that the index lacks."""
        if self.files.is_scoped:
            return False
        missing = set(paths) - self.engine.known(paths).keys()
        # Path.is_file raises for a very long name.
        return any(os.path.isfile(self.root / path) for path in missing)  # noqa: PTH113

    def is_of_edition(self, edition: str) -> bool:
        """Whether the index still has that edition; never for one that tells no editions apart."""
        return bool(edition) and self.engine.recalled(EDITION) == edition

    def _compared(
        self, state: IndexState, progress: Progress | None, seconds: float = COMPARISON_SECONDS
    ) -> IndexState:
        background = self._synchronizer.background
        return self._synchronizer.comparison.compared(state, progress, background=background, seconds=seconds)

    def pending_remarks(self) -> tuple[str, ...]:
        """The remarks on the index that no answer has had yet, each once."""
        return self._synchronizer.remarks.take()

    def index_state(self, *, heal: bool, progress: Progress | None = None) -> IndexState:
        """The state of the index, after changed files were read if the request allows that."""
        return self.freshen(progress=progress) if heal else self._synchronizer.cached_state()

    def executed(self, request: Request, profile: Profile | None, reader: Snapshot) -> Execution:
        """The search in a snapshot, with the embedder and the reranker of its state."""
        from ...search.execute import execute  # noqa: PLC0415  # as above

        scorer, answering = self.config.scorer(reader), self.embeddings.active_embedder(reader)
        coming = self.embeddings.rescoring_embedder(reader)
        asked = replace(
            request,
            vaults=self.names,
            roots={self.root.as_posix(): ""},
            cosines=partial(self.cosines_of, reader),
            coming=coming,
            folder_exclusion=self.files.folder_exclusion,
        )
        found = partial(execute, embedder=answering, scorer=scorer, profiles=self.settings.profiles)
        with without_collection():
            return found(asked, profile or self.settings.profile, reader, now=time.time())

    def read(
        self,
        question: Callable[[Snapshot], T],
        *,
        shown: Callable[[T], Collection[str]] = lambda _found: (),
        named: Collection[str] = (),
        similar: bool = False,
        seconds: float = COMPARISON_SECONDS,
        progress: Progress | None = None,
        scans: bool = False,
    ) -> tuple[T, IndexState]:
        """The result of the function on one snapshot of the index, after changed files were read; see `freshen`. All of
        them for infinite `seconds`.

        With `similar`, pending chunks are compared for similarity first, at most for `seconds`; a remark reports those
        that are left. The function runs twice when the index turns out to be damaged, and where a watcher may not have
        noticed a change of the documents `shown` by the result, or a new file that the question names, see
        `may_lack_change`, in any case one of the paths `named`; not with `scans`, by which no scan of before counts.
        """
        state = self.freshen(progress=progress, scans=scans, is_whole=seconds == inf)
        if similar:
            state = self._compared(state, progress, seconds)
        again = partial(self.read, question, shown=shown, named=named, similar=similar, seconds=seconds)
        again = partial(again, progress=progress, scans=True)
        is_sure = scans or state.state == "stale"
        try:
            edition, found = self.peek(lambda reader: (reader.recalled(EDITION), question(reader)))
            if not is_sure and (docs := shown(found)) and self.may_lack_change(docs, edition):
                self.add_remarks(*state.remarks)
                return again()
        except RefError as error:
            edition = self.engine.recalled(EDITION)
            if not is_sure and (self._has_unread(named) or self.may_lack_change((), edition)):
                self.add_remarks(*state.remarks)
                return again()
            if reason := incompleteness(state):  # what the reference names may be in a file that is not read yet
                is_early = state.is_partial or state.without_symbols
                said = f"{reason}; so far {error}" if is_early else f"{error}; {reason}"
                raise RefError(said) from error
            raise
        return found, self._synchronizer.with_pending(state)

    def peek(self, question: Callable[[Snapshot], T], first: Sequence[Question] = ()) -> T:
        """The result of the function on one snapshot of the present index; reads no changed files first.

        The snapshot asks the questions of `first` in its first round trip.
        """

        def ask() -> T:
            with self.engine.snapshot(first) as reader:
                return question(reader)

        return self._synchronizer.with_repair(ask)

    def status(self) -> VaultStatus:
        """Counts, freshness and problems; indexes nothing. Raises VaultError when the folder is missing."""
        prepare_folders(self.root, self.folder)
        walked, listed = self.files.documents_and_listed()
        (skipped, odd), left_out = self.engine.troubles(), dict(walked.skipped)
        index = self._synchronizer.with_repair(lambda: PrefetchedStore(self.engine))
        counts, embedder_name, unconfirmed = self.peek(
            lambda reader: (
                reader.counts(),
                self.embeddings.active_embedder(reader).name,
                tuple(self.config.unconfirmed(reader)),
            )
        )
        state = self._synchronizer.state_of(walked, index, indexed=counts.documents)
        is_behind = state.state == "stale" or bool(index.pending(1) or index.unlinked(1))
        remarks = (
            *self._synchronizer.remarks.take(),
            *state.remarks,
            *filter(None, [self._synchronizer.work_remark() if is_behind and not state.is_first else ""]),
            *self._synchronizer.model_remarks(index),
            *unread_remarks(listed),
        )
        return VaultStatus(
            self.root,
            self.folder,
            embedder_name,
            counts,
            replace(state, remarks=remarks),
            sorted((dict(skipped) | left_out).items()),
            odd,
            self.name,
            *self.config.next_embedder(index),
            unread_files(listed, self.settings.files, left_out.keys() | dict(skipped).keys()),
            unconfirmed,
            listed,
        )

    def count_tokens(self, text: str) -> int:
        """The number of tokens of the text, by the bundled tokenizer, which cuts chunks for every embedder."""
        return len(self.embeddings.static.ids(text))

    def counts(self) -> IndexCounts:
        """The numbers of documents, chunks and links of the present index."""
        return self.engine.counts()

    def embedder_name(self) -> str:
        """The name of the embedder that searches use at present."""
        return self.peek(lambda reader: self.embeddings.active_embedder(reader).name)

    def work_in_background(self, background: BackgroundIndexing) -> None:
        """Lets long work on the index go on in a thread of a server while requests are answered."""
        self._synchronizer.background = background
        self.scan_cache.is_of_server = True

    def add_remarks(self, *remarks: str) -> None:
        """Keeps remarks for the next answer."""
        self._synchronizer.remarks.add(*remarks)

    def close(self) -> None:
        """Closes the index."""
        self.engine.close()
