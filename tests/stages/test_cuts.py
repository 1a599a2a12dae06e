"""Limit, MinScore and PerDocument: the stages that drop hits."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.model.ref import Ref
from dowse.stages.limit import Limit
from dowse.stages.min_score import MinScore
from dowse.stages.per_document import PerDocument
from tests.making import hit
from tests.retrieval.asking import asking

_HITS = (hit("a.md", 0.9), hit("b.md", 0.3), hit("c.md", 0.2999))


@pytest.mark.parametrize(("most", "limit", "kept"), [(None, 2, 2), (1, 2, 2), (5, 2, 2), (None, 0, 0)])
def test_as_many_are_kept_as_were_asked_for_whatever_the_profile_wants_when_nobody_asks(
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


def test_the_best_chunk_of_a_long_article_says_how_many_matched() -> None:
    """“Search finds 3 chunks from "Long Article.md" … "similarity_score": 0.82 … "matched_chunks": 3”"""
    found = {1: 0.82, 0: 0.75, 2: 0.68}  # by the number of the chunk, from 0
    chunks = [hit(Ref("Long Article.md", "text", n), score)._replace(matched_chunks=1) for n, score in found.items()]
    (best,) = PerDocument()(tuple(chunks), asking("x", MemoryEngine()))
    assert (best.ref.part, best.score, best.matched_chunks) == (1, 0.82, 3)


def test_the_first_hit_of_a_document_counts_the_chunks_of_all_its_hits_and_the_others_their_own() -> None:
    counted = [("a", "1", 2), ("b", "1", 0), ("a", "2", 1), ("a", "3", 4), ("b", "2", 0)]
    hits = tuple(hit(Ref(doc, section))._replace(matched_chunks=count) for doc, section, count in counted)
    kept = PerDocument(2)(hits, asking("x", MemoryEngine()))
    assert [(each.ref.doc, each.matched_chunks) for each in kept] == [("a", 7), ("b", 0), ("a", 1), ("b", 0)]
