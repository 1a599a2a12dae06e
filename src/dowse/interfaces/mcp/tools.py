"""The five tools with their names, types, ranges and descriptions."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field

from ...app.find import FindRequest
from ...app.location import Progress
from ...app.options import (
    BUDGET,
    DEPTH,
    LIMIT,
    MOST_NAMES,
    MOST_OVER_WIRE,
    MOST_QUERY,
    RELATION_NAMES,
    SCORE,
    RelationName,
)
from ...app.search_request import SearchRequest
from ...app.sessions.workspace import Workspace
from ...model.errors import QueryError
from ...model.search_mode import ModeName, canonical_mode
from ...model.value_class import dataclass
from ..presenters.option_field import number_field, with_default
from . import instructions, results
from .batch_answers import MOST_AT_ONCE, answer_each
from .output_types import FindModel, GetModel, RelatedModel, SearchModel, StatusModel
from .paging import ToolAnswer
from .progress import in_thread
from .status_report import status_report
from .strict_tool import StrictTool

_Query = Annotated[str, Field(max_length=MOST_QUERY)]
QueryParameter = Annotated[
    str, Field(max_length=MOST_QUERY, description="words, a question, or a query with operators")
]
QueriesParameter = Annotated[
    _Query | Annotated[list[_Query], Field(min_length=1, max_length=MOST_AT_ONCE)],
    Field(description="words, a question, or a query with operators; or a list of them"),
]
VaultParameter = Annotated[str, Field(max_length=MOST_NAMES, description="vault name (default: the first)")]
VaultsParameter = Annotated[
    str, Field(max_length=MOST_NAMES, description="vault name (default: the first); several with commas, or all")
]
Folder = Annotated[
    str | None, Field(max_length=MOST_QUERY, description='only below this folder, as in "2-Areas/Finance"')
]
Tag = Annotated[str | None, Field(max_length=500, description='with this tag or a nested one, as in "#recipe"')]
Score = Annotated[
    float | None,
    number_field(SCORE, with_default("minimum score of a hit; in mode vector its minimum cosine", "min_score")),
]
Similarity = Annotated[
    float | None, number_field(SCORE, with_default("minimum cosine of a semantic hit", "min_similarity"))
]
Cursor = Annotated[str | None, Field(max_length=40, description="`next` of the previous page")]
_Ref = Annotated[str, Field(min_length=1, max_length=MOST_QUERY)]
RefsArgument = Annotated[
    _Ref | Annotated[list[_Ref], Field(min_length=1, max_length=MOST_AT_ONCE)],
    Field(description="path, path#section or #^block, title, alias, id; or a list"),
]
RefArgument = Annotated[
    str, Field(min_length=1, max_length=MOST_QUERY, description="path, path#section, title, alias or id")
]
BudgetParameter = Annotated[
    int | None,
    number_field(
        BUDGET, "tokens: return the best passages that fit, from at most `limit` documents (default: 10 to 15)"
    ),
]

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class PropertyFilter(BaseModel):
    """A frontmatter property."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=lambda schema: schema.pop("description"))

    key: str = Field(min_length=1, max_length=500)
    value: str | None = Field(None, max_length=2_000, description="a value, or a comparison: >=4, 2026-01..2026-03")


@dataclass(frozen=True, slots=True)
class Tools:
    """Each method is a tool; its signature is the tool's schema."""

    workspace: Workspace

    async def search(
        self,
        ctx: Context,
        query: QueriesParameter,
        mode: Annotated[
            ModeName | None,
            Field(description=with_default("fulltext (keyword), vector (semantic) or hybrid (both)", "mode")),
        ] = None,
        path: Folder = None,
        tag: Tag = None,
        limit: Annotated[
            int | None, number_field(LIMIT, with_default("hits per page", "limit"), most=MOST_OVER_WIRE)
        ] = None,
        minScore: Score = None,  # noqa: N803  # the protocol's spelling
        minSimilarity: Similarity = None,  # noqa: N803  # as above
        profile: Annotated[
            str | None,
            Field(
                max_length=40,
                description=with_default(
                    "ranking profile, as in recent, deep or proximity (words close together)", "profile"
                ),
            ),
        ] = None,
        archived: Annotated[bool, Field(description="include archived documents")] = False,
        all: Annotated[bool, Field(description="list near-duplicates as hits")] = False,  # noqa: A002  # as in the CLI
        budget: BudgetParameter = None,
        explain: Annotated[bool, Field(description="include the evidence for each hit")] = False,
        cursor: Cursor = None,
        vault: VaultsParameter = "",
    ) -> Annotated[CallToolResult, SearchModel]:
        """Search the content."""
        vault, path, named = self._located(path, vault)
        request = SearchRequest(
            "",
            limit=limit,
            path=(path,) if path else (),
            tag=(tag,) if tag else (),
            archived=archived,
            all=all,
            profile=profile,
            mode=canonical_mode(mode),
            min_score=minScore,
            min_similarity=minSimilarity,
            interface="mcp",
            explain=explain,
        )

        def work(progress: Progress) -> ToolAnswer:
            if budget is not None and cursor:
                raise QueryError("cursor: a result with `budget` has one page; raise the budget, or leave it out")
            if cursor and not isinstance(query, str):
                raise QueryError("cursor: pass the one query whose next page you want, not a list")

            def one(text: str, most: int, share: float) -> ToolAnswer:
                progress("queries", 0, 0)  # stops after a cancellation
                asked = replace(request, query=text)
                if budget is None:
                    return results.search_page(
                        self.workspace, vault, asked, named=named, cursor=cursor, progress=progress, most=most
                    )
                room = budget if share == 1 else max(int(BUDGET.minimum), min(int(budget * share), most // 4))
                return results.passages_page(
                    self.workspace, vault, asked, named=named, budget=room, progress=progress, most=most
                )

            return answer_each("query", query, one)

        return tool_result(await in_thread(ctx, work))

    async def find(
        self,
        ctx: Context,
        pattern: Annotated[
            str, Field(max_length=1_000, description="part of a name, a glob with * ? [ab] {a,b}, or symbol:NAME")
        ] = "",
        path: Folder = None,
        tag: Tag = None,
        property: Annotated[  # noqa: A002  # Witness's name for it
            PropertyFilter | None,
            Field(description='only files with this frontmatter, as in {"key": "status", "value": "draft"}'),
        ] = None,
        limit: Annotated[int, number_field(LIMIT, most=MOST_OVER_WIRE)] = 50,
        cursor: Cursor = None,
        vault: VaultsParameter = "",
    ) -> Annotated[CallToolResult, FindModel]:
        """List files."""
        vault, path, named = self._located(path, vault)
        request = FindRequest(
            pattern,
            path=(path,) if path else (),
            tag=(tag,) if tag else (),
            properties=((property.key, property.value),) if property else (),
            limit=limit,
        )

        def work(progress: Progress) -> ToolAnswer:
            return results.find_page(self.workspace, vault, request, named=named, cursor=cursor, progress=progress)

        return tool_result(await in_thread(ctx, work))

    async def get(
        self,
        ctx: Context,
        ref: RefsArgument,
        outline: Annotated[bool, Field(description="list headings or symbols with their lines instead")] = False,
        links: Annotated[
            bool, Field(description="list what calls, imports, mentions or links to it, with lines, instead")
        ] = False,
        vault: VaultParameter = "",
    ) -> Annotated[CallToolResult, GetModel]:
        """Read a document."""
        if outline and links:
            raise QueryError("outline and links cannot be combined; call the tool once for each")

        def work(progress: Progress) -> ToolAnswer:
            def one(named: str, most: int, _share: float) -> ToolAnswer:
                progress("queries", 0, 0)  # as in search
                if links:
                    return results.links_page(self.workspace, vault, named, progress=progress, most=most)
                page = results.document_page
                return page(self.workspace, vault, named, as_outline=outline, progress=progress, most=most)

            return answer_each("ref", ref, one)

        return tool_result(await in_thread(ctx, work))

    async def related(
        self,
        ctx: Context,
        ref: RefArgument,
        depth: Annotated[int, number_field(DEPTH, "hops")] = 2,
        via: Annotated[
            list[RelationName],
            Field(max_length=len(RELATION_NAMES), description="kinds of connections to follow (default: all but tags)"),
        ] = [],  # noqa: B006  # never changed
        limit: Annotated[int, number_field(LIMIT, most=MOST_OVER_WIRE)] = 20,
        vault: VaultParameter = "",
    ) -> Annotated[CallToolResult, RelatedModel]:
        """List related documents."""

        def work(progress: Progress) -> ToolAnswer:
            from ...app.related import RelatedRequest  # noqa: PLC0415  # it brings numpy, so not before the handshake

            request = RelatedRequest(ref, depth=depth, via=tuple(via), limit=limit)
            return results.related_page(self.workspace, vault, request, progress=progress)

        return tool_result(await in_thread(ctx, work))

    async def status(
        self,
        ctx: Context,
        links: Annotated[bool, Field(description="list broken and ambiguous links")] = False,
        vault: Annotated[
            str, Field(max_length=MOST_NAMES, description="vault name (default: all); several with commas")
        ] = "",
    ) -> Annotated[CallToolResult, StatusModel]:
        """Report the state of the indexes."""

        def work(progress: Progress) -> ToolAnswer:
            return status_report(self.workspace, vault, links=links, progress=progress)

        return tool_result(await in_thread(ctx, work))

    def _located(self, path: str | None, vault: str) -> tuple[str, str | None, str]:
        """As `Workspace.located`, and the name of the vault if the path alone selects it; empty otherwise."""
        if not path:
            return vault, path, ""
        located, inside = self.workspace.located(path, vault)
        is_by_path = inside != path and located != (vault or self.workspace.names[0])
        return located, inside, located if is_by_path else ""


def tools(workspace: Workspace) -> list[Tool]:
    """The tools for the server."""
    methods = Tools(workspace)
    descriptions = (
        (methods.search, "Search notes", instructions.search_description()),
        (methods.find, "Find files", instructions.FIND),
        (methods.get, "Read a note", instructions.GET),
        (methods.related, "Related notes", instructions.RELATED),
        (methods.status, "State of the index", instructions.STATUS),
    )
    return [
        StrictTool.from_function(call, title=title, description=about, annotations=READS)
        for call, title, about in descriptions
    ]


def tool_result(answer: ToolAnswer) -> CallToolResult:
    """The result of a tool in both forms."""
    content, text = answer
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=content)
