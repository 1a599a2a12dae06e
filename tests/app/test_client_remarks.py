from __future__ import annotations

import pytest

from dowse.app.client_remarks import for_client
from dowse.model.option_spelling import Interface


@pytest.mark.parametrize(
    ("interface", "message", "told"),
    [
        ("mcp", "another model; run `dowse index`", "another model; the owner of the index can run `dowse index`"),
        ("http", "it is kept. Run `dowse index` if", "it is kept. The owner of the index can run `dowse index` if"),
        ("http", "checked yet; run dowse check-links", "checked yet; the owner of the index can run dowse check-links"),
        ("mcp", "cannot read a; `dowse status` shows why", "cannot read a; the tool status shows why"),
        ("http", "`dowse status x` lists files", "GET /status lists files"),
        ("mcp", "`dowse links` lists them", "`dowse links` (for the owner of the index, in a terminal) lists them"),
        ("cli", "run `dowse index`", "run `dowse index`"),
        ("library", "run `dowse index`", "run `dowse index`"),
    ],
)
def test_a_command_in_a_message_is_for_whoever_can_run_it(interface: Interface, message: str, told: str) -> None:
    assert for_client(message, interface) == told
    assert for_client(told, interface) == told
