"""Endpoints that show how documents are connected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Query

from ...app.communities import CommunitiesRequest, MapRequest, communities, draw_map
from ...app.related import RelatedRequest, related_documents
from ...app.results.document_result import RelatedResult
from ...app.results.json_fields import as_json
from ...app.sessions.vault_session import VaultSession
from .request_parameters import CommunitiesParameters, MapParameters, RelatedParameters
from .server_state import RawJsonResponse, ServerState


@dataclass(frozen=True, slots=True)
class GraphEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    work: ServerState

    def related(self, asked: Annotated[RelatedParameters, Query()]) -> RawJsonResponse:
        """List the documents related to a document, the nearest first."""

        def ask(vault: VaultSession, ref: str) -> RelatedResult:
            request = RelatedRequest(ref, asked.depth, tuple(asked.via), asked.limit)
            return related_documents(vault, request, progress=self.work.go_on)

        named, found = self.work.at_ref(asked.vault, asked.ref, ask)
        return RawJsonResponse(as_json([each.qualified(named) for each in found.related]))

    def communities(self, asked: Annotated[CommunitiesParameters, Query()]) -> RawJsonResponse:
        """List clusters of linked and similar documents, the largest first."""
        filters = (tuple(asked.path), tuple(asked.tag), tuple(asked.type), tuple(asked.kind))
        request = replace(CommunitiesRequest(*filters), limit=asked.limit)
        found = communities(self.work.vault(asked.vault), request, progress=self.work.go_on)
        return RawJsonResponse(as_json(found.communities))

    def map(self, asked: Annotated[MapParameters, Query()]) -> RawJsonResponse:
        """The communities and the edges between them, or the documents of one community."""
        request = MapRequest(asked.community, asked.limit)
        return RawJsonResponse(draw_map(self.work.vault(asked.vault), request, progress=self.work.go_on).to_dict())
