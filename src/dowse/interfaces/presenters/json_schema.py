"""What the doors for programs answer with, as types: MCP's output schemas and the OpenAPI description are made of them.

The same fields as docs/output.md lists; a field with a default may be missing.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """An object; fields that are not named here are let through, since within a version fields may be added."""

    model_config = ConfigDict(extra="allow")


class IndexState(Shape):
    """How the index stands to the files."""

    state: Literal["fresh", "healed", "stale"] = Field(
        description="healed: changed files were read first; stale: some are not read yet"
    )
    changed: int = Field(description="files that differed")


class Note(Shape):
    """Something to know about the query or the index."""

    at: int = Field(description="the character of the query that it is about, or 0")
    hint: str


class Reason(Shape):
    """One piece of evidence for a score."""

    source: str
    value: float
    rank: int | None = None


class Hit(Shape):
    """A document, at its best place."""

    ref: str = Field(description="the best place in it; `get` takes it")
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
    vault: str = Field("", description="where it lies, when several vaults are searched; `ref` and `path` are of it")
    why: list[Reason] = Field([], description="the evidence behind the score, when asked for")


class Community(Shape):
    """Documents that belong together."""

    id: int
    size: int
    label: str
    members: list[str]
    central: list[str]


class Answer(Shape):
    """The answer to a search."""

    query: str
    vault: str
    profile: str
    mode: Literal["hybrid", "vector", "fulltext"]
    took_ms: float
    total: int = Field(description="candidates before the cut to the limit")
    index: IndexState
    notes: list[Note]
    hits: list[Hit]
    communities: list[Community] = []


class FoundFile(Shape):
    """A file."""

    path: str
    size: int = Field(description="bytes")
    modified: str
    tags: list[str]
    title: str
    kind: str
    vault: str = Field("", description="where it lies, when several vaults are asked")


class RelatedDocument(Shape):
    """A document that is connected with the one that was asked for."""

    ref: str
    path: str
    title: str
    distance: int = Field(description="hops")
    score: float
    via: list[str]


class Trouble(Shape):
    """A file that was skipped or oddly read."""

    path: str
    why: str = ""
    what: str = ""


class LinkCounts(Shape):
    """How the links of a vault stand."""

    total: int
    broken: int
    ambiguous: int


class VaultStatus(Shape):
    """The index of a vault."""

    vault: str
    folder: str
    documents: int
    chunks: int
    embedded: int
    embedder: str
    size_bytes: int
    index: IndexState
    skipped: list[Trouble]
    odd: list[Trouble]
    links: LinkCounts
    refused: int = Field(0, description="chunks that the embedder has refused")
    coming: str = Field("", description="the embedder that takes over when all chunks have its vectors")
    coming_embedded: int = Field(0, description="chunks that have one of these")
    unconfirmed: list[str] = Field([], description="models that the index names, unused until the user confirms them")
    remarks: str = Field("", description="what else there is to know about the index")


class Link(Shape):
    """A link of a document, or to it."""

    path: str = Field(description="of the document at the other end")
    title: str
    line: int
    kind: str
    state: str = ""
    hint: str = ""


class Passage(Shape):
    """A stretch of a document."""

    ref: str
    path: str
    title: str
    line: int
    end_line: int
    text: str
    links: list[Link] = []
    backlinks: list[Link] = []


class Remedy(Shape):
    """A change of the query that was tried."""

    change: str
    rank: int = Field(description="where the document then stands")


class WhyNot(Shape):
    """What became of a document in a search."""

    path: str
    rank: int | None = Field(description="where it stands among the hits, if it does")
    step: str = Field(description="the step at which it was lost")
    reasons: list[str]
    remedies: list[Remedy]


class Part(Shape):
    """A part of a pipeline."""

    name: str
    about: str


class Knobs(Shape):
    """What can be turned in a profile, and the table that it is as a settings file would say it."""

    table: dict[str, object]
    knobs: list[dict[str, object]]


class Profile(Shape):
    """A way to rank."""

    name: str
    about: str
    source: str
    rewrites: list[Part]
    lists: list[Part]
    fusion: Part
    stages: list[Part]
    unit: str
    where: str
    knobs: Knobs


class NamedVault(Shape):
    """A vault of the server."""

    name: str
    folder: str
    default: bool


class Facets(Shape):
    """What documents can be chosen by, most frequent first."""

    tag: list[str]
    type: list[str]
    status: list[str]
    kind: list[str]
    ext: list[str]
    path: list[str] = Field(description="folders")


class HelpRow(Shape):
    """A form of a query."""

    example: str
    about: str


class HelpTable(Shape):
    """Forms of a query that belong together."""

    title: str
    rows: list[HelpRow]


class Health(Shape):
    """That the server runs."""

    status: Literal["ok"]
    version: str
