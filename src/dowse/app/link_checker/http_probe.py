"""Asks one address whether it is there, as politely as it can be asked."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from ... import __version__
from .verdict import AddressState, Verdict

_AGENT = f"dowse/{__version__} (checks links of somebody's notes; asks each once)"
_MOST_REDIRECTS = 10
_AGAIN_WITH_GET = range(400, 600)  # not every server answers HEAD as it answers GET
_MOVED = frozenset({301, 302, 303, 307, 308})
_FOR_GOOD = frozenset({301, 308})
_DEAD = frozenset({404, 410})
_THERE = frozenset({401, 402, 403, 405, 406, 407, 429, 451, 999})  # it is there, and not for programs
_SAFE = "!#$%&'()*+,/:;=?@[]~"  # what may stand in an address as it is
_LONGEST_ANSWER = 3  # times the timeout, for all of an answer: a server may send it one byte at a time


class _SkipError(Exception):
    """The address is not to be asked."""


@dataclass(frozen=True)
class HttpProbe:
    """How addresses are asked."""

    timeout: float = 10.0  # seconds without a sign
    private: bool = False  # whether hosts of this machine and of the network around it are asked too

    def __call__(self, url: str) -> Verdict:
        """What the address answers; never raises."""
        at, moved, is_for_good = url, "", True
        try:
            for _ in range(_MOST_REDIRECTS):
                status, location = self._answer(at)
                if status not in _MOVED or not location:
                    state, reason = _read(status)
                    return Verdict(url, state, status, reason, moved if state == "ok" and is_for_good else "")
                is_for_good = is_for_good and status in _FOR_GOOD
                at = moved = urljoin(at, location)
            return Verdict(url, "dead", 0, f"more than {_MOST_REDIRECTS} redirects")
        except _SkipError as error:
            return Verdict(url, "skipped", 0, str(error))
        except (OSError, http.client.HTTPException, ValueError) as error:
            state, reason = _failed(error)
            return Verdict(url, state, 0, reason)

    def _answer(self, url: str) -> tuple[int, str]:
        """The status and where it leads."""
        parts = urlsplit(url)
        status, location = self._once(parts, "HEAD")
        if status in _AGAIN_WITH_GET and status not in {410, 429}:
            status, location = self._once(parts, "GET")
        return status, location

    def _once(self, parts: SplitResult, method: str) -> tuple[int, str]:
        if parts.scheme.lower() not in {"http", "https"} or not parts.hostname:
            raise _SkipError(f"it leads to {parts.geturl()[:80]!r}, which is no web address")
        host = parts.hostname.encode("idna").decode("ascii")
        is_secure = parts.scheme.lower() == "https"
        port = parts.port or (443 if is_secure else 80)
        target = quote(f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}", safe=_SAFE)
        named = host if port in {80, 443} else f"{host}:{port}"
        headers = {"Host": f"[{named}]" if ":" in host else named, "User-Agent": _AGENT, "Accept": "*/*"}
        connection = _Connection(host, port, timeout=self.timeout)
        with _at_most(connection, _LONGEST_ANSWER * self.timeout):
            connection.begin(self._addresses(host, port), self._secured if is_secure else None)
            connection.request(method, target, headers={**headers, "Connection": "close"})
            with connection.getresponse() as answer:
                return answer.status, answer.getheader("Location") or ""

    def _addresses(self, host: str, port: int) -> list[tuple[str, int]]:
        """Where the host is. What is asked is what was looked at, so that a name cannot lead elsewhere meanwhile."""
        found = [(str(each[4][0]), port) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        if not self.private and not all(ipaddress.ip_address(at.partition("%")[0]).is_global for at, _ in found):
            raise _SkipError("a host of this machine or of the network around it; --private asks them too")
        return found

    @cached_property
    def _secured(self) -> ssl.SSLContext:
        return ssl.create_default_context()


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was looked up before."""

    is_late = False  # set by `cut`, in another thread

    def begin(self, addresses: list[tuple[str, int]], secured: ssl.SSLContext | None) -> None:
        """Connects to the first address that answers. Raises TimeoutError once `cut` was called."""
        for n, address in enumerate(addresses):
            try:
                self.sock = socket.create_connection(address, self.timeout)
                break
            except OSError:
                if n == len(addresses) - 1 or self.is_late:
                    raise
        if self.is_late:
            raise TimeoutError
        if secured is not None:
            # In two steps, so that the socket is closed, and can be cut, while the handshake is under way.
            self.sock = secured.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock.do_handshake()

    def cut(self) -> None:
        """Ends what is under way, from another thread; the socket may not be connected, or gone already."""
        self.is_late = True
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


@contextmanager
def _at_most(connection: _Connection, seconds: float) -> Iterator[None]:
    """Closes the connection afterwards, and when it takes too long."""
    timer = threading.Timer(seconds, connection.cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        connection.close()


def _read(status: int) -> tuple[AddressState, str]:
    if status in _DEAD:
        return "dead", http.client.responses[status]
    if status < 400 or status in _THERE:
        return "ok", ""
    return "unsure", http.client.responses.get(status, "an answer that nobody knows")


def _failed(error: Exception) -> tuple[AddressState, str]:
    match error:
        case socket.gaierror(errno=socket.EAI_AGAIN):
            return "unsure", "its name could not be looked up just now"
        case socket.gaierror() | UnicodeError():
            return "dead", "there is no such host"
        case ssl.SSLCertVerificationError():
            return "unsure", f"its certificate is not valid: {error.verify_message}"
        case TimeoutError():
            return "unsure", "no answer in time"
        case ConnectionRefusedError():
            return "dead", "the connection is refused"
        case ValueError():
            return "dead", "it is no address"
        case _:
            return (
                "unsure",
                f"the connection fails: {getattr(error, 'strerror', None) or error or type(error).__name__}",
            )
