"""The files of a vault that are no documents, as the last scan and the index know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...filesystem.scan_cache import ScanCache
from ...filesystem.walk import CODE_OF_OTHERS, WalkResult
from ...model.document import Head
from ...ports.indexed_document import FileStamp
from ...settings.file_rules import FileRules
from ..unread_files import skipped_paths
from ..vault_files import VaultFiles, unread_files
from .index_store import IndexStore
from .omission_remarks import dot_folder_remarks, is_for_code, skipped_remarks


class OmittedFiles:
    """What answers tell about files that no search finds. Safe to use from several threads."""

    def __init__(self, root: Path, files: VaultFiles, rules: FileRules, index: IndexStore) -> None:
        self._root, self._files, self._rules, self._index = root, files, rules, index
        self.listing_cache = ScanCache()
        self._unread: tuple[Head, ...] = ()
        self._walked = WalkResult((), ())  # of the last scan what is not indexed
        self._known: Mapping[str, FileStamp] = {}  # of the last scan
        self._skipped: Sequence[tuple[str, str]] | None = None  # of the index with these files; None before it is read

    def note_scan(self, walked: WalkResult) -> None:
        """Keeps what a scan has left out."""
        self._walked = replace(walked, found=(), folders=(), configuring=())

    def note_files(self, known: Mapping[str, FileStamp]) -> None:
        """Forgets what the index has skipped, unless it has the same files as before."""
        if known is not self._known and known != self._known:
            self._known, self._skipped = known, None

    def forget_skipped(self) -> None:
        """Call after an update of the index, which may skip other files."""
        self._skipped = None

    def dot_folder_remarks(self, query: str | None = None) -> tuple[str, ...]:
        """A remark on the folders that are left out because of their dot, if they hold Markdown; with a query on those
        that may answer it.
        """
        return dot_folder_remarks(self._root, self._walked.dot_folders, query)

    def vendored(self) -> tuple[tuple[str, str], ...]:
        """The files of source code of others that the last scan has left out, with the reasons."""
        return tuple(each for each in self._walked.skipped if each[1].startswith(CODE_OF_OTHERS))

    def remarks(self, query: str, *, is_corrected: bool = False) -> tuple[str, ...]:
        """Remarks on files that no search finds and that may answer the query, by the last scan and the index.

        A query that `is_corrected` is misspelt rather than answered by a dot folder.
        """
        if self._skipped is None:
            self._skipped, _ = self._index.engine.troubles()
        skipped = skipped_remarks({*self._walked.skipped, *self._skipped}, query)
        return skipped if is_corrected or is_for_code(query) else (*skipped, *self.dot_folder_remarks(query))

    def unread(self) -> tuple[Head, ...]:
        """The files of the vault that are not read, by path; listed again once a scan is due."""
        if not self.listing_cache.is_recent:
            with self.listing_cache.scanning():
                skipped = self._index.with_repair(lambda: skipped_paths(self._index.engine))
                left_out = skipped.union(path for path, _ in self._walked.skipped)
                self._unread = unread_files(self._files.listed(), self._rules, left_out)
        return self._unread
