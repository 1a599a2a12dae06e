"""Limit, MinScore and PerDocument: the stages that drop hits."""

from __future__ import annotations

import pytest

from dowse.engines.memory import MemoryEngine
from dowse.model.ref import Ref
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.per_document import PerDocument
from tests.making import hit
from tests.retrieval.asking import asking

_HITS = (hit("a.md", 0.9), hit("b.md", 0.3), hit("c.md", 0.2999))


@pytest.mark.parametrize(("most", "limit", "kept"), [(None, 2, 2), (1, 2, 1), (5, 2, 2), (None, 0, 0), (0, 2, 0)])
def test_as_many_are_kept_as_were_asked_for_and_no_more_than_the_profile_says(
    most: int | None, limit: int, kept: int
) -> None:
    assert Limit(most)(_HITS, asking("x", MemoryEngine(), limit=limit)) == _HITS[:kept]


def test_a_score_that_reaches_the_threshold_is_kept() -> None:
    assert MinScore(0.3)(_HITS, asking("x", MemoryEngine())) == _HITS[:2]


def test_a_document_has_no_more_hits_than_it_may() -> None:
    hits = tuple(hit(Ref(doc, section)) for doc, section in [("a", "1"), ("a", "2"), ("b", "1"), ("a", "3")])
    run = asking("x", MemoryEngine())
    assert PerDocument()(hits, run) == (hits[0], hits[2])
    assert PerDocument(2)(hits, run) == hits[:3]
