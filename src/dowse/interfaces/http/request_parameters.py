"""What each endpoint takes, with ranges and descriptions, for FastAPI and for the description of the API."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ...app.limits import MOST_FILES, MOST_OVER_WIRE, MOST_QUERY
from ...app.search import SearchRequest
from ...model.kinds import Kind
from ...model.search_mode import Mode
from ...query.leaf_parser import MOST_DEPTH, read_weights

_MOST_VALUES = 50
_MOST_NODES = 1_000


def _weights(text: str) -> str:
    if read_weights(text) is None:
        raise ValueError(f"wanted up to three numbers such as 0.7,0.2,0.1, got {text[:60]!r}")
    return text


Text = Annotated[str, Field(max_length=1_000)]
RefParameter = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_QUERY,
        description="A path, path#section, title, alias or short code; REF:FROM:COUNT is COUNT lines from line FROM.",
        examples=["2-Areas/People/April Jane.md"],
    ),
]
Paths = Annotated[list[Text], Field(max_length=_MOST_VALUES, description="Only files below this folder; repeatable.")]
Tags = Annotated[
    list[Text], Field(max_length=_MOST_VALUES, description="Only with this tag or one nested in it; all of several.")
]
Types = Annotated[
    list[Text], Field(max_length=_MOST_VALUES, description="Only documents of this frontmatter type; repeatable.")
]
KindsParameter = Annotated[
    list[Kind], Field(max_length=_MOST_VALUES, description="Only documents of this kind; repeatable.")
]
ViaParameter = Literal["references", "parents", "similar", "tags"]
OneVault = Annotated[str, Field(max_length=255, description="Which vault; the first when left out.")]
_LISTED_TYPES = "frontmatter types between commas, as in `daily,person`"


class VaultParameters(BaseModel):
    """Which vault is asked."""

    vault: OneVault = ""


class VaultsParameters(BaseModel):
    """Which vaults are asked."""

    vault: Annotated[
        str,
        Field(
            max_length=2_000,
            description="Which vault; the first when left out. Several between commas, or `all`, are asked as one.",
            examples=["all"],
        ),
    ] = ""


class FilterParameters(VaultsParameters):
    """Filters that can also be written into a query."""

    path: Paths = []
    tag: Tags = []
    type: Types = []
    kind: KindsParameter = []


class RankingParameters(FilterParameters):
    """How to search. What is left out is as the settings of the vault or the profile say."""

    profile: Annotated[
        str | None, Field(max_length=200, description="Ranking profile; `/profiles` lists them.", examples=["recent"])
    ] = None
    limit: Annotated[int | None, Field(ge=1, le=MOST_OVER_WIRE, description="Maximum number of hits.")] = None
    min_score: Annotated[float | None, Field(ge=0, le=1, description="Minimum score of a hit.")] = None
    mode: Annotated[Mode | None, Field(description="By words, by meaning or by both.")] = None

    q: Annotated[str, Field(max_length=MOST_QUERY, description="The query.")] = ""
    explain: Annotated[bool, Field(description="Include the scores behind each hit and the effect of each step.")] = (
        False
    )

    @property
    def request(self) -> SearchRequest:
        """The parameters as the request of the use case."""
        return SearchRequest(
            self.q,
            limit=self.limit,
            path=tuple(self.path),
            tag=tuple(self.tag),
            type=tuple(self.type),
            kind=tuple(self.kind),
            profile=self.profile or None,
            mode=self.mode,
            min_score=self.min_score,
            explain=self.explain,
        )


class SearchParameters(RankingParameters):
    """A search."""

    q: Annotated[
        str,
        Field(
            max_length=MOST_QUERY,
            description="Words, a question, or a query with operators; see the description of this API. Without one, "
            "what the filters select is listed, newest first.",
            examples=["people who do design"],
        ),
    ] = ""
    hybrid: Annotated[
        bool | None, Field(description="false: by meaning alone, as with `mode=vector`; `mode` goes before it.")
    ] = None
    rerank: Annotated[bool | None, Field(description="Rerank the top 100 hits with the reranker.")] = None
    expand_query: Annotated[bool | None, Field(description="Expand a short query with words from its best hits.")] = (
        None
    )
    time_boost: Annotated[bool | None, Field(description="Boost recently changed documents.")] = None
    include_types: Annotated[str, Field(max_length=1_000, description=f"Only these {_LISTED_TYPES}.")] = ""
    exclude_types: Annotated[str, Field(max_length=1_000, description=f"None of these {_LISTED_TYPES}.")] = ""
    weights: Annotated[
        str | None,
        Field(description="Weights of keyword, semantic and graph.", examples=["0.7,0.2,0.1"], max_length=200),
        AfterValidator(lambda text: None if text is None else _weights(text)),
    ] = None
    pipeline_debug: Annotated[
        bool, Field(description="As `explain`, and the stages in the form that Temoa's viewer reads.")
    ] = False

    @property
    def request(self) -> SearchRequest:
        """The parameters as the request of the use case."""
        of_hybrid: dict[bool | None, Mode | None] = {True: "hybrid", False: "vector", None: None}
        return replace(
            super().request,
            type=(*self.type, *_listed(self.include_types)),
            exclude_type=_listed(self.exclude_types),
            mode=self.mode or of_hybrid[self.hybrid],
            weights=None if self.weights is None else read_weights(self.weights),
            rerank=self.rerank,
            expand=self.expand_query,
            time_boost=self.time_boost,
            pipeline=self.pipeline_debug,
        )


class WhyNotParameters(SearchParameters):
    """A search that a document was expected in."""

    vault: OneVault = ""
    ref: RefParameter


class MixParameters(RankingParameters):
    """A search with a profile of one's own, as the body of a request."""

    model_config = ConfigDict(extra="forbid")

    exclude_type: Types = []
    mix: Annotated[
        dict[str, object] | None,
        Field(
            description="A profile, as `[profiles.NAME]` of a dowse.toml would say it: extends, retrievers, fusion, "
            "stages, rewrites, include_types, exclude_types, max_age_days, granularity, about. It goes before "
            "`profile`.",
            examples=[{"extends": "default", "fusion": {"weighted": {"weights": {"keyword": 0.8, "semantic": 0.2}}}}],
        ),
    ] = None
    name: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,40}$", description="What the mixed profile is called.")] = (
        "mixed"
    )

    @property
    def request(self) -> SearchRequest:
        """The parameters as the request of the use case."""
        return replace(super().request, exclude_type=tuple(self.exclude_type), mix=self.mix, mix_name=self.name)


class FindParameters(FilterParameters):
    """Files to find."""

    pattern: Annotated[
        str, Field(max_length=1_000, description="Part of a file name, or a pattern with * and ?.", examples=["2026-*"])
    ] = ""
    property: Annotated[
        list[Text],
        Field(max_length=_MOST_VALUES, description="K or K=V: V, >3, <=2026-01-31, 1..5; repeatable."),
    ] = []
    modified: Annotated[
        str | None, Field(max_length=200, description="Changed then: <30d, >2026-01-31, 2026-W05, today, a..b.")
    ] = None
    limit: Annotated[int, Field(ge=1, le=MOST_FILES, description="Maximum number of files.")] = 50


class GetParameters(VaultParameters):
    """A text to read."""

    ref: RefParameter
    links: Annotated[bool, Field(description="With the links of the document and those to it.")] = False


class RelatedParameters(VaultParameters):
    """A document whose neighbours are wanted."""

    ref: RefParameter
    depth: Annotated[int, Field(ge=1, le=MOST_DEPTH, description="Hops.")] = 2
    via: Annotated[
        list[ViaParameter],
        Field(max_length=_MOST_VALUES, description="Only over these; all but tags when left out; repeatable."),
    ] = []
    limit: Annotated[int, Field(ge=1, le=MOST_OVER_WIRE, description="Maximum number of documents.")] = 20


class CommunitiesParameters(FilterParameters):
    """Communities that are wanted."""

    vault: OneVault = ""
    limit: Annotated[int, Field(ge=1, le=MOST_OVER_WIRE, description="Maximum number of communities.")] = 20


class MapParameters(VaultParameters):
    """What of the map is wanted."""

    community: Annotated[
        int | None, Field(ge=1, le=1_000_000_000, description="The id of a community, to see it from inside.")
    ] = None
    limit: Annotated[int, Field(ge=1, le=_MOST_NODES, description="Maximum number of documents per community.")] = 300


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))
