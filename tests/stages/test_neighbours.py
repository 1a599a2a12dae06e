"""What the best hits are linked with is raised."""

from __future__ import annotations

import pytest

from dowse.model.hit import Hit
from dowse.model.ref import Ref
from dowse.stages.neighbours import Neighbours
from tests.contract.engines import Engine
from tests.linked import linked, linking
from tests.making import make
from tests.retrieval.asking import asking


def _raised(engine: Engine, stage: Neighbours = Neighbours(), /, **scores: float) -> dict[str, float]:  # noqa: B008  # a value
    heads = engine.heads(f"{name}.md" for name in scores)
    hits = tuple(Hit(Ref(f"{name}.md"), heads[f"{name}.md"], score) for name, score in scores.items())
    found = stage(hits, asking("x", engine))
    return {hit.head.name: round(hit.score, 4) for hit in found}


def test_a_hit_that_one_of_the_first_three_is_linked_with_rises_by_a_share_of_its_score(engine: Engine) -> None:
    linked(engine, linking("a.md", "e"), make("b.md"), make("c.md"), make("d.md"), make("e.md"), linking("f.md", "a"))
    scores = {"a": 1.0, "b": 0.9, "c": 0.8, "d": 0.5, "e": 0.45, "f": 0.3}
    assert _raised(engine, **scores) == {"a": 1.0, "b": 0.9, "c": 0.8, "e": 0.56, "d": 0.5, "f": 0.41}


def test_the_best_of_several_neighbours_counts_and_no_score_leaves_its_range(engine: Engine) -> None:
    linked(engine, linking("a.md", "c"), linking("b.md", "c"), make("c.md"))
    assert _raised(engine, Neighbours(share=0.5, seeds=2), a=0.9, b=0.8, c=0.7) == {"c": 1.0, "a": 0.9, "b": 0.8}


def test_the_first_hits_keep_their_scores_and_nothing_new_comes_in(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", "new"), make("b.md"), make("new.md"))
    assert _raised(engine, a=1.0, b=0.9) == {"a": 1.0, "b": 0.9}


def test_what_is_linked_with_a_later_hit_stays_where_it_is(engine: Engine) -> None:
    linked(engine, make("a.md"), linking("b.md", "c"), make("c.md"))
    assert _raised(engine, Neighbours(seeds=1), a=1.0, b=0.9, c=0.5) == {"a": 1.0, "b": 0.9, "c": 0.5}


def test_each_relation_raises_by_its_own_decay(engine: Engine) -> None:
    child = linking("child.md", parent="a")
    linked(engine, linking("a.md", "b"), make("b.md"), child)
    stage = Neighbours(share=0.5, seeds=1, decays={"REFERENCES": 1.0, "PARENT_OF": 0.5})
    assert _raised(engine, stage, a=1.0, b=0.1, child=0.1) == {"a": 1.0, "b": 0.6, "child": 0.35}


@pytest.mark.parametrize("decays", [{}, {"PARENT_OF": 1.0}, {"REFERENCES": 0.0}])
def test_a_relation_without_a_decay_raises_nothing(engine: Engine, decays: dict[str, float]) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"))
    assert _raised(engine, Neighbours(seeds=1, decays=decays), a=1.0, b=0.1) == {"a": 1.0, "b": 0.1}


def test_what_was_raised_says_by_what(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"))
    heads = engine.heads(["a.md", "b.md"])
    hits = tuple(Hit(Ref(path), heads[path], score) for path, score in (("a.md", 0.8), ("b.md", 0.2)))
    _, raised = Neighbours(seeds=1)(hits, asking("x", engine))
    assert [(reason.source, reason.value) for reason in raised.why] == [("neighbours", 0.8)]


@pytest.mark.parametrize("numbers", [{"share": 1.5}, {"share": -0.1}, {"seeds": 0}])
def test_numbers_that_raise_nothing_are_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=rf"^{next(iter(numbers))} must be "):
        Neighbours(**numbers)  # type: ignore[arg-type]  # of two types
