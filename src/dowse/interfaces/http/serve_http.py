"""The server of `dowse serve`: the HTTP API and the pages."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from ...app.sessions.workspace import Workspace
from ...serving.access_policy import AccessPolicy
from ...serving.bound_socket import listen
from ...serving.server_options import ServerOptions
from .application import application
from .pages import PAGES
from .serve_application import ServedApplication, serve_application
from .server_state import ServerState

_OPEN = frozenset({"/health"})


def serve(workspace: Workspace, options: ServerOptions, *, on_ready: Callable[[str, str], None]) -> None:
    """Serves until Ctrl-C or a signal. Calls `on_ready` with the address to print and the address to open.

    The address to open has the token in its query.  The address to print has the token only when the server generated
    it, since the user does not know that one.
    """
    bound_socket, state = listen(options.host, options.port), ServerState(workspace)

    def handle_ready(generated: str) -> None:
        address, token = bound_socket.address, options.token or generated
        on_ready(_with_token(address, generated), _with_token(address, token))

    policy = AccessPolicy(pages=frozenset(PAGES), open_paths=_OPEN)
    served_application = ServedApplication(application(state), state.is_over, policy)
    serve_application(served_application, workspace, bound_socket, options, on_ready=handle_ready)


def _with_token(address: str, token: str) -> str:
    return f"{address}?token={quote(token, safe='')}" if token else address
