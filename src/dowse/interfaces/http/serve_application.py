"""Serves an application behind the middleware, for the vaults of a workspace: `dowse serve` and `dowse mcp --http`."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from starlette.types import ASGIApp

from ...app.saved_token import saved_token
from ...app.sessions.workspace import Workspace, going_on
from ...model.value_class import dataclass
from ...serving.access_policy import AccessPolicy
from ...serving.bound_socket import BoundSocket
from ...serving.client_access import client_access
from ...serving.queued_output import queued_stderr
from ...serving.server_options import ServerOptions
from .middleware import with_middleware
from .server_loop import run


@dataclass(frozen=True, slots=True)
class ServedApplication:
    """An ASGI application with the part of the access policy that is its own."""

    app: ASGIApp
    is_over: threading.Event  # set when requests under way must stop
    policy: AccessPolicy


def serve_application(
    served_application: ServedApplication,
    workspace: Workspace,
    bound_socket: BoundSocket,
    options: ServerOptions,
    *,
    on_ready: Callable[[str], None],
) -> None:
    """Serves until Ctrl-C or a signal. Calls `on_ready` with the token that clients need and the user does not know.

    That token is empty if there is none. Another thread watches the vaults and opens them.
    """
    is_over, seconds = served_application.is_over, options.request_seconds
    workspace.check = going_on(is_over)
    access = client_access(bound_socket, options, saved_token=lambda: saved_token(os.environ))
    policy = access.policy(bound_socket.access_policy(served_application.policy, options.hosts))

    def handle_ready() -> None:
        on_ready(access.shown_token)
        if access.remark:
            workspace.report(access.remark)
        threading.Thread(target=warm, name="warm").start()

    def warm() -> None:
        from ...app.vault_watchers import warm_and_watch  # noqa: PLC0415  # here, with numpy and the engines, once the port answers

        warm_and_watch(workspace, is_over, watch=options.watch)

    app = with_middleware(served_application.app, policy)
    with queued_stderr():
        run(app, bound_socket, seconds=seconds, on_ready=handle_ready, cancel_requests=is_over.set)
