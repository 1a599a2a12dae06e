"""Components refuse numbers outside the range of a parameter, in settings files and in Python alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dowse.ports.storage import FieldWeights
from dowse.retrieval.keyword import Keyword
from dowse.stages.limit import Limit
from dowse.stages.per_document import PerDocument
from dowse.stages.rerank import Rerank
from dowse.stages.snippets.snippet import CutSnippet
from dowse.stages.tag_boost import TagBoost
from dowse.stages.time_boost import TimeBoost


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: PerDocument(most=0), "most must be 1 or more, got 0"),
        (lambda: PerDocument(most=-1), "most must be 1 or more, got -1"),
        (lambda: PerDocument(most="3"), "most must be a number, got '3'"),  # type: ignore[arg-type]  # a mistake
        (lambda: PerDocument(most=None), "most must be a number, got None"),  # type: ignore[arg-type]  # a mistake
        (lambda: Rerank(depth=0), "depth must be 1 or more, got 0"),
        (lambda: Rerank(shares=((0, 0.5),)), "shares rank must be 1 or more, got 0"),
        (lambda: Rerank(shares=((1, 1.5),)), "shares share must be from 0 to 1, got 1.5"),
        (lambda: Rerank(share_below=-0.1), "share_below must be from 0 to 1, got -0.1"),
        (lambda: Rerank(share_below=float("nan")), "share_below must be from 0 to 1, got nan"),
        (lambda: TimeBoost(max_boost=float("inf")), "max_boost must be 0 or more, got inf"),
        (lambda: TagBoost(least=3.0), r"least must be from 0 to most \(2\), got 3"),
        (lambda: Keyword(weights=FieldWeights(title=-1)), r"weights\.title must be 0 or more, got -1"),
        (lambda: CutSnippet(size=19), "size must be from 20 to 10,000, got 19"),
        (lambda: CutSnippet(size=10_001), "size must be from 20 to 10,000, got 10,001"),
    ],
)
def test_a_component_with_a_number_out_of_range_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=f"^{told}$"):
        make()


def test_a_parameter_without_a_default_may_be_left_out() -> None:
    assert Limit(None) == Limit()


def test_numbers_at_the_ends_of_the_range_are_taken() -> None:
    assert (PerDocument(1).most, Rerank(1, ((1, 0.0),), 1.0).depth) == (1, 1)
    assert [CutSnippet(size).size for size in (20, 10_000)] == [20, 10_000]
