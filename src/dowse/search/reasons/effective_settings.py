"""The settings that applied to a search, each with its source, and the steps that did not run: for explanations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from ...model.value_class import dataclass
from ...ports.pipeline import has_role
from ...query.ast import Expr, FieldEquals, Not, Or, Query
from ...query.describe import condition
from ...query.extract import conjunction, selecting
from ...retrieval.expansion import Expansion
from ...retrieval.keyword import Keyword
from ...retrieval.semantic import Semantic
from ...stages.min_score import MinScore
from ...stages.rerank import Rerank
from ...stages.time_boost import TimeBoost
from ..overrides import conditions, has_expansion, has_stage, is_of_time, is_of_types, names_type
from ..plan import Request, default_limit, explicit_weights, minimum_score, stated_minimum
from ..profile import Profile
from ..profile_docs import name_of

SettingSource = Literal["query", "option", "settings", "profile"]

_OPTIONAL = (Expansion(), MinScore(), Rerank(), TimeBoost())  # the steps that an option adds to any profile
_NO_TYPES = "all"


@dataclass(frozen=True, slots=True)
class EffectiveSetting:
    """A setting of a search: its value, its source, and the value of the profile that the source replaced."""

    name: str
    value: str
    source: SettingSource
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class UnusedStep:
    """A step of the profile, or one that an option could add, that had no part in the search."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlannedSearch:
    """A search as it was requested and as it ran. `chosen` is its profile without the changes of query and options."""

    request: Request
    query: Query
    chosen: Profile
    planned: Profile
    limit: int
    has_reranker: bool

    @property
    def in_query(self) -> Expr:
        """The selection of the query."""
        return selecting(self.query.where)


def effective_settings(search: PlannedSearch) -> Iterator[EffectiveSetting]:
    """The settings that an option or the query can change, in the order of `dowse search --help`."""
    yield from _condition_settings(search)
    yield _archived(search)
    yield _limit(search)
    yield from _thresholds(search)
    yield _weights(search)
    request, chosen, planned = search.request, search.chosen, search.planned
    of_profile, is_on = partial(has_stage, profile=chosen), partial(has_stage, profile=planned)
    yield _switch("rerank", request.rerank, of_profile=of_profile("rerank"), is_on=is_on("rerank"))
    yield _switch("time_boost", request.time_boost, of_profile=of_profile("recency"), is_on=is_on("recency"))
    yield _switch("expand", request.expand, of_profile=has_expansion(chosen), is_on=has_expansion(planned))


def unused_steps(search: PlannedSearch) -> Iterator[UnusedStep]:
    """Steps of the profile first, in their order, then those that an option could add."""
    chosen, planned = search.chosen, search.planned
    parts = (*chosen.rewrites, *chosen.retrievers, *chosen.stages)
    ran = {name_of(part) for part in (*planned.rewrites, *planned.retrievers, *planned.stages)}
    for part in parts:
        if name_of(part) not in ran:
            yield UnusedStep(name_of(part), _reason(part, search))
        elif has_role(part, "rerank") and not search.has_reranker:
            yield UnusedStep(name_of(part), "no reranker is available")
    known = {*ran, *map(name_of, parts)}
    yield from (UnusedStep(name_of(part), "not in the profile") for part in _OPTIONAL if name_of(part) not in known)


def _condition_settings(search: PlannedSearch) -> Iterator[EffectiveSetting]:
    for name, applies, text in (("types", names_type, _types_text), ("modified", is_of_time, _time_text)):
        in_query, in_options, of_profile, of_chosen = (
            tuple(each for each in conditions(where) if applies(each))
            for where in (search.in_query, search.request.where, search.planned.where, search.chosen.where)
        )
        own = () if search.request.unfiltered else of_profile
        source: SettingSource = "query" if in_query else "option" if in_options else "profile"
        replaced = text(of_chosen) if source != "profile" and of_chosen != of_profile else ""
        yield EffectiveSetting(name, text((*own, *in_query, *in_options)), source, replaced)


def _archived(search: PlannedSearch) -> EffectiveSetting:
    in_query, in_options = search.query.archived, search.request.archived
    if in_query is not None:
        return EffectiveSetting("archived", _on(is_on=in_query), "query")
    return EffectiveSetting("archived", _on(is_on=in_options), "option" if in_options else "profile")


def _limit(search: PlannedSearch) -> EffectiveSetting:
    request = search.request
    stated: tuple[tuple[SettingSource, int | None], ...] = (
        ("query", search.query.limit),
        ("option", request.limit),
        ("settings", request.default_limit),
    )
    source: SettingSource = next((each for each, limit in stated if limit), "profile")
    of_profile = default_limit(search.chosen)
    return EffectiveSetting(
        "limit",
        str(search.limit),
        source,
        str(of_profile) if source != "profile" and of_profile != search.limit else "",
    )


def _thresholds(search: PlannedSearch) -> Iterator[EffectiveSetting]:
    least, of_profile = _threshold(search.planned), _threshold(search.chosen)
    option = search.request.min_score
    if option is None:
        yield EffectiveSetting("min_score", least, "profile")
    elif search.request.mode != "vector":  # where the option is a minimum cosine
        yield EffectiveSetting("min_score", f"{option:g}", "option", of_profile if of_profile != f"{option:g}" else "")
    semantic, own = _semantic(search.planned), _semantic(search.chosen)
    if semantic is None:
        return
    if search.request.minimum_cosine is None:
        yield EffectiveSetting("min_similarity", semantic.minimum or "0", "profile")
    elif own is not None:
        stated = stated_minimum(own, search.request.mode, search.query) or own.least
        origin = "" if own.reference_model == "none" or not stated else f" of {own.reference_model}"
        replaced = f"{stated:g}{origin}" if stated != semantic.least or origin else ""
        yield EffectiveSetting("min_similarity", f"{semantic.least:g}", "option", replaced)


def _semantic(profile: Profile) -> Semantic | None:
    return next((each for each in profile.retrievers if isinstance(each, Semantic)), None)


def _threshold(profile: Profile) -> str:
    """The minimum score, and whether it compares scores before `confidence`, as that of an option does not."""
    least = minimum_score(profile)
    roles = [getattr(each, "role", None) for each in profile.stages]
    is_early = least and "confidence" in roles[roles.index("threshold") :]
    return f"{least:g}{', before confidence' if is_early else ''}"


def _weights(search: PlannedSearch) -> EffectiveSetting:
    planned, chosen = search.planned, search.chosen
    weights, of_profile = _weights_text(planned), _weights_text(chosen)
    if explicit_weights(search.request, search.query) is None:
        is_own = planned.fusion in (chosen.fusion, chosen.encoded, chosen.unspaced)
        return EffectiveSetting("weights", weights, "profile" if is_own else "query", "" if is_own else of_profile)
    source: SettingSource = "option" if search.query.weights is None else "query"
    return EffectiveSetting("weights", weights, source, of_profile if of_profile != weights else "")


def _weights_text(profile: Profile) -> str:
    weight_of = getattr(profile.fusion, "weight_of", lambda _: 1.0)
    return ", ".join(f"{each.name} {weight_of(each.name):g}" for each in profile.retrievers) or "none"


def _switch(name: str, option: bool | None, *, of_profile: bool, is_on: bool) -> EffectiveSetting:
    replaced = _on(is_on=of_profile) if is_on != of_profile else ""
    return EffectiveSetting(name, _on(is_on=is_on), "profile" if option is None else "option", replaced)


def _on(*, is_on: bool) -> str:
    return "on" if is_on else "off"


def _types_text(parts: tuple[Expr, ...]) -> str:
    """The types, as in "daily, note" and "all but draft"; another condition in words."""
    if not all(map(is_of_types, parts)):
        return condition(conjunction(*parts))
    texts = [_type_text(part) for part in parts]
    return " and ".join(texts) or _NO_TYPES


def _type_text(part: Expr) -> str:
    match part:
        case FieldEquals(_, value):
            return value
        case Or(items) if all(isinstance(item, FieldEquals) for item in items):
            return ", ".join(map(_type_text, items))
        case Not(FieldEquals() | Or() as item):
            return f"all but {_type_text(item)}"
        case _:
            return condition(part)


def _time_text(parts: tuple[Expr, ...]) -> str:
    return condition(conjunction(*parts)).removeprefix("modified ") if parts else "any time"


def _reason(part: object, search: PlannedSearch) -> str:
    """Why a part of the profile is not in the plan."""
    request = search.request
    is_off = (
        (has_role(part, "rerank") and request.rerank is False)
        or (has_role(part, "recency") and request.time_boost is False)
        or (has_role(part, "duplicates") and request.all)
        or (isinstance(part, Expansion) and request.expand is False)
    )
    if is_off:
        return "switched off by an option"
    if (isinstance(part, Semantic) and request.mode == "fulltext") or (
        isinstance(part, Keyword) and request.mode == "vector"
    ):
        return f"not in the mode {request.mode}"
    return "the query has no words" if isinstance(part, Semantic | Keyword) else "does not apply to this query"
