"""Stages refuse numbers that they cannot work with, whoever makes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dowse.stages.per_document import PerDocument
from dowse.stages.rerank import Rerank
from dowse.stages.snippet import CutSnippet


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: PerDocument(most=0), "most is to be 1 at least"),
        (lambda: PerDocument(most=-1), "most is to be 1 at least"),
        (lambda: Rerank(depth=0), "depth is to be 1 at least"),
        (lambda: Rerank(shares=((0, 0.5),)), "every rank of shares is to be 1 at least"),
        (lambda: Rerank(shares=((1, 1.5),)), "every share is to be from 0 to 1"),
        (lambda: Rerank(share_below=-0.1), "every share is to be from 0 to 1, share_below too"),
        (lambda: Rerank(share_below=float("nan")), "every share is to be from 0 to 1, share_below too"),
        (lambda: CutSnippet(size=19), "size is to be from 20 to 10,000"),
        (lambda: CutSnippet(size=10_001), "size is to be from 20 to 10,000"),
    ],
)
def test_a_stage_with_a_number_out_of_range_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


def test_numbers_at_the_ends_of_the_range_are_taken() -> None:
    assert (PerDocument(1).most, Rerank(1, ((1, 0.0),), 1.0).depth) == (1, 1)
    assert [CutSnippet(size).size for size in (20, 10_000)] == [20, 10_000]
