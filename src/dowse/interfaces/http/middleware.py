"""The middleware of both HTTP servers, in one list: limits, checks of a request, headers and problems of a response."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...serving.access_policy import MOST_PARAMETERS, MOST_TARGET, AccessPolicy, origin
from ...serving.connection_limits import connection_of
from .bearer_token import BearerToken
from .problems import RETRY_SECONDS, ProblemError, bug_problem, response

MOST_REQUESTS = 256  # at the same time; a browser has six connections
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
_OTHER_SITES = frozenset({"cross-site", "same-site"})  # another port of this machine is the same site
# A client that gets a response while it still sends may see a broken connection instead of the response.
_MOST_DISCARDED = 4 * 1024 * 1024  # bytes of a body that is too long


def middleware(policy: AccessPolicy) -> Sequence[Middleware]:
    """The layers from the outermost to the innermost. Each refuses a request by raising ProblemError."""
    return (
        Middleware(RequestProgress),  # first, so that it sees the responses of all layers
        Middleware(SecurityHeaders),  # outside of ProblemResponses, so that problems have the headers too
        Middleware(ProblemResponses),  # outside of all that raise
        Middleware(TargetLimit),  # before anything reads the address
        Middleware(AllowedMethods, methods=policy.methods),
        Middleware(AllowedHosts, policy=policy),  # before the token: a foreign page is not told whether one is set
        Middleware(SameOrigin, policy=policy),  # compares with Host, which is checked by then
        Middleware(BearerToken, policy=policy),
        Middleware(BodyLimit, most=policy.most_body),  # after the token: reads no body without a token
        Middleware(RequestLimit),  # after the body: a slow sender does not count
        Middleware(HeadToGet),
    )


def with_middleware(app: ASGIApp, policy: AccessPolicy) -> ASGIApp:
    """The application inside of all layers, which see HTTP requests only."""
    inner = app
    for layer in reversed(middleware(policy)):
        inner = layer.cls(inner, *layer.args, **layer.kwargs)

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["type"] == "http":
            await inner(scope, receive, send)

    return handle


@dataclass(frozen=True, slots=True)
class RequestProgress:
    """Middleware that tells a limited connection which part of a request the client has still to send."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if (connection := connection_of(scope.get("state", {}))) is None:
            await self.app(scope, receive, send)
            return

        async def tracked_receive() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                connection.wait_for(None)
            return message

        async def tracked_send(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                connection.wait_for("head")

        connection.wait_for("body")
        await self.app(scope, tracked_receive, tracked_send)


@dataclass(frozen=True, slots=True)
class SecurityHeaders:
    """Adds the headers that restrict what a browser does with a response, and forbids storing the response."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


@dataclass(frozen=True, slots=True)
class ProblemResponses:
    """Turns errors into problems; prints the traceback of an unexpected one."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        is_started = False

        async def tracked_send(message: Message) -> None:
            nonlocal is_started
            is_started = True
            await send(message)

        try:
            await self.app(scope, receive, tracked_send)
        except ProblemError as error:
            problem = error
        except asyncio.CancelledError:  # the server stops, and the time for requests under way is over
            problem = ProblemError(503, "the server is stopping; repeat the request after a restart")
        except Exception as error:  # noqa: BLE001  # the edge of this interface: a bug must not end the server
            traceback.print_exception(error)
            problem = bug_problem()
        else:
            return
        if not is_started:
            await response(problem)(scope, receive, send)


@dataclass(frozen=True, slots=True)
class TargetLimit:
    """Refuses a request whose path and query are too long, or that has too many parameters."""

    app: ASGIApp
    most: int = MOST_TARGET  # bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request within the limit."""
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > self.most:
            raise ProblemError(
                414, f"path and query have more than {self.most:,} bytes; POST /search accepts long queries"
            )
        if scope["query_string"].count(b"&") >= MOST_PARAMETERS:
            raise ProblemError(422, f"the query has more than {MOST_PARAMETERS} parameters")
        await self.app(scope, receive, send)


@dataclass(frozen=True, slots=True)
class AllowedMethods:
    """Refuses other methods; without any, the application decides."""

    app: ASGIApp
    methods: tuple[str, ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request with an allowed method."""
        if self.methods and scope["method"] not in self.methods:
            allowed = ", ".join(self.methods)
            raise ProblemError(405, f"allowed methods: {allowed}", headers={"Allow": allowed})
        await self.app(scope, receive, send)


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """Refuses a request whose Host header does not name this server: protects against DNS rebinding."""

    app: ASGIApp
    policy: AccessPolicy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request with one Host header that the policy accepts."""
        names = Headers(scope=scope).getlist("host")
        if len(names) != 1 or not self.policy.accepts_host(names[0]):
            raise ProblemError(421, "the Host header names another server; --allow-host NAME adds a name to this one")
        await self.app(scope, receive, send)


@dataclass(frozen=True, slots=True)
class SameOrigin:
    """Refuses requests that a browser sends for a page of another site. Programs send no Origin."""

    app: ASGIApp
    policy: AccessPolicy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on requests of programs and of this server's pages, and links to the pages."""
        headers = Headers(scope=scope)
        own_origin = origin(scope["scheme"], headers["host"])
        origins = [value.casefold() for value in headers.getlist("origin")]
        is_link = self.policy.accepts_link(scope["method"], scope["path"], headers)
        is_foreign = headers.get("sec-fetch-site") in _OTHER_SITES and not is_link
        if is_foreign or origins not in ([], [own_origin]):
            raise ProblemError(403, "the request comes from a page of another site")
        await self.app(scope, receive, send)


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """Reads the whole body before the application gets the request, and refuses one that is too long or incomplete."""

    app: ASGIApp
    most: int  # bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on the request with its body."""
        messages = await self._read(scope, receive)
        messages.reverse()

        async def replay() -> Message:
            return messages.pop() if messages else await receive()

        await self.app(scope, replay, send)

    async def _read(self, scope: Scope, receive: Receive) -> list[Message]:
        too_long = ProblemError(413, f"a body has at most {self.most:,} bytes")
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or len(declared) > 15 or int(declared) > self.most + _MOST_DISCARDED:
            raise too_long
        messages: list[Message] = []
        size = 0
        while size <= self.most + _MOST_DISCARDED:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ProblemError(400, "the body is incomplete")  # the client is gone
            size += len(message.get("body", b""))
            if size <= self.most:
                messages.append(message)
            if not message.get("more_body", False):
                break
        if size > self.most:
            raise too_long
        return messages


@dataclass(slots=True)
class RequestLimit:
    """Refuses a request while too many others are under way, and asks the client to repeat it later."""

    app: ASGIApp
    most: int = MOST_REQUESTS
    _under_way: int = field(default=0, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on while the limit is not reached."""
        if self._under_way >= self.most:
            headers = {"Connection": "close", "Retry-After": str(RETRY_SECONDS)}
            raise ProblemError(503, f"{self.most} requests are under way; repeat this one later", headers=headers)
        self._under_way += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._under_way -= 1


@dataclass(frozen=True, slots=True)
class HeadToGet:
    """Asks the application for GET where a client asks for HEAD; the server leaves the body out."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        await self.app({**scope, "method": method}, receive, send)
