"""Endpoints that search."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Query

from ...app.federation import SearchableVault as Searching
from ...app.federation import roots_of
from ...app.limits import MOST_OVER_WIRE
from ...app.vault_session import VaultSession
from ...search.execute import Answer, Request
from ...search.profile import Profile
from ...settings.adhoc_profile import mixed
from ...settings.toml_writer import toml_of
from ..presenters.parameter_ranges import knobs_json
from ..presenters.pipeline_trace import pipeline_json
from ..presenters.profile_tables import profile_json
from ..presenters.qualified_paths import all_apart
from ..presenters.to_json import Json, answer_json, why_not_json
from .json_body import mixed_body
from .request_parameters import MixParameters, SearchParameters, VaultsParameters, WhyNotParameters
from .server_state import RawJsonResponse, ServerState


@dataclass(frozen=True, slots=True)
class SearchEndpoints:
    """Each method is an endpoint; its signature is what it takes."""

    work: ServerState

    def search(self, asked: Annotated[SearchParameters, Query()]) -> RawJsonResponse:
        """Search the content of the notes."""
        vault = self.work.searched(asked.vault)
        request, profile = asked.asking.of(asked.q, vault)
        answer, out, took_ms = self._found(vault, request, profile, explain=asked.explain or asked.pipeline_debug)
        if asked.pipeline_debug:
            out["pipeline"] = pipeline_json(answer, vault=vault.name, took_ms=took_ms)
        return RawJsonResponse(out)

    def mix(self, asked: Annotated[MixParameters, Depends(mixed_body)]) -> RawJsonResponse:
        """Search with a profile of one's own, which is given as a table of settings."""
        vault = self.work.searched(asked.vault)
        request, profile = asked.asking.of(asked.q, vault)
        if asked.mix is not None:
            profile = mixed(asked.mix, name=asked.name, known=vault.settings.profiles)
        _, out, _ = self._found(vault, request, profile, explain=asked.explain)
        if asked.mix is not None:
            out["toml"] = toml_of(asked.mix, asked.name)
        return RawJsonResponse(out)

    def why_not(self, asked: Annotated[WhyNotParameters, Query()]) -> RawJsonResponse:
        """Say why a document is not among the hits of a search, and what would bring it back."""

        def ask(vault: VaultSession, ref: str) -> RawJsonResponse:
            request, profile = asked.asking.of(asked.q, vault)
            verdict, _ = vault.why_not(ref, request, profile, progress=self.work.go_on)
            return RawJsonResponse(why_not_json(verdict))

        return self.work.at_ref(asked.vault, asked.ref, ask)[1]

    def profiles(self, asked: Annotated[VaultsParameters, Query()]) -> RawJsonResponse:
        """List the ways to rank, each with what can be turned in it."""
        settings = self.work.settings(asked.vault)
        return RawJsonResponse(
            [{**profile_json(each, settings.sources), "knobs": knobs_json(each)} for each in settings.profiles.values()]
        )

    def _found(
        self, vault: Searching, request: Request, profile: Profile, *, explain: bool
    ) -> tuple[Answer, dict[str, Json], float]:
        """The answer, the same as data, and the milliseconds that it took."""
        started = time.perf_counter()
        answer, state = vault.search(replace(request, explain=explain), profile, progress=self.work.go_on)
        answer = replace(answer, hits=answer.hits[:MOST_OVER_WIRE])  # a query may ask for more of them
        took_ms = (time.perf_counter() - started) * 1e3
        out = answer_json(answer, state, vault=vault.name, took_ms=took_ms, explain=explain, marks=True)
        return answer, all_apart(out, roots_of(vault)), took_ms
