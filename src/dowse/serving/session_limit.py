"""Sessions of clients at their maximum number: the one that has been idle for longest makes room for a new one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from math import inf
from typing import Any, Protocol, TypeVar

_Message = MutableMapping[str, Any]  # those of ASGI
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
_Application = Callable[[_Message, _Receive, _Send], Awaitable[None]]


class SessionScope(Protocol):
    """The scope of a session, which ends with it."""

    deadline: float  # a fixed time after the end of the last request; infinite while a request is served

    def cancel(self) -> None:
        """Ends the session."""


class ClientSession(Protocol):
    """A session of a client."""

    @property
    def idle_scope(self) -> SessionScope | None:
        """The scope; None before the session has begun."""


_Session = TypeVar("_Session", bound=ClientSession)


def end_idle_sessions(sessions: MutableMapping[str, _Session], *, most: int) -> None:
    """Ends those that have been idle for longest until fewer than `most` are left, but none that serves a request."""
    idle = [(scope.deadline, key) for key, each in sessions.items() if (scope := each.idle_scope) is not None]
    for deadline, key in sorted(idle):
        if len(sessions) < most or deadline == inf:
            return
        scope = sessions.pop(key).idle_scope
        if scope is not None:
            scope.cancel()


class SessionLimit:
    """An ASGI application that ends idle sessions before a request that may open another one."""

    def __init__(self, app: _Application, sessions: MutableMapping[str, _Session], *, header: bytes, most: int) -> None:
        self._app, self._header = app, header
        self._end_idle = partial(end_idle_sessions, sessions, most=most)

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        """Passes the request on. `header` names the session of a request that belongs to one."""
        if scope["type"] == "http" and scope["method"] == "POST" and self._header not in dict(scope["headers"]):
            self._end_idle()
        await self._app(scope, receive, send)
