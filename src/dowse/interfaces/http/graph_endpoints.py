"""Endpoints that show how documents hang together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from ...app.neighbourhood import around
from ...app.search_filter import narrowing
from ...app.vault_session import VaultSession
from ...search.graph_analytics import usual_communities
from ..presenters.graph_tables import related_json
from ..presenters.map_json import map_json
from ..presenters.qualified_paths import of_vault
from ..presenters.to_json import Json, community_json
from .request_parameters import CommunitiesParameters, MapParameters, RelatedParameters
from .server_state import RawJsonResponse, ServerState


@dataclass(frozen=True, slots=True)
class GraphEndpoints:
    """Each method is an endpoint; its signature is what it takes."""

    work: ServerState

    def related(self, asked: Annotated[RelatedParameters, Query()]) -> RawJsonResponse:
        """List what a document is connected with, nearest first."""

        def ask(vault: VaultSession, ref: str) -> list[dict[str, Json]]:
            progress = self.work.go_on
            _, found, _ = around(vault, ref, depth=asked.depth, via=asked.via, limit=asked.limit, progress=progress)
            return [related_json(each) for each in found]

        named, found = self.work.at_ref(asked.vault, asked.ref, ask)
        return RawJsonResponse([of_vault(named, each) for each in found])

    def communities(self, asked: Annotated[CommunitiesParameters, Query()]) -> RawJsonResponse:
        """List which documents belong together, the largest group first."""
        where = narrowing(path=tuple(asked.path), tag=tuple(asked.tag), type=tuple(asked.type), kind=tuple(asked.kind))
        found, _ = self.work.vault(asked.vault).ask(
            lambda reader: usual_communities(reader, where), likeness=True, progress=self.work.go_on
        )
        return RawJsonResponse([community_json(each) for each in found[: asked.limit]])

    def map(self, asked: Annotated[MapParameters, Query()]) -> RawJsonResponse:
        """Draw the communities and what connects them, or one of them from inside."""
        found, _ = self.work.vault(asked.vault).ask(
            lambda reader: map_json(reader, asked.community, asked.limit), likeness=True, progress=self.work.go_on
        )
        return RawJsonResponse(found)
