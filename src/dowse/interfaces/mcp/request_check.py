"""Which messages the SDK accepts as requests."""

from __future__ import annotations

from mcp_types import JSONRPCRequest, jsonrpc_message_adapter


def is_request(text: str) -> bool:
    """Whether the SDK reads the JSON as a request, which it answers."""
    try:
        return isinstance(jsonrpc_message_adapter.validate_json(text, by_name=False), JSONRPCRequest)
    except ValueError:
        return False
