from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from dowse.net.connect import Connector, PrivateAddressError, ProxyError, connected, resolved
from dowse.net.deadline import TimeLimit
from dowse.net.http_client import HttpClient, HttpRequest, RedirectLimitError
from dowse.net.server_address import AddressError, address_of
from tests.embedders.conftest import Serve
from tests.embedders.local_server import Reply, Seen

_LIMIT = TimeLimit(10.0)
_SHORT = TimeLimit(0.15)
_TOKEN = {"Authorization": "Bearer secret"}


def echo(seen: Seen) -> Reply:
    """The path."""
    return Reply(200, seen.path.encode())


def moved(to: str, status: int = 302) -> Reply:
    return Reply(status, b"", {"Location": to})


@contextmanager
def listening(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a server that talks to one client, without HTTP."""

    def accept() -> None:
        client, _ = server.accept()
        with client:
            talk(client)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)


def test_requests_share_a_connection(serve: Serve) -> None:
    server, client = serve(echo), HttpClient()
    for path in ("/a", "/b", "/c"):
        assert client.fetch(HttpRequest(server.url + path), _LIMIT, most_bytes=100).body == path.encode()
    assert server.connections == 1


def test_a_connection_that_the_server_closed_is_replaced(serve: Serve) -> None:
    server, client = serve(echo), HttpClient()
    for _ in range(2):
        client.fetch(HttpRequest(server.url), _LIMIT, most_bytes=100)
        for idle in client._idle.values():
            for connection in idle:
                connection._stream._socket.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]  # it is connected
    assert server.connections == 2


def test_threads_share_a_client_and_each_gets_its_own_response(serve: Serve) -> None:
    server, client = serve(echo), HttpClient()
    wrong: list[bytes] = []

    def work(n: int) -> None:
        for k in range(5):
            path = f"/{n}/{k}"
            body = client.fetch(HttpRequest(server.url + path), _LIMIT, most_bytes=100).body
            if body != path.encode():
                wrong.append(body)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_of_a_long_body_one_byte_more_than_allowed_is_read(serve: Serve) -> None:
    server = serve(lambda _: Reply(200, b"x" * 1000))
    assert HttpClient().fetch(HttpRequest(server.url), _LIMIT, most_bytes=10).body == b"x" * 11


def test_a_body_without_its_end_is_an_error(serve: Serve) -> None:
    server = serve(lambda _: Reply(200, b"x" * 1000, cut=300))
    with pytest.raises(http.client.IncompleteRead):
        HttpClient().fetch(HttpRequest(server.url), _LIMIT, most_bytes=2000)


@pytest.mark.parametrize("reply", [Reply(silent=True), Reply(200, b" " * 10**6, drip=True), Reply(drip=True)])
def test_the_limit_ends_a_response_that_comes_byte_by_byte(serve: Serve, reply: Reply) -> None:
    with pytest.raises(TimeoutError):
        HttpClient().fetch(HttpRequest(serve(lambda _: reply).url), _SHORT, most_bytes=10**6)


def test_the_limit_ends_a_handshake() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        request = HttpRequest(f"https://127.0.0.1:{silent.getsockname()[1]}/")
        with pytest.raises(TimeoutError):
            HttpClient().fetch(request, _SHORT, most_bytes=100)


def test_the_limit_ends_the_look_up_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: is_over.wait(30))
    try:
        with pytest.raises(TimeoutError):
            HttpClient().fetch(HttpRequest("http://host.example/"), _SHORT, most_bytes=100)
    finally:
        is_over.set()


def test_an_idle_limit_counts_anew_with_each_piece() -> None:
    def talk(client: socket.socket) -> None:
        client.recv(65_536)
        for piece in (b"HTTP/1.1 200 OK\r\n", b"Content-Length: 2\r\n\r\n", b"a", b"b"):
            threading.Event().wait(0.05)
            client.sendall(piece)

    with listening(talk) as port:
        request = HttpRequest(f"http://127.0.0.1:{port}/")
        assert HttpClient().fetch(request, TimeLimit(idle=0.15), most_bytes=10).body == b"ab"


def test_the_next_address_is_tried_when_the_first_refuses() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connected(["::1", "127.0.0.1"], port, _LIMIT.started()).close()


def test_the_last_address_that_refuses_is_an_error() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with pytest.raises(ConnectionRefusedError):
            connected(["127.0.0.1"], closed.getsockname()[1], _LIMIT.started())


def test_a_redirect_to_the_same_server_keeps_the_authorization(serve: Serve) -> None:
    server = serve(lambda seen: moved("/b") if seen.path == "/a" else Reply())
    with HttpClient().open(HttpRequest(f"{server.url}/a", headers=_TOKEN), _LIMIT, redirects=3) as response:
        assert (response.url, response.redirects) == (f"{server.url}/b", (302,))
    assert [seen.headers.get("authorization") for seen in server.seen] == ["Bearer secret", "Bearer secret"]


def test_a_redirect_to_another_server_drops_the_authorization(serve: Serve) -> None:
    other = serve(echo)
    server = serve(lambda _: moved(f"{other.url}/b", 308))
    with HttpClient().open(HttpRequest(f"{server.url}/a", headers=_TOKEN), _LIMIT, redirects=3) as response:
        assert response.read(10) == b"/b"
    assert "authorization" not in other.seen[0].headers


def test_a_chain_of_redirects_has_a_limit(serve: Serve) -> None:
    server = serve(lambda seen: moved(f"{seen.path}x"))
    with pytest.raises(RedirectLimitError), HttpClient().open(HttpRequest(server.url), _LIMIT, redirects=3):
        pass
    assert len(server.seen) == 4


def test_without_redirects_the_response_that_asks_for_one_is_returned(serve: Serve) -> None:
    server = serve(lambda _: moved("/b"))
    assert HttpClient().fetch(HttpRequest(server.url), _LIMIT, most_bytes=10).status == 302
    assert len(server.seen) == 1


def test_a_redirect_to_another_scheme_is_not_followed(serve: Serve) -> None:
    server = serve(lambda _: moved("file:///etc/passwd"))
    with pytest.raises(AddressError), HttpClient().open(HttpRequest(server.url), _LIMIT, redirects=3):
        pass


def test_only_public_addresses_are_connected_to(serve: Serve) -> None:
    server = serve(echo)
    client = HttpClient(Connector(public_only=True))
    with pytest.raises(PrivateAddressError):
        client.fetch(HttpRequest(server.url), _LIMIT, most_bytes=10)
    assert server.connections == 0


def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 80)) for ip in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(PrivateAddressError):
        Connector(public_only=True).connect(address_of("http://host.example"), _LIMIT.started())


def test_the_connection_goes_to_the_address_that_was_looked_up_first(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(echo)
    asked: list[str] = []
    original = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        asked.append(host)
        return original("127.0.0.1" if host == "host.example" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    url = f"{server.url}/x".replace("127.0.0.1", "host.example")
    assert HttpClient().fetch(HttpRequest(url), _LIMIT, most_bytes=10).status == 200
    assert asked.count("host.example") == 1
    assert server.seen[0].headers["host"].startswith("host.example:")


def test_an_http_request_goes_through_the_proxy_with_its_whole_url(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve(echo)
    monkeypatch.setenv("http_proxy", proxy.url.replace("http://", "http://me:pw@"))
    HttpClient().fetch(HttpRequest("http://host.example/a?b=c"), _LIMIT, most_bytes=100)
    (seen,) = proxy.seen
    assert (seen.path, seen.headers["host"]) == ("http://host.example/a?b=c", "host.example")
    assert seen.headers["proxy-authorization"] == "Basic bWU6cHc="


def test_an_https_request_opens_a_tunnel_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[bytes] = []

    def talk(client: socket.socket) -> None:
        got.append(client.recv(65_536))
        client.sendall(b"HTTP/1.1 200 Connection established\r\nX: y\r\n\r\n")
        got.append(client.recv(1))

    with listening(talk) as port:
        monkeypatch.setenv("https_proxy", f"http://me:pw@127.0.0.1:{port}")
        with pytest.raises((ssl.SSLError, ConnectionError)):
            HttpClient().fetch(HttpRequest("https://host.example/"), _LIMIT, most_bytes=100)
    assert got[0].startswith(b"CONNECT host.example:443 HTTP/1.1\r\nHost: host.example:443\r\n")
    assert b"Proxy-Authorization: Basic bWU6cHc=\r\n" in got[0]
    assert got[1] == b"\x16"  # a TLS handshake


def test_a_proxy_that_refuses_the_tunnel_is_an_error_with_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def talk(client: socket.socket) -> None:
        client.recv(65_536)
        client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")

    with listening(talk) as port:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        with pytest.raises(ProxyError, match="answers 407 Proxy Authentication Required") as raised:
            HttpClient().fetch(HttpRequest("https://host.example/"), _LIMIT, most_bytes=100)
    assert raised.value.status == 407


@pytest.mark.parametrize("answer", [b"", b"220 mail.example\r\n\r\n", b"x" * 9_000])
def test_a_proxy_that_speaks_no_http_is_an_error(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def talk(client: socket.socket) -> None:
        client.recv(65_536)
        client.sendall(answer)

    with listening(talk) as port:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{port}")
        with pytest.raises((OSError, http.client.HTTPException)):
            HttpClient().fetch(HttpRequest("https://host.example/"), _LIMIT, most_bytes=100)


def test_a_private_host_is_refused_behind_a_proxy_too(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = serve(echo)
    monkeypatch.setenv("http_proxy", proxy.url)
    with pytest.raises(PrivateAddressError):
        HttpClient(Connector(public_only=True)).fetch(HttpRequest("http://10.0.0.1/"), _LIMIT, most_bytes=100)
    assert proxy.connections == 0


def test_a_name_that_only_the_proxy_resolves_is_asked_of_the_proxy(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve(echo)
    monkeypatch.setenv("http_proxy", proxy.url)
    original = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        if host == "host.example":
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return original(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    client = HttpClient(Connector(public_only=True))
    assert client.fetch(HttpRequest("http://host.example/"), _LIMIT, most_bytes=100).status == 200


def test_an_ip_address_is_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", None)
    assert list(resolved("fe80::1%eth0", 80, _LIMIT.started())) == ["fe80::1%eth0"]
