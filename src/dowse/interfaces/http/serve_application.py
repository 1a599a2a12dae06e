"""Serves an application behind the middleware, for the vaults of a workspace: `dowse serve` and `dowse mcp --http`."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from starlette.types import ASGIApp

from ...app.sessions.gc_tuning import collect_seldom
from ...app.sessions.workspace import Workspace, going_on
from .middleware import with_middleware
from .server_loop import BoundSocket, run


@dataclass(frozen=True, slots=True)
class ServedApplication:
    """An ASGI application, and the part of the access policy that is its own."""

    app: ASGIApp
    is_over: threading.Event  # set when requests under way must stop
    pages: Iterable[str] = ()
    open_paths: Iterable[str] = ()
    methods: tuple[str, ...] = ()


def serve_application(
    served: ServedApplication,
    workspace: Workspace,
    listening: BoundSocket,
    *,
    token: str,
    hosts: Sequence[str],
    is_up: Callable[[str], None],
    beside: Callable[[threading.Event], None],
) -> None:
    """Serves until Ctrl-C or a signal. Calls `is_up` with the generated token, which is empty when none was needed.

    The server generates a token when other machines can reach the port and `token` is empty.  Another
    thread calls `beside` and then opens the vaults.
    """
    generated = "" if token or listening.is_private else secrets.token_urlsafe(24)
    policy = listening.access_policy(
        token=token or generated,
        hosts=hosts,
        pages=served.pages,
        open_paths=served.open_paths,
        methods=served.methods,
    )

    def begin() -> None:
        is_up(generated)
        threading.Thread(target=warm, name="warm").start()

    def warm() -> None:
        beside(served.is_over)
        workspace.warm(going_on(served.is_over))
        collect_seldom()

    run(with_middleware(served.app, policy), listening, is_up=begin, give_up=served.is_over.set)
