"""A recorded step states its effect on each hit."""

from __future__ import annotations

from dowse.model.hit import Evidence, Hit
from dowse.model.ref import Ref
from dowse.search.trace import HitEffect, RankChange, TraceStep
from tests.making import make


def _hit(path: str, score: float, *why: Evidence, section: str = "") -> Hit:
    return Hit(Ref(path, section), make(path).head, score, why)


_FOUND, _BOOSTED = Evidence("keyword", 7.2, 1), Evidence("time_boost", 1.2)


def test_a_move_has_the_scores_before_and_after() -> None:
    step = TraceStep(
        "boost", given=((_hit("a.md", 0.5), _hit("b.md", 0.4)),), hits=(_hit("b.md", 0.6), _hit("a.md", 0.5))
    )
    assert step.moves == (RankChange(Ref("b.md"), 2, 1, 0.4, 0.6), RankChange(Ref("a.md"), 1, 2, 0.5, 0.5))


def test_an_effect_has_the_score_before_and_the_added_evidence() -> None:
    after = _hit("a.md", 0.6, _FOUND, _BOOSTED)
    step = TraceStep("boost", given=((_hit("a.md", 0.5, _FOUND),),), hits=(after,))
    assert list(step.effects(10)) == [HitEffect(after, 0.5, (_BOOSTED,))]


def test_a_hit_that_a_step_adds_has_no_score_before() -> None:
    new = _hit("b.md", 0.4, Evidence("spread", 0.4))
    step = TraceStep("spread", given=((_hit("a.md", 0.5),),), hits=(_hit("a.md", 0.5), new))
    assert list(step.effects(10))[1] == HitEffect(new, None, new.why)


def test_a_hit_that_a_step_moves_to_another_section_keeps_its_score_before() -> None:
    phrase = Evidence("phrase", 1.0)
    after = _hit("a.md", 0.5, _FOUND, phrase, section="two")
    step = TraceStep("phrase", given=((_hit("a.md", 0.5, _FOUND, section="one"),),), hits=(after,))
    assert list(step.effects(10)) == [HitEffect(after, 0.5, (phrase,))]


def test_a_fusion_states_no_effects() -> None:
    lists = ((_hit("a.md", 3.0),),)
    fused = _hit("a.md", 1.0, _FOUND)
    assert list(TraceStep("rrf", given=lists, hits=(fused,), is_fusion=True).effects(10)) == [
        HitEffect(fused, None, ())
    ]


def test_effects_stop_at_the_count() -> None:
    hits = tuple(_hit(f"{n}.md", 0.5) for n in range(5))
    assert len(list(TraceStep("pin", given=(hits,), hits=hits).effects(3))) == 3
