"""The port of a server."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import replace

from ..model.errors import DowseError
from ..model.value_class import dataclass
from .access_policy import LOOPBACK, AccessPolicy


@dataclass(frozen=True, slots=True)
class BoundSocket:
    """A port that this process listens on."""

    socket: socket.socket
    name: str  # the host as the user wrote it

    @property
    def port(self) -> int:
        """The number of the port."""
        return int(self.socket.getsockname()[1])

    @property
    def is_private(self) -> bool:
        """Whether only programs of this machine can reach the port."""
        return self._address.is_loopback

    @property
    def address(self) -> str:
        """The address of the server for a browser on this machine."""
        name = "127.0.0.1" if self._address.is_unspecified else self.name
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}/"

    def access_policy(self, policy: AccessPolicy, hosts: Iterable[str]) -> AccessPolicy:
        """The policy with its own names and `hosts`; where other machines can reach the port, with each IP address."""
        names = frozenset(name.casefold() for name in (*LOOPBACK, self.name, *hosts))
        return replace(policy, hosts=names, any_address=not self.is_private)

    @property
    def _address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
        return ipaddress.ip_address(str(self.socket.getsockname()[0]).partition("%")[0])


def listen(host: str, port: int) -> BoundSocket:
    """Binds a port of the host; port 0 picks a free one. Raises DowseError when that fails."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise DowseError(f"cannot listen on {host!r}: {error}; --host requires an address of this machine") from error
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise DowseError(_bind_error(host, port, error)) from error
    return BoundSocket(bound, host)


def _bind_error(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} of {host} is in use; choose another with --port, or a free one with --port 0"
        case errno.EACCES:
            return f"port {port} requires administrator rights; choose a port from 1024 on with --port"
        case _:
            return f"cannot listen on {host}: {error.strerror or error}; --host requires an address of this machine"
