"""The structured results of the tools: dataclasses from which their output schemas are generated."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from typing import Annotated

from ...app.results.document_result import FileResult, RelatedDocumentResult
from ...app.results.json_fields import OPTIONAL, Description, Json, Result
from ...app.results.json_schema import model_of
from ...app.results.link_result import LinkStatusResult
from ...app.results.passage_result import ExcerptResult, OmittedResult
from ...app.results.search_result import CommunityResult, FreshnessResult, HitResult, NoteResult
from ...app.results.symbol_result import SymbolResult
from ...app.results.vault_result import StatusResult
from ...model.value_class import dataclass

_Vault = Annotated[str, Description("the name of the vault")]
_Worktree = Annotated[str | None, Description("in a git worktree: its folder")]
_Index = Annotated[FreshnessResult, Description("the freshness of the index")]
_Notes = Annotated[tuple[NoteResult, ...], Description("corrections of the query, and other remarks")]
_Results = Annotated[
    tuple[dict[str, Json], ...] | None,
    Description("for a list, instead of the other fields: an answer for each, or its `error`"),
]
_Next = Annotated[str, Description("pass as `cursor` for the next page; empty on the last page")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsOutput(Result):
    """Ranked hits. Optional fields of a hit: `vault` (of several), `end_line`; `part`, `parts`, `start` and `end` in a
    file of several parts; `kind`, `type`, `status`, `tags`, `modified` and, with `explain`, `why`: a list of `source`,
    `value`, `rank` and, for tags, `names`.
    """

    query: Annotated[str, Description("the query")]
    vault: _Vault
    worktree: _Worktree = field(default=None, metadata=OPTIONAL)
    profile: Annotated[str, Description("the profile that ranked the hits")]
    mode: Annotated[str, Description("`hybrid`, `vector` or `fulltext`")]
    took_ms: Annotated[float, Description("milliseconds")]
    total: Annotated[int, Description("candidates before the limit")]
    index: _Index
    notes: _Notes
    hits: Annotated[tuple[HitResult, ...], Description("best first")]
    nearest: Annotated[
        tuple[HitResult, ...] | None, Description("without hits, if no document has the words: nearest in meaning")
    ] = field(default=None, metadata=OPTIONAL)
    did_you_mean: Annotated[str | None, Description("the query with corrected words")] = field(
        default=None, metadata=OPTIONAL
    )
    searched_for: Annotated[str | None, Description("the corrected query whose hits these are")] = field(
        default=None, metadata=OPTIONAL
    )
    next: _Next


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOutput(HitsOutput):
    """Ranked hits; or, with `budget`, passages instead of them; or, for `communities:`, communities."""

    communities: Annotated[tuple[CommunityResult, ...] | None, Description("for `communities:`")] = field(
        default=None, metadata=OPTIONAL
    )
    passages: Annotated[tuple[ExcerptResult, ...] | None, Description("with `budget`")] = field(
        default=None, metadata=OPTIONAL
    )
    tokens: Annotated[int | None, Description("of all passages")] = field(default=None, metadata=OPTIONAL)
    left_out: Annotated[OmittedResult | None, Description("passages that do not fit")] = field(
        default=None, metadata=OPTIONAL
    )
    results: _Results = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOutput(Result):
    """Files, newest first, and then folders; or symbols."""

    vault: _Vault
    worktree: _Worktree = field(default=None, metadata=OPTIONAL)
    total: Annotated[int, Description("files and folders, or symbols, that the filters select")]
    files: Annotated[tuple[FileResult, ...], Description("newest first; folders last")]
    symbols: Annotated[tuple[SymbolResult, ...] | None, Description("instead of files, those of tests last")] = field(
        default=None, metadata=OPTIONAL
    )
    notes: _Notes
    next: _Next


@dataclass(frozen=True, slots=True, kw_only=True)
class GetOutput(Result):
    """A part of a document."""

    ref: Annotated[str, Description("the full reference")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    line: Annotated[int, Description("the first line")]
    end_line: Annotated[int, Description("the last line")]
    text: Annotated[str, Description("the lines between them")]
    index: _Index
    notes: _Notes
    vault: _Vault
    worktree: _Worktree = field(default=None, metadata=OPTIONAL)
    lines_left: Annotated[int, Description("number of lines after these")]
    next: Annotated[str, Description("pass as `ref` for the next lines; empty at the end")]
    results: _Results = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedOutput(Result):
    """Related documents, nearest first."""

    vault: _Vault
    worktree: _Worktree = field(default=None, metadata=OPTIONAL)
    ref: Annotated[str, Description("the given document")]
    path: Annotated[str, Description("its file")]
    title: Annotated[str, Description("its title")]
    related: Annotated[tuple[RelatedDocumentResult, ...], Description("the nearest first")]
    index: _Index
    notes: _Notes


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultStatusOutput(StatusResult):
    """The index of a vault, with the first skipped files and warnings."""

    skipped_count: Annotated[int, Description("number of skipped files")]
    odd_count: Annotated[int, Description("number of files that were parsed with warnings")]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusOutput(Result):
    """The vaults."""

    vaults: Annotated[tuple[VaultStatusOutput, ...], Description("the vaults that can be read")]
    faulty_links: Annotated[
        tuple[LinkStatusResult, ...] | None, Description("with `links`: broken and ambiguous links by path and line")
    ] = field(default=None, metadata=OPTIONAL)
    notes: Annotated[tuple[NoteResult, ...], Description("vaults that were left out, and why")]


FIELDS_OF_FAULTY_LINKS = ("source", "line", "kind", "written", "anchor", "state", "hint")  # and the vault, of several

# Clients validate every declared field of every hit, so only the fields that each hit has are declared; and some pass
# the schemas to the model with each conversation, so that fields whose name says all are left out.
_DECLARED: Mapping[type[Result], Collection[str]] = {
    HitResult: ("ref", "path", "title", "section", "line", "score", "snippet"),
    SymbolResult: ("ref", "path", "line", "symbol", "kind", "signature"),
    CommunityResult: ("size", "label", "members", "central"),
    ExcerptResult: ("ref", "path", "title", "headings", "line", "end_line", "score", "tokens", "text"),
    LinkStatusResult: FIELDS_OF_FAULTY_LINKS,
    VaultStatusOutput: (
        *("vault", "folder", "documents", "pages", "sources", "chunks", "embedded", "embedder", "size_bytes", "index"),
        *("skipped_count", "odd_count", "remarks"),
    ),
}

# Fields are described by `search` and `find`; the names of the others say the same.
HitsModel = model_of(
    HitsOutput, only={**_DECLARED, HitsOutput: ("hits", "notes"), NoteResult: ("hint",)}, is_described=False
)
SearchModel = model_of(SearchOutput, only=_DECLARED, is_partial=True)
FindModel = model_of(FindOutput, only=_DECLARED)
GetModel = model_of(GetOutput, is_described=False, is_partial=True)
RelatedModel = model_of(RelatedOutput, is_described=False)
StatusModel = model_of(StatusOutput, only=_DECLARED, is_described=False)
