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

from ...app.federation import SearchableVault
from ...app.location import VaultLocation
from ...app.profiles import profiles_of
from ...app.references import at_ref
from ...app.results.server_result import ProfileResult
from ...app.vault_session import VaultSession
from ...app.workspace import ServerStoppingError, Workspace, going_on
from ...model.errors import DowseError, SettingsError, VaultError
from .problems import RETRY_SECONDS, ProblemError, encoded, problem_of

T = TypeVar("T")

_AT_ONCE = 4  # a search keeps a processor busy; more of them at once make all of them slow
_MOST_WAITING = 64


@dataclass(frozen=True, slots=True)
class ServerState:
    """The vaults that are asked, and whether the server goes on."""

    shelf: Workspace
    is_over: threading.Event = field(default_factory=threading.Event)

    def vault(self, name: str) -> VaultSession:
        """The vault. Raises ProblemError when there is none of that name, or when its own settings are wrong."""
        self.named(name)
        with own_settings():
            return self.shelf.vault(name)

    def searched(self, names: str) -> SearchableVault:
        """The vault, or several as one. Raises ProblemError as above."""
        self.meant(names)
        with own_settings():
            return self.shelf.searched(names)

    def at_ref(self, vault: str, ref: str, ask: Callable[[VaultSession, str], T]) -> tuple[str, T]:
        """What `ask` gives of the vault, after the vault that the reference itself names, if it does.

        Raises ProblemError as above.
        """
        return at_ref(vault, ref, self.shelf.names, lambda name, inside: ask(self.vault(name), inside))

    def profiles(self, names: str) -> tuple[ProfileResult, ...]:
        """The profiles of the vault, of several those of the first with readable settings; no index is opened.

        Raises ProblemError as above.
        """
        first, *others = self.meant(names)
        with own_settings():
            for place in (first, *others) if first.is_optional else ():
                with suppress(SettingsError):
                    return profiles_of(place.root)
            return profiles_of(first.root)

    def place(self, name: str) -> VaultLocation:
        """Where the vault lies. Raises ProblemError as above."""
        return self.shelf.place(self.named(name))

    def named(self, name: str) -> str:
        """The name of the vault, of the first when there is none. Raises ProblemError when it is unknown."""
        with _none_of_that_name():
            return self.shelf.name_of(name)

    def meant(self, names: str) -> tuple[VaultLocation, ...]:
        """Where the vaults lie that are meant. Raises ProblemError when one of them is unknown."""
        with _none_of_that_name():
            return self.shelf.meant(names)

    def go_on(self, what: str, done: int, total: int) -> None:
        """Raises StoppedError when the server is to end."""
        going_on(self.is_over)(what, done, total)


@contextmanager
def own_settings() -> Iterator[None]:
    """What is wrong with the settings of a vault, no request can mend."""
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
    """Data that a function of interfaces/presenters has made; it is not looked through again."""

    def render(self, content: object) -> bytes:
        """The data as JSON."""
        return encoded(content)


class QueuedRoute(APIRoute):
    """A route whose questions wait for their turn, and are dropped when nobody waits for the answer any more.

    A page asks with every key that is pressed, and gives the question before up.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of the route, in its turn."""
        answer = super().get_route_handler()

        async def in_turn(request: Request) -> Response:
            await request.body()  # read, so that what is received next is that somebody has gone
            turns: anyio.CapacityLimiter = request.app.state.turns
            if turns.statistics().tasks_waiting >= _MOST_WAITING:
                raise ProblemError(503, "too many questions at once", headers={"Retry-After": str(RETRY_SECONDS)})
            async with turns:
                if await request.is_disconnected():
                    return Response(status_code=503)  # nobody sees it
                try:
                    return await answer(request)
                except ServerStoppingError as error:
                    raise ProblemError(503, str(error)) from error
                except DowseError as error:
                    raise problem_of(error) from error

        return in_turn


def turns() -> anyio.CapacityLimiter:
    """How many questions are answered at once."""
    return anyio.CapacityLimiter(_AT_ONCE)
