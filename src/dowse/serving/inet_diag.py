"""The user of a TCP socket of this machine, from the Linux kernel over netlink.

`struct inet_diag_req_v2` and `struct inet_diag_msg` of linux/inet_diag.h, sock_diag(7): a request for one socket by its
two addresses is answered with that socket, the number of its user and its inode.  A lookup takes some microseconds,
whatever the number of sockets.
"""

from __future__ import annotations

import socket
import struct
from typing import Final

from ..model.value_class import dataclass

SocketAddress = tuple[str, int]  # IP address and port
PackedAddress = tuple[bytes, int]  # the same in 4 or 16 bytes in network order, and in 4 for IPv4 mapped into IPv6

MAPPED = bytes(10) + b"\xff\xff"  # before the four bytes of an IPv4 address that is mapped into IPv6
_NETLINK_SOCK_DIAG = 4
_SOCK_DIAG_BY_FAMILY = 20  # the type of a request and of its answer
_NLM_F_REQUEST = 1
_ALL_STATES = 0xFFFF_FFFF
_NO_COOKIE = 0xFFFF_FFFF
_HEADER: Final = struct.Struct("=IHHII")  # length, type, flags, sequence number, port
_REQUEST: Final = struct.Struct("=BBBBI")  # family, protocol, extensions, padding, states
_PORTS: Final = struct.Struct("!HH")  # source, destination
_IDENTITY: Final = struct.Struct("=III")  # interface, cookie (2 × 32 bits)
_STATE: Final = struct.Struct("=BBBB")  # family, state, timer, retransmissions
_OWNER: Final = struct.Struct("=IIIII")  # expiry, read queue, write queue, user, inode
_MOST_ANSWER = 8192  # bytes; an answer has 72 and some attributes

# ESTABLISHED, FIN_WAIT1 and FIN_WAIT2 of linux/tcp_states.h: a client that can still read an answer.  In SYN_SENT a
# socket of one user may have the addresses of a connection of another one whose socket is bound to an interface.
READING_STATES = frozenset({1, 4, 5})


@dataclass(frozen=True, slots=True)
class SocketRow:
    """A row of the kernel's table of TCP sockets."""

    local: PackedAddress
    remote: PackedAddress
    state: int
    user: int
    inode: int  # 0: no process has the socket

    def owner(self, local: SocketAddress, remote: SocketAddress) -> int | None:
        """The user of the socket if it is the connection from `local` to `remote`; None without a process.

        The kernel states user 0, root, for every socket that a process has closed.
        """
        is_connection = self.local == packed(local) and self.remote == packed(remote)
        return self.user if is_connection and self.inode and self.state in READING_STATES else None


class InetDiag:
    """A netlink socket, kept open: a lookup needs no file descriptor then. Raises OSError where netlink is refused."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _NETLINK_SOCK_DIAG)
        self._sequence = 0

    def __del__(self) -> None:
        """Closes the socket; there is none where netlink is refused."""
        if found := getattr(self, "_socket", None):
            found.close()

    def __call__(self, local: SocketAddress, remote: SocketAddress) -> int | None:
        """The user of the socket that is connected from `local` to `remote`; None if there is none."""
        self._sequence = (self._sequence + 1) & 0xFFFF_FFFF
        try:
            self._socket.sendto(request_message(local, remote, self._sequence), (0, 0))
            while True:
                # The kernel answers while it takes the request, so an answer that is not there does not come.
                message, (port, _groups) = self._socket.recvfrom(_MOST_ANSWER, socket.MSG_DONTWAIT)
                if port == 0 and sequence_of(message) == self._sequence:  # the kernel has port 0
                    row = socket_row(message)
                    return row.owner(local, remote) if row else None
        except OSError:
            return None


def request_message(local: SocketAddress, remote: SocketAddress, sequence: int) -> bytes:
    """The request for the socket that is connected from `local` to `remote`."""
    (host, port), (remote_host, remote_port) = packed(local), packed(remote)
    family = socket.AF_INET if len(host) == 4 else socket.AF_INET6
    body = (
        _REQUEST.pack(family, socket.IPPROTO_TCP, 0, 0, _ALL_STATES)
        + _PORTS.pack(port, remote_port)
        + host.ljust(16, b"\0")
        + remote_host.ljust(16, b"\0")
        + _IDENTITY.pack(0, _NO_COOKIE, _NO_COOKIE)
    )
    return _HEADER.pack(_HEADER.size + len(body), _SOCK_DIAG_BY_FAMILY, _NLM_F_REQUEST, sequence, 0) + body


def sequence_of(message: bytes) -> int | None:
    """The sequence number of the request that the message answers; None for a message without a header."""
    return int(_HEADER.unpack_from(message)[3]) if len(message) >= _HEADER.size else None


def socket_row(message: bytes) -> SocketRow | None:
    """The socket that a message describes; None for an error, such as that of a socket that does not exist."""
    at_ports = _HEADER.size + _STATE.size
    at_owner = at_ports + _PORTS.size + 32 + _IDENTITY.size
    if len(message) < at_owner + _OWNER.size or _HEADER.unpack_from(message)[1] != _SOCK_DIAG_BY_FAMILY:
        return None
    family, state, _, _ = _STATE.unpack_from(message, _HEADER.size)
    port, remote_port = _PORTS.unpack_from(message, at_ports)
    size = 16 if family == socket.AF_INET6 else 4
    at_local = at_ports + _PORTS.size
    local, remote = message[at_local : at_local + size], message[at_local + 16 : at_local + 16 + size]
    _, _, _, user, inode = _OWNER.unpack_from(message, at_owner)
    return SocketRow((_shortened(local), port), (_shortened(remote), remote_port), state, user, inode)


def packed(address: SocketAddress) -> PackedAddress:
    """The address in bytes; a zone is left out. Raises OSError for a host that is no IP address."""
    host = address[0].partition("%")[0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return _shortened(socket.inet_pton(family, host)), address[1]


def _shortened(host: bytes) -> bytes:
    return host.removeprefix(MAPPED)
