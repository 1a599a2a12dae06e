"""Requests over stdio that the SDK does not accept: it drops them, and the client would wait for answers."""

from __future__ import annotations

import json
from collections.abc import Callable

_INVALID_REQUEST = -32600  # of JSON-RPC
_MESSAGE = (
    'invalid request: "jsonrpc" must be "2.0", "method" a string, "params" an object or absent; a request has neither'
    ' "result" nor "error", and its values are not nested more than about 200 times'
)


def refusal(line: bytes, is_request: Callable[[str], bool]) -> bytes:
    """The answer to the line if it has a method and an id but is no valid request; else empty.

    A message whose id is neither a string nor an integer is a notification to the SDK.
    """
    match parsed(line):
        case {"method": _, "id": bool()}:
            return b""
        case {"method": _, "id": str() | int() as ident} if not is_request(_text(line)):
            error = {"code": _INVALID_REQUEST, "message": _MESSAGE}
            # In the form in which the SDK writes an answer.
            answer = json.dumps({"jsonrpc": "2.0", "id": ident, "error": error}, separators=(",", ":"))
            return answer.encode() + b"\n"
        case _:
            return b""


def parsed(line: bytes) -> object:
    """The value of a line of JSON; None for a line that is none."""
    try:
        return json.loads(_text(line))
    except (ValueError, RecursionError):
        return None


def _text(line: bytes) -> str:
    """The line as the SDK decodes it."""
    return line.decode("utf-8", "replace")
