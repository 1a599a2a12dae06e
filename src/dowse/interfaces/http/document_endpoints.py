"""Endpoints that find, read and count documents."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Query

from ... import __version__
from ...app.facets import facets
from ...app.find_files import FileListing, find, other_files
from ...app.find_filters import by_property, by_time
from ...app.link_report import doubtful
from ...app.location import VaultLocation
from ...app.search_filter import narrowing
from ...app.vault_session import VaultSession
from ...query.ast import Expr, FieldEquals
from ...query.extract import conjunction
from ..presenters.document_links import linked
from ..presenters.file_listing import listed
from ..presenters.link_tables import linked_json
from ..presenters.qualified_paths import of_vault
from ..presenters.query_help import TABLES
from ..presenters.to_json import Json, passage_json, status_json
from .problems import ParameterError, faulty
from .request_parameters import FindParameters, GetParameters, VaultParameters, VaultsParameters
from .server_state import RawJsonResponse, ServerState, own_settings

_MOST_VALUES = 500  # of a field; more are no help to somebody who chooses one


@dataclass(frozen=True, slots=True)
class DocumentEndpoints:
    """Each method is an endpoint; its signature is what it takes."""

    work: ServerState

    def find(self, wanted: Annotated[FindParameters, Query()]) -> RawJsonResponse:
        """List files by name, folder, time and frontmatter, newest first. Needs no index and makes none."""
        now, where = time.time(), _selecting(wanted)

        def look(place: VaultLocation) -> FileListing:
            self.work.shelf.present(place.name)
            return find(place, where, wanted.limit, now=now, progress=self.work.go_on)

        with own_settings():
            found = listed(self.work.meant(wanted.vault), look, wanted.limit)
            return RawJsonResponse(found.described(found.rows, now=now))

    def get(self, asked: Annotated[GetParameters, Query()]) -> RawJsonResponse:
        """Read a document, a section or some lines of it."""

        def read(vault: VaultSession, ref: str) -> dict[str, Json]:
            passage, _ = vault.get(ref, progress=self.work.go_on)
            out = passage_json(passage.document, passage.ref, list(passage.lines))
            if asked.links:
                out |= linked_json(linked(passage.document.head.path, vault, progress=self.work.go_on))
            return out

        return RawJsonResponse(of_vault(*self.work.at_ref(asked.vault, asked.ref, read)))

    def status(self, asked: Annotated[VaultParameters, Query()]) -> RawJsonResponse:
        """Say what the index holds, how fresh it is, how its links stand, and which files were skipped."""
        vault = self.work.vault(asked.vault)
        wrong = doubtful(vault.engine, files=partial(other_files, vault.root, vault.settings.files.ignored))
        return RawJsonResponse({**status_json(vault.status(), wrong), "vault": self.work.named(asked.vault)})

    def facets(self, asked: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List what there is to filter by: the most frequent values of some fields, and all folders."""
        found, _ = self.work.searched(asked.vault).ask(facets, progress=self.work.go_on)
        return RawJsonResponse({field: values[:_MOST_VALUES] for field, values in found.items()})

    async def vaults(self) -> RawJsonResponse:
        """List the vaults. No index is opened for it."""
        default = self.work.named("")
        places = self.work.shelf.places.items()
        return RawJsonResponse(
            [{"name": name, "folder": str(place.root), "default": name == default} for name, place in places]
        )

    async def health(self) -> RawJsonResponse:
        """Say that the server runs. Needs no token and opens no index."""
        return RawJsonResponse({"status": "ok", "version": __version__})

    async def query_help(self) -> RawJsonResponse:
        """Explain the query language."""
        return RawJsonResponse(
            [
                {"title": title, "rows": [{"example": row.example, "about": row.about} for row in rows]}
                for title, rows in TABLES.items()
            ]
        )


def _selecting(wanted: FindParameters) -> Expr:
    """What the parameters of `find` select. Raises ProblemError when one of them cannot be understood."""
    read = [("property", by_property(each)) for each in wanted.property]
    read += [("modified", by_time(wanted.modified))] if wanted.modified is not None else []
    if wrong := [ParameterError(name, leaf) for name, leaf in read if isinstance(leaf, str)]:
        raise faulty(wrong)
    return conjunction(
        *([FieldEquals("file", wanted.pattern)] if wanted.pattern else []),
        narrowing(path=tuple(wanted.path), tag=tuple(wanted.tag), type=tuple(wanted.type), kind=tuple(wanted.kind)),
        *(leaf for _, leaf in read if not isinstance(leaf, str)),
    )
