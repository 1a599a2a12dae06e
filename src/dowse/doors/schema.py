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
