"""The MCP server over stdio."""

from __future__ import annotations

from collections.abc import Collection

from mcp.server import MCPServer

from ... import __version__
from ...app.sessions.workspace import Workspace
from .instructions import instructions
from .tools import tools


def server(workspace: Workspace, *, tool_sets: Collection[str] = ()) -> MCPServer[object]:
    """A server over the vaults of the workspace; `sets` names additional tools: `graph`."""
    offered_tools = tools(workspace)
    if "graph" in tool_sets:
        from .graph_tools import graph_tools  # noqa: PLC0415  # here, since making nine more takes a moment

        offered_tools += graph_tools(workspace)
    return MCPServer(
        "dowse",
        title="dowse",
        description="Search a folder of notes, docs and code by keyword, by meaning and by link.",
        instructions=instructions(workspace),
        version=__version__,
        tools=[*offered_tools],
        log_level="WARNING",
        subscriptions=False,
    )
