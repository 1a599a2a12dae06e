"""Answers of Linux 6.18, as they were received."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.serving.inet_diag import SocketAddress, SocketRow, packed, request_message, sequence_of, socket_row

_IPV4 = bytes.fromhex(
    "7c00000014000000010000008412000002010000c9d8baa17f0000010000000000000000000000007f00000100000000000000000000000000"
    "0000001400000000000000000000000000000000000000feff0000002b1500"
)
_IPV4_CLOSED = bytes.fromhex(
    "7c00000014000000010000008412000002040100c9d8baa17f0000010000000000000000000000007f00000100000000000000000000000000"
    "0000001400000000000000c80000000000000001000000feff000000000000"
)
_IPV6 = bytes.fromhex(
    "7c0000001400000001000000841200000a010000d2a0ce3f000000000000000000000000000000010000000000000000000000000000000100"
    "0000001500000000000000000000000000000000000000feff0000032b1500"
)
_MAPPED = bytes.fromhex(
    "7c0000001400000001000000841200000a010000d146bf9700000000000000000000ffff7f00000100000000000000000000ffff7f00000100"
    "0000001600000000000000000000000000000000000000feff0000062b1500"
)
_LISTENING = bytes.fromhex(
    "7c000000140000000100000084120000020a0000dfeb00007f00000100000000000000000000000000000000000000000000000000000000"
    "00000000170000000000000000000000000000008000000000000000082b1500"
)
_NO_SUCH_SOCKET = bytes.fromhex(
    "5c000000020000000100000084120000feffffff4800000014000100010000000000000002060000ffffffff000900097f0000010000000000"
    "000000000000007f00000100000000000000000000000000000000ffffffffffffffff"
)

CONNECTIONS: dict[str, tuple[bytes, SocketAddress, SocketAddress]] = {
    "IPv4": (_IPV4, ("127.0.0.1", 51672), ("127.0.0.1", 47777)),
    "IPv6": (_IPV6, ("::1", 53920), ("::1", 52799)),
    "a client of IPv4 through an IPv6 socket": (_MAPPED, ("127.0.0.1", 53574), ("127.0.0.1", 49047)),
    "the same as an IPv6 server states it": (_MAPPED, ("::ffff:127.0.0.1", 53574), ("::ffff:127.0.0.1", 49047)),
}


@pytest.mark.parametrize("case", CONNECTIONS)
def test_an_answer_states_the_user_of_a_connection(case: str) -> None:
    message, client, server = CONNECTIONS[case]
    row = socket_row(message)
    assert row
    assert row.owner(client, server) == 65_534
    assert row.owner(server, client) is None
    assert row.owner((client[0], client[1] + 1), server) is None


def test_a_socket_without_a_process_has_no_user() -> None:
    """The kernel states user 0, which is root, for some of these."""
    client, server = ("127.0.0.1", 51672), ("127.0.0.1", 47777)
    row = socket_row(_IPV4_CLOSED)
    assert row
    assert (row.user, row.owner(client, server)) == (65_534, None)
    assert replace(row, user=0, state=5).owner(client, server) is None


@pytest.mark.parametrize("state", [2, 3, 6, 7, 8, 9, 10, 11, 12])
def test_a_socket_that_is_not_connected_or_reads_no_answer_has_no_user(state: int) -> None:
    client, server = ("127.0.0.1", 1), ("127.0.0.1", 2)
    assert SocketRow(packed(client), packed(server), 1, 7, 1).owner(client, server) == 7
    assert SocketRow(packed(client), packed(server), state, 7, 1).owner(client, server) is None


def test_a_server_at_the_address_of_the_client_is_not_the_client() -> None:
    """The kernel answers with it if there is no such connection."""
    row = socket_row(_LISTENING)
    assert row
    assert row.owner(("127.0.0.1", 57323), ("127.0.0.1", 9)) is None


@pytest.mark.parametrize("message", [_NO_SUCH_SOCKET, b"", _IPV4[:15], _IPV4[:87]])
def test_an_error_or_a_short_message_is_no_socket(message: bytes) -> None:
    assert socket_row(message) is None


def test_a_request_names_both_ends() -> None:
    sent = request_message(("127.0.0.1", 9), ("127.0.0.1", 9), 1)
    assert sent[16:] == _NO_SUCH_SOCKET[36:]  # the kernel repeats the request in its error
    assert sequence_of(sent) == sequence_of(_NO_SUCH_SOCKET) == 1
    assert sequence_of(b"short") is None
