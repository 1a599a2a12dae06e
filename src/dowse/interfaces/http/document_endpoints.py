"""Endpoints that find, read and count documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from ... import __version__
from ...app.facets import facets
from ...app.find import FilterError, FindRequest, find
from ...app.get import GetRequest, get
from ...app.results.document_result import PassageResult
from ...app.results.json_fields import as_json
from ...app.results.server_result import HealthResult, HelpRowResult, HelpTableResult, ServedVaultResult
from ...app.sessions.vault_session import VaultSession
from ...app.status import status
from ..presenters.query_help import TABLES
from .problems import ParameterError, faulty
from .request_parameters import FindParameters, GetParameters, VaultParameters, VaultsParameters
from .server_state import RawJsonResponse, ServerState, own_settings


@dataclass(frozen=True, slots=True)
class DocumentEndpoints:
    """Each method is an endpoint, and its signature declares the parameters."""

    work: ServerState

    def find(self, wanted: Annotated[FindParameters, Query()]) -> RawJsonResponse:
        """List files by name, folder, time and frontmatter, newest first. Neither needs nor creates an index."""
        places = self.work.meant(wanted.vault)
        request = FindRequest(
            wanted.pattern,
            tuple(wanted.path),
            tuple(wanted.tag),
            tuple(wanted.type),
            tuple(wanted.kind),
            tuple(wanted.property),
            wanted.modified,
            wanted.limit,
        )
        try:
            with own_settings():
                return RawJsonResponse(as_json(find(places, request, progress=self.work.go_on).files))
        except FilterError as error:
            raise faulty([ParameterError(error.name, error.detail)]) from error

    def get(self, asked: Annotated[GetParameters, Query()]) -> RawJsonResponse:
        """Read a document, a section or a range of lines."""

        def read(vault: VaultSession, ref: str) -> PassageResult:
            return get(vault, GetRequest(ref, links=asked.links), progress=self.work.go_on)

        named, found = self.work.at_ref(asked.vault, asked.ref, read)
        return RawJsonResponse(found.qualified(named).to_dict())

    def status(self, asked: Annotated[VaultParameters, Query()]) -> RawJsonResponse:
        """Summarise the index: its contents and freshness, broken links, and skipped files."""
        vault = self.work.vault(asked.vault)
        return RawJsonResponse({**status(vault).to_dict(), "vault": self.work.named(asked.vault)})

    def facets(self, asked: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List values to filter by: the most frequent ones of some fields, and all folders."""
        return RawJsonResponse(facets(self.work.searched(asked.vault), progress=self.work.go_on).to_dict())

    async def vaults(self) -> RawJsonResponse:
        """List the vaults. Opens no index."""
        default = self.work.named("")
        places = self.work.shelf.places.items()
        return RawJsonResponse(
            as_json([ServedVaultResult(name=n, folder=str(at.root), default=n == default) for n, at in places])
        )

    async def health(self) -> RawJsonResponse:
        """Report that the server runs. Requires no token and opens no index."""
        return RawJsonResponse(HealthResult(status="ok", version=__version__).to_dict())

    async def query_help(self) -> RawJsonResponse:
        """Explain the query language."""
        return RawJsonResponse(
            as_json(
                [
                    HelpTableResult(
                        title=title, rows=tuple(HelpRowResult(example=row.example, about=row.about) for row in rows)
                    )
                    for title, rows in TABLES.items()
                ]
            )
        )
