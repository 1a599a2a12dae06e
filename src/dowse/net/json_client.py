"""Requests to a server that answers JSON: limited in time and size, repeated after passing errors.

No message contains the key.
"""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from ..model.errors import ModelError
from ..model.value_class import dataclass
from .deadline import TimeLimit
from .http_client import BROKEN_CONNECTION, REDIRECTS, HttpClient, HttpRequest, HttpResponse
from .server_address import ServerAddress

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]

_LONGEST_WAIT = 30.0  # seconds, also when a server asks for more
_LONGEST_LINE = 200  # characters of a server's message


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """The seconds that a response may take, and how often the request is sent."""

    seconds: float
    tries: int = 1


@dataclass(frozen=True, slots=True)
class ServerAccess:
    """The address and the key of a server, and the words for messages about it."""

    called: str  # "Ollama"
    address: ServerAddress
    advice: str  # what the user can do when the server does not answer or rejects the key
    key: str = field(default="", repr=False)
    wait: Callable[[float], None] = time.sleep

    def __str__(self) -> str:
        return f"{self.called} at {self.address}"


def key_from(environment: Mapping[str, str], name: str) -> str:
    """The key in this variable; empty when there is none. Raises ModelError when a header cannot hold the key."""
    key = environment.get(name, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ModelError(f"{name} contains characters that are not allowed in a key; set it to printable ASCII")
    return key


class ServerError(ModelError):
    """A request that failed. `status` is 0 when there was no response."""

    def __init__(self, message: str, *, status: int = 0, after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.after = after  # seconds to wait before the request is repeated; None when that cannot help


class JsonServer:
    """A server that answers JSON. May be shared between threads."""

    def __init__(self, access: ServerAccess) -> None:
        self._access = access
        self._client = HttpClient()
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if authorization := f"Bearer {access.key}" if access.key else access.address.login:
            self._headers["Authorization"] = authorization
        self._has_answered = False

    def __str__(self) -> str:
        return str(self._access)

    def ask(self, path: str, payload: JsonValue = None, *, patience: RetryPolicy, most_bytes: int) -> JsonValue:
        """The answer to a POST of the payload, or to a GET when there is none. Raises ServerError.

        Repeats the request after 408, 429, a server error or a broken connection, as often as the policy allows.
        """
        body = None if payload is None else json.dumps(payload).encode()
        for tried in range(1, patience.tries + 1):
            try:
                return self._read(self._answered(path, body, patience.seconds, most_bytes), most_bytes)
            except ServerError as error:
                if error.after is None or tried == patience.tries:
                    raise
                self._access.wait(min(max(error.after, 2.0 ** (tried - 1)), _LONGEST_WAIT))
        raise AssertionError("the last try ends the loop")

    def _answered(self, path: str, body: bytes | None, seconds: float, most_bytes: int) -> HttpResponse:
        method = "GET" if body is None else "POST"
        request = HttpRequest(f"{self._access.address}{path}", method, self._headers, body)
        try:
            answer = self._client.fetch(request, TimeLimit(seconds), most_bytes=most_bytes)
        except BROKEN_CONNECTION as error:
            # The server has never answered and refuses connections: repeating would only delay the message.
            absent = isinstance(error, ConnectionRefusedError | ssl.SSLError) and not self._has_answered
            why = f"no response within {seconds:.0f} s" if isinstance(error, TimeoutError) else _reason(error)
            raise ServerError(
                f"{self} does not answer ({why}); {self._access.advice}", after=None if absent else 0.0
            ) from error
        self._has_answered = True
        return answer

    def _read(self, answer: HttpResponse, most_bytes: int) -> JsonValue:
        if answer.status != 200:
            raise self._complaint(answer)
        if len(answer.body) > most_bytes:
            raise ServerError(f"{self} sent more than {most_bytes:,} bytes; check the address")
        try:
            read: JsonValue = json.loads(answer.body)
        except (ValueError, RecursionError) as error:
            raise ServerError(f"{self} did not send JSON: {self._line(answer)}") from error
        return read

    def _complaint(self, answer: HttpResponse) -> ServerError:
        status = answer.status
        if status in REDIRECTS:
            host = urlsplit(answer.headers.get("location", "")).netloc.rpartition("@")[2]
            return ServerError(
                f"{self} redirects ({status}{f', to {host}' if host else ''}), and dowse follows no redirect with your "
                f"texts; {self._access.advice}",
                status=status,
            )
        if status in {401, 403}:  # the message of the server may contain a part of the key
            why = "rejects the key" if self._access.key else "requires a key"
            return ServerError(f"{self} {why} ({status}); {self._access.advice}", status=status)
        again = status in {408, 429} or status >= 500
        return ServerError(
            f"{self} answered {status}: {self._line(answer)}",
            status=status,
            after=_seconds_to_wait(answer.headers) if again else None,
        )

    def _line(self, answer: HttpResponse) -> str:
        """The first line of a response, or of the error message in its JSON; without the key."""
        text = answer.body.decode("utf-8", "replace")
        with suppress(ValueError, RecursionError):
            text = message_in(json.loads(text)) or text
        if self._access.key:
            text = text.replace(self._access.key, "…")
        line = next(filter(None, map(str.strip, text.splitlines())), "an empty response")
        return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"


def message_in(value: JsonValue) -> str:
    """The message in the JSON of an error: `error`, `error.message`, `message` or `detail`."""
    if isinstance(value, dict):
        for name in ("error", "message", "detail"):
            inside = value.get(name)
            if inside:
                return inside if isinstance(inside, str) else message_in(inside)
    return ""


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    strerror = error.strerror if isinstance(error, OSError) else None
    return strerror or str(error) or type(error).__name__


def _seconds_to_wait(headers: Mapping[str, str]) -> float:
    """The seconds until the time in Retry-After, a number or a date; 0 without a valid one."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0
