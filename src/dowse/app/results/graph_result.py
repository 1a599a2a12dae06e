"""The results about the graph: the map of communities, PageRank, Cypher and facets."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...indexing.freshness import IndexingProgress, progress_remark
from ...model.edge import RELATIONS
from ...model.value_class import dataclass
from .document_result import RankedDocumentResult
from .json_fields import INTERNAL, OPTIONAL, Description, Json, Result
from .search_result import CommunityResult

_GOES_ON = "the work on the index that goes on; absent when the map is complete"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexingProgressResult(Result):
    """Work on the index that goes on after the answer."""

    text: Annotated[str, Description("the work and its counts")]
    percent: Annotated[int, Description("the part that is done, 0 to 99")]

    @classmethod
    def of(cls, progress: IndexingProgress | None) -> IndexingProgressResult | None:
        """The result for the progress; None without one."""
        return None if progress is None else cls(text=progress_remark(progress), percent=progress.percent)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityList(Result):
    """The communities of a vault, the largest first."""

    communities: Annotated[tuple[CommunityResult, ...], Description("the largest first")]
    total: Annotated[int, Description("number of communities before the limit")]
    omission: str = field(default="", metadata=INTERNAL)  # which documents were left out
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedDocumentList(Result):
    """The documents by PageRank, the highest first."""

    documents: Annotated[tuple[RankedDocumentResult, ...], Description("the highest score first; then by path")]
    total: Annotated[int, Description("number of documents before the limit")]
    omission: str = field(default="", metadata=INTERNAL)
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentTitleResult(Result):
    """A document."""

    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapEdgeResult(Result):
    """The edges between two communities."""

    source: Annotated[int, Description("the community with the lower id")]
    target: Annotated[int, Description("the other community")]
    count: Annotated[int, Description("number of edges between them")]
    weight: Annotated[float, Description("sum of their weights")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapCommunityResult(Result):
    """A community on the map."""

    id: Annotated[int, Description("its position by size, from 1")]
    label: Annotated[str, Description("words that the titles and tags of its documents share")]
    size: Annotated[int, Description("number of documents")]
    central: Annotated[tuple[DocumentTitleResult, ...] | None, Description("its most connected documents")] = field(
        default=None, metadata=OPTIONAL
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MapResult(Result):
    """The communities and the edges between them."""

    documents: Annotated[int, Description("number of documents")]
    alone: Annotated[int, Description("number of documents outside of all communities")]
    communities: Annotated[tuple[MapCommunityResult, ...], Description("the largest first")]
    edges: Annotated[tuple[MapEdgeResult, ...], Description("by source, then by target")]
    left_out: Annotated[int, Description("communities beyond the first 200")]
    progress: Annotated[IndexingProgressResult | None, Description(_GOES_ON)] = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapDocumentResult(Result):
    """A document inside a community."""

    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    weight: Annotated[float, Description("sum of the weights of its edges inside the community")]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentEdgeResult(Result):
    """The edges of one kind between two documents."""

    source: Annotated[str, Description("a file")]
    target: Annotated[str, Description("another file")]
    kind: Annotated[str, Description(f"the relation: {', '.join(f'`{each.name}`' for each in RELATIONS)}")]
    weight: Annotated[float, Description("sum of their weights")]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityDetailResult(Result):
    """One community from inside."""

    community: Annotated[MapCommunityResult, Description("the community")]
    documents: Annotated[tuple[MapDocumentResult, ...], Description("the most connected first")]
    edges: Annotated[tuple[DocumentEdgeResult, ...], Description("between these documents")]
    left_out: Annotated[int, Description("documents beyond the limit")]
    progress: Annotated[IndexingProgressResult | None, Description(_GOES_ON)] = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetsResult(Result):
    """The values of the fields that documents can be filtered by, the most frequent first."""

    tag: Annotated[tuple[str, ...], Description("tags")]
    type: Annotated[tuple[str, ...], Description("values of `type`")]
    status: Annotated[tuple[str, ...], Description("values of `status`")]
    kind: Annotated[tuple[str, ...], Description("kinds of documents")]
    ext: Annotated[tuple[str, ...], Description("endings of file names")]
    path: Annotated[tuple[str, ...], Description("folders")]
    symbol: Annotated[tuple[str, ...], Description("kinds of symbols in source code, for `kind:` in a query")]


@dataclass(frozen=True, slots=True, kw_only=True)
class CypherResult(Result):
    """The table that a Cypher query gives."""

    columns: Annotated[tuple[str, ...], Description("the names of the columns")]
    rows: Annotated[tuple[tuple[Json, ...], ...], Description("the rows")]
    cut: Annotated[bool, Description("whether rows were left out")]
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)
