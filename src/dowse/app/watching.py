"""Keeps the index of a vault up to date while its files change."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from ..filesystem.diff import Changes
from ..filesystem.file_probe import identity
from ..filesystem.watch import MISSING, ChangeSignals, can_watch
from ..filesystem.worktrees import worktree_top
from ..indexing.freshness import IndexState
from ..model.errors import DowseError, IndexBusyError, VaultError
from .index import SyncResult
from .results.search_result import FreshnessResult
from .sessions.vault_session import VaultSession

__all__ = ["MISSING", "VaultWatcher", "can_watch"]

_MOST_LISTED = 1_000  # files of each kind in a result

_SETTLE_SECONDS = 1.0  # one more scan after changes, since the system may drop events of a long burst
_SETTLE_SHARE = 20  # the interval before that scan after events of a few files, in durations of a scan
_IDLE_SECONDS = 60.0  # the interval of scans without events, longer where a scan takes long
_IDLE_SHARE = 200
_RETRY_SECONDS = 1.0  # before the first retry after an error, doubled every time
_LONGEST_AGAIN = 60.0
_LONG_BUSY = 8  # the interval, in first ones, before which no message tells that another process writes the index
_PATIENCE = 0.5  # seconds to wait for another process that writes, before a retry

_BUSY = "another process is writing the index; retrying"


class _StopError(Exception):
    """Stops the work in progress; indexed files are kept."""


@dataclass(slots=True)
class VaultWatcher:
    """Updates the index after filesystem events.

    `opened` returns the vault, opened again after a change of its settings or its index; None ends the watching.  An
    error is reported once, until a different one, and retried.
    """

    root: Path
    opened: Callable[[], VaultSession | None]
    stop: Event
    synced: Callable[[SyncResult], None]
    report: Callable[[str], None]
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    retry_seconds: float = _RETRY_SECONDS  # before the first retry
    _seen: Callable[[], VaultSession | None] = lambda: None  # the vault of the last scan, unless it is closed
    _due: float = float("inf")  # time of the next scan without events
    _polls: Event = field(default_factory=Event)  # set where the system reports no changes
    _waiting: float = field(init=False)  # seconds until the next retry
    _reported: frozenset[str] = frozenset()  # the last reported messages

    def __post_init__(self) -> None:
        self._waiting = self.retry_seconds

    def run(self) -> None:
        """Runs until `stop` is set. Raises VaultError when watchfiles is not installed."""
        try:
            for signal in ChangeSignals(self.root, self.stop, self.report, self.environment, self._notice, self._polls):
                is_due = time.monotonic() >= self._due
                if not signal and not is_due:
                    if seen := self._seen():
                        seen.scan_cache.confirm()  # lets searches skip the scan
                elif not self._update(frozenset() if is_due or isinstance(signal, bool) else signal):
                    return
        finally:
            if seen := self._seen():
                seen.scan_cache.is_watched = False

    def _notice(self) -> None:
        """Lets searches look for changes themselves until the index has them."""
        if seen := self._seen():
            seen.scan_cache.is_changing = True

    def _update(self, paths: frozenset[str]) -> bool:
        """As `_updated_vault`; searches need not look for the changes that have been noticed before any more."""
        noticed = self._seen()
        try:
            return self._updated_vault(paths)
        finally:
            if noticed is not None:
                noticed.scan_cache.is_changing = False

    def _updated_vault(self, paths: frozenset[str]) -> bool:
        """Reads changed files, those at these paths alone if they suffice; returns whether to continue."""
        started = time.monotonic()
        try:
            vault = self.opened()
            if vault is None:
                return False
            few = self._updated_files(vault, paths)
            self._seen = weakref.ref(vault)  # weak, so that an unused vault is closed
            vault.scan_cache.is_watched, vault.scan_cache.is_polled = True, self._polls.is_set()
            found, state = few or self._updated(vault)
        except _StopError:
            return False
        except (DowseError, OSError) as error:  # a file or folder of the index may disappear at any time
            if identity(self.root) is None:
                return True  # reported once it is certain
            is_long = self._waiting >= _LONG_BUSY * self.retry_seconds
            if not isinstance(error, IndexBusyError) or (is_long and not error.is_own):
                self._report_new((str(error),))
            self._due = time.monotonic() + self._waiting
            if not paths:
                self._waiting = min(2 * self._waiting, _LONGEST_AGAIN)
            if seen := self._seen():
                seen.scan_cache.forget()  # searches look for themselves, and the next event is for a scan
            return True
        took = time.monotonic() - started
        if few:  # a scan that is due sooner remains
            settle = max(_SETTLE_SECONDS, _SETTLE_SHARE * vault.scan_cache.took)
            self._due = min(self._due, time.monotonic() + settle)
        else:
            self._waiting = self.retry_seconds
            idle = max(_IDLE_SECONDS, _IDLE_SHARE * took)
            self._due = time.monotonic() + (_SETTLE_SECONDS if state.changed else idle)
        if state.changed:
            self.synced(_result(vault.name, vault.root, found, state, took))
        self._report_new(state.remarks)
        return True

    def _updated(self, vault: VaultSession) -> tuple[Changes, IndexState]:
        """The changes on disk, and the state after the update. Raises DowseError when the update must be repeated."""
        found, known = scanned = vault.scan()
        if not found and vault.is_complete():
            vault.tidy()
            return found, IndexState()
        if vault.looks_emptied(found, known):
            raise VaultError(f"{self.root} looks empty; the index is kept. Run `dowse index` if the notes were deleted")
        try:
            state = vault.sync(patience=_PATIENCE, progress=self._go_on, scanned=scanned)
        except IndexBusyError as error:
            raise IndexBusyError(_BUSY, is_own=error.is_own) from error
        return state.changes, state  # the update repeats the scan if the index has changed since

    def _updated_files(self, vault: VaultSession, paths: frozenset[str]) -> tuple[Changes, IndexState] | None:
        """The same of these files alone; None without any, and if a scan must decide."""
        if not paths or vault is not self._seen():
            return None
        try:
            return vault.sync_files(paths, patience=_PATIENCE, progress=self._go_on)
        except IndexBusyError as error:
            raise IndexBusyError(_BUSY, is_own=error.is_own) from error

    def _go_on(self, _what: str, _done: int, _total: int) -> None:
        if self.stop.is_set():
            raise _StopError

    def _report_new(self, remarks: tuple[str, ...]) -> None:
        for remark in remarks:
            if remark not in self._reported:
                self.report(remark)
        self._reported = frozenset(remarks)


def _result(vault: str, root: Path, found: Changes, state: IndexState, seconds: float) -> SyncResult:
    return SyncResult(
        vault=vault,
        worktree=worktree_top(root),
        added=tuple(found.added[:_MOST_LISTED]),
        changed=tuple(found.changed[:_MOST_LISTED]),
        removed=tuple(found.removed[:_MOST_LISTED]),
        seconds=round(seconds, 2),
        index=FreshnessResult.of(state),
        counts=(len(found.added), len(found.changed), len(found.removed)),
    )
