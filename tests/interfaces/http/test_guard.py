from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from dowse.app.sessions.workspace import Workspace
from dowse.interfaces.http.application import application
from dowse.interfaces.http.middleware import HEADERS, with_middleware
from dowse.interfaces.http.server_state import ServerState
from dowse.serving.access_policy import LOOPBACK, MOST_BODY, MOST_TARGET, AccessPolicy
from tests.interfaces.desk import Desk
from tests.interfaces.http.server import Server, serving

TARGETS = ("/", "/assets/theme.css", "/search?q=x", "/search?limit=0", "/nothing", "/health", "/openapi.json", "/docs")
TOKEN = "an-open-secret"  # noqa: S105  # for these tests


@pytest.mark.parametrize("target", TARGETS)
def test_every_response_has_the_headers_that_keep_a_browser_safe(server: Server, target: str) -> None:
    for headers in ({}, {"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        reply = server.ask(target, headers=headers)
        assert {name: reply.headers[name.casefold()] for name in HEADERS} == dict(HEADERS)
        assert "access-control-allow-origin" not in reply.headers
        assert "server" not in reply.headers
        kept = "no-cache" if reply.status == 200 and (target in {"/", "/docs"} or "assets" in target) else "no-store"
        assert reply.headers["cache-control"] == kept


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.",
        "localhost:x",
        "",
        "a@localhost",
        "192.168.0.1",
        "[::1",
        "0.0.0.0",  # noqa: S104  # refused
        "127.1",
        "2130706433",
        "localhost:80:80",
        "localhost, evil.example",
        "127.0.0.1/",
    ],
)
def test_a_foreign_host_is_refused(server: Server, host: str) -> None:
    """A page can give its own name the address of this machine, and is then the same origin to the browser."""
    reply = server.ask("/search?q=design", headers={"Host": host})
    assert reply.status == 421
    assert "--allow-host" in reply.problem["detail"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:{port}", "[::1]:{port}", "localhost:9000"])
def test_every_name_of_this_machine_is_answered(server: Server, host: str) -> None:
    assert server.ask("/health", headers={"Host": host.format(port=server.port)}).status == 200


def test_two_hosts_or_none_are_refused(server: Server) -> None:
    for head in (b"Host: localhost\r\nHost: evil.example\r\n", b""):
        for version in (b"1.0", b"1.1"):
            got = server.says(b"GET /health HTTP/" + version + b"\r\n" + head + b"Connection: close\r\n\r\n")
            assert got.split()[1] in {b"400", b"421"}


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "",
        "https://{host}",
        "http://{host}0",
        "http://localhost:{port}",
        "http://127.0.0.1",
    ],
)
def test_a_foreign_origin_is_refused(server: Server, origin: str) -> None:
    host = f"127.0.0.1:{server.port}"
    given = {"Host": host, "Origin": origin.format(host=host, port=server.port)}
    for method in ("GET", "POST"):
        reply = server.ask("/search", method=method, headers=given, body=b"{}" if method == "POST" else None)
        assert reply.status == 403, reply
        assert reply.problem


def test_of_two_origins_none_is_believed(server: Server) -> None:
    own, other = b"Origin: http://localhost\r\n", b"Origin: http://evil.example\r\n"
    for origins in (own + other, other + own, own + own):
        got = server.says(b"GET /health HTTP/1.1\r\nHost: localhost\r\n", origins, b"Connection: close\r\n\r\n")
        assert got.split()[1] == b"403"


def test_the_own_pages_may_ask(server: Server) -> None:
    for host in (f"127.0.0.1:{server.port}", "localhost:9000"):
        own = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
        assert server.ask("/search?q=x", headers=own).status == 200


@pytest.mark.parametrize(
    ("site", "mode", "dest", "target", "status"),
    [
        ("cross-site", "navigate", "document", "/?q=design", 200),
        ("cross-site", "navigate", "document", "/graph", 200),
        ("same-site", "navigate", "document", "/", 200),
        ("cross-site", "navigate", "iframe", "/", 403),
        ("cross-site", "navigate", "document", "/search?q=x", 403),
        ("cross-site", "no-cors", "image", "/search?q=x", 403),
        ("cross-site", "no-cors", "script", "/assets/theme.css", 403),
        ("same-site", "no-cors", "script", "/search?q=x", 403),
        ("cross-site", "cors", "empty", "/", 403),
        ("none", "navigate", "document", "/search?q=x", 200),
        ("same-origin", "cors", "empty", "/search?q=x", 200),
    ],
)
def test_what_a_browser_says_of_the_asker_counts(
    server: Server, site: str, mode: str, dest: str, target: str, status: int
) -> None:
    said = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
    assert server.ask(target, headers=said).status == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_other_methods_are_refused(server: Server, method: str) -> None:
    for target, allowed in (("/search", "GET, HEAD, POST"), ("/find", "GET, HEAD"), ("/", "GET, HEAD")):
        reply = server.ask(target, method=method)
        assert reply.status == 405
        assert reply.headers["allow"] == allowed
        assert reply.problem


def test_an_endpoint_that_only_answers_get_says_so(server: Server) -> None:
    for target in ("/find", "/", "/assets/theme.css", "/openapi.json"):
        reply = server.ask(target, method="POST")
        assert reply.status == 405
        assert "GET" in reply.headers["allow"]
        assert reply.problem


@pytest.mark.parametrize("target", ["/", "/search?q=design", "/health", "/nothing"])
def test_head_answers_as_get_does_without_a_body(server: Server, target: str) -> None:
    got, head = server.ask(target), server.ask(target, method="HEAD")
    assert head.status == got.status
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.body == b""


@pytest.mark.parametrize(
    "target",
    [
        "/assets/../pyproject.toml",
        "/assets/%2e%2e%2fpages.py",
        "/assets/..%5cpages.py",
        "/assets/__init__.py",
        "/assets/",
        "/assets/%00",
        "/assets/theme.css%00",
        "/assets//etc/passwd",
        "//evil.example",
        "/assets/./theme.css",
        "/%2e%2e/etc",
    ],
)
def test_no_path_leads_to_another_file(server: Server, target: str) -> None:
    reply = server.ask(target)
    assert reply.status == 404
    assert reply.problem


def test_a_path_that_is_nearly_right_names_the_right_one(server: Server) -> None:
    assert "did you mean /search?" in server.ask("/serch").problem["detail"]


def test_a_file_that_a_browser_has_is_not_sent_again(server: Server) -> None:
    first = server.ask("/assets/theme.css")
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    again = server.ask("/assets/theme.css", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("name", ["/", "/pipeline", "/mixer", "/harness", "/graph", "/docs"])
def test_pages_are_html_whatever_stands_behind_the_question_mark(server: Server, name: str) -> None:
    reply = server.ask(f"{name}?q=design&anything=1&q=2")
    assert reply.status == 200
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert b"<html" in reply.body


def test_an_address_that_is_too_long_is_refused(server: Server) -> None:
    for length in (MOST_TARGET, MOST_TARGET + 48 * 1024):
        reply = server.ask(f"/search?q={'x' * length}")
        assert reply.status == 414
        assert "POST /search" in reply.problem["detail"]


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(server: Server) -> None:
    body = b" " * (MOST_BODY + 1)
    assert server.post(body).status == 413
    head = b"POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in [b" " * 65_536] * 5)
    got = server.says(head + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + pieces + b"0\r\n\r\n")
    assert got.startswith(b"HTTP/1.1 413")
    assert json.loads(got.split(b"\r\n\r\n")[1])["status"] == 413
    got = server.says(head + b"Content-Length: " + b"9" * 30 + b"\r\nConnection: close\r\n\r\n")
    assert got.split()[1] in {b"400", b"413"}


def test_a_body_as_long_as_it_may_be_is_read(server: Server) -> None:
    assert server.post(b'{"q": "design"}'.ljust(MOST_BODY)).status == 200


def test_what_is_no_http_ends_the_connection_and_not_the_server(server: Server) -> None:
    assert server.says(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n").startswith(b"HTTP/1.1 400")
    got = server.says(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 600_000 + b"\r\n\r\n")
    assert got == b"" or got.startswith(b"HTTP/1.1 4")
    assert server.ask("/health").status == 200


@pytest.mark.slow
def test_with_a_token_nothing_but_health_is_open(desk: Desk) -> None:
    with serving(desk.with_variables(DOWSE_TOKEN=TOKEN), "notes") as server:
        assert TOKEN not in server.address
        assert server.ask("/health").status == 200
        described = server.ask("/openapi.json", headers={"Authorization": f"Bearer {TOKEN}"}).json["paths"]
        for path, methods in described.items():
            for method in methods:
                assert path == "/health" or server.ask(path, method=method.upper()).status == 401
        for target in (
            *TARGETS[:5],
            "/openapi.json",
            "/vaults",
            "/healthz",
            "/health/x",
            "/health/",
            f"/search?q=x&token={TOKEN}",
        ):
            for headers in (
                {},
                {"Authorization": "Bearer wrong"},
                {"Authorization": f"Basic {TOKEN}"},
                {"Cookie": "x"},
            ):
                reply = server.ask(target, headers=headers)
                assert reply.status == 401
                assert reply.headers["www-authenticate"] == 'Bearer realm="dowse"'
                assert TOKEN not in str(reply.problem)
            reply = server.ask(target, headers={"Authorization": f"Bearer {TOKEN}"})
            assert reply.status != 401
        code, said = server.stop()
        assert (code, TOKEN in said) == (0, False)


@pytest.mark.slow
def test_a_page_takes_the_token_once_and_keeps_it_out_of_the_address(desk: Desk) -> None:
    with serving(desk, "notes", "--token", TOKEN) as server:
        assert server.ask("/graph?token=wrong").status == 401
        reply = server.ask(f"/graph?q=a%26b&token={TOKEN}&profile=rrf")
        assert (reply.status, reply.headers["location"]) == (303, "/graph?q=a%26b&profile=rrf")
        cookie, _, rest = reply.headers["set-cookie"].partition(";")
        assert {"httponly", "samesite=strict", "path=/"} <= {each.strip().casefold() for each in rest.split(";")}
        assert TOKEN not in cookie
        assert server.ask("/search?q=x", headers={"Cookie": f"other=1; {cookie}"}).status == 200
        assert server.ask("/search?q=x", headers={"Cookie": f"{cookie}x"}).status == 401
        foreign = {"Cookie": cookie, "Origin": "http://evil.example"}
        assert server.ask("/search?q=x", headers=foreign).status == 403


@pytest.mark.slow
def test_where_others_can_ask_a_token_is_made_and_any_address_is_ours(desk: Desk) -> None:
    with serving(desk, "notes", "--host", "0.0.0.0", "--allow-host", "Notes.example") as server:  # noqa: S104  # that is the point
        _, _, token = server.address.partition("?token=")
        assert len(token) > 30
        shown = {"Authorization": f"Bearer {token}"}
        for host, status in (("192.168.7.7:1", 200), ("[fe80::1]", 200), ("notes.example", 200), ("evil.example", 421)):
            assert server.ask("/vaults", headers={"Host": host, **shown}).status == status
        assert server.ask("/vaults").status == 401


def test_a_bug_is_told_without_its_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError("a secret")

    status, body = _asked(broken)
    assert status == 500
    assert "secret" not in body
    assert json.loads(body)["title"] == "Internal Server Error"
    assert "ZeroDivisionError: a secret" in capfd.readouterr().err


def test_a_bug_in_an_endpoint_is_a_problem(capfd: pytest.CaptureFixture[str]) -> None:
    app = application(ServerState(Workspace({})))

    async def broken() -> None:
        raise ZeroDivisionError("a secret")

    app.add_api_route("/broken", broken)
    status, body = _asked(app, path="/broken")
    assert status == 500
    assert json.loads(body) == {
        "type": "about:blank",
        "title": "Internal Server Error",
        "status": 500,
        "detail": "The traceback is in the server's log; please report it",
    }
    assert capfd.readouterr().err.count("ZeroDivisionError: a secret") == 1


def test_a_bug_in_the_middle_of_a_response_ends_it(capfd: pytest.CaptureFixture[str]) -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("half")(scope, receive, send)
        raise ZeroDivisionError

    assert _asked(broken) == (200, "half")
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_a_host_is_read_whole() -> None:
    policy = AccessPolicy()
    assert all(policy.accepts_host(name) for name in LOOPBACK - {"::1"})
    assert policy.accepts_host("[::1]")
    assert not policy.accepts_host("[localhost]:1")
    assert not policy.accepts_host("::1")
    assert not policy.accepts_host("localhost:123456")
    assert not policy.accepts_host("localhost\n")
    assert not policy.accepts_host("8.8.8.8")
    assert replace(policy, any_address=True).accepts_host("8.8.8.8")
    assert not replace(policy, any_address=True).accepts_host("8.8.8")


def _asked(app: object, *, path: str = "/") -> tuple[int, str]:
    """Status and body that the guarded application sends."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "scheme": "http",
        "headers": [(b"host", b"localhost")],
        "query_string": b"",
        "raw_path": path.encode(),
        "server": ("127.0.0.1", 7717),
        "root_path": "",
    }
    asyncio.run(with_middleware(app, AccessPolicy())(scope, receive, send))  # type: ignore[arg-type]  # any application
    return sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:]).decode()
