"""Asking a server for JSON: bounded in time and size, tried again where that helps, and never telling its key."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from ..model.errors import ModelError
from .deadline import TimeLimit
from .http_client import BROKEN_CONNECTION, HttpClient, HttpRequest, HttpResponse
from .server_address import ServerAddress

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]

_LONGEST_WAIT = 30.0  # seconds, however long a server asks to be left alone
_LONGEST_LINE = 200  # characters of what a server said


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long an answer may take, and how often it is asked for."""

    seconds: float
    tries: int = 1


@dataclass(frozen=True, slots=True)
class ServerAccess:
    """What is needed to ask a server, and to say what is wrong with it."""

    called: str  # "Ollama"
    address: ServerAddress
    advice: str  # what to do when it does not answer or refuses the key
    key: str = field(default="", repr=False)
    wait: Callable[[float], None] = time.sleep

    def __str__(self) -> str:
        return f"{self.called} at {self.address}"


def key_from(environment: Mapping[str, str], name: str) -> str:
    """The key in this variable; empty when there is none. Raises ModelError when it cannot be sent."""
    key = environment.get(name, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ModelError(f"{name} has characters that no key has")
    return key


class ServerError(ModelError):
    """A server that has no answer. `status` is 0 when it said nothing at all."""

    def __init__(self, message: str, *, status: int = 0, after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.after = after  # seconds before it makes sense to ask again; None when it makes none


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
        """What it answers to a POST of the payload, or to a GET when there is none. Raises ServerError.

        Too many requests, failures of the server and silence are tried again, in so far as there is patience.
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
        request = HttpRequest(f"{self._access.address}{path}", "GET" if body is None else "POST", self._headers, body)
        try:
            answer = self._client.fetch(request, TimeLimit(seconds), most_bytes=most_bytes)
        except BROKEN_CONNECTION as error:
            # Nobody is there, and nobody has been: to ask again would only delay the message.
            absent = isinstance(error, ConnectionRefusedError | ssl.SSLError) and not self._has_answered
            why = f"no answer within {seconds:.0f} s" if isinstance(error, TimeoutError) else _told(error)
            raise ServerError(
                f"{self} does not answer ({why}); {self._access.advice}", after=None if absent else 0.0
            ) from error
        self._has_answered = True
        return answer

    def _read(self, answer: HttpResponse, most_bytes: int) -> JsonValue:
        if answer.status != 200:
            raise self._complaint(answer)
        if len(answer.body) > most_bytes:
            raise ServerError(f"{self} answers with more than {most_bytes:,} bytes; is it the right address?")
        try:
            read: JsonValue = json.loads(answer.body)
        except (ValueError, RecursionError) as error:
            raise ServerError(f"{self} answers with something other than JSON: {self._line(answer)}") from error
        return read

    def _complaint(self, answer: HttpResponse) -> ServerError:
        status = answer.status
        if 300 <= status < 400:
            aim = urlsplit(answer.headers.get("location", "")).netloc.rpartition("@")[2]
            return ServerError(
                f"{self} sends elsewhere ({status}{f', to {aim}' if aim else ''}), which is not followed; "
                f"{self._access.advice}",
                status=status,
            )
        if status in {401, 403}:  # what a server says then may hold a part of the key
            why = "refuses the key" if self._access.key else "wants a key"
            return ServerError(f"{self} {why} ({status}); {self._access.advice}", status=status)
        again = status in {408, 429} or status >= 500
        return ServerError(
            f"{self} says {status}: {self._line(answer)}",
            status=status,
            after=_seconds_to_wait(answer.headers) if again else None,
        )

    def _line(self, answer: HttpResponse) -> str:
        """The first line of what a server said, or of the message in it; never the key."""
        text = answer.body.decode("utf-8", "replace")
        with suppress(ValueError, RecursionError):
            text = message_in(json.loads(text)) or text
        if self._access.key:
            text = text.replace(self._access.key, "…")
        line = next(filter(None, map(str.strip, text.splitlines())), "nothing")
        return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"


def message_in(said: JsonValue) -> str:
    """The message in an error as servers write it: `error`, `error.message`, `message` or `detail`."""
    if isinstance(said, dict):
        for name in ("error", "message", "detail"):
            inside = said.get(name)
            if inside:
                return inside if isinstance(inside, str) else message_in(inside)
    return ""


def _told(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    strerror = error.strerror if isinstance(error, OSError) else None
    return strerror or str(error) or type(error).__name__


def _seconds_to_wait(headers: Mapping[str, str]) -> float:
    """What Retry-After asks for, as seconds or as a date; 0 when it asks for nothing."""
    said = headers.get("retry-after", "").strip()
    if said.isdecimal():
        return float(said)
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0
