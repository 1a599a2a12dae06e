"""Boosted scores stay within one."""

from __future__ import annotations

import pytest

from dowse.model.document import Head
from dowse.model.hit import Evidence, Hit
from dowse.model.ref import Ref
from dowse.stages.scaling import rescored_within_one, within_one


@pytest.mark.parametrize("factors", [(0.5, 0.5, 0.25, 0.5), (1.5, 1.1, 1.7, 1.5), (1.0, 0.9, 1.0, 1.0)])
def test_hits_with_given_scores_are_those_that_are_scored_one_by_one(factors: tuple[float, ...]) -> None:
    hits = [Hit(Ref(f"{n}.py"), Head(f"{n}.py", f"{n}.py", "code", ""), 1 - n / 3) for n in range(4)]
    reasons = [Evidence("boost", factor) if factor != 1 else None for factor in factors]
    scores = [hit.score * factor for hit, factor in zip(hits, factors, strict=True)]
    scored = (
        hit.scored(score, "boost", factor) if factor != 1 else hit
        for hit, score, factor in zip(hits, scores, factors, strict=True)
    )
    assert rescored_within_one(hits, scores, reasons) == within_one(scored)


def test_no_hits_have_no_scores() -> None:
    assert rescored_within_one((), (), ()) == ()
