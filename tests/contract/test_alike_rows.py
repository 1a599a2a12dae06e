"""The pairs of similar rows are the same for many rows at a time as for each alone."""

from __future__ import annotations

import numpy as np
import pytest

from dowse.engines.sqlite.vector_file import VectorColumns
from dowse.engines.sqlite.vector_scan import VectorScan
from tests.making import directions

_COUNT = 5_000  # more rows than a slice has
_SCAN = VectorScan(
    VectorColumns(
        doc=np.arange(_COUNT) // 3,
        chunk=np.arange(_COUNT) * 2 + 1,
        scale=np.full(_COUNT, 0.01, np.float32),
        vector=(directions(_COUNT, 8, seed=3) * 100).astype(np.int8),
    )
)


def _pairs(rows: range, since: int) -> list[tuple[int, int, float]]:
    one, other, cosines = _SCAN.alike(np.array(rows), 0.9, since=since)
    return sorted(zip(one.tolist(), other.tolist(), cosines.tolist(), strict=True))


@pytest.mark.parametrize("since", [0, 2_300, 4_990])
def test_the_pairs_of_many_rows_are_those_of_each_row(since: int) -> None:
    together = _pairs(range(2_040, 2_056), since)
    assert together == sorted(pair for row in range(2_040, 2_056) for pair in _pairs(range(row, row + 1), since))
    assert len({one for one, *_ in together}) > (1 if since < _COUNT - 10 else 0)


def test_rows_of_one_document_are_no_pair() -> None:
    assert all((one - 1) // 6 != (other - 1) // 6 for one, other, _ in _pairs(range(30), 0))


def test_no_rows_have_no_pairs() -> None:
    assert _pairs(range(4), _COUNT) == []
