from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dowse.serving.inet_diag import InetDiag, SocketAddress, packed
from dowse.serving.peer_user import LocalUsers, PeerLookup, ambiguous_users, own_user, rows, user_in_tables
from tests.serving.other_user import OTHER, as_user, needs_root

_linux = pytest.mark.skipif(sys.platform != "linux", reason="another system states the users of sockets to root alone")

LOOKUPS: dict[str, Callable[[], PeerLookup]] = {"netlink": InetDiag, "/proc/net": lambda: user_in_tables}
# The server's family and host, and the client's.
PAIRS = {
    "IPv4": (socket.AF_INET, "127.0.0.1", socket.AF_INET, "127.0.0.1"),
    "IPv6": (socket.AF_INET6, "::1", socket.AF_INET6, "::1"),
    "an IPv6 socket to IPv4": (socket.AF_INET, "127.0.0.1", socket.AF_INET6, "::ffff:127.0.0.1"),
    "IPv4 to an IPv6 socket": (socket.AF_INET6, "::", socket.AF_INET, "127.0.0.1"),
}


@contextmanager
def connected(
    pair: str = "IPv4", user: int | None = None
) -> Iterator[tuple[socket.socket, SocketAddress, SocketAddress]]:
    """A client of the user, and its own and its server's address as the server knows them."""
    family, host, client_family, target = PAIRS[pair]
    with socket.create_server((host, 0), family=family, dualstack_ipv6=host == "::") as server, as_user(user):
        client = socket.socket(client_family)
        with client:
            client.connect((target, server.getsockname()[1]))
            accepted, _ = server.accept()
            with accepted:
                yield client, accepted.getpeername()[:2], accepted.getsockname()[:2]


@_linux
@pytest.mark.parametrize("lookup", LOOKUPS)
@pytest.mark.parametrize("pair", PAIRS)
def test_the_own_connection_is_recognised(pair: str, lookup: str) -> None:
    with connected(pair) as (_, peer, own):
        assert LOOKUPS[lookup]()(peer, own) == os.geteuid()


@_linux
@needs_root
@pytest.mark.parametrize("lookup", LOOKUPS)
@pytest.mark.parametrize("pair", PAIRS)
def test_the_connection_of_another_user_is_that_user_s(pair: str, lookup: str) -> None:
    """The server's own socket, with the same two addresses, belongs to the user of the server."""
    with connected(pair, OTHER) as (_, peer, own):
        with as_user(0):
            found = LOOKUPS[lookup]()(peer, own)
        assert found == OTHER


@_linux
@pytest.mark.parametrize("lookup", LOOKUPS)
def test_a_client_that_is_gone_is_nobody_and_not_root(lookup: str) -> None:
    """The kernel keeps the socket for a while, and states user 0."""
    find = LOOKUPS[lookup]()
    with connected() as (client, peer, own):
        client.shutdown(socket.SHUT_WR)
        assert find(peer, own) == os.geteuid()  # it still reads
        client.close()
        assert find(peer, own) is None


@_linux
@pytest.mark.parametrize("lookup", LOOKUPS)
def test_an_address_without_a_connection_is_nobody_s(lookup: str) -> None:
    find = LOOKUPS[lookup]()
    with connected() as (_, peer, own):
        assert find((peer[0], 1), own) is None
        assert find(("192.0.2.1", peer[1]), own) is None
        assert find(own, ("127.0.0.1", 1)) is None  # the server listens there


@_linux
def test_netlink_is_asked_where_both_are_possible() -> None:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        found = own_user(bound)
        assert found
        assert found.users == {0, os.geteuid()}
        assert isinstance(found.lookup, InetDiag)


def _refused() -> PeerLookup:
    raise PermissionError


LOOKUPS_THAT_FAIL: dict[str, Callable[[], PeerLookup]] = {
    "netlink is refused": _refused,
    "no connection is known": lambda: _stating(None),
    "all connections are another user's": lambda: _stating(os.geteuid() + 1),
}


@pytest.mark.parametrize("case", LOOKUPS_THAT_FAIL)
def test_a_lookup_that_does_not_recognise_this_process_is_not_used(case: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        assert own_user(bound, [LOOKUPS_THAT_FAIL[case]]) is None
        assert own_user(bound, []) is None


@_linux
def test_the_next_lookup_is_used_where_one_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        found = own_user(bound, [_refused, lambda: user_in_tables])
        assert found
        assert found.lookup is user_in_tables


def _stating(user: int | None) -> PeerLookup:
    return lambda _peer, _own: user


def test_only_the_users_are_included() -> None:
    ends = ("127.0.0.1", 1), ("127.0.0.1", 2)
    for user, is_included in ((0, True), (7, True), (8, False), (None, False)):
        assert LocalUsers(frozenset({0, 7}), _stating(user)).include(*ends) is is_included


def test_a_user_namespace_has_one_number_for_all_users_that_it_lacks(tmp_path: Path) -> None:
    uid_map = tmp_path / "uid_map"
    uid_map.write_text("         0          0 4294967295\n")
    assert ambiguous_users(uid_map) == frozenset()
    uid_map.write_text("         0       1000          1\n")
    assert ambiguous_users(uid_map) == {65_534}
    assert ambiguous_users(tmp_path / "missing") == {65_534}
    overflow_uid = tmp_path / "overflowuid"
    for number in (0, 4_711):  # an administrator can choose any
        overflow_uid.write_text(f"{number}\n")
        assert ambiguous_users(uid_map, overflow_uid) == {number}


@pytest.mark.skipif(os.name != "posix", reason="no users there")
def test_a_number_of_several_users_needs_the_token() -> None:
    with socket.create_server(("127.0.0.1", 0)) as bound, as_user(OTHER if os.geteuid() == 0 else None):
        own = os.geteuid()
        for ambiguous, users in ((set(), {0, own}), ({0}, {own}), ({own}, None), ({0, own}, None)):
            found = own_user(bound, [lambda own=own: _stating(own)], ambiguous=frozenset(ambiguous))  # type: ignore[misc]  # the loop's value
            assert (found.users if found else None) == users


@_linux
@needs_root
def test_a_netlink_message_of_another_process_states_no_user() -> None:
    find = InetDiag()
    assert find(("127.0.0.1", 1), ("127.0.0.1", 2)) is None
    with connected(user=OTHER) as (_, peer, own), as_user(0), _netlink() as forger:
        port = find._socket.getsockname()[0]
        try:
            forger.sendto(_forged(peer, own, user=0, sequence=2), (port, 0))
        except PermissionError:
            pytest.skip("this process may send netlink messages to the kernel alone")
        assert find(peer, own) == OTHER


def _netlink() -> socket.socket:
    """A socket of the kind that a lookup uses."""
    found = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4)
    found.bind((0, 0))
    return found


def _forged(peer: SocketAddress, own: SocketAddress, *, user: int, sequence: int) -> bytes:
    """The answer that the user has the connection."""
    ends = packed(peer), packed(own)
    addresses = b"".join(host.ljust(16, b"\0") for host, _ in ends)
    body = struct.pack("!BBBBHH", socket.AF_INET, 1, 0, 0, ends[0][1], ends[1][1]) + addresses
    body += struct.pack("=IIIIIIII", 0, 0, 0, 0, 0, 0, user, 1)
    return struct.pack("=IHHII", 16 + len(body), 20, 0, sequence, 0) + body


@pytest.mark.skipif(sys.byteorder != "little", reason="the lines are of a little-endian machine")
def test_a_line_of_another_form_is_skipped() -> None:
    addresses = "0100007F:C9D8 0100007F:BAA1"
    line = f"   4: {addresses} 01 00000000:00000000 00:00000000 00000000 65534        0 1387264 2 0 20 0\n"
    client, server = ("127.0.0.1", 51672), ("127.0.0.1", 47777)
    (row,) = rows(f"  sl  local_address rem_address   st\n\n{line}   5: {addresses} 01\n", client, server)
    assert row.owner(client, server) == 65_534
    assert list(rows(line, server, client)) == []
