"""Chunk hits to the granularity of the profile."""

from __future__ import annotations

from dowse.fusion.collapse import fold
from dowse.fusion.merge import merged
from dowse.model.hit import Evidence, Hit, Hits
from dowse.model.ref import Ref
from tests.making import hit

_GOALS, _PLAN_0, _PLAN_1 = Ref("a.md", "goals"), Ref("a.md", "plan", 0), Ref("a.md", "plan", 1)


def _chunk(ref: Ref, score: float) -> Hit:
    """A hit as it comes from a search by meaning."""
    return hit(ref, score)._replace(matched_chunks=1)


_CHUNKS = (_chunk(_PLAN_1, 0.9), _chunk(Ref("b.md", "x"), 0.8), _chunk(_GOALS, 0.7), _chunk(_PLAN_0, 0.2))


def _seen(hits: Hits) -> list[tuple[str, float, str, int]]:
    return [(str(hit.ref), hit.score, str(hit.spot or ""), hit.matched_chunks) for hit in hits]


def test_a_document_is_ranked_once_by_its_best_chunk_and_counts_the_others() -> None:
    assert _seen(fold(_CHUNKS, "document")) == [("a.md", 0.9, "a.md#plan@1", 3), ("b.md", 0.8, "b.md#x", 1)]


def test_a_section_is_ranked_once_by_its_best_part() -> None:
    chunks = (_CHUNKS[0], _CHUNKS[2], _CHUNKS[3])
    assert _seen(fold(chunks, "section")) == [("a.md#plan", 0.9, "a.md#plan@1", 2), ("a.md#goals", 0.7, "", 1)]


def test_the_best_chunk_need_not_come_first() -> None:
    assert _seen(fold((_chunk(_GOALS, 0.1), _chunk(_PLAN_0, 0.6)), "document")) == [("a.md", 0.6, "a.md#plan@0", 2)]


def test_of_equal_chunks_the_first_is_the_spot() -> None:
    assert fold((hit(_GOALS, 0.5), hit(_PLAN_0, 0.5)), "document")[0].spot == _GOALS


def test_documents_that_are_the_unit_already_stay_as_they_are() -> None:
    whole = hit("a.md", 0.5)._replace(spot=_GOALS, matched_chunks=3)
    assert fold((whole,), "document") == (whole,)


def test_what_was_found_by_word_counts_no_chunks() -> None:
    assert _seen(fold((hit(_GOALS, 0.5), hit(Ref("a.md", "plan"), 0.2)), "document")) == [
        ("a.md", 0.5, "a.md#goals", 0)
    ]


def test_a_section_that_matched_counts_its_parts_with_it() -> None:
    plan = Ref("a.md", "plan")
    chunks = (_chunk(plan, 0.9), _chunk(_PLAN_0, 0.5))
    assert _seen(fold(chunks, "section")) == [("a.md#plan", 0.9, "", 2)]


def test_folding_sections_to_documents_adds_their_chunks_up() -> None:
    (found, *_) = fold(fold(_CHUNKS, "section"), "document")
    assert (found.ref, found.matched_chunks) == (Ref("a.md"), 3)


def test_folding_twice_is_folding_once() -> None:
    assert fold(fold(_CHUNKS, "document"), "document") == fold(_CHUNKS, "document")


def test_the_evidence_of_the_best_chunk_is_kept() -> None:
    best = hit(_GOALS, 0.9).because("cosine", 0.9)
    assert fold((hit(_PLAN_0, 0.1).because("cosine", 0.1), best), "document")[0].why == (Evidence("cosine", 0.9),)


def test_nothing_folds_to_nothing() -> None:
    assert fold((), "document") == ()


def test_equal_units_keep_the_order_they_came_in() -> None:
    assert [hit.ref.doc for hit in fold((hit("c"), hit("a"), hit("b")), "document")] == ["c", "a", "b"]


def test_merging_takes_the_spot_and_the_count_from_whichever_list_has_them() -> None:
    keyword, semantic = hit("a.md", 7.0), hit("a.md", 0.5)._replace(spot=_GOALS, matched_chunks=2)
    (found,) = merged(
        {"keyword": (keyword,), "semantic": (semantic,)}, {"keyword": [0.5], "semantic": [0.0]}, label="x"
    )
    assert (found.spot, found.matched_chunks, found.score) == (_GOALS, 2, 0.5)
