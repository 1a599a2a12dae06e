"""Connections that end by a deadline: look-up of the host, TCP, tunnel through a proxy, TLS."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from .deadline import Deadline
from .server_address import ServerAddress, is_ip_address, is_public, proxy_for

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_MOST_HEAD = 8_192  # bytes of a proxy's answer to CONNECT


class PrivateAddressError(Exception):
    """A host that is on this machine or in a network around it, where only public hosts are allowed."""


class ProxyError(OSError):
    """A proxy that refuses the connection; `status` is its answer."""

    def __init__(self, proxy: ServerAddress, status: int, reason: str) -> None:
        super().__init__(f"the proxy {proxy} answers {status} {reason}".rstrip())
        self.status = status


class DeadlineSocket:
    """A connected socket each step of which ends by the deadline; has the methods that http.client calls."""

    def __init__(self, connected: socket.socket, deadline: Deadline) -> None:
        self.deadline = deadline
        self._socket = connected
        self._users = 1

    def sendall(self, data: ReadableBuffer) -> None:
        """Sends all of the data. Raises OSError, of which TimeoutError is one."""
        self._socket.settimeout(self.deadline.left())
        self._socket.sendall(data)

    def receive_into(self, buffer: WriteableBuffer) -> int:
        """Reads what has arrived, and waits for something. Raises OSError, of which TimeoutError is one."""
        self._socket.settimeout(self.deadline.left())
        return self._socket.recv_into(buffer)

    def makefile(self, mode: str) -> io.BufferedReader:
        """The bytes to read, as a file; the socket stays open until the file is closed too."""
        assert mode == "rb"
        self._users += 1
        return io.BufferedReader(_Reader(self))

    def close(self) -> None:
        """Closes the socket unless a file still reads from it."""
        self._users -= 1
        if self._users == 0:
            self._socket.close()


class _Reader(io.RawIOBase):
    """The file below the buffer of `makefile`."""

    def __init__(self, source: DeadlineSocket) -> None:
        super().__init__()
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        return self._source.receive_into(buffer)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._source.close()


@dataclass(frozen=True)
class Connector:
    """Opens connections to servers, through the proxy that the environment names.

    With `public_only` the addresses that are checked are those that are connected to: a name that resolves to another
    address a moment later (DNS rebinding) changes nothing.  Through a proxy, which resolves names itself, a name is
    refused when this machine resolves it to an address that is not public.
    """

    public_only: bool = False

    def connect(self, server: ServerAddress, deadline: Deadline) -> DeadlineSocket:
        """A connection to the server, or to its proxy. Raises OSError, PrivateAddressError or HTTPException."""
        proxy = proxy_for(server)
        if proxy is None:
            raw = connected(self._addresses(server, deadline), server.port, deadline)
        else:
            if self.public_only:
                self._check_behind_proxy(server, deadline)
            raw = connected(resolved(proxy.host, proxy.port, deadline), proxy.port, deadline)
        try:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if server.scheme == "https":
                if proxy is not None:
                    _tunnel(raw, proxy, server, deadline)
                raw = self._secured(raw, server.host, deadline)
        except BaseException:
            raw.close()
            raise
        return DeadlineSocket(raw, deadline)

    def _addresses(self, server: ServerAddress, deadline: Deadline) -> Sequence[str]:
        found = resolved(server.host, server.port, deadline)
        if self.public_only and not all(map(is_public, found)):
            raise PrivateAddressError(server.host)
        return found

    def _check_behind_proxy(self, server: ServerAddress, deadline: Deadline) -> None:
        with suppress(socket.gaierror):  # where a proxy is needed, names of the internet often resolve nowhere else
            self._addresses(server, deadline)

    def _secured(self, raw: socket.socket, host: str, deadline: Deadline) -> socket.socket:
        # In two steps, so that the socket is closed when the handshake fails.
        secured = self._context.wrap_socket(raw, server_hostname=host, do_handshake_on_connect=False)
        try:
            secured.settimeout(deadline.left())
            secured.do_handshake()
        except BaseException:
            secured.close()
            raise
        return secured

    @cached_property
    def _context(self) -> ssl.SSLContext:
        context = ssl.create_default_context()  # 20 ms: reads the certificates of the system
        context.set_alpn_protocols(["http/1.1"])
        return context


def resolved(host: str, port: int, deadline: Deadline) -> Sequence[str]:
    """The IP addresses of the host, the preferred one first. Raises OSError, of which TimeoutError is one.

    The look-up runs in a thread of its own: the system's resolver has no time limit and delays Ctrl-C.
    """
    if is_ip_address(host):
        return (host,)
    outcomes: SimpleQueue[Sequence[str] | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            outcomes.put(list(dict.fromkeys(str(each[4][0]) for each in found)))
        except Exception as error:  # noqa: BLE001  # raised again below, in the thread that waits
            outcomes.put(error)

    threading.Thread(target=look_up, daemon=True, name="dowse-look-up").start()
    try:
        outcome = outcomes.get(timeout=deadline.left())
    except Empty as error:
        raise TimeoutError(f"no answer to the look-up of {host}") from error
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def connected(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """A connection to the first of the addresses that accepts one. Raises OSError, of which TimeoutError is one."""
    for n, address in enumerate(addresses):
        left = len(addresses) - n
        try:
            return socket.create_connection((address, port), deadline.left() / left)
        except OSError:
            if left == 1:
                raise
    raise OSError("the host has no address")


def _tunnel(raw: socket.socket, proxy: ServerAddress, server: ServerAddress, deadline: Deadline) -> None:
    """Makes the proxy pass all bytes on to the server. Raises ProxyError, or OSError."""
    host = f"[{server.host}]" if ":" in server.host else server.host
    login = f"Proxy-Authorization: {proxy.login}\r\n" if proxy.login else ""
    raw.settimeout(deadline.left())
    raw.sendall(f"CONNECT {host}:{server.port} HTTP/1.1\r\nHost: {host}:{server.port}\r\n{login}\r\n".encode("ascii"))
    head = b""
    while b"\r\n\r\n" not in head:
        raw.settimeout(deadline.left())
        more = raw.recv(1)  # not a byte of what follows; a server that speaks TLS sends nothing before the client
        head += more
        if not more or len(head) > _MOST_HEAD:
            raise http.client.RemoteDisconnected(f"the proxy {proxy} does not answer CONNECT")
    _, _, rest = head.partition(b" ")
    status, _, reason = rest.partition(b"\r\n")[0].decode("latin-1").partition(" ")
    if not status.isdecimal():
        raise http.client.BadStatusLine(head[:80].decode("latin-1"))
    if not 200 <= int(status) < 300:
        raise ProxyError(proxy, int(status), reason)
