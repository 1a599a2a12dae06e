"""What HTTP and MCP answer with, as types: MCP's output schemas and the OpenAPI description are made of them.

The same fields as docs/output.md lists; a field with a default may be missing.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class JsonObject(BaseModel):
    """An object; fields that are not named here are let through, since within a version fields may be added."""

    model_config = ConfigDict(extra="allow")


class IndexStateJson(JsonObject):
    """How the index stands to the files."""

    state: Literal["fresh", "healed", "stale"] = Field(
        description="healed: changed files were indexed first; stale: some changed files are not indexed yet"
    )
    changed: int = Field(description="number of changed files")


class NoteJson(JsonObject):
    """Something to know about the query or the index."""

    at: int = Field(description="offset in the query, or 0")
    hint: str


class ReasonJson(JsonObject):
    """One piece of evidence for a score."""

    source: str
    value: float
    rank: int | None = None


class HitJson(JsonObject):
    """A document, at its best place."""

    ref: str = Field(description="the best matching place, as an argument for `get`")
    path: str
    title: str
    section: str = Field(description="the heading above the snippet")
    line: int
    end_line: int
    score: float = Field(ge=0, le=1)
    snippet: str
    kind: str = ""
    type: str = ""
    status: str = ""
    tags: list[str] = []
    modified: str = ""
    matched_chunks: int = 0
    vault: str = Field(
        "", description="vault of the hit, when several vaults are searched; `ref` and `path` are relative to it"
    )
    why: list[ReasonJson] = Field([], description="scores behind the result, on request")


class CommunityJson(JsonObject):
    """Documents that belong together."""

    id: int
    size: int
    label: str
    members: list[str]
    central: list[str]


class AnswerJson(JsonObject):
    """The answer to a search."""

    query: str
    vault: str
    profile: str
    mode: Literal["hybrid", "vector", "fulltext"]
    took_ms: float
    total: int = Field(description="number of candidates before the limit")
    index: IndexStateJson
    notes: list[NoteJson]
    hits: list[HitJson]
    communities: list[CommunityJson] = []


class FoundFileJson(JsonObject):
    """A file."""

    path: str
    size: int = Field(description="bytes")
    modified: str
    tags: list[str]
    title: str
    kind: str
    vault: str = Field("", description="vault of the file, when several vaults are listed")


class RelatedDocumentJson(JsonObject):
    """A document that is connected with the one that was asked for."""

    ref: str
    path: str
    title: str
    distance: int = Field(description="hops")
    score: float
    via: list[str]


class SkippedFileJson(JsonObject):
    """A file that was skipped or oddly read."""

    path: str
    why: str = ""
    what: str = ""


class LinkCountsJson(JsonObject):
    """How the links of a vault stand."""

    total: int
    broken: int
    ambiguous: int


class VaultStatusJson(JsonObject):
    """The index of a vault."""

    vault: str
    folder: str
    documents: int
    chunks: int
    embedded: int
    embedder: str
    size_bytes: int
    index: IndexStateJson
    skipped: list[SkippedFileJson]
    odd: list[SkippedFileJson]
    links: LinkCountsJson
    refused: int = Field(0, description="chunks that the embedding model rejected")
    coming: str = Field("", description="embedding model that takes effect when all chunks have its vectors")
    coming_embedded: int = Field(0, description="chunks with a vector of that model")
    unconfirmed: list[str] = Field([], description="models that the index names; not used until the user confirms them")
    remarks: str = Field("", description="notes on the index")


class LinkJson(JsonObject):
    """A link of a document, or to it."""

    path: str = Field(description="of the document at the other end")
    title: str
    line: int
    kind: str
    state: str = ""
    hint: str = ""


class PassageJson(JsonObject):
    """A stretch of a document."""

    ref: str
    path: str
    title: str
    line: int
    end_line: int
    text: str
    links: list[LinkJson] = []
    backlinks: list[LinkJson] = []


class SuggestedChangeJson(JsonObject):
    """A change of the query that was tried."""

    change: str
    rank: int = Field(description="rank of the document after the change")


class WhyNotJson(JsonObject):
    """What became of a document in a search."""

    path: str
    rank: int | None = Field(description="rank of the document, if it is a hit")
    step: str = Field(description="the step that dropped the document")
    reasons: list[str]
    remedies: list[SuggestedChangeJson]


class ComponentJson(JsonObject):
    """A part of a pipeline."""

    name: str
    about: str


class ParametersJson(JsonObject):
    """What can be turned in a profile, and the table that it is as a settings file would say it."""

    table: dict[str, object]
    knobs: list[dict[str, object]]


class ProfileJson(JsonObject):
    """A way to rank."""

    name: str
    about: str
    source: str
    rewrites: list[ComponentJson]
    lists: list[ComponentJson]
    fusion: ComponentJson
    stages: list[ComponentJson]
    granularity: str
    where: str
    knobs: ParametersJson


class NamedVaultJson(JsonObject):
    """A vault of the server."""

    name: str
    folder: str
    default: bool


class FacetsJson(JsonObject):
    """What documents can be chosen by, most frequent first."""

    tag: list[str]
    type: list[str]
    status: list[str]
    kind: list[str]
    ext: list[str]
    path: list[str] = Field(description="folders")


class HelpRowJson(JsonObject):
    """A form of a query."""

    example: str
    about: str


class HelpTableJson(JsonObject):
    """Forms of a query that belong together."""

    title: str
    rows: list[HelpRowJson]


class HealthJson(JsonObject):
    """That the server runs."""

    status: Literal["ok"]
    version: str
