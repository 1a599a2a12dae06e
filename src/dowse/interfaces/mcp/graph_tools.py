"""The nine tools of graph-memory: one for each kind of document, by content and by file."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult
from pydantic import Field

from ...app.location import Progress
from ...app.options import DEPTH, LIMIT, MOST_OVER_WIRE, SCORE
from ...app.results.json_fields import Json
from ...app.sessions.workspace import Workspace
from ...app.token_budget import count_fitting
from ...model.kinds import KIND_SPECS, Kind, KindTool
from ...model.search_mode import Mode
from ...model.value_class import dataclass
from ..presenters.option_field import number_field
from . import text_content
from .output_types import HitsModel
from .paging import ToolAnswer
from .progress import in_thread
from .results import first_notes, head_without_hits, hit_row, nearest_rows
from .strict_tool import StrictTool
from .tools import READS, QueryParameter, VaultParameter, tool_result

if TYPE_CHECKING:  # it brings numpy
    from ...app.kind_search import KindRequest

SearchMode = Annotated[
    Literal["hybrid", "vector", "keyword"], Field(description="keyword, vector (semantic) or hybrid (both)")
]
Count = Annotated[int, number_field(LIMIT, most=MOST_OVER_WIRE)]
MinScoreParameter = Annotated[float, number_field(SCORE, "minimum score of a hit")]
Decay = Annotated[float | None, number_field(SCORE, "score factor per hop (default: 0.8, for code by edge type)")]
Depth = Annotated[int, Field(ge=0, le=DEPTH.maximum, description="maximum number of link hops from the best hits")]
ToolCall = Callable[..., Awaitable[CallToolResult]]

_MODES: dict[str, Mode] = {"hybrid": "hybrid", "vector": "vector", "keyword": "fulltext"}  # graph-memory's names


@dataclass(frozen=True, slots=True)
class _KindTool:
    """A tool and the kinds that it searches; empty for all."""

    tool: KindTool
    kinds: tuple[Kind, ...]


def _kind_tools(by: Literal["content", "file"]) -> list[_KindTool]:
    return [_KindTool(tool, tool.kinds(spec.name)) for spec in KIND_SPECS for tool in spec.tools if tool.by == by]


def graph_tools(workspace: Workspace) -> list[Tool]:
    """The tools for the server."""
    return [
        *(
            _tool(_content_call(workspace, kind_tool), kind_tool, "follows links from the best hits")
            for kind_tool in _kind_tools("content")
        ),
        *(_tool(_file_call(workspace, kind_tool), kind_tool, "follows no links") for kind_tool in _kind_tools("file")),
    ]


def _tool(call: ToolCall, kind_tool: _KindTool, traversal: str) -> Tool:
    tool = kind_tool.tool
    about = f"Search {tool.about}, by keyword and by meaning; {traversal}. Query language: as in `search`."
    return StrictTool.from_function(
        call, name=tool.name, title=tool.about.capitalize(), description=about, annotations=READS
    )


def _content_call(workspace: Workspace, kind_tool: _KindTool) -> ToolCall:
    async def call(
        ctx: Context,
        query: QueryParameter,
        topK: Count = 5,  # noqa: N803  # graph-memory's spelling, here and below
        bfsDepth: Depth = 1,  # noqa: N803
        maxResults: Count = 5,  # noqa: N803
        minScore: MinScoreParameter = kind_tool.tool.min_score,  # noqa: N803
        bfsDecay: Decay = None,  # noqa: N803
        searchMode: SearchMode = "hybrid",  # noqa: N803
        vault: VaultParameter = "",
    ) -> Annotated[CallToolResult, HitsModel]:
        def work(progress: Progress) -> ToolAnswer:
            from ...app.kind_search import KindRequest, KindSearch  # noqa: PLC0415  # it brings numpy, so not before the handshake

            kind_search = KindSearch(topK, bfsDepth, bfsDecay, minScore)
            request = KindRequest(query, kind_tool.kinds, limit=maxResults, mode=_MODES[searchMode], reach=kind_search)
            return _search_page(workspace, vault, request, progress)

        return tool_result(await in_thread(ctx, work))

    return call


def _file_call(workspace: Workspace, kind_tool: _KindTool) -> ToolCall:
    async def call(
        ctx: Context,
        query: QueryParameter,
        topK: Count = 10,  # noqa: N803  # as above
        maxResults: Count = 10,  # noqa: N803
        minScore: MinScoreParameter = kind_tool.tool.min_score,  # noqa: N803
        searchMode: SearchMode = "hybrid",  # noqa: N803
        vault: VaultParameter = "",
    ) -> Annotated[CallToolResult, HitsModel]:
        def work(progress: Progress) -> ToolAnswer:
            from ...app.kind_search import KindRequest  # noqa: PLC0415  # as above

            mode, limit = _MODES[searchMode], min(topK, maxResults)
            request = KindRequest(query, kind_tool.kinds, limit=limit, mode=mode, candidates=topK, min_score=minScore)
            return _search_page(workspace, vault, request, progress)

        return tool_result(await in_thread(ctx, work))

    return call


def _search_page(workspace: Workspace, vault: str, request: KindRequest, progress: Progress) -> ToolAnswer:
    from ...app.kind_search import search_kinds  # noqa: PLC0415  # as above

    result = search_kinds(workspace.vault(vault), replace(request, interface="mcp"), progress=progress)
    rows = [hit_row(hit) for hit in result.hits]
    lines = [text_content.hit_text(n, row) for n, row in enumerate(rows, start=1)]
    count = count_fitting(rows, lines)
    content = replace(result, hits=(), nearest=None, vault=workspace.name_of(vault)).to_dict() | nearest_rows(result)
    notes = first_notes(content["notes"])
    content |= {"hits": list[Json](rows[:count]), "notes": notes, "next": ""}
    head = f"{count} of {result.counted_hits}" if count else head_without_hits(content, result)
    return content, text_content.compose_text(head, lines[:count], notes)
