"""A real client of the SDK, for tests that are no coroutines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import mcp
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.stdio import StdioServerParameters
from mcp.server import MCPServer
from mcp.types import CallToolResult, Tool

from tests.interfaces.desk import Desk

Progress = Callable[[float, float | None, str | None], Any]


@dataclass(frozen=True, slots=True)
class Agent:
    """A client that is connected to one server."""

    client: mcp.Client
    portal: BlockingPortal

    @property
    def instructions(self) -> str:
        """What the server said at the handshake."""
        return self.client.instructions or ""

    def tools(self) -> Mapping[str, Tool]:
        """The tools by name."""
        return {tool.name: tool for tool in self.portal.call(self.client.list_tools).tools}

    def raw(self, name: str, **arguments: Any) -> CallToolResult:
        """What a call gives, an error or not."""
        return self.told(name, lambda *_: None, **arguments)

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The structured output of a call that works."""
        result = self.raw(name, **arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        found: dict[str, Any] = result.structured_content
        return found

    def told(self, name: str, report: Progress, **arguments: Any) -> CallToolResult:
        """What a call gives whose progress is told."""

        async def heard(progress: float, total: float | None, message: str | None) -> None:
            report(progress, total, message)

        async def call() -> CallToolResult:
            return await self.client.call_tool(name, arguments, progress_callback=heard)

        return self.portal.call(call)

    def refusal(self, name: str, **arguments: Any) -> str:
        """What is said to a call that does not work."""
        result = self.raw(name, **arguments)
        assert result.is_error, text_of(result)
        return text_of(result)


def text_of(result: CallToolResult) -> str:
    """The short text of a result."""
    (part,) = result.content
    assert part.type == "text"
    return part.text


@contextmanager
def agent(desk: Desk, *arguments: str) -> Iterator[Agent]:
    """A client over stdio of `dowse mcp` with these arguments, started in the desk's folder."""
    command, *rest = desk.server("mcp", *arguments)
    started = StdioServerParameters(command=command, args=rest, env=desk.environment, cwd=str(desk.folder))
    with connected(started) as client:
        yield client


@contextmanager
def connected(server: StdioServerParameters | MCPServer[object] | str) -> Iterator[Agent]:
    """A client of the server that is started so, is in this process, or answers at the address."""
    with start_blocking_portal() as portal:
        client = mcp.Client(server)
        with portal.wrap_async_context_manager(client):
            yield Agent(client, portal)
