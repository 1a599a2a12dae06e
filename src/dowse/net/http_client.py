"""The HTTP client of all outgoing requests: time limits, byte limits, redirects, kept connections.

On http.client of the standard library: decision 24 has the comparison with urllib3 and httpx.
"""

from __future__ import annotations

import http.client
import threading
import weakref
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from urllib.parse import urljoin

from ..model.value_class import dataclass
from .connect import Connector, DeadlineSocket
from .deadline import Deadline, TimeLimit
from .server_address import ServerAddress, proxy_for, server_and_target

REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_IDLE = 8  # connections that are kept for a server
_PIECE = 1 << 18  # bytes

# A kept connection that the server has closed meanwhile.
_CLOSED = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError, http.client.CannotSendRequest)

BROKEN_CONNECTION = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request to the server that the URL names."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = None

    def redirected(self, location: str) -> HttpRequest:
        """The request that a redirect asks for. Authorization is sent to the same scheme, host and port only.

        Raises ValueError when the location is not an http or https URL.
        """
        url = urljoin(self.url, location)
        if server_and_target(url)[0] == server_and_target(self.url)[0]:
            return replace(self, url=url)
        kept = {name: value for name, value in self.headers.items() if name.lower() != "authorization"}
        return replace(self, url=url, headers=kept)


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response that was read; of a longer body the first `most_bytes + 1` bytes."""

    status: int
    headers: Mapping[str, str]  # by their names in lower case
    body: bytes


@dataclass(frozen=True, slots=True)
class OpenResponse:
    """A response whose body is still to be read."""

    status: int
    reason: str
    headers: Mapping[str, str]  # by their names in lower case
    url: str  # after redirects
    redirects: tuple[int, ...]  # the status of each redirect that was followed
    _response: http.client.HTTPResponse = field(repr=False)

    def pieces(self, most: int = _PIECE) -> Iterator[bytes]:
        """The body in pieces of at most `most` bytes. Raises OSError or HTTPException, also when the end is missing."""
        while piece := self._response.read1(most):
            yield piece
        if self._response.length:
            raise http.client.IncompleteRead(b"", self._response.length)

    def read(self, most: int) -> bytes:
        """The body, up to one byte more than `most`. Raises as `pieces` does."""
        body = bytearray()
        while len(body) <= most and (piece := self._response.read1(min(_PIECE, most + 1 - len(body)))):
            body += piece
        if self._response.length and len(body) <= most:
            raise http.client.IncompleteRead(bytes(body), self._response.length)
        return bytes(body)

    @property
    def is_complete(self) -> bool:
        """Whether the whole body was read."""
        return self._response.isclosed() or self._response.length == 0


class StatusError(Exception):
    """A response with a status that the caller cannot use."""

    def __init__(self, response: OpenResponse) -> None:
        super().__init__(f"{response.status} {response.reason}".rstrip())
        self.status = response.status
        self.headers = response.headers


class HttpClient:
    """Sends requests over kept connections. May be shared between threads."""

    def __init__(
        self, connector: Connector | None = None, *, agent: str = "dowse", most_idle: int = _MOST_IDLE
    ) -> None:
        self._connector = connector or Connector()
        self._agent = agent
        self._most_idle = most_idle
        self._idle: defaultdict[ServerAddress, list[_Connection]] = defaultdict(list)
        self._lock = threading.Lock()
        weakref.finalize(self, _close, self._idle)

    def fetch(self, request: HttpRequest, limit: TimeLimit, *, most_bytes: int) -> HttpResponse:
        """The whole response; a redirect is not followed. Raises as `open` does."""
        with self.open(request, limit) as response:
            return HttpResponse(response.status, response.headers, response.read(most_bytes))

    @contextmanager
    def open(self, request: HttpRequest, limit: TimeLimit, *, redirects: int = 0) -> Iterator[OpenResponse]:
        """The response, after at most so many redirects; the limit counts anew for each of them.

        Raises ValueError for a URL that is not http or https, PrivateAddressError, and BROKEN_CONNECTION for all that
        fails on the way.  Without redirects, the response that asks for one is returned.
        """
        passed: tuple[int, ...] = ()
        while True:
            with self._exchanged(request, limit.started(), passed) as response:
                location = response.headers.get("location", "")
                if not redirects or response.status not in REDIRECTS or not location:
                    yield response
                    return
            if len(passed) == redirects:
                raise RedirectLimitError(f"more than {redirects} redirects")
            passed = (*passed, response.status)
            request = request.redirected(location)

    @contextmanager
    def _exchanged(self, request: HttpRequest, deadline: Deadline, passed: tuple[int, ...]) -> Iterator[OpenResponse]:
        server, target = server_and_target(request.url)
        connection, response = self._sent(request, server, target, deadline)
        opened = OpenResponse(
            response.status,
            response.reason,
            {name.lower(): value for name, value in response.getheaders()},
            request.url,
            passed,
            response,
        )
        try:
            yield opened
        finally:
            is_reusable = opened.is_complete and not response.will_close
            response.close()  # first: a connection takes no request before
            self._release(connection, server, is_reusable=is_reusable)

    def _sent(
        self, request: HttpRequest, server: ServerAddress, target: str, deadline: Deadline
    ) -> tuple[_Connection, http.client.HTTPResponse]:
        """The connection that the request was sent over, and the head of the response."""
        kept = self._taken(server)
        if kept is not None:
            kept.use(deadline)
            try:
                return kept, self._answered(kept, request, server, target)
            except _CLOSED:
                pass
        fresh = _Connection(self._connector, server, deadline)
        return fresh, self._answered(fresh, request, server, target)

    def _answered(
        self, connection: _Connection, request: HttpRequest, server: ServerAddress, target: str
    ) -> http.client.HTTPResponse:
        headers = {"Host": server.netloc, "User-Agent": self._agent, **request.headers}
        proxy = proxy_for(server) if server.scheme == "http" else None
        if proxy is not None:
            target = f"{server}{target}"
            headers |= {"Proxy-Authorization": proxy.login} if proxy.login else {}
        try:
            connection.request(request.method, target, request.body, headers)
            return connection.getresponse()
        except BaseException:
            connection.close()
            raise

    def _taken(self, server: ServerAddress) -> _Connection | None:
        """An idle connection, which no other thread gets; None when there is none."""
        with self._lock:
            idle = self._idle[server]
            return idle.pop() if idle else None

    def _release(self, connection: _Connection, server: ServerAddress, *, is_reusable: bool) -> None:
        with self._lock:
            if is_reusable and len(self._idle[server]) < self._most_idle:
                self._idle[server].append(connection)
                return
        connection.close()


class RedirectLimitError(http.client.HTTPException):
    """A chain of redirects that is longer than allowed."""


class _Connection(http.client.HTTPConnection):
    """A connection that ends by a deadline, which the first request establishes."""

    def __init__(self, connector: Connector, server: ServerAddress, deadline: Deadline) -> None:
        super().__init__(server.host, server.port)
        self._connector = connector
        self._server = server
        self._deadline = deadline
        self._stream: DeadlineSocket | None = None

    def connect(self) -> None:
        """Called by http.client before the first byte."""
        self._stream = self._connector.connect(self._server, self._deadline)
        self.sock = self._stream  # it has the methods that http.client calls

    def use(self, deadline: Deadline) -> None:
        """Sets the deadline of the next request."""
        self._deadline = deadline
        if self._stream is not None:
            self._stream.deadline = deadline


def _close(idle: Mapping[ServerAddress, list[_Connection]]) -> None:
    for connections in idle.values():
        for connection in connections:
            connection.close()
