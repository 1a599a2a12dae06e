"""Messages over stdio that the SDK does not accept: it drops them, and the client would wait for answers."""

from __future__ import annotations

import json
from collections.abc import Callable

_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600  # of JSON-RPC
_NO_JSON = "parse error: the line is no JSON; each line is one message of JSON-RPC"
_NO_MESSAGE = 'invalid request: a message of JSON-RPC is one object with "method"; there are no batches'
_MESSAGE = (
    'invalid request: "jsonrpc" must be "2.0", "method" a string, "params" an object or absent; a request has neither'
    ' "result" nor "error", and its values are not nested more than about 200 times'
)


def refusal(line: bytes, is_request: Callable[[str], bool]) -> bytes:
    """The answer to the line if it is no JSON or no message, or has a method and an id but is no valid request.

    Else empty.  A message whose id is neither a string nor an integer is a notification to the SDK.
    """
    try:
        message = json.loads(_text(line))
    except ValueError:
        return _error(None, _PARSE_ERROR, _NO_JSON) if line.strip() else b""
    except RecursionError:
        return b""
    match message:
        case {"method": _, "id": bool()}:
            return b""
        case {"method": _, "id": str() | int() as ident} if not is_request(_text(line)):
            return _error(ident, _INVALID_REQUEST, _MESSAGE)
        case {"method": _} | {"result": _} | {"error": _}:
            return b""
        case {"id": str() | int() as ident}:
            return _error(ident, _INVALID_REQUEST, _NO_MESSAGE)
        case _:
            return _error(None, _INVALID_REQUEST, _NO_MESSAGE)


def _error(ident: str | int | None, code: int, message: str) -> bytes:
    """An error in the form in which the SDK writes an answer."""
    answer = {"jsonrpc": "2.0", "id": ident, "error": {"code": code, "message": message}}
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def parsed(line: bytes) -> object:
    """The value of a line of JSON; None for a line that is none."""
    try:
        return json.loads(_text(line))
    except (ValueError, RecursionError):
        return None


def _text(line: bytes) -> str:
    """The line as the SDK decodes it."""
    return line.decode("utf-8", "replace")
