"""The state that endpoints share: the pool of vaults, and cancellation when the server stops."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
from fastapi import Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from ...app.location import VaultLocation
from ...app.profiles import profiles_of
from ...app.references import at_ref
from ...app.results.server_result import ProfileResult
from ...app.sessions.federation import SearchableVault
from ...app.sessions.vault_session import VaultSession
from ...app.sessions.workspace import ServerStoppingError, Workspace, going_on
from ...model.errors import DowseError, SettingsError, VaultError
from .problems import RETRY_SECONDS, ProblemError, encoded, problem_of

T = TypeVar("T")

_AT_ONCE = 4  # a search keeps a processor busy; more at a time slow all of them down
_MOST_WAITING = 64


@dataclass(frozen=True, slots=True)
class ServerState:
    """The vaults of the server, and the event that cancels its requests."""

    shelf: Workspace
    is_over: threading.Event = field(default_factory=threading.Event)

    def vault(self, name: str) -> VaultSession:
        """The vault. Raises ProblemError for an unknown name, or for invalid settings of the vault."""
        self.named(name)
        with own_settings():
            return self.shelf.vault(name)

    def searched(self, names: str) -> SearchableVault:
        """The vault, or several as one. Raises ProblemError as `vault` does."""
        self.meant(names)
        with own_settings():
            return self.shelf.searched(names)

    def at_ref(self, vault: str, ref: str, ask: Callable[[VaultSession, str], T]) -> tuple[str, T]:
        """The result of `ask` for the vault that the reference names, or else for `vault`.

        Raises ProblemError as above.
        """
        return at_ref(vault, ref, self.shelf.names, lambda name, inside: ask(self.vault(name), inside))

    def profiles(self, names: str) -> tuple[ProfileResult, ...]:
        """The profiles of the vault, or of the first of several whose settings are valid. Opens no index.

        Raises ProblemError as above.
        """
        first, *others = self.meant(names)
        with own_settings():
            for place in (first, *others) if first.is_optional else ():
                with suppress(SettingsError):
                    return profiles_of(place.root)
            return profiles_of(first.root)

    def place(self, name: str) -> VaultLocation:
        """The location of the vault. Raises ProblemError for an unknown name."""
        return self.shelf.place(self.named(name))

    def named(self, name: str) -> str:
        """The name, or that of the first vault when it is empty. Raises ProblemError for an unknown name."""
        with _none_of_that_name():
            return self.shelf.name_of(name)

    def meant(self, names: str) -> tuple[VaultLocation, ...]:
        """The locations of the named vaults. Raises ProblemError for an unknown name."""
        with _none_of_that_name():
            return self.shelf.selected(names)

    def go_on(self, what: str, done: int, total: int) -> None:
        """Raises ServerStoppingError when the server is stopping."""
        going_on(self.is_over)(what, done, total)


@contextmanager
def own_settings() -> Iterator[None]:
    """Turns invalid settings of a vault into a 503: another request cannot fix them."""
    try:
        yield
    except SettingsError as error:
        raise ProblemError(503, str(error), headers={"Retry-After": str(RETRY_SECONDS)}) from error


@contextmanager
def _none_of_that_name() -> Iterator[None]:
    try:
        yield
    except VaultError as error:
        raise ProblemError(404, str(error)) from error


class RawJsonResponse(JSONResponse):
    """JSON from data that a presenter has made; FastAPI does not validate it again."""

    def render(self, content: object) -> bytes:
        """The data as JSON."""
        return encoded(content)


class QueuedRoute(APIRoute):
    """A route with a queue; a request whose client is gone leaves the queue without an answer.

    The search page sends a request with each key and cancels the one before.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of the route, behind the queue."""
        answer = super().get_route_handler()

        async def in_turn(request: Request) -> Response:
            await request.body()  # read here, so that the next message is the disconnect
            turns: anyio.CapacityLimiter = request.app.state.turns
            if turns.statistics().tasks_waiting >= _MOST_WAITING:
                raise ProblemError(
                    503,
                    "too many requests are waiting; repeat this one later",
                    headers={"Retry-After": str(RETRY_SECONDS)},
                )
            async with turns:
                if await request.is_disconnected():
                    return Response(status_code=503)  # the client is gone
                try:
                    return await answer(request)
                except ServerStoppingError as error:
                    raise ProblemError(503, str(error)) from error
                except DowseError as error:
                    raise problem_of(error) from error

        return in_turn


def turns() -> anyio.CapacityLimiter:
    """The limit of requests that run at a time."""
    return anyio.CapacityLimiter(_AT_ONCE)
