"""How fast dowse is on a generated vault, beside a scan of all files and plain FTS5 in the same run.

    python benchmarks/speed.py --notes 10000

Every figure is a median unless its name says otherwise. Budgets are those of two cores; other machines, other figures:
compare the ratios.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from baselines import PlainFts5, scan
from generated import queries, write_vault

_SMALL = 1_000  # notes of the vault for first search and cold start
_REPEATS = 7
_NOTES_A_SECOND, _CHUNKS_A_SECOND = 2_000, 1_500  # the budgets of words and of vectors, here one after the other


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    value: float
    unit: str
    budget: float | None = None
    more_is_better: bool = False

    @property
    def verdict(self) -> str:
        """Whether the budget is kept, and by what factor."""
        if self.budget is None:
            return ""
        factor = self.value / self.budget if self.more_is_better else self.budget / self.value
        return f"ok ({factor:.1f} x)" if factor >= 1 else f"MISSED ({factor:.2f} x)"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, default=10_000, help="size of the large vault")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", metavar="VAULT", help=argparse.SUPPRESS)  # the measured process itself
    arguments = parser.parse_args()
    if arguments.inside:
        print(json.dumps(_inside(Path(arguments.inside), arguments.queries)))
        return
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as folder:
        rows = _measure(Path(folder), arguments.notes, arguments.queries)
    if arguments.json:
        print(json.dumps([{"what": row.what, "value": row.value, "unit": row.unit} for row in rows], indent=2))
        return
    print(f"{'':<44}{'measured':>12}  {'unit':<10}{'budget':>10}")
    for row in rows:
        budget = "" if row.budget is None else f"{row.budget:,.0f}"
        print(f"{row.what:<44}{row.value:>12,.1f}  {row.unit:<10}{budget:>10}  {row.verdict}")


def _measure(folder: Path, notes: int, asked: int) -> list[Row]:
    small, large = folder / "small", folder / "large"
    write_vault(small, _SMALL)
    write_vault(large, notes)
    first = _command_seconds(small, repeats=1)
    cold = _command_seconds(small, repeats=_REPEATS)
    inside = json.loads(
        subprocess.run(
            [sys.executable, __file__, "--inside", str(large), "--queries", str(asked)],
            check=True, capture_output=True, text=True,
        ).stdout
    )  # fmt: skip
    within = notes <= 10_000
    return [
        Row(f"first search of {_SMALL:,} unseen notes", first, "s", 3.0),
        Row(f"command, {_SMALL:,} notes, start to answer", cold * 1e3, "ms", 300.0),
        Row("first index, with vectors", inside["notes_per_s"], "notes/s", inside["budget"], more_is_better=True),
        Row(f"unchanged check, {notes:,} files", inside["check_ms"], "ms", 150.0 if within else None),
        Row("warm search p50", inside["p50_ms"], "ms", 10.0 if within else 40.0),
        Row("warm search p95", inside["p95_ms"], "ms"),
        Row("  by words alone p50", inside["fulltext_ms"], "ms"),
        Row("  by meaning alone p50", inside["vector_ms"], "ms"),
        Row("resident memory, open and searched", inside["searched_mb"], "MB", 200.0 if within else None),
        Row("resident memory, indexing (peak)", inside["peak_mb"], "MB"),
        Row("index size", inside["index_mb"], "MB"),
        Row("  of notes", inside["notes_mb"], "MB"),
        *_baseline_rows(large, folder, inside["p50_ms"], asked),
    ]


def _baseline_rows(large: Path, folder: Path, p50_ms: float, asked: int) -> list[Row]:
    plain = PlainFts5(folder / "plain.db")
    started = time.perf_counter()
    plain.index(large)
    seconds = time.perf_counter() - started
    notes = sum(1 for _ in large.rglob("*.md"))
    plain_ms = _median_ms(plain.search, list(queries(asked)))
    scan_ms = _median_ms(lambda query: scan(large, query), list(queries(3)))
    return [
        Row("baseline: plain FTS5 index", notes / seconds, "notes/s"),
        Row("baseline: plain FTS5 search p50", plain_ms, "ms"),
        Row("  dowse / plain FTS5", p50_ms / plain_ms, "ratio"),
        Row("baseline: scan of all files p50", scan_ms, "ms"),
        Row("  dowse / scan", p50_ms / scan_ms, "ratio"),
    ]


Figures = dict[str, float]


def _inside(folder: Path, asked: int) -> Figures:
    """Figures of one process that indexes, and of a second one that only opens and searches."""
    if (folder / ".dowse").exists():
        return _searched(folder, asked)
    from dowse.app.sessions.vault_session import open_session  # noqa: PLC0415  # so that the driver's memory does not count

    vault = open_session(folder)
    seconds = _seconds(vault.sync)
    counts = vault.engine.counts()
    vault.close()
    peak = peak_mb()
    searched: Figures = json.loads(
        subprocess.run(
            [sys.executable, __file__, "--inside", str(folder), "--queries", str(asked)],
            check=True, capture_output=True, text=True,
        ).stdout
    )  # fmt: skip
    return searched | {
        "notes_per_s": counts.documents / seconds,
        "budget": counts.documents / (counts.documents / _NOTES_A_SECOND + counts.chunks / _CHUNKS_A_SECOND),
        "peak_mb": peak,
    }


def _searched(folder: Path, asked: int) -> Figures:
    from dowse.app.sessions.vault_session import open_session  # noqa: PLC0415  # as above
    from dowse.search.execute import Request  # noqa: PLC0415  # as above

    vault = open_session(folder)
    texts = list(queries(asked))
    checks = [_ms(vault.scan) for _ in range(_REPEATS)]
    vault.search(Request(texts[0]))
    warm = sorted(_ms(partial(vault.search, Request(text))) for text in texts)
    index_files = [path for path in vault.folder.iterdir() if path.is_file()]
    return {
        "check_ms": statistics.median(checks),
        "p50_ms": statistics.median(warm),
        "p95_ms": warm[int(0.95 * len(warm))],
        "fulltext_ms": _median_ms(lambda text: vault.search(Request(text, mode="fulltext")), texts),
        "vector_ms": _median_ms(lambda text: vault.search(Request(text, mode="vector")), texts),
        "searched_mb": peak_mb(),
        "index_mb": sum(path.stat().st_size for path in index_files) / 1e6,
        "notes_mb": sum(path.stat().st_size for path in folder.rglob("*.md")) / 1e6,
    }


def peak_mb() -> float:
    """The most memory this process has had. Not getrusage on Linux: that counts the process it was forked from too."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text("utf-8").split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def _command_seconds(folder: Path, *, repeats: int) -> float:
    command = [str(Path(sys.executable).with_name("dowse")), "search", "the garden project meeting", str(folder)]
    return statistics.median(
        _seconds(lambda: subprocess.run(command, check=True, capture_output=True)) for _ in range(repeats)
    )


def _median_ms(ask: Callable[[str], object], texts: list[str]) -> float:
    return statistics.median(_ms(partial(ask, text)) for text in texts)


def _ms(step: Callable[[], object]) -> float:
    return _seconds(step) * 1e3


def _seconds(step: Callable[[], object]) -> float:
    started = time.perf_counter()
    step()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
