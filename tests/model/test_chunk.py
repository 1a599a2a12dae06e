"""The chunk that an offset of a text belongs to."""

from __future__ import annotations

from bisect import bisect_right

import pytest

from dowse.chunking.by_window import ByWindow
from dowse.model.chunk import chunk_at, chunk_bounds
from tests.making import make


def test_an_offset_in_an_overlap_belongs_to_the_chunk_with_more_text_around_it() -> None:
    assert chunk_bounds([(0, 20), (16, 36), (32, 50)]) == [18, 34]


@pytest.mark.parametrize(
    ("spans", "bounds"), [([], []), ([(3, 9)], []), ([(0, 4), (6, 9)], [6]), ([(0, 4), (4, 9)], [4])]
)
def test_without_an_overlap_a_chunk_ends_where_the_next_one_begins(
    spans: list[tuple[int, int]], bounds: list[int]
) -> None:
    assert chunk_bounds(spans) == bounds


@pytest.mark.parametrize("overlap", [0, 1, 7, 15, 19])
def test_each_offset_belongs_to_a_chunk_that_contains_it(overlap: int) -> None:
    chunks = ByWindow(size=20, overlap=overlap, from_size=0, least_tail=5)(make("a.md", "x" * 100))
    spans = [(chunk.start, chunk.end) for chunk in chunks]
    bounds = chunk_bounds(spans)
    for offset in range(100):
        start, end = spans[bisect_right(bounds, offset)]
        assert start <= offset < end
        assert spans[chunk_at(spans, offset)] == (start, end)
