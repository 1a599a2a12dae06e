"""Endpoints that search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Query

from ...app.options import MOST_OVER_WIRE
from ...app.results.json_fields import as_json
from ...app.search import SearchRequest, search
from ...app.sessions.vault_session import VaultSession
from ...app.why_not import WhyNotRequest, why_not
from .json_body import mix_parameters
from .request_parameters import MixParameters, SearchParameters, VaultsParameters, WhyNotParameters
from .server_state import RawJsonResponse, ServerState


@dataclass(frozen=True, slots=True)
class SearchEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    state: ServerState

    def search(self, parameters: Annotated[SearchParameters, Query()]) -> RawJsonResponse:
        """Search documents by keyword and by meaning."""
        return self._search_response(parameters.vault, parameters.request)

    def mix(self, parameters: Annotated[MixParameters, Depends(mix_parameters)]) -> RawJsonResponse:
        """Search with a profile that the request body defines."""
        return self._search_response(parameters.vault, parameters.request)

    def why_not(self, parameters: Annotated[WhyNotParameters, Query()]) -> RawJsonResponse:
        """Explain why a document is not among the hits of a search, with changes that make it one."""

        def explain(vault: VaultSession, ref: str) -> RawJsonResponse:
            return RawJsonResponse(
                why_not(vault, WhyNotRequest(ref, parameters.request), progress=self.state.check_stopping).to_dict()
            )

        return self.state.at_ref(parameters.vault, parameters.ref, explain)[1]

    def profiles(self, parameters: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List the ranking profiles with their parameters."""
        return RawJsonResponse(as_json(self.state.profiles(parameters.vault)))

    def _search_response(self, vaults: str, request: SearchRequest) -> RawJsonResponse:
        """The hits, at most as many as a response can have."""
        limited = replace(request, most=MOST_OVER_WIRE, marks=True)  # the limit in a query may be higher
        return RawJsonResponse(
            search(self.state.searchable(vaults), limited, progress=self.state.check_stopping).to_dict()
        )
