"""Endpoints that find, read and count documents."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Query

from ... import __version__
from ...app.client_remarks import for_client, with_notes
from ...app.facets import facets
from ...app.find import FindRequest, find
from ...app.find_filters import FilterError
from ...app.get import GetRequest, get
from ...app.outline import OutlineRequest, outline
from ...app.query_help import query_help
from ...app.results.json_fields import as_json
from ...app.results.server_result import HealthResult
from ...app.status import served_vaults, status
from ...model.value_class import dataclass
from .problems import ParameterError, parameter_problem
from .request_parameters import (
    FindParameters,
    GetParameters,
    OutlineParameters,
    VaultParameters,
    VaultsParameters,
    request_of,
)
from .server_state import RawJsonResponse, ServerState, settings_errors_as_problems


@dataclass(frozen=True, slots=True)
class DocumentEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    state: ServerState

    def find(self, parameters: Annotated[FindParameters, Query()]) -> RawJsonResponse:
        """List files by name, folder, time and frontmatter, newest first, and then folders; or symbols of source code.

        Files need no index. `symbol:NAME`, a kind of symbols, or a name such as `Class.method` that no file has lists
        symbols instead, with line and signature.
        """
        locations = self.state.locations(parameters.vault)
        request = request_of(FindRequest, parameters, properties=tuple(parameters.property))
        try:
            with settings_errors_as_problems():
                found = find(locations, request, opened=self.state.workspace.lent, progress=self.state.check_stopping)
                return RawJsonResponse(as_json(found.listed))
        except FilterError as error:
            raise parameter_problem([ParameterError(error.name, error.detail)]) from error

    def get(self, parameters: Annotated[GetParameters, Query()]) -> RawJsonResponse:
        """Read a document, a section or a range of lines."""
        vault_name, passage = self.state.at_ref(
            parameters, get, lambda ref: request_of(GetRequest, parameters, ref=ref)
        )
        return RawJsonResponse(with_notes(passage.qualified(vault_name), "http").to_dict())

    def outline(self, parameters: Annotated[OutlineParameters, Query()]) -> RawJsonResponse:
        """List the headings or symbols of a document, with their lines."""
        vault_name, result = self.state.at_ref(parameters, outline, OutlineRequest)
        return RawJsonResponse(with_notes(result.qualified(vault_name), "http").to_dict())

    def status(self, parameters: Annotated[VaultParameters, Query()]) -> RawJsonResponse:
        """Summarise the index: its contents and freshness, broken links, and skipped files."""
        result = status(self.state.vault(parameters.vault))
        named = replace(result, vault=self.state.vault_name(parameters.vault))
        return RawJsonResponse(replace(named, remarks=for_client(named.remarks, "http")).to_dict())

    def facets(self, parameters: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List values to filter by: the most frequent ones of some fields, and all folders."""
        return RawJsonResponse(
            facets(self.state.searchable(parameters.vault), progress=self.state.check_stopping).to_dict()
        )

    async def vaults(self) -> RawJsonResponse:
        """List the vaults. Opens no index."""
        return RawJsonResponse(as_json(served_vaults(self.state.workspace)))

    async def health(self) -> RawJsonResponse:
        """Report that the server runs. Requires no token and opens no index."""
        return RawJsonResponse(HealthResult(status="ok", version=__version__).to_dict())

    async def query_help(self) -> RawJsonResponse:
        """Explain the query language."""
        return RawJsonResponse(as_json(query_help()))
