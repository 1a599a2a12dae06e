"""Who may come in: the names that a server answers to, the pages that it answers for, and the token."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
from dataclasses import dataclass

MOST_TARGET = 16 * 1024  # bytes of path and query; a query of 4,000 characters fits, in most scripts
MOST_BODY = 256 * 1024  # bytes; a profile with everything in it has 5 KB

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:/@\s]+))(?::([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """What a request has to show.

    A page of somebody else can let a browser ask this server, under a name of its own that leads to this machine. It
    cannot choose what the browser then says of itself: the name in `Host`, and where the question is from.
    """

    hosts: frozenset[str] = LOOPBACK
    any_address: bool = False  # whether any name that is an IP address is one of ours; nobody can make those lead here
    token: str = ""  # empty: none is wanted
    pages: frozenset[str] = frozenset()  # paths that other pages may link to, and that take the token in the address
    open_paths: frozenset[str] = frozenset()  # paths that need no token
    most_body: int = MOST_BODY
    methods: tuple[str, ...] = ()  # none: which ones there are, the application says for each path

    def knows(self, host: str) -> bool:
        """Whether the value of a `Host` header names this server. Any port will do: a tunnel has one of its own."""
        read = _HOST.fullmatch(host)
        if not read:
            return False
        name = (read[1] or read[2]).casefold()
        return name in self.hosts or (self.any_address and _is_address(name))

    def takes(self, token: bytes) -> bool:
        """Whether this is the token."""
        return hmac.compare_digest(token, self.token.encode())

    def takes_cookie(self, value: str) -> bool:
        """Whether a cookie says what `cookie` gave."""
        return hmac.compare_digest(value.encode(), self.cookie.encode())

    @property
    def cookie(self) -> str:
        """What a browser is given in exchange for the token; it says nothing about the token itself."""
        return hmac.new(self.token.encode(), b"dowse: a browser that has shown the token", hashlib.sha256).hexdigest()


def origin(scheme: str, host: str) -> str:
    """How a browser names the pages of this server."""
    return f"{scheme}://{host}".casefold()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
