"""The pairs of similar rows are those of a comparison of each with each."""

from __future__ import annotations

import numpy as np
import pytest

from dowse.engines.sqlite.vector_file import VectorColumns
from dowse.engines.sqlite.vector_scan import VectorScan
from tests.making import directions

_COUNT = 5_000  # more rows than a slice has
_VECTORS = (directions(_COUNT, 8, seed=3) * 100).astype(np.int8)
_SCAN = VectorScan(
    VectorColumns(
        doc=np.arange(_COUNT) // 3,
        chunk=np.arange(_COUNT) * 2 + 1,
        scale=np.full(_COUNT, 0.01, np.float32),
        vector=_VECTORS,
    )
)


def _pairs(rows: range, since: int) -> list[tuple[int, int, float]]:
    one, other, cosines = _SCAN.alike(np.array(rows), 0.9, since=since)
    return sorted(zip(one.tolist(), other.tolist(), cosines.tolist(), strict=True))


def _each_with_each(rows: range, since: int) -> set[tuple[int, int]]:
    vectors = _VECTORS.astype(np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    near = vectors[list(rows)] @ vectors[since:].T >= 0.9
    found = ((rows[one], since + other) for one, other in np.argwhere(near).tolist())
    return {(2 * one + 1, 2 * other + 1) for one, other in found if one // 3 != other // 3}


@pytest.mark.parametrize("since", [0, 2_300, 4_990])
@pytest.mark.parametrize("rows", [range(2_040, 2_056), range(2_047, 2_049)], ids=["many", "few"])
def test_the_pairs_are_those_of_each_row_with_each_other(rows: range, since: int) -> None:
    expected = _each_with_each(rows, since)
    assert {(one, other) for one, other, _ in _pairs(rows, since)} == expected
    assert since == 4_990 or len(expected) > len(rows)


def test_rows_of_one_document_are_no_pair() -> None:
    assert all((one - 1) // 6 != (other - 1) // 6 for one, other, _ in _pairs(range(30), 0))


def test_no_rows_have_no_pairs() -> None:
    assert _pairs(range(4), _COUNT) == []
