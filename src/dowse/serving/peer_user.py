"""Which user of this machine has the other end of a connection over loopback.

Every user of a machine can connect to a port on 127.0.0.1.  Linux states the user of each socket, by netlink and in
/proc/net.  The lookup is for the client's socket, since the server's own one belongs to the server.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..model.value_class import dataclass
from .inet_diag import MAPPED, InetDiag, PackedAddress, SocketAddress, SocketRow, packed

# The user of the socket that is connected from the first address, the client's, to the second one; None if the system
# does not tell.
PeerLookup = Callable[[SocketAddress, SocketAddress], int | None]

_ROOT = 0
_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_ALL_USERS = ["0", "0", "4294967295"]  # /proc/self/uid_map where no user namespace hides a user


@dataclass(frozen=True, slots=True)
class LocalUsers:
    """Users of this machine, and how their connections are recognised."""

    users: frozenset[int]
    lookup: PeerLookup

    def include(self, peer: SocketAddress, own: SocketAddress) -> bool:
        """Whether one of the users has the socket `peer`, which is connected to `own`."""
        return self.lookup(peer, own) in self.users


def own_user(
    bound: socket.socket,
    lookups: Iterable[Callable[[], PeerLookup]] | None = None,
    *,
    ambiguous: frozenset[int] | None = None,
) -> LocalUsers | None:
    """The user of this process and root, with the first lookup that recognises a connection of this process.

    None if no lookup does: on another system, in a sandbox, or in a user namespace in which this user has the number
    of all users that the namespace lacks; `ambiguous` has that number.  `bound` has a loopback address.
    """
    if ambiguous is None:
        ambiguous = ambiguous_users()
    for make in _LOOKUPS if lookups is None else lookups:
        own = os.geteuid()
        try:
            lookup = make()
            if own not in ambiguous and _recognises(lookup, own, bound):
                return LocalUsers(frozenset({own, _ROOT}) - ambiguous, lookup)
        except OSError:  # refused; the next lookup may be allowed
            continue
    return None


def user_in_tables(peer: SocketAddress, own: SocketAddress) -> int | None:
    """The user from the tables in /proc/net; None if they have no such connection, or cannot be read."""
    found: set[int | None] = set()
    for table in _TABLES:
        try:
            text = table.read_text("ascii")
        except OSError:  # no IPv6, or a sandbox
            continue
        found |= {row.owner(peer, own) for row in rows(text, peer, own)}
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def rows(table: str, local: SocketAddress, remote: SocketAddress) -> Iterator[SocketRow]:
    """The sockets with these addresses in the text of /proc/net/tcp or tcp6; a line of another form is skipped."""
    ends = packed(local), packed(remote)
    for prefix in (b"", MAPPED):  # an IPv6 socket with an IPv4 address is in the table for IPv6
        pair = f" {_notation(prefix, ends[0])} {_notation(prefix, ends[1])} "
        for line in table.splitlines() if pair in table else ():
            match line.partition(pair)[2].split():
                case [state, _, _, _, user, _, inode, *_]:
                    yield SocketRow(*ends, int(state, 16), int(user), int(inode))


def ambiguous_users(
    uid_map: Path = Path("/proc/self/uid_map"), overflow_uid: Path = Path("/proc/sys/kernel/overflowuid")
) -> frozenset[int]:
    """The number by which the kernel states users that this user namespace does not have; empty outside of one."""
    try:
        if uid_map.read_text("ascii").split() == _ALL_USERS:
            return frozenset()
        return frozenset({int(overflow_uid.read_text("ascii"))})
    except (OSError, ValueError):
        return frozenset({65_534})  # the default


def _recognises(lookup: PeerLookup, own: int, bound: socket.socket) -> bool:
    """Whether the lookup tells the user of a connection of this process to a port of its own."""
    host = bound.getsockname()[0]
    with socket.socket(bound.family) as server, socket.socket(bound.family) as client:
        server.bind((host, 0))
        server.listen(1)
        client.settimeout(1.0)
        client.connect(server.getsockname())
        return lookup(client.getsockname()[:2], server.getsockname()[:2]) == own


def _notation(prefix: bytes, address: PackedAddress) -> str:
    """The address as /proc/net writes it: 32-bit words in the machine's byte order, in hexadecimal."""
    host = prefix + address[0]
    words = struct.unpack(f"={len(host) // 4}I", host)
    return f"{''.join(f'{word:08X}' for word in words)}:{address[1]:04X}"


# By preference: a lookup in the tables takes longer the more sockets there are.
_LOOKUPS: tuple[Callable[[], PeerLookup], ...] = (InetDiag, lambda: user_in_tables) if sys.platform == "linux" else ()
