"""The server of `dowse serve`: the HTTP API and the pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from urllib.parse import quote

from ...app.sessions.workspace import Workspace
from .application import application
from .pages import PAGES
from .serve_application import ServedApplication, serve_application
from .server_loop import BoundSocket
from .server_state import ServerState

_OPEN = frozenset({"/health"})


def serve(
    workspace: Workspace,
    bound_socket: BoundSocket,
    *,
    token: str,
    hosts: Sequence[str],
    on_ready: Callable[[str, str], None],
    start_watchers: Callable[[threading.Event], None],
) -> None:
    """Serves until Ctrl-C or a signal. Calls `on_ready` with the address to print and the address to open.

    The address to open has the token in its query.  The address to print has the token only when the server generated
    it, since the user does not know that one.
    """
    state = ServerState(workspace)

    def handle_ready(generated: str) -> None:
        on_ready(_with_token(bound_socket.address, generated), _with_token(bound_socket.address, token or generated))

    served_application = ServedApplication(application(state), state.is_over, pages=PAGES, open_paths=_OPEN)
    serve_application(
        served_application,
        workspace,
        bound_socket,
        token=token,
        hosts=hosts,
        on_ready=handle_ready,
        start_watchers=start_watchers,
    )


def _with_token(address: str, token: str) -> str:
    return f"{address}?token={quote(token, safe='')}" if token else address
