"""Work in a thread of its own, with its progress told to the client, and stopped when the client has gone."""

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
    """Nobody waits for the answer any more."""


class ToolProgress:
    """Progress as the core reports it, passed on a few times a second."""

    def __init__(self, context: Context[Any, Any]) -> None:
        self._context = context
        self._told = time.monotonic()
        self._is_over = False

    def stop(self) -> None:
        """The next report ends the work; what is indexed stays."""
        self._is_over = True

    def __call__(self, what: str, done: int, total: int) -> None:
        """`done` of `total`. Raises GoneError when nobody waits any more."""
        if self._is_over:
            raise ClientDisconnectedError
        now = time.monotonic()
        if now - self._told < _EVERY_SECONDS:
            return
        self._told = now
        message = f"{done:,} of {total:,} {_LABELS.get(what, what)}"
        anyio.from_thread.run(self._context.report_progress, done, total, message)


async def in_thread(context: Context[Any, Any], work: Callable[[Progress], T]) -> T:
    """What the work gives; when it is cancelled, the work ends at its next report."""
    telling = ToolProgress(context)
    try:
        return await anyio.to_thread.run_sync(partial(work, telling), abandon_on_cancel=True)
    finally:
        telling.stop()
