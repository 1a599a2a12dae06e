"""Links and references are resolved in groups of documents whose names fit into memory."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from tests.contract.engines import fill


def _linked(files: int, calls: int) -> tuple[list[int], MemoryEngine]:
    """The number of linked documents after each group, and the index."""
    engine, done = MemoryEngine(), list[int]()
    body = "".join(f"def f{n}(): return g{n - 1}()\n\n" for n in range(calls))
    for n in range(files):
        text = f"from m{n - 1} import f0 as g0\n\n{body}"
        fill(engine, parse_file(f"m{n}.py", text.encode(), modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=done.append)
    return done, engine


def test_small_source_files_are_linked_in_growing_groups() -> None:
    done, _ = _linked(100, 1)
    assert done == [32, 96, 100]


def test_large_source_files_are_linked_in_smaller_groups_with_the_same_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    _, engine = _linked(70, 3)
    edges = sorted(map(str, engine.references()))
    monkeypatch.setattr("dowse.graph.source_references.reference_resolver._MOST_NAMES", 50)
    done, in_groups = _linked(70, 3)
    assert done[:6] == [32, 48, 56, 60, 62, 63]
    assert sorted(map(str, in_groups.references())) == edges
    assert len(edges) > 70
