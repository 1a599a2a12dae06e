"""The MCP server over streamable HTTP, behind the same middleware as the HTTP API."""

from __future__ import annotations

import threading
from collections.abc import Callable

from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from ...app.sessions.workspace import Workspace
from ...serving.access_policy import AccessPolicy
from ...serving.bound_socket import listen
from ...serving.server_options import ServerOptions
from ...serving.session_limit import SessionLimit
from ..http.problems import bug_response
from ..http.serve_application import ServedApplication, serve_application

PATH = "/mcp"
_METHODS = ("GET", "POST", "DELETE")  # a client ends its session with DELETE
_IDLE_SECONDS = 10 * 60.0
_MOST_SESSIONS = 100  # each keeps some memory; an agent has one. Beyond, the one that is idle for longest ends


def serve(
    server: MCPServer[object], workspace: Workspace, options: ServerOptions, *, on_ready: Callable[[str, str], None]
) -> None:
    """Serves at PATH until Ctrl-C or a signal. Calls `on_ready` with the address and the generated token, if any."""
    bound_socket = listen(options.host, options.port)
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        session_idle_timeout=_IDLE_SECONDS,
        max_sessions=2 * _MOST_SESSIONS,  # for those that are all busy
        # The middleware checks Host and Origin, and knows the names of this server.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    app.add_exception_handler(Exception, bug_response)

    def handle_ready(generated: str) -> None:
        on_ready(f"{bound_socket.address.rstrip('/')}{PATH}", generated)

    sessions = server.session_manager._server_instances  # noqa: SLF001  # the SDK ends none before it is idle for long
    limited = SessionLimit(app, sessions, header=b"mcp-session-id", most=_MOST_SESSIONS)
    served_application = ServedApplication(limited, threading.Event(), AccessPolicy(methods=_METHODS))
    serve_application(served_application, workspace, bound_socket, options, on_ready=handle_ready)
