"""Endpoints that search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Query

from ...app.limits import MOST_OVER_WIRE
from ...app.results.json_fields import as_json
from ...app.search import SearchRequest, search
from ...app.sessions.vault_session import VaultSession
from ...app.why_not import why_not
from .json_body import mixed_body
from .request_parameters import MixParameters, SearchParameters, VaultsParameters, WhyNotParameters
from .server_state import RawJsonResponse, ServerState


@dataclass(frozen=True, slots=True)
class SearchEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    work: ServerState

    def search(self, asked: Annotated[SearchParameters, Query()]) -> RawJsonResponse:
        """Search documents by keyword and by meaning."""
        return self._found(asked.vault, asked.request)

    def mix(self, asked: Annotated[MixParameters, Depends(mixed_body)]) -> RawJsonResponse:
        """Search with a profile that the request body defines."""
        return self._found(asked.vault, asked.request)

    def why_not(self, asked: Annotated[WhyNotParameters, Query()]) -> RawJsonResponse:
        """Explain why a document is not among the hits of a search, with changes that make it one."""

        def ask(vault: VaultSession, ref: str) -> RawJsonResponse:
            return RawJsonResponse(why_not(vault, ref, asked.request, progress=self.work.go_on).to_dict())

        return self.work.at_ref(asked.vault, asked.ref, ask)[1]

    def profiles(self, asked: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List the ranking profiles with their parameters."""
        return RawJsonResponse(as_json(self.work.profiles(asked.vault)))

    def _found(self, vaults: str, request: SearchRequest) -> RawJsonResponse:
        """The hits, at most as many as a response can have."""
        limited = replace(request, most=MOST_OVER_WIRE, marks=True)  # the limit in a query may be higher
        return RawJsonResponse(search(self.work.searched(vaults), limited, progress=self.work.go_on).to_dict())
