from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dowse.interfaces.http import middleware
from dowse.interfaces.http.bearer_token import BearerToken
from dowse.interfaces.http.middleware import RequestProgress
from dowse.interfaces.http.problems import ProblemError
from dowse.serving.access_policy import AccessPolicy

Asked = tuple[int, Headers, bytes]  # status, headers and body of a response
_HOST = (b"host", b"localhost")


async def plain(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the method and the body of the request."""
    body = (await receive()).get("body", b"")
    await PlainTextResponse(scope["method"].encode() + b" " + body)(scope, receive, send)


def asked(
    app: ASGIApp,
    *,
    method: str = "GET",
    target: str = "/",
    headers: Sequence[tuple[bytes, bytes]] = (_HOST,),
    body: Sequence[bytes] = (b"",),
) -> Asked:
    """What one layer, or several, answer; a refusal is raised as ProblemError unless a layer catches it."""
    sent: list[Message] = []
    pieces = [{"type": "http.request", "body": each, "more_body": n + 1 < len(body)} for n, each in enumerate(body)]

    async def receive() -> Message:
        return pieces.pop(0) if pieces else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    path, _, query = target.partition("?")
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "scheme": "http",
        "headers": headers,
        "server": ("127.0.0.1", 7717),
    }
    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]  # an ASGI application is a coroutine function
    return sent[0]["status"], Headers(raw=sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent[1:])


def test_the_layers_stand_in_this_order() -> None:
    layers: list[object] = [layer.cls for layer in middleware.middleware(AccessPolicy())]
    assert layers == [
        RequestProgress,
        middleware.SecurityHeaders,
        middleware.ProblemResponses,
        middleware.TargetLimit,
        middleware.AllowedMethods,
        middleware.AllowedHosts,
        middleware.SameOrigin,
        BearerToken,
        middleware.BodyLimit,
        middleware.RequestLimit,
        middleware.HeadToGet,
    ]


LAYERS: dict[str, Callable[[ASGIApp], ASGIApp]] = {
    "SecurityHeaders": middleware.SecurityHeaders,
    "ProblemResponses": middleware.ProblemResponses,
    "TargetLimit": middleware.TargetLimit,
    "AllowedMethods": lambda app: middleware.AllowedMethods(app, ("GET",)),
    "AllowedHosts": lambda app: middleware.AllowedHosts(app, AccessPolicy()),
    "SameOrigin": lambda app: middleware.SameOrigin(app, AccessPolicy()),
    "BearerToken": lambda app: BearerToken(app, AccessPolicy()),
    "BodyLimit": lambda app: middleware.BodyLimit(app, 100),
    "RequestLimit": middleware.RequestLimit,
    "HeadToGet": middleware.HeadToGet,
}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_passes_a_plain_request_on(layer: str) -> None:
    status, _, body = asked(LAYERS[layer](plain), body=(b"x",))
    assert (status, body) == (200, b"GET x")


def test_the_headers_are_added_and_those_of_the_application_stay() -> None:
    _, headers, _ = asked(middleware.SecurityHeaders(plain))
    assert headers["cache-control"] == "no-store"
    assert headers["content-type"].startswith("text/plain")
    assert all(headers[name] == value for name, value in middleware.HEADERS.items())


def test_a_problem_is_answered_as_json() -> None:
    async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ProblemError(404, "there is no such path")

    status, headers, body = asked(middleware.ProblemResponses(refusing))
    assert (status, headers["content-type"]) == (404, "application/problem+json")
    assert b"there is no such path" in body


REFUSED: dict[str, tuple[ASGIApp, dict[str, object], int]] = {
    "a long target": (middleware.TargetLimit(plain, 10), {"target": "/?q=12345678"}, 414),
    "another method": (middleware.AllowedMethods(plain, ("POST",)), {}, 405),
    "another host": (middleware.AllowedHosts(plain, AccessPolicy()), {"headers": [(b"host", b"evil.example")]}, 421),
    "no host": (middleware.AllowedHosts(plain, AccessPolicy()), {"headers": []}, 421),
    "another origin": (
        middleware.SameOrigin(plain, AccessPolicy()),
        {"headers": [_HOST, (b"origin", b"http://evil.example")]},
        403,
    ),
    "another site": (
        middleware.SameOrigin(plain, AccessPolicy()),
        {"headers": [_HOST, (b"sec-fetch-site", b"cross-site")]},
        403,
    ),
    "no token": (BearerToken(plain, AccessPolicy(token="t")), {}, 401),  # noqa: S106  # for this test
    "a wrong token": (
        BearerToken(plain, AccessPolicy(token="t")),  # noqa: S106  # as above
        {"headers": [_HOST, (b"authorization", b"Bearer u")]},
        401,
    ),
    "a long body": (middleware.BodyLimit(plain, 3), {"body": (b"12", b"34")}, 413),
    "a body without its end": (middleware.BodyLimit(plain, 3), {"body": ()}, 400),
    "a long declared body": (
        middleware.BodyLimit(plain, 3),
        {"headers": [_HOST, (b"content-length", b"9" * 12)]},
        413,
    ),
    "one request too many": (middleware.RequestLimit(plain, 0), {}, 503),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_layer_refuses(case: str) -> None:
    app, request, status = REFUSED[case]
    with pytest.raises(ProblemError) as raised:
        asked(app, **request)  # type: ignore[arg-type]  # of several types
    assert raised.value.status == status


def test_a_request_beyond_the_limit_is_to_be_repeated_later() -> None:
    with pytest.raises(ProblemError) as raised:
        asked(middleware.RequestLimit(plain, 0))
    assert raised.value.headers == {"Connection": "close", "Retry-After": "5"}


def test_a_request_that_ends_or_fails_gives_its_place_up() -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError

    limit = middleware.RequestLimit(failing, 1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            asked(limit)


def test_head_asks_the_application_for_get() -> None:
    assert asked(middleware.HeadToGet(plain), method="HEAD")[2] == b"GET "


def test_a_problem_of_an_inner_layer_has_the_headers_of_an_outer_one() -> None:
    status, headers, _ = asked(middleware.with_middleware(plain, AccessPolicy()), headers=[(b"host", b"evil.example")])
    assert status == 421
    assert all(headers[name] == value for name, value in middleware.HEADERS.items())


def test_a_request_that_the_end_of_the_server_cuts_off_is_told_to_come_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def cut_off(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise asyncio.CancelledError  # as uvicorn does after its grace

    status, _, body = asked(middleware.ProblemResponses(cut_off))
    assert (status, b"the server is stopping" in body) == (503, True)
    assert capsys.readouterr().err == ""
