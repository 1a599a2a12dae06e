"""The map of a vault, as types for the description of the API."""

from __future__ import annotations

from pydantic import Field

from .json_schema import Shape


class MapEdge(Shape):
    """What connects two communities."""

    source: int
    target: int
    count: int
    weight: float


class MapCommunity(Shape):
    """A community on the map."""

    id: int
    label: str
    size: int
    central: list[dict[str, str]] = Field([], description="path and title of its central documents")


class Map(Shape):
    """All communities."""

    documents: int
    alone: int
    communities: list[MapCommunity]
    edges: list[MapEdge]
    left_out: int


class Tie(Shape):
    """What connects two documents."""

    source: str
    target: str
    kind: str
    weight: float


class MapDocument(Shape):
    """A document on the map."""

    path: str
    title: str
    weight: float


class CommunityInside(Shape):
    """One community from inside."""

    community: MapCommunity
    documents: list[MapDocument]
    edges: list[Tie]
    left_out: int
