"""Serves an application behind the middleware, for the vaults of a workspace: `dowse serve` and `dowse mcp --http`."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Sequence

from starlette.types import ASGIApp

from ...app.sessions.gc_tuning import collect_seldom
from ...app.sessions.workspace import Workspace, going_on
from ...model.value_class import dataclass
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
    served_application: ServedApplication,
    workspace: Workspace,
    bound_socket: BoundSocket,
    *,
    token: str,
    hosts: Sequence[str],
    on_ready: Callable[[str], None],
    start_watchers: Callable[[threading.Event], None],
) -> None:
    """Serves until Ctrl-C or a signal. Calls `on_ready` with the generated token, which is empty when none was needed.

    The server generates a token when other machines can reach the port and `token` is empty.  Another
    thread calls `start_watchers` and then opens the vaults.
    """
    generated = "" if token or bound_socket.is_private else secrets.token_urlsafe(24)
    policy = bound_socket.access_policy(
        token=token or generated,
        hosts=hosts,
        pages=served_application.pages,
        open_paths=served_application.open_paths,
        methods=served_application.methods,
    )

    def handle_ready() -> None:
        on_ready(generated)
        threading.Thread(target=warm, name="warm").start()

    def warm() -> None:
        start_watchers(served_application.is_over)
        workspace.warm(going_on(served_application.is_over))
        collect_seldom()

    run(
        with_middleware(served_application.app, policy),
        bound_socket,
        on_ready=handle_ready,
        cancel_requests=served_application.is_over.set,
    )
