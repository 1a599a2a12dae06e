"""Where a text stands in another."""

from __future__ import annotations

from dowse.analysis.text_offsets import offsets_of


def test_a_text_is_found_at_each_place_also_where_it_overlaps() -> None:
    assert list(offsets_of("aa", "aaa b aa")) == [0, 1, 6]
    assert list(offsets_of("c", "aaa")) == []
