"""`dowse index --watch`: one line for each update."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ...app.index import SyncResult
from ...app.location import VaultLocation
from ...app.sessions.vault_session import VaultSession
from ...app.sessions.workspace import Workspace
from ...app.watching import MISSING, VaultWatcher, can_watch
from ...model.errors import DowseError
from ..presenters.sanitize import visible
from .terminal import echo_json, echo_lines, remark

_MOST_NAMED = 3  # files of each kind, in a line


def require() -> None:
    """Raises DowseError when the extra is not installed."""
    if not can_watch():
        raise DowseError(MISSING)


def keep_fresh(vault: VaultSession, *, index_dir: Path | None, as_json: bool) -> None:
    """Indexes changed files until Ctrl-C; reports problems on stderr."""
    root = vault.root
    vault.close()
    shelf = Workspace(
        {vault.name: VaultLocation(root)}, index_dir
    )  # opens the vault again after a change of its settings or its index
    shown = _show_json if as_json else _show
    remark(f"watching {root} (Ctrl-C stops)")
    VaultWatcher(root, partial(shelf.vault, vault.name), threading.Event(), shown, remark).run()


def _show(synced: SyncResult) -> None:
    echo_lines([f"{visible(synced.vault)}: {'; '.join(_said(synced))}; {synced.seconds:.1f} s"])


def _said(synced: SyncResult) -> Iterator[str]:
    listed = (synced.added, synced.changed, synced.removed)
    for what, paths, count in zip(("added", "changed", "removed"), listed, synced.counts, strict=True):
        if paths:
            named = ", ".join(visible(path).replace("\n", " ") for path in paths[:_MOST_NAMED])
            more = f" and {count - _MOST_NAMED:,} more" if count > _MOST_NAMED else ""
            yield f"{what} {named}{more}"


def _show_json(synced: SyncResult) -> None:
    echo_json(synced.to_dict(), indent=None)
