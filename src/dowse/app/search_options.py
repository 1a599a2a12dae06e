"""The options of a search, as every interface collects them."""

from __future__ import annotations

from dataclasses import dataclass

from ..query.ast import Expr, FieldEquals, Not
from ..query.extract import conjunction
from ..search.execute import Mode, Request
from ..search.profile import Profile
from .federation import SearchableVault
from .search_filter import narrowing


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What was asked for besides the query; None leaves it to the settings of the vault or to the profile."""

    limit: int | None = None
    path: tuple[str, ...] = ()  # as the vault knows them
    tag: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    exclude_type: tuple[str, ...] = ()
    profile: str | None = None
    mode: Mode | None = None
    min_score: float | None = None
    weights: tuple[float, ...] | None = None
    rerank: bool | None = None
    expand: bool | None = None
    time_boost: bool | None = None

    @property
    def where(self) -> Expr:
        """What the filters among it select."""
        only = narrowing(path=self.path, tag=self.tag, type=self.type, kind=self.kind)
        return conjunction(only, *(Not(FieldEquals("type", value)) for value in self.exclude_type))

    def of(self, query: str, vault: SearchableVault) -> tuple[Request, Profile]:
        """The request and the profile. Raises SettingsError when there is no profile of that name."""
        settings = vault.settings
        request = Request(
            query,
            self.limit or settings.limit,
            self.mode or settings.mode,
            self.where,
            self.weights,
            self.min_score,
            rerank=self.rerank,
            expand=self.expand,
            time_boost=self.time_boost,
        )
        return request, settings.named(self.profile) if self.profile else settings.profile
