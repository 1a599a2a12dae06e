"""How fast links are resolved and followed on a generated vault, and how long it takes to find passages that are alike.

    python benchmarks/linking.py --notes 10000

Every figure but the two that are made once is a median. Budgets are those of two cores.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import apsw
from generated import write_vault

from dowse.app.sessions.vault_session import open_session
from dowse.engines.sqlite.file.index_files import FILE
from dowse.graph.traversal import distances
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import compare_pending, link_pending
from dowse.model.edge import LEAST_ALIKE, MOST_ALIKE
from dowse.query.ast import MatchAll
from dowse.search.graph_analytics import communities, ranked_documents

_REPEATS = 200
_FEW = 3


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, default=10_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as folder:
        _measure(Path(folder), arguments.notes)


def _measure(folder: Path, notes: int) -> None:
    write_vault(folder, notes)
    vault = open_session(folder)
    vault.sync()
    index = vault.engine
    unlimited = TimeBudget(time.monotonic)
    paths = [hit.head.path for hit in index.select(MatchAll(), notes)]
    _mark_all(folder)
    linking = _seconds(lambda: link_pending(index, budget=unlimited, progress=lambda _: None))
    counts = index.counts()
    print(f"{notes:,} notes, {counts.links:,} links, {counts.chunks:,} chunks\n")
    print(f"{'':<44}{'measured':>10}  {'budget':>8}")
    _row("all links resolved", linking, "s", 3.0)
    index.alike(LEAST_ALIKE, MOST_ALIKE)
    comparing = _seconds(lambda: compare_pending(index, budget=unlimited, progress=lambda _: None))
    _row("all passages compared", comparing, "s", 30.0)
    chance = random.Random(5)
    starts = [chance.choice(paths) for _ in range(_REPEATS)]
    hops = [_seconds(lambda path=path: distances((path,), index.edges, depth=2)) for path in starts]  # type: ignore[misc]
    _row("two hops around a note, p50", statistics.median(hops) * 1e3, "ms", 1.0)
    _row("two hops around a note, p95", sorted(hops)[int(0.95 * len(hops))] * 1e3, "ms")
    changed = folder / paths[0]
    changed.write_text(changed.read_text("utf-8") + "\nOne more line.\n", "utf-8")
    _row("one note changed: read, linked, compared", _seconds(vault.sync) * 1e3, "ms")
    for name, question in (("communities", communities), ("PageRank", ranked_documents)):
        _row(f"{name}, whole answer", _median(lambda question=question: question(index)) * 1e3, "ms")  # type: ignore[misc]
    vault.close()


def _mark_all(folder: Path) -> None:
    """Puts every document into the queue again, so that linking can be measured by itself."""
    with apsw.Connection(str(folder / ".dowse" / FILE)) as connection:
        connection.execute("insert or ignore into unlinked select id from documents")
    connection.close()


def _row(what: str, value: float, unit: str, budget: float | None = None) -> None:
    said = "" if budget is None else f"{budget:>8.0f}  {'ok' if value <= budget else 'MISSED'}"
    print(f"{what:<44}{value:>10.2f} {unit:<3}{said}")


def _median(step: Callable[[], object]) -> float:
    return statistics.median(_seconds(step) for _ in range(_FEW))


def _seconds(step: Callable[[], object]) -> float:
    started = time.perf_counter()
    step()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
