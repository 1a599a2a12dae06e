"""Nearness over links as a list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.model.hit import Hits
from dowse.query.ast import FieldEquals
from dowse.retrieval.graph import Graph
from tests.contract.engines import Engine, paths
from tests.linked import linked, linking
from tests.making import make
from tests.retrieval.asking import asking

_CHAIN = (linking("a.md", "b"), linking("b.md", "c"), linking("c.md", "d"), make("d.md"), make("far.md"))


def _scores(hits: Hits) -> dict[str, float]:
    return {hit.head.path: round(hit.score, 3) for hit in hits}


def test_what_is_linked_with_a_named_document_is_found_within_two_hops_either_way(engine: Engine) -> None:
    run = replace(asking("", linked(engine, *_CHAIN)), related=("b.md",))
    assert _scores(Graph()(run)) == {"a.md": 0.8, "c.md": 0.8, "d.md": 0.64}


def test_each_relation_passes_on_by_its_own_decay(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"), linking("child.md", parent="a"))
    run = replace(asking("", engine), seeds=(("a.md", 1.0),))
    assert _scores(Graph(decays={"PARENT_OF": 0.5})(run)) == {"b.md": 0.8, "child.md": 0.5}


def test_the_query_says_how_far_links_are_followed(engine: Engine) -> None:
    linked(engine, *_CHAIN)
    near, far = (replace(asking(text, engine), related=("a.md",)) for text in ("depth:1", "depth:3"))
    assert _scores(Graph()(near)) == {"b.md": 0.8}
    assert _scores(Graph()(far)) == {"b.md": 0.8, "c.md": 0.64, "d.md": 0.512}


def test_without_a_named_document_the_best_hits_are_followed_one_hop(engine: Engine) -> None:
    run = replace(asking("x", linked(engine, *_CHAIN)), seeds=(("a.md", 0.5), ("d.md", 1.0)))
    assert _scores(Graph()(run)) == {"c.md": 0.8, "b.md": 0.4}


def test_filters_bind_and_the_list_is_cut_to_its_limit(engine: Engine) -> None:
    linked(engine, linking("hub.md", *"abc"), make("a.md", tags=("x",)), make("b.md", tags=("x",)), make("c.md"))
    run = replace(asking("", engine, where=FieldEquals("tag", "x")), related=("hub.md",))
    assert paths(Graph()(run)) == ["a.md", "b.md"]
    assert paths(Graph(limit=1)(run)) == ["a.md"]


def test_nothing_is_found_without_links_or_without_a_start(engine: Engine) -> None:
    linked(engine, *_CHAIN)
    assert Graph()(asking("x", engine)) == ()
    assert Graph()(replace(asking("x", engine), related=("far.md",))) == ()
    assert Graph()(replace(asking("x", engine), related=("gone.md",))) == ()


@pytest.mark.parametrize("number", ["seeds", "depth", "limit"])
def test_numbers_that_make_no_list_are_refused(number: str) -> None:
    with pytest.raises(ValueError, match=rf"^{number} must be "):
        replace(Graph(), **{number: 0})  # type: ignore[arg-type]  # mypy takes the value for any of the fields
