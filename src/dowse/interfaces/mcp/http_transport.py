"""The MCP server over streamable HTTP, behind the same guard as the HTTP API."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from ...app.gc_tuning import collect_seldom
from ...app.workspace import Workspace, going_on
from ..http.middleware import guarded
from ..http.server_loop import BoundSocket, run

PATH = "/mcp"
_METHODS = ("GET", "POST", "DELETE")  # a client says goodbye with DELETE
_IDLE_SECONDS = 10 * 60.0
_MOST_SESSIONS = 100  # each keeps some memory until it ends or is idle; an agent has one


def serve(
    server: MCPServer[object],
    shelf: Workspace,
    listening: BoundSocket,
    *,
    token: str,
    hosts: Sequence[str],
    is_up: Callable[[str, str], None],
    beside: Callable[[threading.Event], None],
) -> None:
    """Answers at PATH until it is stopped; `is_up` is told the address, and the token when one was made.

    `beside` is called in a thread of its own, with what says that it is over.

    Where others can reach the port and there is no token, one is made.
    """
    made = "" if token or listening.is_private else secrets.token_urlsafe(24)
    gate = replace(listening.gate(token=token or made, hosts=hosts), methods=_METHODS)
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        session_idle_timeout=_IDLE_SECONDS,
        max_sessions=_MOST_SESSIONS,
        # The guard looks at Host and Origin, and knows by which names it is reached.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

    is_over = threading.Event()

    def begin() -> None:
        is_up(f"{listening.address.rstrip('/')}{PATH}", made)
        threading.Thread(target=warm, name="warm").start()

    def warm() -> None:
        beside(is_over)
        shelf.warm(going_on(is_over))
        collect_seldom()

    run(guarded(app, gate), listening, is_up=begin, give_up=is_over.set)
