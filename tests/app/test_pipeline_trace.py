"""What a search did, stage by stage, as the pipeline page shows it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

import pytest

from dowse.app.pipeline_trace import pipeline_json
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.model.hit import Hits
from dowse.ports.pipeline import Run, StageRole
from dowse.query.ast import FieldEquals
from dowse.retrieval.expansion import Expansion
from dowse.search.execute import Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import PROFILES
from dowse.stages.limit import Limit
from tests.contract.engines import Engine, fill
from tests.linked import linked, linking
from tests.making import DAY, make, sectioned
from tests.making_embedder import Hashing

_VAULT = (
    make("levy.md", "carbon levy " * 3, title="Levy", tags=("carbon",), modified=99 * DAY, type="note"),
    make("tax.md", "carbon tax", title="Tax", modified=1 * DAY, type="note"),
    make("trade.md", "carbon trade and a long text about other things", title="Trade", type="note"),
    make("day.md", "carbon, once more", title="Day", type="daily"),
    linking("bread.md", "tax", text="rye bread"),
)


def _shown(engine: Engine, text: str = "carbon", profile: str | Profile = "balanced", **asked: Any) -> dict[str, Any]:
    linked(engine, *_VAULT)
    chosen = PROFILES[profile] if isinstance(profile, str) else profile
    answer = search(Request(text, explain=True, **asked), chosen, engine, now=100 * DAY)
    shown = pipeline_json(answer, vault="notes", took_ms=7.0)
    assert json.loads(json.dumps(shown)) == shown
    return cast(dict[str, Any], shown)


def _stages(shown: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {stage["stage_name"]: stage for stage in shown["stages"]}


_BOOSTS = ("phrase", "tag_boost", "rerank", "time_boost", "confidence")
_STAGES = (*_BOOSTS, "pin", "fold_duplicates", "limit", "cut_snippet")


def test_every_step_is_a_stage_and_the_filters_are_the_first(engine: Engine) -> None:
    shown = _shown(engine)
    assert [(stage["stage_num"], stage["stage_name"], stage["metadata"]["kind"]) for stage in shown["stages"]] == [
        (0, "filters", "filters"),
        (1, "keyword", "list"),
        (2, "semantic", "list"),
        (3, "rrf", "fusion"),
        *((n, name, "stage") for n, name in enumerate(_STAGES, start=4)),
        (13, "expansion", "unused"),
        (14, "min_score", "unused"),
    ]
    assert shown["summary"] == {
        "total_time_ms": 7.0,
        "initial_results": 3,
        "final_results": 3,
        "total_filtered": 0,
        "stages_count": 12,
    }


def test_the_filters_say_what_they_leave(engine: Engine) -> None:
    stage = _stages(_shown(engine))["filters"]
    assert stage["result_count"] == 4
    assert stage["metadata"]["filters"][0] == {"what": "not of the type daily", "before": 5, "after": 4}


def test_the_filters_name_the_documents_that_they_exclude(engine: Engine) -> None:
    stage = _stages(_shown(engine))["filters"]
    assert stage["metadata"]["removed_count"] == 1
    assert stage["removed"] == [
        {
            "relative_path": "day.md",
            "title": "Day",
            "ref": "day.md",
            "why": "the filter “not of the type daily” excludes it (type: daily)",
        }
    ]


def test_a_search_without_filters_has_no_stage_for_them(engine: Engine) -> None:
    assert "filters" not in _stages(_shown(engine, profile="default"))


def test_it_says_how_the_search_was_asked_and_set(engine: Engine) -> None:
    shown = _shown(engine, limit=5, min_score=0.2, time_boost=False)
    assert shown["query"] == {"original": "carbon", "expanded": None, "vault": "notes", "profile": "balanced"}
    assert shown["config"] == {
        "hybrid": True,
        "mode": "hybrid",
        "rerank": False,  # there is nothing to rerank by
        "expand_query": False,
        "time_boost": False,
        "limit": 5,
        "min_score": 0.2,
        "min_similarity": 0.0,
        "include_types": None,
        "exclude_types": ["daily"],
    }


def test_a_search_without_a_threshold_has_the_minimum_score_0(engine: Engine) -> None:
    assert _shown(engine)["config"]["min_score"] == 0.0


def test_an_unused_stage_is_not_applied_and_has_the_reason(engine: Engine) -> None:
    stages = _stages(_shown(engine, time_boost=False))
    assert stages["time_boost"]["metadata"] == {
        "kind": "unused",
        "applied": False,
        "reason": "switched off by an option",
    }
    reranked = stages["rerank"]["metadata"]
    assert (reranked["applied"], reranked["reason"]) == (False, "no reranker is available")
    assert stages["phrase"]["metadata"]["applied"] is True


def test_types_that_an_option_asks_for_are_told(engine: Engine) -> None:
    assert _shown(engine, profile="default", where=FieldEquals("type", "note"))["config"]["include_types"] == ["note"]


def test_words_that_were_added_are_told(engine: Engine) -> None:
    shown = _shown(engine, "levy", replace(PROFILES["default"], rewrites=(Expansion(),)))
    assert shown["query"]["expanded"] == "levy carbon"
    stage = _stages(shown)["expansion"]
    assert stage["metadata"] == {
        "kind": "rewrite",
        "about": "added carbon",
        "before": 0,
        "original_query": "levy",
        "expansion_terms": ["carbon"],
        "applied": True,
    }


def test_a_hit_shows_what_every_list_and_the_fusion_said_of_it(engine: Engine) -> None:
    stages = _stages(_shown(engine, "levy"))
    first = stages["keyword"]["results_preview"][0]
    assert first["bm25_score"] == first["score"] > 0
    assert (first["relative_path"], first["title"], first["rrf_score"]) == ("levy.md", "Levy", None)
    fused = stages["rrf"]["results_preview"][0]
    assert (fused["bm25_score"], fused["similarity_score"]) == (first["bm25_score"], None)
    assert fused["rrf_score"] == fused["score"] == 1.0


def test_tags_that_raised_a_hit_are_named(engine: Engine) -> None:
    preview = {each["ref"]: each for each in _stages(_shown(engine))["tag_boost"]["results_preview"]}
    assert (preview["levy.md"]["tag_boosted"], preview["levy.md"]["tags_matched"]) == (True, ["carbon"])
    assert (preview["tax.md"]["tag_boosted"], preview["tax.md"]["tags_matched"]) == (False, [])


def test_a_hit_with_matching_tags_shows_its_bm25_score_before_and_after_the_boost(engine: Engine) -> None:
    preview = {each["ref"]: each for each in _stages(_shown(engine, "carbon tax"))["keyword"]["results_preview"]}
    levy, tax = preview["levy.md"], preview["tax.md"]
    assert levy["bm25_score"] == pytest.approx(5 * levy["bm25_base_score"], abs=1e-3)
    assert tax["bm25_score"] == tax["bm25_base_score"] > 0


def test_a_stage_shows_scores_before_and_after_and_its_boosts(engine: Engine) -> None:
    boosted = _stages(_shown(engine, "carbon tax"))["time_boost"]["results_preview"]
    for each in boosted:
        assert each["score_change"] == pytest.approx(each["score"] - each["score_before"], abs=2e-4)
    assert {boost["source"] for each in boosted for boost in each["boosts"]} == {"time_boost"}
    assert boosted[0]["boosts"][0]["value"] > 1


def test_a_list_and_a_fusion_have_no_scores_before(engine: Engine) -> None:
    stages = _stages(_shown(engine))
    previews = [*stages["keyword"]["results_preview"], *stages["rrf"]["results_preview"]]
    assert {(each["score_before"], each["score_change"]) for each in previews} == {(None, None)}


def test_tags_that_no_step_looked_at_are_not_named(engine: Engine) -> None:
    preview = _stages(_shown(engine, profile="default"))["weighted"]["results_preview"]
    assert not any(each["tag_boosted"] or each["tags_matched"] for each in preview)


def test_who_changed_places_is_told_with_how_far(engine: Engine) -> None:
    profile = PROFILES["recent"]
    boosted = replace(profile, stages=(replace(profile.stages[3], max_boost=9.0),))  # type: ignore[type-var]  # a stage with that field
    shown = _shown(engine, "carbon tax", replace(boosted, where=FieldEquals("type", "note")))
    changes = _stages(shown)["time_boost"]["rank_changes"]
    assert [
        (each["relative_path"], each["ref"], each["before"], each["after"], each["change"]) for each in changes
    ] == [
        ("levy.md", "levy.md", 2, 1, 1),
        ("tax.md", "tax.md", 1, 2, -1),
    ]
    for each in changes:
        assert each["score_change"] == pytest.approx(each["score_after"] - each["score_before"], abs=2e-4)


@pytest.mark.parametrize(
    ("asked", "stage", "why"),
    [
        ({"limit": 1}, "limit", "the limit is 1 hit"),
        ({"limit": 2}, "limit", "the limit is 2 hits"),
        ({"min_score": 0.9}, "min_score", r"its score 0(\.\d+)? is below 0\.9"),
    ],
)
def test_what_was_removed_says_why(engine: Engine, asked: dict[str, Any], stage: str, why: str) -> None:
    found = _stages(_shown(engine, "carbon tax", "default", **asked))[stage]
    assert found["metadata"]["removed_count"] == len(found["removed"]) > 0
    assert found["removed"][0].keys() == {"relative_path", "title", "ref", "why"}
    assert [each["why"] for each in found["removed"] if not re.fullmatch(why, each["why"])] == []


def test_a_section_that_another_one_stands_for_says_so(engine: Engine) -> None:
    fill(engine, sectioned("a.md", ("One", 1, "carbon carbon tax\n"), ("Two", 1, "and a tax on other things\n")))
    answer = search(Request("carbon tax", explain=True), PROFILES["proximity"], engine, now=0.0)
    (removed,) = _stages(pipeline_json(answer, vault="notes", took_ms=0.0))["per_document"]["removed"]
    assert (removed["ref"], removed["why"]) == ("a.md#two", "its document already has a better hit")


def test_what_was_near_by_chance_says_so(engine: Engine) -> None:
    linked(engine, *_VAULT)
    embed_pending(engine, Hashing(), budget=TimeBudget(time.monotonic), progress=lambda _: None)
    answer = search(Request("zebras", explain=True), PROFILES["default"], engine, now=0.0, embedder=Hashing())
    removed = _stages(pipeline_json(answer, vault="notes", took_ms=0.0))["confidence"]["removed"]
    assert removed
    assert {each["why"] for each in removed} == {"no query term matches, and semantic similarity is too low"}


def test_communities_have_no_stages_and_are_told_all_the_same(engine: Engine) -> None:
    shown = _shown(engine, "carbon communities:")
    assert "limit" not in _stages(shown)
    assert shown["summary"]["final_results"] == 0


def test_a_query_without_anything_is_told_too(engine: Engine) -> None:
    shown = _shown(engine, "", "default")
    assert (shown["summary"]["initial_results"], shown["summary"]["final_results"]) == (0, 0)


@dataclass(frozen=True, slots=True)
class _Threshold:
    """A threshold of another package."""

    role: ClassVar[StageRole] = "threshold"

    least: float = 0.9

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return tuple(hit for hit in hits if hit.score >= self.least)


@dataclass(frozen=True, slots=True)
class _Recency:
    """A boost of another package."""

    role: ClassVar[StageRole] = "recency"

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits


def _unchanged(run: Run) -> Run:
    return run


def test_the_stages_of_another_package_count_by_their_roles(engine: Engine) -> None:
    profile = replace(PROFILES["default"], stages=(_Recency(), _Threshold(), Limit()))
    shown = _shown(engine, profile=profile)
    assert (shown["config"]["min_score"], shown["config"]["time_boost"]) == (0.9, True)
    (removed, *_) = _stages(shown)["threshold"]["removed"]
    assert re.fullmatch(r"its score 0\.\d+ is below 0\.9", removed["why"])


def test_a_rewrite_of_another_package_is_no_expansion(engine: Engine) -> None:
    profile = replace(PROFILES["default"], rewrites=(_unchanged,))
    assert not _shown(engine, profile=profile)["config"]["expand_query"]
