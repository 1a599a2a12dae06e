"""What the best hits are linked with comes in."""

from __future__ import annotations

import pytest

from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.query.ast import FieldEquals
from dowse.stages.spread import Spread
from tests.contract.engines import Engine
from tests.linked import linked, linking
from tests.making import make
from tests.retrieval.asking import asking


def _hits(engine: Engine, **scores: float) -> Hits:
    heads = engine.heads(f"{name}.md" for name in scores)
    return tuple(Hit(Ref(f"{name}.md"), heads[f"{name}.md"], score) for name, score in scores.items())


def _spread(stage: Spread, engine: Engine, **scores: float) -> dict[str, float]:
    found = stage(_hits(engine, **scores), asking("x", engine))
    return {hit.head.name: round(hit.score, 4) for hit in found}


def test_a_neighbour_comes_in_with_the_score_that_reaches_it(engine: Engine) -> None:
    """“Each hop multiplies the score by a decay factor”, 0.8 by default"""
    linked(engine, linking("a.md", "b"), linking("c.md", "a"), make("b.md"))
    assert _spread(Spread(), engine, a=1.0) == {"a": 1.0, "b": 0.8, "c": 0.8}


def test_each_relation_passes_on_by_its_own_decay(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"), linking("child.md", parent="a"))
    assert _spread(Spread(decays={"PARENT_OF": 0.9}), engine, a=1.0) == {"a": 1.0, "child": 0.9, "b": 0.8}


def test_one_decay_overrides_those_of_the_relations(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"), linking("child.md", parent="a"))
    stage = Spread(decay=0.6, decays={"PARENT_OF": 0.9})
    assert _spread(stage, engine, a=1.0) == {"a": 1.0, "b": 0.6, "child": 0.6}


def test_a_hit_keeps_its_own_score_where_that_is_higher(engine: Engine) -> None:
    """“De-duplicate: keep highest score per node across all seeds and BFS paths”"""
    linked(engine, linking("a.md", "b", "c"), make("b.md"), make("c.md"))
    assert _spread(Spread(), engine, a=1.0, b=0.9, c=0.3) == {"a": 1.0, "b": 0.9, "c": 0.8}


def test_what_is_reached_below_the_least_score_stays_out(engine: Engine) -> None:
    """“Prune early if the best possible decay can't pass minScore”, 0.5"""
    linked(engine, linking("a.md", "b"), linking("b.md", "c"), make("c.md"))
    assert _spread(Spread(), engine, a=0.6) == {"a": 0.6}
    assert _spread(Spread(depth=3, least=0.3), engine, a=0.6) == {"a": 0.6, "b": 0.48, "c": 0.384}


def test_a_decay_that_is_stated_counts_for_every_kind(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), linking("b.md", parent="c"), make("c.md"))
    found = _spread(Spread(depth=2, decay=0.5, least=0.0), engine, a=1.0)
    assert found == {"a": 1.0, "b": 0.5, "c": 0.25}


def test_only_the_first_hits_spread(engine: Engine) -> None:
    linked(engine, linking("a.md"), linking("b.md", "c"), make("c.md"))
    assert _spread(Spread(seeds=1, least=0.0), engine, a=1.0, b=0.9) == {"a": 1.0, "b": 0.9}


def test_what_a_filter_leaves_out_does_not_come_in(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", "c"), make("b.md", tags=("x",)), make("c.md"))
    run = asking("x", engine, where=FieldEquals("tag", "x"))
    assert [hit.head.path for hit in Spread()(_hits(engine, a=1.0), run)] == ["a.md", "b.md"]


def test_what_came_in_says_why(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"))
    _, brought = Spread()(_hits(engine, a=1.0), asking("x", engine))
    assert [(reason.source, reason.value) for reason in brought.why] == [("spread", 0.8)]


@pytest.mark.parametrize("numbers", [{"seeds": 0}, {"depth": -1}, {"decay": 1.5}, {"least": 2.0}])
def test_numbers_that_spread_nothing_are_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=rf"^{next(iter(numbers))} must be "):
        Spread(**numbers)  # type: ignore[arg-type]  # of several types
