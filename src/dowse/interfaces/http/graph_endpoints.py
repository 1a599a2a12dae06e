"""Endpoints that show how documents are connected."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from ...app.communities import CommunitiesRequest, MapRequest, communities, draw_map
from ...app.related import RelatedRequest, related_documents
from ...app.results.json_fields import as_json
from ...model.value_class import dataclass
from .request_parameters import CommunitiesParameters, MapParameters, RelatedParameters, request_of
from .server_state import RawJsonResponse, ServerState


@dataclass(frozen=True, slots=True)
class GraphEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    state: ServerState

    def related(self, parameters: Annotated[RelatedParameters, Query()]) -> RawJsonResponse:
        """List the documents related to a document, the nearest first."""
        vault_name, result = self.state.at_ref(
            parameters, related_documents, lambda ref: request_of(RelatedRequest, parameters, ref=ref)
        )
        return RawJsonResponse(as_json([document.qualified(vault_name) for document in result.related]))

    def communities(self, parameters: Annotated[CommunitiesParameters, Query()]) -> RawJsonResponse:
        """List clusters of linked and similar documents, the largest first."""
        request = request_of(CommunitiesRequest, parameters)
        result = communities(self.state.vault(parameters.vault), request, progress=self.state.check_stopping)
        return RawJsonResponse(as_json(result.communities))

    def map(self, parameters: Annotated[MapParameters, Query()]) -> RawJsonResponse:
        """The communities and the edges between them, or the documents of one community."""
        request = request_of(MapRequest, parameters)
        return RawJsonResponse(
            draw_map(self.state.vault(parameters.vault), request, progress=self.state.check_stopping).to_dict()
        )
