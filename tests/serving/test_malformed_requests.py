"""The answers to messages that the SDK drops."""

from __future__ import annotations

import json

import pytest

from dowse.serving.malformed_requests import refusal


def _answered(line: bytes, *, is_request: bool = False) -> tuple[object, object]:
    """Id and error code of the answer."""
    answer = json.loads(refusal(line, lambda _: is_request))
    return answer["id"], answer["error"]["code"]


@pytest.mark.parametrize("line", [b"garbage\n", b'{"jsonrpc": "2.0", "id": 1, "method"\n', b"\xff\xfe\n", b"{}{}\n"])
def test_a_line_that_is_no_json_is_a_parse_error(line: bytes) -> None:
    assert _answered(line) == (None, -32700)


def test_a_request_that_the_sdk_does_not_accept_is_invalid() -> None:
    assert _answered(b'{"id": 7, "method": 5}') == (7, -32600)
    assert _answered(b'{"id": 7}', is_request=True) == (7, -32600)


@pytest.mark.parametrize("line", [b"[]\n", b"7", b'"ping"', b"null", b"{}", b'[{"id": 1, "method": "ping"}]'])
def test_a_line_that_is_no_message_is_invalid(line: bytes) -> None:
    assert _answered(line, is_request=True) == (None, -32600)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b" \r\n",
        b'{"id": 1, "method": "ping"}\n',
        b'{"method": "ping"}\n',
        b'{"id": 1, "result": {}}\n',
        b'{"id": 1, "error": {}}\n',
        b"[" * 100_000 + b"\n",
    ],
)
def test_requests_notifications_and_blank_lines_are_left_to_the_sdk(line: bytes) -> None:
    assert refusal(line, lambda _: True) == b""
