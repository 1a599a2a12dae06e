"""A scan of all vectors that runs beside the other questions of a search finds what one finds that waits for them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np
import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.engines.sqlite.vectors import background_scan, vector_scan
from dowse.engines.sqlite.vectors.background_scan import BackgroundScan
from dowse.engines.sqlite.vectors.vector_file import VectorColumns
from dowse.engines.sqlite.vectors.vector_scan import VectorScan
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.questions import MatchQuestion, NearestQuestion
from dowse.ports.storage import FieldWeights, Question
from dowse.query.ast import Expr, FieldEquals, MatchAll, Not
from tests.contract.engines import fill
from tests.making import directions, make, whole

_ROWS = directions(40, 8, seed=5)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The scans that were started, of vectors of any size."""
    found: list[object] = []

    class Recorded(BackgroundScan[object]):
        def __init__(self, scan: Callable[[], object]) -> None:
            super().__init__(scan)
            found.append(self)

    monkeypatch.setattr(vector_scan, "LEAST_BYTES", 0)
    monkeypatch.setattr(background_scan, "_PROCESSORS", 2)
    monkeypatch.setattr("os.getloadavg", lambda: (1.5, 9.0, 9.0), raising=False)
    monkeypatch.setattr(vector_scan, "BackgroundScan", Recorded)
    return found


def _scan() -> VectorScan:
    vectors = (_ROWS * 100).astype(np.int8)
    ids = np.arange(len(vectors))
    return VectorScan(VectorColumns(ids // 2, ids, np.full(len(vectors), 0.01, np.float32), vectors))


@pytest.mark.parametrize("first", [1, 3, 40, 99])
def test_a_background_scan_gives_all_rows_in_the_same_order(first: int, started: list[object]) -> None:
    scan = _scan()
    begun = scan.start(_ROWS[7], first)
    assert [*scan.nearest(_ROWS[7], first, begun)] == [*scan.nearest(_ROWS[7], first)]
    assert [*scan.nearest(_ROWS[7], 7, begun)] == [*scan.nearest(_ROWS[7], 7)]
    assert len(started) == 1


def test_a_search_scans_itself_where_no_thread_can_be_started(
    started: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_run: Callable[[], None], _arguments: tuple[()]) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("_thread.start_new_thread", refused)
    assert _scan().start(_ROWS[7], 9) is None
    assert not started


def test_a_search_scans_itself_and_once_while_the_thread_waits_for_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[Callable[[], None]] = []
    monkeypatch.setattr("_thread.start_new_thread", lambda run, _arguments: threads.append(run))
    numbers = count()
    scan = BackgroundScan(lambda: next(numbers))
    assert [scan.result(), scan.result()] == [0, 0]
    (run,) = threads
    run()
    assert (scan.result(), next(numbers)) == (0, 1)


def test_few_vectors_those_of_another_length_a_single_processor_and_a_busy_machine_start_no_scan(
    started: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _scan().start(_ROWS[7][:4], 1) is None
    monkeypatch.setattr(vector_scan, "LEAST_BYTES", 40 * 8 + 1)
    assert _scan().start(_ROWS[7], 1) is None
    monkeypatch.setattr(vector_scan, "LEAST_BYTES", 40 * 8)
    monkeypatch.setattr("os.getloadavg", lambda: (1.6, 0.0, 0.0), raising=False)
    assert _scan().start(_ROWS[7], 1) is None
    monkeypatch.setattr(background_scan, "_PROCESSORS", 1)
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    assert _scan().start(_ROWS[7], 1) is None
    assert not started


def test_an_error_of_a_background_scan_is_that_of_its_result() -> None:
    scan = BackgroundScan(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        scan.result()


@pytest.mark.parametrize(
    ("where", "is_started"),
    [(MatchAll(), True), (Not(FieldEquals("tag", "plain")), True), (FieldEquals("tag", "rare"), False)],
    ids=["all", "most", "few"],
)
def test_a_search_starts_the_scan_unless_its_filter_selects_few_documents(
    sqlite: SqliteEngine, where: Expr, is_started: bool, started: list[object]
) -> None:
    documents = [make(f"{n}.md", f"zebra {n}", tags=("rare",) if n == 7 else ("striped",)) for n in range(40)]
    fill(sqlite, *documents)
    sqlite.write(WriteBatch(vectors={whole(each).digest: row for each, row in zip(documents, _ROWS, strict=True)}))
    expected = sqlite.nearest(_ROWS[7], where, 9)
    questions: list[Question] = [
        MatchQuestion(("zebra",), where, 9, FieldWeights()),
        NearestQuestion(_ROWS[7], where, 9),
    ]
    with sqlite.snapshot() as reader:
        reader.prefetch(questions)
        assert reader.nearest(_ROWS[7], where, 9) == expected
        assert len(started) == is_started
        assert reader.nearest(_ROWS[7], MatchAll(), 30) == sqlite.nearest(_ROWS[7], MatchAll(), 30)
    assert len(expected) == (1 if where == FieldEquals("tag", "rare") else 9)
