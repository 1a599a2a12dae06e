"""Middleware that requires the server's token: in a header, in a cookie, or once in the query of a page."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ...model.value_class import dataclass
from ...serving.access_policy import AccessPolicy
from ...serving.connection_limits import connection_of
from .problems import ProblemError

_COOKIE_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class BearerToken:
    """Raises ProblemError for a request without the token: 403 if some local users need none, else 401.

    A page that gets the token in its query redirects to itself without the token and sets a cookie, since browsers
    store and show addresses.
    """

    app: ASGIApp
    policy: AccessPolicy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request with the token, or to a path that requires none."""
        policy, path = self.policy, scope["path"]
        if not policy.token:
            await self.app(scope, receive, send)
        elif _query_has_token(policy, scope):
            await _redirect(policy, scope)(scope, receive, send)
        elif path in policy.open_paths or _has_local_user(policy, scope) or _headers_have_token(policy, scope):
            await self.app(scope, receive, send)
        else:
            status, advice = policy.refusal(path)
            headers = {"WWW-Authenticate": 'Bearer realm="dowse"'} if status == 401 else {}
            raise ProblemError(status, advice, headers=headers)


def _has_local_user(policy: AccessPolicy, scope: Scope) -> bool:
    connection = connection_of(scope.get("state", {}))
    return connection is not None and connection.is_accepted(policy.accepts_peer)


def _headers_have_token(policy: AccessPolicy, scope: Scope) -> bool:
    headers = Headers(scope=scope)
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.casefold() == "bearer" and policy.accepts_token(token.strip().encode("latin-1")):
        return True
    return any(policy.accepts_cookie(value) for value in _cookies(scope, headers))


def _cookies(scope: Scope, headers: Headers) -> Iterator[str]:
    """The values of this server's cookie; headers that are not valid are skipped."""
    for header in headers.getlist("cookie"):
        try:
            cookie = SimpleCookie(header).get(_cookie_name(scope))
        except CookieError:
            continue
        if cookie:
            yield cookie.value


def _cookie_name(scope: Scope) -> str:
    """A name for each port: browsers send a cookie to every server of a machine."""
    return f"dowse-{(scope.get('server') or ('', 0))[1]}"


def _query_has_token(policy: AccessPolicy, scope: Scope) -> bool:
    if scope["path"] not in policy.pages:
        return False
    return any(name == "token" and policy.accepts_token(value.encode()) for name, value in _parameters(scope))


def _redirect(policy: AccessPolicy, scope: Scope) -> RedirectResponse:
    rest = urlencode([(name, value) for name, value in _parameters(scope) if name != "token"])
    response = RedirectResponse(f"{scope['path']}?{rest}" if rest else scope["path"], status_code=303)
    response.set_cookie(
        _cookie_name(scope),
        policy.cookie,
        max_age=_COOKIE_SECONDS,
        secure=scope["scheme"] == "https",
        httponly=True,
        samesite="strict",
    )
    return response


def _parameters(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
