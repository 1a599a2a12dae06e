"""Requests to one address over connections that are kept.

By `http.client`: two routes and a retry do not make up for a dependency, and urllib opens a connection for each
request.
"""

from __future__ import annotations

import base64
import http.client
import threading
import time
import urllib.parse
import urllib.request
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

_MOST_IDLE = 8  # connections that are kept
_PIECE = 1 << 16  # bytes
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})

# A kept connection that the server has closed meanwhile.
_CLOSED = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError, http.client.CannotSendRequest)

BROKEN_CONNECTION = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a server is."""

    scheme: str
    host: str
    port: int
    base: str  # what every path begins with, without a slash at the end
    login: str = field(default="", repr=False)  # the `Authorization` of a name and password in the address

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.base}"


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What came back; of a longer body the first `most_bytes + 1` bytes."""

    status: int
    headers: Mapping[str, str]  # by their names in lower case
    body: bytes


def address_of(url: str) -> ServerAddress:
    """The address that a URL names. Raises ValueError when it names none."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError(url)
    parts.hostname.encode("idna")  # raises what else connecting would
    base = urllib.parse.quote(parts.path.rstrip("/"), safe="/%~!$&'()*+,;=:@")
    return ServerAddress(parts.scheme, parts.hostname, parts.port or _PORTS[parts.scheme], base, _login(parts))


class ConnectionPool:
    """Connections to an address. May be shared between threads."""

    def __init__(self, address: ServerAddress) -> None:
        self._address = address
        self._proxy = _proxy_for(address)
        self._idle: list[http.client.HTTPConnection] = []
        weakref.finalize(self, _close, self._idle)

    def send(
        self, path: str, body: bytes | None, headers: Mapping[str, str], *, seconds: float, most_bytes: int
    ) -> HttpResponse:
        """The answer to a POST of the body, or to a GET without one; redirects are not followed.

        Raises one of BROKEN, TimeoutError after so many seconds.  It runs in a thread of its own: nothing else ends in
        time when a name server does not answer, and Ctrl-C need not wait for it.
        """
        outcomes: SimpleQueue[HttpResponse | Exception] = SimpleQueue()

        def attempt() -> None:
            try:
                outcomes.put(self._exchanged(path, body, headers, time.monotonic() + seconds, most_bytes))
            except Exception as error:  # noqa: BLE001  # raised again below, in the thread that waits
                outcomes.put(error)

        threading.Thread(target=attempt, daemon=True, name="dowse-request").start()
        try:
            outcome = outcomes.get(timeout=seconds)
        except Empty as error:
            raise TimeoutError from error
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _exchanged(
        self, path: str, body: bytes | None, headers: Mapping[str, str], end: float, most_bytes: int
    ) -> HttpResponse:
        kept = self._taken()
        if kept is not None:
            try:
                return self._over(kept, path, body, headers, end, most_bytes)
            except _CLOSED:
                pass
        return self._over(self._opened(), path, body, headers, end, most_bytes)

    def _taken(self) -> http.client.HTTPConnection | None:
        """An idle connection, which no other thread gets; None when there is none."""
        try:
            return self._idle.pop()  # asking first whether there is one would let another thread take it in between
        except IndexError:
            return None

    def _over(
        self,
        connection: http.client.HTTPConnection,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
        end: float,
        most_bytes: int,
    ) -> HttpResponse:
        connection.timeout = _left(end)
        if connection.sock is not None:
            connection.sock.settimeout(connection.timeout)
        is_done = False
        try:
            connection.request("GET" if body is None else "POST", self._target(path), body, dict(self._signed(headers)))
            response = connection.getresponse()
            answer = HttpResponse(
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                _read(response, end, most_bytes),
            )
            is_done = response.isclosed() and not response.will_close and len(self._idle) < _MOST_IDLE
            return answer
        finally:
            if is_done:
                self._idle.append(connection)
            else:
                connection.close()

    def _opened(self) -> http.client.HTTPConnection:
        """A connection to the address, or to the proxy on the way; it is established by the first request."""
        to = self._proxy or self._address
        if self._address.scheme == "http":
            return http.client.HTTPConnection(to.host, to.port)
        connection = http.client.HTTPSConnection(to.host, to.port)
        if self._proxy is not None:
            login = {"Proxy-Authorization": self._proxy.login} if self._proxy.login else {}
            connection.set_tunnel(self._address.host, self._address.port, headers=login)
        return connection

    def _target(self, path: str) -> str:
        if self._proxy is not None and self._address.scheme == "http":
            return f"{self._address}{path}"
        return f"{self._address.base}{path}"

    def _signed(self, headers: Mapping[str, str]) -> Mapping[str, str]:
        """The headers, with what the address itself says of who asks."""
        logins = {"Authorization": self._address.login} if self._address.login else {}
        if self._proxy is not None and self._proxy.login and self._address.scheme == "http":
            logins["Proxy-Authorization"] = self._proxy.login
        return {"User-Agent": "dowse", **logins, **headers}


def _read(response: http.client.HTTPResponse, end: float, most_bytes: int) -> bytes:
    """The body, up to one byte more than it may have."""
    body = bytearray()
    while len(body) <= most_bytes and (piece := response.read1(min(_PIECE, most_bytes + 1 - len(body)))):
        body += piece
        _left(end)
    if response.length and len(body) <= most_bytes:
        raise http.client.IncompleteRead(bytes(body), response.length)
    if response.length == 0:
        response.close()  # read1 leaves it open, and then the connection takes no further request
    return bytes(body)


def _close(connections: Iterable[http.client.HTTPConnection]) -> None:
    for connection in connections:
        connection.close()


def _left(end: float) -> float:
    """The seconds that are left. Raises TimeoutError when there are none."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _proxy_for(address: ServerAddress) -> ServerAddress | None:
    """The proxy that the environment names for the address; what runs on this machine is asked directly."""
    named = urllib.request.getproxies().get(address.scheme, "")
    if not named or address.host in _HERE or urllib.request.proxy_bypass(address.host):
        return None
    try:
        return address_of(named if "://" in named else f"http://{named}")
    except ValueError:
        return None


def _login(parts: urllib.parse.SplitResult) -> str:
    if parts.username is None:
        return ""
    pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"


_PORTS = {"http": 80, "https": 443}
