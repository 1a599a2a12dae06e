"""The measures are those of ir_measures, which computes them by trec_eval."""

from __future__ import annotations

from typing import Any, cast

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, R, Success, nDCG

from dowse.filesystem.trec_run import run_id, write_run
from dowse.search.evaluate import JudgedQuery, evaluate

_MEASURES = {"ndcg@10": nDCG @ 10, "mrr@10": RR @ 10, "recall@100": R @ 100, "success@1": Success @ 1}
_IDS = st.sampled_from([f"doc {n}%/ä.md" for n in range(15)])
_CASE = st.tuples(st.lists(_IDS, unique=True), st.dictionaries(_IDS, st.integers(0, 3), min_size=1))


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(_CASE.filter(lambda case: any(case[1].values())), min_size=1, max_size=5))
def test_the_values_of_each_query_are_those_of_trec_eval_on_the_run_file(
    tmp_path_factory: pytest.TempPathFactory, cases: list[tuple[list[str], dict[str, int]]]
) -> None:
    queries = [JudgedQuery(f"q {n}", str(n), relevant) for n, (_, relevant) in enumerate(cases)]
    found = evaluate("x", queries, lambda text: cases[int(text)][0])
    run = tmp_path_factory.mktemp("run") / "x.run"
    write_run(run, found.rankings, tag="dowse x")
    judged = [
        ir_measures.Qrel(run_id(query.id), run_id(doc), int(grade))
        for query in queries
        for doc, grade in query.relevant.items()
    ]
    names = {str(measure): name for name, measure in _MEASURES.items()}
    expected: dict[str, dict[str, float]] = {name: {} for name in _MEASURES}
    rows = cast(Any, ir_measures).read_trec_run(str(run))
    for each in ir_measures.iter_calc(_MEASURES.values(), judged, list(rows)):
        expected[names[str(each.measure)]][each.query_id] = each.value
    for name, values in found.values.items():
        given_values = {run_id(query): value for query, value in values.items()}
        assert given_values == pytest.approx({query: expected[name].get(query, 0.0) for query in given_values})
