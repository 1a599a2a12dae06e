"""The parameters of the endpoints, with ranges and descriptions, for FastAPI and for OpenAPI."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ...app.options import (
    COMMUNITY,
    DEPTH,
    LIMIT,
    MOST_FILES,
    MOST_NAMES,
    MOST_OVER_WIRE,
    MOST_QUERY,
    SCORE,
    TIME_LIMIT,
    RelationName,
)
from ...app.profile_schema import OWN_NAME, profile_schema
from ...app.search_request import SearchRequest
from ...model.document import SymbolKind
from ...model.kinds import Kind
from ...model.search_mode import Mode, ModeName, canonical_mode
from ...query import value_patterns
from ...query.leaf_parser import read_weights
from ..presenters.option_field import number_field, with_default

_MOST_VALUES = 20


def _weights(text: str) -> str:
    if read_weights(text) is None:
        raise ValueError(f"must be up to three numbers, as in 0.7,0.2,0.1, got {text[:60]!r}")
    return text


def _about(text: str, option: str) -> str:
    return f"{with_default(text, option)}."


def _with_profile_schema(schema: dict[str, Any]) -> None:
    schema["anyOf"] = [profile_schema(), {"type": "null"}]


Text = Annotated[str, Field(max_length=500)]
RefParameter = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_QUERY,
        description="A path, path#section, path#^block, title, alias, short code or symbol; REF@2 is part 2, "
        "counted from 0; REF:FROM:COUNT is COUNT lines from line FROM.",
        examples=["2-Areas/People/April Jane.md"],
    ),
]
Paths = Annotated[list[Text], Field(max_length=_MOST_VALUES, description="Only files below this folder; repeatable.")]
Tags = Annotated[
    list[Text],
    Field(
        max_length=_MOST_VALUES,
        description="Only documents with this tag or a tag nested in it; with several tags, with all of them.",
    ),
]
Types = Annotated[
    list[Text], Field(max_length=_MOST_VALUES, description="Only documents of this frontmatter type; repeatable.")
]
KindsParameter = Annotated[
    list[Literal[Kind, SymbolKind]],
    Field(max_length=_MOST_VALUES, description="Only documents, or symbols, of this kind; repeatable."),
]
OneVault = Annotated[str, Field(max_length=255, description="Name of the vault (default: the first).")]
_LISTED_TYPES = "frontmatter types separated by commas, as in `daily,person`"


RequestT = TypeVar("RequestT")


def request_of(request: type[RequestT], parameters: BaseModel, **options: object) -> RequestT:
    """The request with the parameters of the names of its options, and with `options`."""
    names = {each.name for each in fields(cast("Any", request))}
    given = {name: value for name, value in parameters if name in names} | options
    return request(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})


class VaultParameters(BaseModel):
    """The vault to search."""

    vault: OneVault = ""


class VaultsParameters(BaseModel):
    """The vaults to search."""

    vault: Annotated[
        str,
        Field(
            max_length=MOST_NAMES,
            description="Name of the vault (default: the first). Several with commas, or `all`, are searched as one.",
            examples=["all"],
        ),
    ] = ""


class FilterParameters(VaultsParameters):
    """Filters, which a query can contain too."""

    path: Paths = []
    tag: Tags = []
    type: Types = []
    kind: KindsParameter = []


class RankingParameters(FilterParameters):
    """Parameters of the ranking; the defaults come from the settings of the vault and the profile."""

    profile: Annotated[
        str | None,
        Field(
            max_length=200,
            description=_about("Ranking profile; `/profiles` lists them", "profile"),
            examples=["recent"],
        ),
    ] = None
    limit: Annotated[
        int | None, number_field(LIMIT, _about("Maximum number of hits", "limit"), most=MOST_OVER_WIRE)
    ] = None
    min_score: Annotated[
        float | None,
        number_field(SCORE, _about("Minimum score of a hit; in mode `vector` its minimum cosine", "min_score")),
    ] = None
    min_similarity: Annotated[
        float | None, number_field(SCORE, _about("Minimum cosine of a semantic hit", "min_similarity"))
    ] = None
    mode: Annotated[
        ModeName | None,
        Field(
            description=_about(
                "Search by keyword (`fulltext` or `keyword`), by meaning (`vector` or `semantic`) or both (`hybrid`)",
                "mode",
            )
        ),
    ] = None

    archived: Annotated[bool, Field(description="Include archived documents.")] = False
    all: Annotated[bool, Field(description="List near-duplicates, versions and translations as hits.")] = False
    q: Annotated[str, Field(max_length=MOST_QUERY, description="The query.")] = ""
    time_limit: Annotated[
        float | None,
        number_field(
            TIME_LIMIT, _about("Seconds after which the search leaves out optional steps, and says so", "time_limit")
        ),
    ] = None
    explain: Annotated[bool, Field(description="Include the scores behind each hit and the effect of each step.")] = (
        False
    )


class SearchParameters(RankingParameters):
    """A search."""

    q: Annotated[
        str,
        Field(
            max_length=MOST_QUERY,
            description="Words, a question, or a query with operators; see the description of this API. Without one, "
            "the answer lists the documents that the filters select, newest first.",
            examples=["people who do design"],
        ),
    ] = ""
    hybrid: Annotated[
        bool | None,
        Field(
            description="false: search by meaning alone, as `mode=vector` does; `mode` overrides it (default: true)."
        ),
    ] = None
    rerank: Annotated[bool | None, Field(description=_about("Rerank the top 100 hits with the reranker", "rerank"))] = (
        None
    )
    expand_query: Annotated[
        bool | None, Field(description=_about("Expand a short query with words from its best hits", "expand"))
    ] = None
    time_boost: Annotated[bool | None, Field(description=_about("Boost recently changed documents", "time_boost"))] = (
        None
    )
    include_types: Annotated[str, Field(max_length=1_000, description=f"Only documents of these {_LISTED_TYPES}.")] = ""
    exclude_types: Annotated[
        str, Field(max_length=1_000, description=_about(f"No documents of these {_LISTED_TYPES}", "exclude_type"))
    ] = ""
    weights: Annotated[
        Annotated[str, Field(max_length=200, json_schema_extra={"pattern": value_patterns.WEIGHTS})] | None,
        Field(
            description=_about("Weights of the keyword, semantic and graph retriever", "weights"),
            examples=["0.7,0.2,0.1"],
        ),
        AfterValidator(lambda text: None if text is None else _weights(text)),
    ] = None
    pipeline_debug: Annotated[
        bool, Field(description="As `explain`, with the stages in the format of Temoa's pipeline viewer.")
    ] = False

    @property
    def request(self) -> SearchRequest:
        """The parameters as the request of the use case."""
        modes: dict[bool | None, Mode | None] = {True: "hybrid", False: "vector", None: None}
        return request_of(
            SearchRequest,
            self,
            query=self.q,
            type=(*self.type, *_split_list(self.include_types)),
            exclude_type=_split_list(self.exclude_types),
            profile=self.profile or None,
            mode=canonical_mode(self.mode) or modes[self.hybrid],
            weights=None if self.weights is None else read_weights(self.weights),
            expand=self.expand_query,
            pipeline=self.pipeline_debug,
            interface="http",
        )


class WhyNotParameters(SearchParameters):
    """A search, and the document that is missing from its hits."""

    vault: OneVault = ""
    ref: RefParameter


class MixParameters(RankingParameters):
    """A search with a profile in the request body."""

    model_config = ConfigDict(extra="forbid")

    exclude_type: Types = []
    mix: Annotated[
        dict[str, object] | None,
        Field(
            description="A profile with the keys of `[profiles.NAME]` in a dowse.toml: extends, retrievers, fusion, "
            "stages, rewrites, include_types, exclude_types, max_age_days, granularity, about. It overrides "
            "`profile`.",
            examples=[{"extends": "default", "fusion": {"weighted": {"weights": {"keyword": 0.8, "semantic": 0.2}}}}],
            json_schema_extra=_with_profile_schema,
        ),
    ] = None
    name: Annotated[
        str,
        Field(
            pattern="^[A-Za-z0-9_-]{1,40}$",
            description="Name of the profile in the answer; none of a built-in profile.",
            json_schema_extra=OWN_NAME,
        ),
    ] = "mixed"

    @property
    def request(self) -> SearchRequest:
        """The parameters as the request of the use case."""
        return request_of(
            SearchRequest,
            self,
            query=self.q,
            profile=self.profile or None,
            mode=canonical_mode(self.mode),
            mix_name=self.name,
            interface="http",
        )


class FindParameters(FilterParameters):
    """Filters for files."""

    pattern: Annotated[
        str,
        Field(
            max_length=1_000,
            description="Part of a name, or a glob with * ? [ab] {a,b}; symbol:NAME, also with *, for symbols.",
            examples=["2026-*"],
        ),
    ] = ""
    property: Annotated[
        list[Annotated[Text, Field(json_schema_extra={"pattern": value_patterns.PROPERTY})]],
        Field(
            max_length=_MOST_VALUES,
            description="K for any value, or K=V with a value or a range: V, >3, <=2026-01-31, 1..5; repeatable.",
        ),
    ] = []
    modified: Annotated[
        Annotated[str, Field(max_length=200, json_schema_extra={"pattern": value_patterns.MODIFIED})] | None,
        Field(description="Only files modified in this period: <30d, >2026-01-31, 2026-W05, today, a..b."),
    ] = None
    limit: Annotated[int, number_field(LIMIT, "Maximum number of files.", most=MOST_FILES)] = 50


class OutlineParameters(VaultParameters):
    """A document, or a part of one."""

    ref: RefParameter


class GetParameters(OutlineParameters):
    """A document, or a part of one, with what to include."""

    links: Annotated[
        bool, Field(description="Include the outgoing and incoming links of the document, or of the symbol.")
    ] = False
    syntax: Annotated[bool, Field(description="Include spans for syntax colours, in source code.")] = False
    html: Annotated[bool, Field(description="Include the text as HTML, of Markdown.")] = False


class RelatedParameters(OutlineParameters):
    """A document, and the limits of the traversal from it."""

    depth: Annotated[int, number_field(DEPTH, "Maximum number of hops.")] = 2
    via: Annotated[
        list[RelationName],
        Field(max_length=_MOST_VALUES, description="Types of edges to follow (default: all except tags); repeatable."),
    ] = []
    limit: Annotated[int, number_field(LIMIT, "Maximum number of documents.", most=MOST_OVER_WIRE)] = 20


class CommunitiesParameters(FilterParameters):
    """Filters and a limit for communities."""

    vault: OneVault = ""
    limit: Annotated[int, number_field(LIMIT, "Maximum number of communities.", most=MOST_OVER_WIRE)] = 20


class MapParameters(VaultParameters):
    """The part of the map to draw."""

    community: Annotated[
        int | None,
        number_field(COMMUNITY, "Id of a community, to draw its documents instead of all communities."),
    ] = None
    ref: Annotated[
        str, Field(max_length=MOST_QUERY, description="A document, to draw the community that it is in.")
    ] = ""
    limit: Annotated[int, number_field(LIMIT, "Maximum number of documents per community.")] = 300


def _split_list(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))
