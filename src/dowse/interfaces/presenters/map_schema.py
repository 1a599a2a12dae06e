"""The map of a vault, as types for the description of the API."""

from __future__ import annotations

from pydantic import Field

from .json_schema import JsonObject


class MapEdgeJson(JsonObject):
    """What connects two communities."""

    source: int
    target: int
    count: int
    weight: float


class MapCommunityJson(JsonObject):
    """A community on the map."""

    id: int
    label: str
    size: int
    central: list[dict[str, str]] = Field([], description="path and title of its central documents")


class MapJson(JsonObject):
    """All communities."""

    documents: int
    alone: int
    communities: list[MapCommunityJson]
    edges: list[MapEdgeJson]
    left_out: int


class DocumentConnectionJson(JsonObject):
    """What connects two documents."""

    source: str
    target: str
    kind: str
    weight: float


class MapDocumentJson(JsonObject):
    """A document on the map."""

    path: str
    title: str
    weight: float


class CommunityDetailJson(JsonObject):
    """One community from inside."""

    community: MapCommunityJson
    documents: list[MapDocumentJson]
    edges: list[DocumentConnectionJson]
    left_out: int
