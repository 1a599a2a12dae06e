"""Runs work in a thread, reports its progress to the client, and stops it when the client disconnects."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.mcpserver import Context

from ...app.location import Progress

T = TypeVar("T")

_EVERY_SECONDS = 0.25
_LABELS = {
    "words": "files read",
    "links": "files linked",
    "meaning": "passages embedded",
    "likeness": "passages compared",
}


class ClientDisconnectedError(Exception):
    """The client has disconnected or cancelled the call."""


class ToolProgress:
    """Passes the progress of the core on to the client, a few times a second."""

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._reported_at = time.monotonic()
        self._is_stopped = False

    def stop(self) -> None:
        """Stops the work at the next report; indexed files are kept."""
        self._is_stopped = True

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Reports `done` of `total`, unless that is 0. Raises ClientDisconnectedError after `stop`."""
        if self._is_stopped:
            raise ClientDisconnectedError
        if not total:
            return
        now = time.monotonic()
        if now - self._reported_at < _EVERY_SECONDS:
            return
        self._reported_at = now
        message = f"{done:,} of {total:,} {_LABELS.get(phase, phase)}"
        anyio.from_thread.run(self._context.report_progress, done, total, message)


async def in_thread(context: Context[Any, Any], work: Callable[[Progress], T]) -> T:
    """The result of the work; after a cancellation the work stops at its next report."""
    progress = ToolProgress(context)
    try:
        return await anyio.to_thread.run_sync(partial(work, progress), abandon_on_cancel=True)
    finally:
        progress.stop()
