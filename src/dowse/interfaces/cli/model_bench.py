"""`dowse model bench`."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import click

from ...app.model_benchmark import BenchmarkRequest, BenchmarkResult, benchmark
from .shared_flags import PathType
from .terminal import ProgressLine, echo_json, echo_lines, echo_remark


@click.command("bench")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--folder", type=PathType(), help="Vault whose notes are embedded.")
@click.option("--judged", type=PathType(), help="Test set, or a folder of test sets: also report nDCG@10.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench_command(names: tuple[str, ...], folder: Path | None, judged: Path | None, as_json: bool) -> None:
    """Benchmark embedding models: speed, and quality on a test set.

    Without NAME, measures the bundled model and all pulled or installed models. The benchmark embeds up to 256 chunks
    of the vault, or generated texts where there is no vault.

    \b
      dowse model bench
      dowse model bench static minilm ./my-model
      dowse model bench static minilm --judged judged/cacm
    """
    rows: list[BenchmarkResult] = []
    with ExitStack() as lines:
        request = BenchmarkRequest(names, folder, judged)
        for row in benchmark(request, progress=lambda path: lines.enter_context(ProgressLine(path))):
            lines.close()  # the lines of the finished model
            rows.append(row)
    if as_json:
        echo_json([row.to_dict() for row in rows])
    else:
        echo_lines(_table(rows))
        texts = rows[0].speed.texts
        echo_remark(f"{texts} chunks; first query: includes loading the model; {os.cpu_count()} processors")


def _table(rows: list[BenchmarkResult]) -> list[str]:
    width = max(len("embedder"), *(len(row.speed.embedder) for row in rows))
    collections = list(rows[0].quality)
    header = f"{'embedder':<{width}}  chunks/s  query ms  first query ms" + "".join(
        f"  {name:>9}" for name in collections
    )
    lines = [header]
    for row in rows:
        speed, quality = row.speed, row.quality
        figures = f"{speed.texts_per_second:>8,.0f}  {speed.query_ms:>8.2f}  {speed.first_ms:>14,.0f}"
        lines.append(
            f"{speed.embedder:<{width}}  {figures}" + "".join(f"  {quality[name]:>9.3f}" for name in collections)
        )
    return lines
