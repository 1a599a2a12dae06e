"""The stages of one search: those of the profile and those that options add."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import pytest

from dowse.model.hit import Hits
from dowse.ports.pipeline import QueryTraits, Run, Stage, StageRole
from dowse.query.ast import MatchAll
from dowse.query.parse import parse
from dowse.search.overrides import override
from dowse.search.plan import Request, plan
from dowse.search.profiles import DEFAULT
from dowse.settings.component_registry import NAMES
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.pin import Pin
from dowse.stages.rerank import Rerank
from dowse.stages.snippets.snippet import CutSnippet
from dowse.stages.time_boost import TimeBoost


@dataclass(frozen=True, slots=True)
class _Diversify:
    """A stage of another package, which runs after the rerankers."""

    position: ClassVar[int] = 75

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits


@dataclass(frozen=True, slots=True)
class _Unplaced:
    """A stage of another package without a position."""

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits


@dataclass(frozen=True, slots=True)
class _OtherRerank:
    """A reranker of another package."""

    role: ClassVar[StageRole] = "rerank"

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits


@dataclass(frozen=True, slots=True)
class _OnlyWords:
    """A stage of another package for queries of words alone."""

    def adapted(self, traits: QueryTraits) -> Self | None:
        return None if traits.is_by_similarity else self

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits


def _planned(request: Request, *stages: Stage) -> list[type]:
    profile = override(replace(DEFAULT, stages=stages), request, MatchAll())
    return [type(stage) for stage in plan(request, parse(request.text), profile, anchored=False).stages]


def test_an_added_stage_runs_before_the_first_stage_with_a_higher_position() -> None:
    added = _planned(Request("tax", rerank=True), Pin(), Limit())
    assert added == [Rerank, Pin, Limit]


def test_the_position_of_a_stage_of_another_package_counts() -> None:
    added = _planned(Request("tax", rerank=True, time_boost=True), _Diversify(), Pin(), Limit())
    assert added == [Rerank, TimeBoost, _Diversify, Pin, Limit]


def test_a_stage_without_a_position_moves_no_added_stage() -> None:
    assert _planned(Request("tax", rerank=True), _Unplaced(), Limit()) == [_Unplaced, Rerank, Limit]


def test_the_option_for_reranking_removes_a_reranker_of_another_package() -> None:
    assert _planned(Request("tax", rerank=False), _OtherRerank(), Limit()) == [Limit]


def test_the_option_for_reranking_keeps_a_reranker_of_another_package() -> None:
    assert _planned(Request("tax", rerank=True), _OtherRerank(), Limit()) == [_OtherRerank, Limit]


def test_a_stage_that_does_not_apply_to_a_search_by_meaning_does_not_run() -> None:
    assert _planned(Request("tax", mode="vector"), _OnlyWords(), Limit()) == [Limit]


def test_the_minimum_score_and_the_limit_run_before_snippets_are_cut() -> None:
    assert _planned(Request("tax", min_score=0.5), CutSnippet()) == [MinScore, Limit, CutSnippet]


@pytest.mark.parametrize("name", NAMES["stage"])
def test_every_stage_has_a_position(name: str) -> None:
    assert isinstance(getattr(NAMES["stage"][name], "position", None), int)
