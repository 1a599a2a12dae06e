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
    shelf: Workspace,
    listening: BoundSocket,
    *,
    token: str,
    hosts: Sequence[str],
    is_up: Callable[[str, str], None],
    beside: Callable[[threading.Event], None],
) -> None:
    """Serves until Ctrl-C or a signal. Calls `is_up` with the address to print and the address to open.

    The address to open has the token in its query.  The address to print has the token only when the server generated
    it, since the user does not know that one.
    """
    state = ServerState(shelf)

    def begin(generated: str) -> None:
        is_up(_with_token(listening.address, generated), _with_token(listening.address, token or generated))

    served = ServedApplication(application(state), state.is_over, pages=PAGES, open_paths=_OPEN)
    serve_application(served, shelf, listening, token=token, hosts=hosts, is_up=begin, beside=beside)


def _with_token(address: str, token: str) -> str:
    return f"{address}?token={quote(token, safe='')}" if token else address
