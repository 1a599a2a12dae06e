"""The guard around an application: it lets in what the gate allows, and sends nothing out without its headers."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access_policy import MOST_TARGET, AccessPolicy, origin
from .problems import ProblemError, response

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_OF_OTHERS = frozenset({"cross-site", "same-site"})  # another port of this machine is the same site
# A client that is answered while it still sends may see a broken connection instead of the answer.
_MOST_PASSED_OVER = 4 * 1024 * 1024  # bytes of a body that is too long
_COOKIE_SECONDS = 30 * 24 * 3600


def guarded(app: ASGIApp, gate: AccessPolicy) -> ASGIApp:
    """The application behind the gate."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["type"] == "http":
            await _answer(app, gate, scope, receive, _Sender(send))

    return guard


class _Sender:
    """Sends with the headers that every response has, and knows whether one has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers.setdefault("Cache-Control", "no-store")
        await self._send(message)


async def _answer(app: ASGIApp, gate: AccessPolicy, scope: Scope, receive: Receive, send: _Sender) -> None:
    try:
        _check(gate, scope)
        if _token_in_address(gate, scope):
            await _let_in(gate, scope)(scope, receive, send)
            return
        # What a HEAD is answered with has no body; the server sees to that.
        inner = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        await app(inner, await _whole(receive, scope, gate.most_body), send)
    except ProblemError as problem:
        await response(problem)(scope, receive, send)
    except Exception as error:  # noqa: BLE001  # the edge of this interface: a bug must not end the server
        traceback.print_exception(error)
        if not send.has_begun:
            detail = "The traceback is in the server's log; please report it"
            await response(ProblemError(500, detail))(scope, receive, send)


def _check(gate: AccessPolicy, scope: Scope) -> None:
    """Raises ProblemError when the request may not come in."""
    headers = Headers(scope=scope)
    _check_target(scope)
    if gate.methods and scope["method"] not in gate.methods:
        allowed = ", ".join(gate.methods)
        raise ProblemError(405, f"{allowed} are answered", headers={"Allow": allowed})
    names = headers.getlist("host")
    if len(names) != 1 or not gate.knows(names[0]):
        raise ProblemError(421, "the Host header names another server; --allow-host NAME adds a name to this one")
    _check_origin(gate, scope, headers)
    if gate.token and scope["path"] not in gate.open_paths and not _is_known(gate, scope, headers):
        raise ProblemError(401, _unknown(gate, scope), headers={"WWW-Authenticate": 'Bearer realm="dowse"'})


def _check_target(scope: Scope) -> None:
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_TARGET:
        raise ProblemError(414, f"path and query have more than {MOST_TARGET:,} bytes; POST /search takes long queries")


def _check_origin(gate: AccessPolicy, scope: Scope, headers: Headers) -> None:
    """Raises ProblemError for what a page of another origin asks. Programs say nothing of an origin."""
    askers = headers.getlist("origin")
    if len(askers) > 1 or any(asker.casefold() != origin(scope["scheme"], headers["host"]) for asker in askers):
        raise ProblemError(403, "the page that asks is not one of this server")
    if headers.get("sec-fetch-site") in _OF_OTHERS and not _is_link(gate, scope, headers):
        raise ProblemError(403, "the page that asks is not one of this server")


def _is_link(gate: AccessPolicy, scope: Scope, headers: Headers) -> bool:
    """Whether somebody followed a link to a page, in a window and not in a frame."""
    return (
        scope["path"] in gate.pages
        and scope["method"] in {"GET", "HEAD"}
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest", "document") == "document"
    )


def _is_known(gate: AccessPolicy, scope: Scope, headers: Headers) -> bool:
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.casefold() == "bearer" and gate.takes(token.strip().encode("latin-1")):
        return True
    if any(gate.takes_cookie(value) for value in _cookies(scope, headers)):
        return True
    return _token_in_address(gate, scope)


def _cookies(scope: Scope, headers: Headers) -> Iterator[str]:
    """Values of our cookie; one that cannot be read is none."""
    for header in headers.getlist("cookie"):
        try:
            found = SimpleCookie(header).get(_cookie_name(scope))
        except CookieError:
            continue
        if found:
            yield found.value


def _cookie_name(scope: Scope) -> str:
    """One for each port: browsers hand cookies to all servers of a machine."""
    return f"dowse-{(scope.get('server') or ('', 0))[1]}"


def _token_in_address(gate: AccessPolicy, scope: Scope) -> bool:
    if not gate.token or scope["path"] not in gate.pages:
        return False
    return any(name == "token" and gate.takes(value.encode()) for name, value in _parameters(scope))


def _let_in(gate: AccessPolicy, scope: Scope) -> RedirectResponse:
    """To the same page without the token, which is no longer needed: what stands in an address is kept and shown."""
    rest = urlencode([(name, value) for name, value in _parameters(scope) if name != "token"])
    to = RedirectResponse(f"{scope['path']}?{rest}" if rest else scope["path"], status_code=303)
    to.set_cookie(
        _cookie_name(scope),
        gate.cookie,
        max_age=_COOKIE_SECONDS,
        secure=scope["scheme"] == "https",
        httponly=True,
        samesite="strict",
    )
    return to


def _parameters(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _unknown(gate: AccessPolicy, scope: Scope) -> str:
    said = "send it as `Authorization: Bearer TOKEN`"
    return f"{said}, or add ?token=TOKEN to the address" if scope["path"] in gate.pages else said


async def _whole(receive: Receive, scope: Scope, most: int) -> Receive:
    """`receive` with the body read already. Raises ProblemError when it has more than `most` bytes or breaks off."""
    too_long = ProblemError(413, f"a body has at most {most:,} bytes")
    said = Headers(scope=scope).get("content-length", "0")
    if not said.isdecimal() or len(said) > 15 or int(said) > most + _MOST_PASSED_OVER:
        raise too_long
    waiting: list[Message] = []
    size = 0
    while size <= most + _MOST_PASSED_OVER:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ProblemError(400, "the body is not whole")  # nobody sees it
        size += len(message.get("body", b""))
        if size <= most:
            waiting.append(message)
        if not message.get("more_body", False):
            break
    if size > most:
        raise too_long
    waiting.reverse()

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
