"""The state that endpoints share: the pool of vaults, and cancellation when the server stops."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from ...app.client_remarks import for_client
from ...app.location import VaultLocation
from ...app.profiles import profiles_of_first
from ...app.references import at_ref
from ...app.results.server_result import ProfileResult
from ...app.sessions.federation import SearchableVault
from ...app.sessions.vault_session import VaultSession
from ...app.sessions.workspace import ServerStoppingError, Workspace, going_on
from ...model.errors import DowseError, SettingsError, VaultError
from ...model.value_class import dataclass
from ...serving.request_queue import RequestQueue
from .problems import RETRY_SECONDS, ProblemError, encode_json, problem_of
from .request_parameters import OutlineParameters, WhyNotParameters

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ServerState:
    """The vaults of the server, and the event that cancels its requests."""

    workspace: Workspace
    is_over: threading.Event = field(default_factory=threading.Event)

    def vault(self, name: str) -> VaultSession:
        """The vault. Raises ProblemError for an unknown name, or for invalid settings of the vault."""
        self.vault_name(name)
        with settings_errors_as_problems():
            return self.workspace.vault(name)

    def searchable(self, names: str) -> SearchableVault:
        """The vault, or several as one. Raises ProblemError as `vault` does."""
        self.locations(names)
        with settings_errors_as_problems():
            return self.workspace.searched(names)

    def at_ref(
        self,
        parameters: OutlineParameters | WhyNotParameters,
        use_case: Callable[..., T],
        request: Callable[[str], object],
    ) -> tuple[str, T]:
        """The result of the use case for the vault that the reference names, or else for `vault`, with the name.

        `request` makes the request for the reference inside the vault.  Raises ProblemError as above.
        """

        def ask(name: str, ref: str) -> T:
            return use_case(self.vault(name), request(ref), progress=self.check_stopping)

        return at_ref(parameters.vault, parameters.ref, self.workspace.names, ask)

    def profiles(self, names: str) -> tuple[ProfileResult, ...]:
        """The profiles of the vault, or of the first of several whose settings are valid. Opens no index.

        Raises ProblemError as above.
        """
        locations = self.locations(names)
        with settings_errors_as_problems():
            return profiles_of_first(locations)

    def vault_name(self, name: str) -> str:
        """The name, or that of the first vault when it is empty. Raises ProblemError for an unknown name."""
        with _vault_errors_as_problems():
            return self.workspace.name_of(name)

    def locations(self, names: str) -> tuple[VaultLocation, ...]:
        """The locations of the named vaults. Raises ProblemError for an unknown name."""
        with _vault_errors_as_problems():
            return self.workspace.selected(names)

    def check_stopping(self, what: str, done: int, total: int) -> None:
        """Raises ServerStoppingError when the server is stopping."""
        going_on(self.is_over)(what, done, total)


@contextmanager
def settings_errors_as_problems() -> Iterator[None]:
    """Turns invalid settings of a vault into a 503: another request cannot fix them."""
    try:
        yield
    except SettingsError as error:
        detail = for_client(str(error), "http")
        raise ProblemError(503, detail, headers={"Retry-After": str(RETRY_SECONDS)}) from error


@contextmanager
def _vault_errors_as_problems() -> Iterator[None]:
    try:
        yield
    except VaultError as error:
        raise ProblemError(404, str(error)) from error


class RawJsonResponse(JSONResponse):
    """JSON from data that a presenter has made; FastAPI does not validate it again."""

    def render(self, content: object) -> bytes:
        """The data as JSON."""
        return encode_json(content)


class QueuedRoute(APIRoute):
    """A route with a queue; a request whose client is gone leaves the queue without an answer.

    The search page sends a request with each key and cancels the one before.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of the route, behind the queue."""
        handle = super().get_route_handler()

        async def handle_in_queue(request: Request) -> Response:
            await request.body()  # read here, so that the next message is the disconnect
            request_queue: RequestQueue = request.app.state.request_queue
            try:
                async with request_queue.turn():
                    if await request.is_disconnected():
                        return Response(status_code=503)  # the client is gone
                    return await handle(request)
            except ServerStoppingError as error:
                raise ProblemError(503, str(error)) from error
            except DowseError as error:
                raise problem_of(error) from error

        return handle_in_queue
