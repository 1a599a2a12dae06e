"""An index whose state is read ahead."""

from __future__ import annotations

from dowse.app.sessions.prefetched_store import PrefetchedStore
from dowse.engines.memory.memory_engine import MemoryEngine
from tests.contract.engines import fill
from tests.making import make


def test_files_that_were_not_read_ahead_are_asked_for() -> None:
    engine = MemoryEngine()
    fill(engine, make("a", "text"))
    assert PrefetchedStore(engine, files=False).known() == engine.known() != {}
