"""The pairs of similar rows are those of a comparison of each with each."""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import numpy as np
import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.vectors import similarity, vector_scan
from dowse.engines.sqlite.vectors.vector_file import VectorColumns
from dowse.engines.sqlite.vectors.vector_scan import SimilarPairs, VectorScan
from dowse.model.edge import Edge
from dowse.ports.indexed_document import WriteBatch
from tests.contract.engines import fill
from tests.making import directions, make, whole

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
    slices = _SCAN.alike(np.array(rows), 0.9, since=since)
    return sorted(pair for pairs in slices for pair in zip(*(each.tolist() for each in pairs), strict=True))


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


def test_pairs_of_many_similar_rows_are_stored_a_part_at_a_time(
    sqlite: SqliteEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 10,000 similar chunks the pairs of a block took 270 MB at once."""
    documents = [make(f"{n}.md", f"text {n}") for n in range(400)]
    fill(sqlite, *documents)
    rows = np.float32(3) + directions(len(documents), 8, seed=7)
    sqlite.write(WriteBatch(vectors={whole(each).digest: row for each, row in zip(documents, rows, strict=True)}))

    def neighbours() -> Sequence[Edge]:
        sqlite.alike(0.9, 3)
        sqlite.compare(len(documents))
        return sqlite.edges()

    at_once = neighbours()
    sqlite.alike(0.8, 1)
    stored, store = list[int](), similarity._store

    def counted(connection: apsw.Connection, pairs: SimilarPairs, most: int) -> None:
        stored.append(len(pairs[0]))
        store(connection, pairs, most)

    monkeypatch.setattr(similarity, "_store", counted)
    monkeypatch.setattr(similarity, "_BATCH", 1_000)
    monkeypatch.setattr(vector_scan, "_SLICE", 16)
    assert neighbours() == at_once
    assert len(at_once) > len(documents)
    assert max(stored) < 1_000 + 16 * 256 < sum(stored)
