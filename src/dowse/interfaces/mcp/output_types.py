"""What the tools answer with, as types: their output schemas are made of these."""

from __future__ import annotations

from pydantic import Field

from ..presenters.json_schema import (
    CommunityJson,
    FoundFileJson,
    IndexStateJson,
    JsonObject,
    NoteJson,
    RelatedDocumentJson,
    VaultStatusJson,
)

_NEXT = Field("", description="pass it on as `cursor` for what follows; empty when that is all")


class ExcerptOutput(JsonObject):
    """A stretch of a document."""

    ref: str
    path: str
    title: str
    headings: list[str] = Field(description="above it, from the outside in")
    line: int
    end_line: int
    score: float
    tokens: int
    text: str


class OmittedOutput(JsonObject):
    """What was found and does not fit."""

    passages: int
    tokens: int


class HitOutput(JsonObject):
    """A document, at its best place. Where they say something also `vault` (of several), `end_line`, `kind`, `type`,
    `status`, `tags`, `modified` and, when asked for, `why`: a list of `source`, `value` and `rank`.

    These are not typed below, since clients check every field of every hit in every answer.
    """

    ref: str = Field(description="`get` takes it")
    path: str
    title: str
    section: str = Field(description="the heading above the snippet")
    line: int
    score: float = Field(description="from 0 to 1")
    snippet: str


class HitsOutput(JsonObject):
    """Ranked hits."""

    query: str
    vault: str
    profile: str
    mode: str
    took_ms: float
    total: int = Field(description="candidates before the cut to the limit")
    index: IndexStateJson
    notes: list[NoteJson]
    hits: list[HitOutput]


class SearchOutput(HitsOutput):
    """Ranked hits; or, with `budget`, passages instead of them; or, for `communities:`, what belongs together."""

    communities: list[CommunityJson] = Field([])
    next: str = _NEXT
    passages: list[ExcerptOutput] = Field([])
    tokens: int = Field(0, description="of all passages")
    left_out: OmittedOutput | None = None


class FindOutput(JsonObject):
    """Files, newest first."""

    vault: str
    total: int
    files: list[FoundFileJson]
    notes: list[NoteJson] = Field([])
    next: str = _NEXT


class GetOutput(JsonObject):
    """A stretch of a document."""

    ref: str
    path: str
    title: str
    line: int
    end_line: int
    text: str
    index: IndexStateJson
    notes: list[NoteJson] = Field([])
    vault: str
    lines_left: int = Field(0, description="that follow")
    next: str = Field("", description="pass it on as `ref` for what follows; empty when that is all")


class RelatedOutput(JsonObject):
    """Documents around one, nearest first."""

    vault: str
    ref: str
    path: str
    title: str
    related: list[RelatedDocumentJson]
    index: IndexStateJson
    notes: list[NoteJson] = Field([])


class VaultStatusOutput(VaultStatusJson):
    """The index of a vault; of the troubles the first."""

    skipped_count: int
    odd_count: int


class StatusOutput(JsonObject):
    """The vaults."""

    vaults: list[VaultStatusOutput]
    notes: list[NoteJson] = Field([], description="which vaults were left out, and why")
