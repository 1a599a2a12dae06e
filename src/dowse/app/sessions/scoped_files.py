"""The files of a vault that a scope selects: to everything above, the others do not exist."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from ...filesystem.diff import changes
from ...filesystem.scan_cache import ScanCache
from ...filesystem.walk import FoundPath, WalkResult
from ...formats.detect import first_bytes, is_read, unread_head
from ...indexing.freshness import IndexState
from ...model.errors import VaultError
from ...ports.indexed_document import FileStamp
from ...ports.storage import EDITION, Snapshot, Store
from ...query.ast import Expr, Modified, walk
from ...settings.layer import Settings
from ..client_scope import ClientScope, is_certain
from ..location import Progress, silent
from ..vault_files import FolderFiles

if TYPE_CHECKING:
    from ...search.binding import BoundFilter

T = TypeVar("T")

_OUT_OF_REACH = "the scope of this server cannot be applied to the vault; the server's own output has the reason"
_UNLINKED = "the vault is being indexed; repeat the call"


class ScopedVault(Protocol):
    """The session of the vault without a scope."""

    name: str
    root: Path
    settings: Settings

    @property
    def scan_cache(self) -> ScanCache:
        """See VaultSession."""

    @property
    def configuring(self) -> Sequence[FoundPath]:
        """See VaultSession."""

    @property
    def engine(self) -> Store:
        """See VaultSession."""

    @property
    def freshen(self) -> Callable[..., IndexState]:
        """See VaultSynchronizer."""

    def peek(self, question: Callable[[Snapshot], T]) -> T:
        """See VaultSession."""


class ScopedFiles:
    """The documents that the scope selects in the whole index of the vault, as that index has read them.

    A document is listed with the digest of the content that was checked, and only that content is loaded: a note that
    changes between the check and the loading is no document until the next check.  Files that are not documents are
    listed if their path alone decides that they are in the scope.
    """

    is_scoped = True

    def __init__(self, vault: ScopedVault, scope: ClientScope, report: Callable[[str], None]) -> None:
        self._vault, self._scope = vault, scope
        self._where = scope.included(vault.name)
        self._report_to, self._reported = report, set[str]()
        self._stamps: Mapping[str, FileStamp] | None = None  # of the last check that can be kept
        self._documents: tuple[FoundPath, ...] | None = None
        self._compared = ""  # the edition of the whole index
        self.digests: Mapping[str, str] | None = {}
        self.is_behind = False

    def folder_exclusion(self, _path: str) -> None:
        """See VaultFiles: a folder may hold only what is out of the scope."""

    def has(self, _path: str) -> bool:
        """See VaultFiles: a file may be out of the scope."""
        return False

    @property
    def is_current(self) -> bool:
        """See VaultFiles: a note that has just left the scope must not be shown until the next scan."""
        return self._vault.scan_cache.is_current and self._vault.engine.recalled(EDITION) == self._compared

    def refresh(self, progress: Progress) -> str:
        """See VaultFiles. Raises VaultError when a name in the scope has no plain meaning: what it excludes is unknown
        then.
        """
        state = self._vault.freshen(progress=lambda *_: progress("scope", 0, 0))  # how many files there are is not told
        self._report(state.remarks)
        edition = self._vault.engine.recalled(EDITION)  # the oldest of what follows
        # Stamps before the selection: a file that changes in between has another digest, and is not loaded.
        stamps = self._vault.engine.known()
        self.is_behind = state.state == "stale"
        if not self.is_behind and self._stamps is not None and stamps == self._stamps:
            return edition
        bound, selected = self._vault.peek(self._selected)
        if bound.hints:
            self._report(f"{self._vault.name}: the scope cannot be applied: {hint}" for hint in bound.hints)
            raise VaultError(_OUT_OF_REACH)
        if bound.is_by_links and self._vault.engine.unlinked(1):
            raise VaultError(_UNLINKED)
        # A file that has changed and is not read yet may have left the scope.
        selected -= self._unclear(selected) | (self._unread(stamps) if self.is_behind else frozenset())
        chosen = {path: stamps[path] for path in sorted(selected) if path in stamps}
        self._documents = tuple(FoundPath(path, stamp.size, stamp.mtime_ns) for path, stamp in chosen.items())
        self.digests = {path: stamp.digest for path, stamp in chosen.items()}
        self._report(self._vault.peek(partial(queries_without_documents, self._scope, self._vault.name)))
        is_timeless = not any(isinstance(node, Modified) for node in walk(self._where))
        self._stamps = stamps if is_timeless and not self.is_behind else None
        return edition

    def note_compared(self, edition: str) -> None:
        """See VaultFiles."""
        self._compared = edition

    def _unread(self, stamps: Mapping[str, FileStamp]) -> frozenset[str]:
        """The files that differ from what the index has read."""
        walked = FolderFiles(self._vault.root, self._vault.settings.files).documents()
        return frozenset(changes(walked.found, stamps, walked.closed).changed)

    def documents(self, progress: Progress = silent) -> WalkResult:
        """See VaultFiles."""
        if self._documents is None:
            self.refresh(progress)
        configuring = tuple(filter(self._has_certain_path, self._vault.configuring))
        return WalkResult(self._documents or (), (), configuring=configuring)

    def listed(self) -> WalkResult:
        """See VaultFiles."""
        rules, root = self._vault.settings.files, self._vault.root
        every = FolderFiles(root, rules).listed().found
        others = (file for file in every if self._may_be_no_document(file) and self._has_certain_path(file))
        by_path = {file.path: file for file in (*others, *_with_times(root, self.documents().found))}
        found = [by_path[path] for path in sorted(by_path)]
        folders = {path[:at] for path in (file.path for file in found) for at, char in enumerate(path) if char == "/"}
        return WalkResult(tuple(found), (), tuple(sorted(folders)))

    def documents_and_listed(self) -> tuple[WalkResult, WalkResult]:
        """See VaultFiles."""
        return self.documents(), self.listed()

    def _may_be_no_document(self, file: FoundPath) -> bool:
        """Whether the file is none by its name, or has one of a script, which its content decides."""
        return not is_read(file.path, self._vault.settings.files.kinds) or bool(first_bytes(file.path))

    def _has_certain_path(self, file: FoundPath) -> bool:
        kinds = self._vault.settings.files.kinds
        return is_certain(self._where, unread_head(file.path, modified=file.mtime_ns / 1e9, kinds=kinds))

    def _selected(self, reader: Snapshot) -> tuple[BoundFilter, frozenset[str]]:
        bound = _bound(self._where, reader, self._scope)
        hits = reader.select(bound.where, max(1, reader.counts().documents))
        return bound, frozenset(hit.ref.doc for hit in hits)

    def _unclear(self, selected: frozenset[str]) -> frozenset[str]:
        """The documents that were not read in full, so that a tag or a property may be missing, unless their paths
        alone decide that they are in the scope.
        """
        _, warnings = self._vault.engine.troubles()
        unclear = {path for path, _ in warnings if path in selected}
        unclear -= {path for path in unclear if self._has_certain_path(FoundPath(path, 0, 0))}
        if unclear:
            count = "1 document is" if len(unclear) == 1 else f"{len(unclear):,} documents are"
            why = "its tags and properties may be incomplete; `dowse status` of the whole vault has the reason"
            self._report([f"{self._vault.name}: {count} left out of the scope, such as {min(unclear)}: {why}"])
        return frozenset(unclear)

    def _report(self, remarks: Iterable[str]) -> None:
        """Reports each remark once, to the user who runs the server and not to its clients."""
        for remark in remarks:
            if remark not in self._reported:
                self._reported.add(remark)
                self._report_to(remark)


def queries_without_documents(scope: ClientScope, vault: str, reader: Snapshot) -> list[str]:
    """A remark on each query that selects nothing, since its value may be misspelt, with a hint on unknown names."""
    found = {query: _bound(where, reader, scope) for query, where in scope.filters(vault).items()}
    return [
        f"{vault}: {query!r} selects no document at present{''.join(f'; {hint}' for hint in bound.hints)}"
        for query, bound in found.items()
        if not reader.select(bound.where, 1)
    ]


def _bound(where: Expr, reader: Snapshot, scope: ClientScope) -> BoundFilter:
    from ...search.binding import bind_filter  # noqa: PLC0415  # here, since most vaults have no scope
    from ...search.clock import search_time  # noqa: PLC0415  # as above

    return bind_filter(where, reader, time=search_time(time.time()), depth=scope.depth)


def _with_times(root: Path, files: Iterable[FoundPath]) -> Iterable[FoundPath]:
    """The files, with the time of the file where the index does not state one."""
    for file in files:
        mtime_ns = file.mtime_ns
        if mtime_ns == -1:
            with suppress(OSError):
                mtime_ns = (root / file.path).stat().st_mtime_ns
        yield FoundPath(file.path, file.size, mtime_ns)
