"""The results about vaults: the state of an index, and the registered vaults."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...model.value_class import dataclass
from .json_fields import INTERNAL, Description, Result
from .search_result import FreshnessResult

_NAME = "the name of the vault, or of its folder if it has no name"


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedFileResult(Result):
    """A file that is not in the index."""

    path: Annotated[str, Description("the file")]
    why: Annotated[str, Description("the reason")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWarningResult(Result):
    """A file that was parsed with a warning."""

    path: Annotated[str, Description("the file")]
    what: Annotated[str, Description("the warning")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkCountsResult(Result):
    """The links of a vault, counted."""

    total: Annotated[int, Description("links in the notes, including broken links")]
    broken: Annotated[int, Description("links to a missing document; headings are not checked")]
    ambiguous: Annotated[int, Description("links that match several documents")]
    broken_anchors: Annotated[
        int,
        Description(
            "links to a missing heading or block of a document; `links --broken` lists these and those of `broken`"
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceCountsResult(Result):
    """The references of source code and the code spans of notes, counted."""

    total: Annotated[
        int, Description("imports, base classes and calls, and names in code spans, each once a symbol or note")
    ]
    resolved: Annotated[int, Description("those that mean a file or a symbol of the vault")]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusResult(Result):
    """The size and the state of an index."""

    vault: Annotated[str, Description(_NAME)]
    folder: Annotated[str, Description("the folder of the vault, absolute")]
    documents: Annotated[int, Description("documents in the index")]
    chunks: Annotated[int, Description("chunks of the documents")]
    embedded: Annotated[int, Description("chunks with a vector")]
    embedder: Annotated[str, Description("the embedding model")]
    size_bytes: Annotated[int, Description("size of the index on disk")]
    index: Annotated[FreshnessResult, Description("the freshness of the index")]
    skipped: Annotated[tuple[SkippedFileResult, ...], Description("files that are not in the index")]
    odd: Annotated[tuple[FileWarningResult, ...], Description("files that were parsed with warnings")]
    pages: Annotated[int, Description("documents that are pages of documentation, see `kind:doc`")]
    sources: Annotated[int, Description("documents that are source files or configuration, see `kind:code`")]
    links: Annotated[LinkCountsResult, Description("counts of links; `dowse links` lists them")]
    references: Annotated[
        ReferenceCountsResult, Description("counts of references between source code and notes, see docs/graph.md")
    ]
    refused: Annotated[
        int, Description("chunks that the embedding model rejected; `remarks` names one with the reason")
    ]
    coming: Annotated[
        str,
        Description("the embedding model that dowse will switch to when all chunks have its vectors; empty if none"),
    ]
    coming_embedded: Annotated[int, Description("number of chunks with a vector of that model")]
    unconfirmed: Annotated[
        tuple[str, ...],
        Description("models that the index names and that dowse does not use until you confirm them"),
    ]
    unread: Annotated[
        int,
        Description(
            "files that are not read, such as images and archives; `dowse find` and the MCP tool `files_search` find "
            "them by path"
        ),
    ]
    remarks: Annotated[
        str,
        Description(
            "other remarks: the progress of embedding, the reason why it stopped, missing models; empty if there are "
            "none"
        ),
    ]
    unread_endings: tuple[tuple[str, int], ...] = field(default=(), metadata=INTERNAL)  # the most frequent, counted
    index_folder: str = field(default="", metadata=INTERNAL)
    remark_list: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # `remarks`, separately


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableVaultResult(Result):
    """A vault whose index cannot be read."""

    vault: Annotated[str, Description(_NAME)]
    folder: Annotated[str, Description("the folder of the vault, absolute")]
    why: Annotated[str, Description("the reason")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredVaultResult(Result):
    """A registered vault."""

    name: Annotated[str, Description("the name")]
    folder: Annotated[str, Description("the folder, absolute")]
    default: Annotated[bool, Description("whether it is the default vault")]
    documents: Annotated[int | None, Description("documents in the index; null if the index was not read")]
    state: Annotated[
        str,
        Description(
            "`fresh` or `stale`; `unindexed`, `gone`, `damaged`, or `refused`: its index or its settings are not usable"
        ),
    ]
    why: Annotated[str, Description("the reason, if the index was not read")]
    status: StatusResult | None = field(default=None, metadata=INTERNAL)

    @property
    def detail(self) -> StatusResult | UnreadableVaultResult:
        """The status of its index, or the reason why there is none."""
        return self.status or UnreadableVaultResult(vault=self.name, folder=self.folder, why=self.why)
