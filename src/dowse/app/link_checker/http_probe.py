"""Requests an address with HEAD, or with GET where the server rejects HEAD, and reads no body."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ... import __version__
from ...net.connect import Connector, PrivateAddressError
from ...net.deadline import TimeLimit
from ...net.http_client import BROKEN_CONNECTION, HttpClient, HttpRequest, OpenResponse, RedirectLimitError
from ...net.server_address import AddressError
from .verdict import AddressState, Verdict

_AGENT = f"dowse/{__version__} (checks the links in somebody's notes; one request for each)"
_MOST_REDIRECTS = 10
_AGAIN_WITH_GET = range(400, 600)  # some servers answer HEAD with another status than GET
_PERMANENT = frozenset({301, 308})
_DEAD = frozenset({404, 410})
_THERE = frozenset({401, 402, 403, 405, 406, 407, 429, 451, 999})  # the page exists, but not for programs
_LONGEST_ANSWER = 3  # times the timeout, for a whole response: a server may send it byte by byte
_HEADERS: Mapping[str, str] = {"Accept": "*/*", "Connection": "close"}


@dataclass(frozen=True)
class HttpProbe:
    """Requests addresses within a time limit."""

    timeout: float = 10.0  # seconds for a connection, and between two parts of a response
    private: bool = False  # whether hosts on this machine and in its local network are requested too
    client: HttpClient = field(init=False, repr=False)

    def __post_init__(self) -> None:
        client = HttpClient(Connector(public_only=not self.private), agent=_AGENT, most_idle=0)
        object.__setattr__(self, "client", client)  # the way of frozen dataclasses

    def __call__(self, url: str) -> Verdict:
        """The verdict on the address; a failure of the request is a verdict too."""
        try:
            found = self._answered(HttpRequest(url, "HEAD", _HEADERS))
            if found.status in _AGAIN_WITH_GET and found.status not in {410, 429}:
                found = self._answered(HttpRequest(found.url, "GET", _HEADERS), found.redirects)
        except PrivateAddressError:
            reason = "a host on this machine or its local network; use --private to check it"
            return Verdict(url, "skipped", 0, reason)
        except AddressError as error:
            return Verdict(url, "skipped", 0, f"{error.url[:80]!r} is not a web address")
        except RedirectLimitError:
            return Verdict(url, "dead", 0, f"more than {_MOST_REDIRECTS} redirects")
        except (*BROKEN_CONNECTION, ValueError) as error:
            state, reason = _failed(error)
            return Verdict(url, state, 0, reason)
        state, reason = _read(found.status)
        is_moved = found.redirects and state == "ok" and _PERMANENT.issuperset(found.redirects)
        return Verdict(url, state, found.status, reason, found.url if is_moved else "")

    def _answered(self, request: HttpRequest, passed: tuple[int, ...] = ()) -> OpenResponse:
        limit = TimeLimit(_LONGEST_ANSWER * self.timeout, self.timeout)
        with self.client.open(request, limit, redirects=_MOST_REDIRECTS - len(passed)) as response:
            return replace(response, redirects=(*passed, *response.redirects))


def _read(status: int) -> tuple[AddressState, str]:
    if status in _DEAD:
        return "dead", http.client.responses[status]
    if status < 400 or status in _THERE:
        return "ok", ""
    return "unsure", http.client.responses.get(status, "unknown status")


def _failed(error: Exception) -> tuple[AddressState, str]:
    match error:
        case socket.gaierror(errno=socket.EAI_AGAIN):
            return "unsure", "the look-up of its name failed temporarily"
        case socket.gaierror() | UnicodeError():
            return "dead", "unknown host"
        case ssl.SSLCertVerificationError():
            return "unsure", f"its certificate is not valid: {error.verify_message}"
        case TimeoutError():
            return "unsure", "no answer in time"
        case ConnectionRefusedError():
            return "dead", "connection refused"
        case ValueError():
            return "dead", "malformed address"
        case _:
            return (
                "unsure",
                f"connection failed: {getattr(error, 'strerror', None) or error or type(error).__name__}",
            )
