"""A scan of the files of a vault, and their comparison with its index."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ...filesystem.diff import Changes, changes
from ...filesystem.scan_cache import ScanCache
from ...filesystem.tree_stamps import stamps_of
from ...filesystem.walk import FoundPath
from ...formats.code.grammars import uninstalled_grammars
from ...indexing.antora_configuration import configure, configured
from ...indexing.freshness import differing
from ...indexing.grammar_migration import files_without_symbols
from ...indexing.linking import configure_site_roots
from ...indexing.load import DocumentLoader
from ...indexing.migrations import migrate
from ...indexing.version_migration import stamps_after_migration
from ...settings.layer import Settings
from ..location import Progress
from ..vault_files import VaultFiles
from .index_config import IndexConfig
from .index_store import IndexStore
from .omission_remarks import new_closed_remarks
from .omitted_files import OmittedFiles
from .prefetched_store import PrefetchedStore
from .vault_folders import prepare_folders


class FolderScan:
    """Compares the files in `root` with their index, whose folder is `folder`. Safe to use from several threads."""

    def __init__(
        self,
        root: Path,
        folder: Path,
        settings: Settings,
        config: IndexConfig,
        *,
        files: VaultFiles,
        index: IndexStore,
    ) -> None:
        self._root, self._folder, self._files = root, folder, files
        self._settings, self._config, self._index = settings, config, index
        self.cache = ScanCache()
        self.omitted = OmittedFiles(root, files, settings.files, index)
        self.loader = DocumentLoader(root, config.chunker, settings.files.kinds)
        self.configuring: Sequence[FoundPath] = ()  # the files of the last scan that say how others are read
        self.without_symbols = ""  # as of the last scan, see IndexState

    def compared(self, progress: Progress) -> tuple[Changes, PrefetchedStore]:
        """The differences between files and index, and the index as the files were compared with it; reads no file.

        One round trip, unless the index has another chunker or embedder and is configured first, since then every file
        differs.  Raises VaultError when the folder is missing.
        """
        prepare_folders(self._root, self._folder)
        self._index.renew()
        with self.cache.scanning():
            index = self._index.with_repair(partial(self.configured_index, files=True))
            edition = self._files.refresh(progress)
            started_ns = time.time_ns()
            walked = self._files.documents(progress)
            looks = not (self.cache.relies_on_watcher or self._files.is_scoped)
            stamps = stamps_of(self._root, walked, started_ns=started_ns) if looks else None
            self.configuring = walked.configuring
            configure(self._root, walked.configuring, index, documents=walked.found)
            self.loader = configured(replace(self.loader, digests=self._files.digests), index)
            found = changes(walked.found, stamps_after_migration(index), walked.closed)
        self._index.remarks.add(*new_closed_remarks(walked.closed, index, self._index.engine))
        self.without_symbols = files_without_symbols(index, uninstalled_grammars())
        self.omitted.note_files(index.known())
        self.omitted.note_scan(walked)
        self.cache.note_found(found, differing(found, index.known()), stamps)
        self._files.note_compared(edition)  # last, see VaultFiles.is_current
        return found, index

    def configured_index(self, *, files: bool = False) -> PrefetchedStore:
        """The index, with its files on request, after a change of the settings or of the chosen models was applied."""
        index = PrefetchedStore(self._index.engine, files=files)
        self._config.configure(index)
        self.loader = replace(self.loader, chunker=self._config.chunker)
        migrate(index, self._settings.files.kinds, uninstalled_grammars())
        configure_site_roots(self._settings.site_roots, index)
        return index
