"""Which hosts, origins and tokens a server accepts."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
from collections.abc import Mapping

from ..model.value_class import dataclass
from .inet_diag import SocketAddress
from .peer_user import LocalUsers

MOST_TARGET = 256 * 1024  # bytes of path and query; 40 values of 500 characters fit, in any script
MOST_PARAMETERS = 500  # in one address; each name is compared with the known ones
MOST_BODY = 256 * 1024  # bytes; a profile with everything in it has 5 KB

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_OTHER_USER = (
    "the server answers programs of the user who started it, and this connection is from another user, or the"
    " system does not state its user; {advice}. TOKEN is in the file server-token in that user's state folder,"
    " by default ~/.local/state/dowse"
)
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
    local_users: LocalUsers | None = None  # who needs no token; a server with local users has a token for the others
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

    def accepts_link(self, method: str, path: str, headers: Mapping[str, str]) -> bool:
        """Whether a request from a page of another site is a link to a page, in a window and not in a frame."""
        is_in_window = headers.get("sec-fetch-dest", "document") == "document"
        is_navigation = headers.get("sec-fetch-mode") == "navigate" and is_in_window
        return path in self.pages and method in {"GET", "HEAD"} and is_navigation

    def accepts_peer(self, peer: SocketAddress, own: SocketAddress) -> bool:
        """Whether the connection from `peer` to `own`, this server, is one of a user who needs no token."""
        return self.local_users is not None and self.local_users.include(peer, own)

    def refusal(self, path: str) -> tuple[int, str]:
        """The status and the advice for a request without the token; 403 if a user of this machine needs none."""
        page = ", or add ?token=TOKEN to the address" if path in self.pages else ""
        advice = f"send the header `Authorization: Bearer TOKEN`{page}"
        return (403, _OTHER_USER.format(advice=advice)) if self.local_users else (401, advice)

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
