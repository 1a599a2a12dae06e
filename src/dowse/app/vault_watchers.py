"""Watches the vaults that a server has in memory, so that their indexes stay up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import field
from functools import partial

from ..model.value_class import dataclass
from .index import SyncResult
from .sessions.gc_tuning import collect_seldom
from .sessions.workspace import Workspace, going_on
from .watching import VaultWatcher, can_watch


@dataclass(frozen=True, slots=True)
class VaultWatchers:
    """A thread for each vault in memory, until `stop` is set; searches work without them."""

    workspace: Workspace
    stop: threading.Event
    report: Callable[[str], None]
    _names: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> None:
        """Watches every vault in memory, and each one that is opened later."""
        self.workspace.on_open = self._watch
        for name in self.workspace.names:
            if self.workspace.holds(name):
                self._watch(name)

    def _watch(self, name: str) -> None:
        with self._lock:
            if name in self._names:
                return
            self._names.add(name)
        threading.Thread(target=self._run, args=(name,), name=f"watch {name}").start()

    def _run(self, name: str) -> None:
        root = self.workspace.place(name).root
        try:
            VaultWatcher(root, partial(self.workspace.cached, name), self.stop, _no_summary, self.report).run()
        except Exception as error:  # noqa: BLE001  # at the edge: a watcher that fails must not take the server with it
            self.report(f"stopped watching {root}, searches check for changes instead: {type(error).__name__}: {error}")
            return
        with self._lock:
            self._names.discard(name)
        if self.workspace.holds(name) and not self.stop.is_set():  # it was opened again meanwhile
            self._watch(name)


def warm_and_watch(workspace: Workspace, stop: threading.Event, *, watch: bool) -> None:
    """Opens and updates the vaults of a server; with `watch`, and watchfiles, also those that change from now on."""
    if watch and can_watch():
        VaultWatchers(workspace, stop, workspace.report).begin()
    workspace.warm(going_on(stop))
    collect_seldom()


def _no_summary(_synced: SyncResult) -> None:
    """A server prints no summary of the files it has read."""
