"""Which hosts, origins and tokens a server accepts."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re

from ..model.value_class import dataclass

MOST_TARGET = 16 * 1024  # bytes of path and query; a query of 4,000 characters fits, in most scripts
MOST_BODY = 256 * 1024  # bytes; a profile with everything in it has 5 KB

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:/@\s]+))(?::([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """The values that a request must have.

    A page of another site can make a browser send requests to this server, under a host name that resolves to this
    machine.  Such a page cannot set the headers that the browser itself adds: Host, Origin and Sec-Fetch-Site.
    """

    hosts: frozenset[str] = LOOPBACK
    any_address: bool = False  # whether every IP address is an accepted host; no page of another site has one
    token: str = ""  # empty: the server requires none
    pages: frozenset[str] = frozenset()  # paths that other sites may link to and that accept the token in the query
    open_paths: frozenset[str] = frozenset()  # paths that require no token
    most_body: int = MOST_BODY
    methods: tuple[str, ...] = ()  # empty: the application decides for each path

    def accepts_host(self, host: str) -> bool:
        """Whether the value of a `Host` header names this server. Ports are ignored: a tunnel has a port of its own."""
        match = _HOST.fullmatch(host)
        if not match:
            return False
        name = (match[1] or match[2]).casefold()
        return name in self.hosts or (self.any_address and _is_address(name))

    def accepts_token(self, token: bytes) -> bool:
        """Whether the token is the server's, compared in constant time."""
        return hmac.compare_digest(token, self.token.encode())

    def accepts_cookie(self, value: str) -> bool:
        """Whether the value of a cookie is `cookie`, compared in constant time."""
        return hmac.compare_digest(value.encode(), self.cookie.encode())

    @property
    def cookie(self) -> str:
        """The value of the cookie that a browser gets for the token; the token cannot be computed from it."""
        return hmac.new(self.token.encode(), b"dowse: a browser that has shown the token", hashlib.sha256).hexdigest()


def origin(scheme: str, host: str) -> str:
    """The value of the `Origin` header for the pages of this server."""
    return f"{scheme}://{host}".casefold()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
