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
from .terminal import echo_json, echo_lines, echo_remark

_MOST_NAMED = 3  # files of each kind, in a line


def require_watchfiles() -> None:
    """Raises DowseError when the extra is not installed."""
    if not can_watch():
        raise DowseError(MISSING)


def watch_and_index(vault: VaultSession, *, index_dir: Path | None, as_json: bool) -> None:
    """Indexes changed files until Ctrl-C; reports problems on stderr."""
    root = vault.root
    vault.close()
    # It opens the vault again after a change of its settings or its index.
    workspace = Workspace({vault.name: VaultLocation(root)}, index_dir)
    report = _show_json if as_json else _show
    echo_remark(f"watching {root} (Ctrl-C stops)")
    VaultWatcher(root, partial(workspace.vault, vault.name), threading.Event(), report, echo_remark).run()


def _show(result: SyncResult) -> None:
    echo_lines([f"{visible(result.vault)}: {'; '.join(_change_texts(result))}; {result.seconds:.1f} s"])


def _change_texts(result: SyncResult) -> Iterator[str]:
    path_lists = (result.added, result.changed, result.removed)
    for verb, paths, count in zip(("added", "changed", "removed"), path_lists, result.counts, strict=True):
        if paths:
            names = ", ".join(visible(path).replace("\n", " ") for path in paths[:_MOST_NAMED])
            rest = f" and {count - _MOST_NAMED:,} more" if count > _MOST_NAMED else ""
            yield f"{verb} {names}{rest}"


def _show_json(result: SyncResult) -> None:
    echo_json(result.to_dict(), indent=None)
