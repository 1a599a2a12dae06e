"""`dowse model bench`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from ...app.evaluation import judge, models, sets
from ...app.model_benchmark import EmbeddingSpeed, texts_of, timed
from ...app.models import known_models
from ...app.results.json_fields import Json
from ...app.vault_session import VaultSession, open_session
from ...model.errors import VaultError
from ...search.profiles import DEFAULT
from .terminal import ProgressLine, echo_json, echo_lines, remark

_METRIC = "ndcg@10"


@click.command("bench")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--folder", type=click.Path(path_type=Path), help="Vault whose notes are embedded.")
@click.option(
    "--judged", type=click.Path(path_type=Path), help="Test set, or a folder of test sets: also report nDCG@10."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench_command(names: tuple[str, ...], folder: Path | None, judged: Path | None, as_json: bool) -> None:
    """Benchmark embedding models: speed, and quality on a test set.

    Without NAME, measures the bundled model and all pulled models. The benchmark embeds up to 256 chunks of the vault,
    or generated texts where there is no vault.

    \b
      dowse model bench
      dowse model bench static minilm ./my-model
      dowse model bench static minilm --judged judged/cacm
    """
    asked = [(name, models(embedder=name)) for name in names or ("static", *_pulled())]
    judged_sets = sets(judged) if judged else ()
    texts = texts_of(_vault(folder))
    rows: list[tuple[EmbeddingSpeed, dict[str, float]]] = []
    for name, by in asked:
        with ProgressLine(Path(name)) as progress:
            speed = timed(by.embedder, texts, progress=lambda done, total: progress("meaning", done, total))
        quality: dict[str, float] = {}
        for path in judged_sets:
            with ProgressLine(path) as progress:
                (evaluation,) = judge(path, [DEFAULT], ["hybrid"], progress=progress, by=by).evaluations
            quality[path.name] = evaluation.figures[_METRIC].mean
        rows.append((speed, quality))
    if as_json:
        echo_json([_json(speed, quality) for speed, quality in rows])
    else:
        echo_lines(_table(rows))
        remark(f"{len(texts)} chunks; first query: includes loading the model; {os.cpu_count()} processors")


def _pulled() -> Iterator[str]:
    for known in known_models():
        if known.pulled and known.preset.kind == "embedder":
            yield known.preset.name


def _vault(folder: Path | None) -> VaultSession | None:
    try:
        vault = open_session(folder)
    except VaultError:
        if folder is not None:
            raise
        return None
    return vault


def _table(rows: list[tuple[EmbeddingSpeed, dict[str, float]]]) -> list[str]:
    width = max(len("embedder"), *(len(speed.embedder) for speed, _ in rows))
    sets_ = list(rows[0][1])
    head = f"{'embedder':<{width}}  chunks/s  query ms  first query ms" + "".join(f"  {name:>9}" for name in sets_)
    lines = [head]
    for speed, quality in rows:
        figures = f"{speed.texts_per_second:>8,.0f}  {speed.query_ms:>8.2f}  {speed.first_ms:>14,.0f}"
        lines.append(f"{speed.embedder:<{width}}  {figures}" + "".join(f"  {quality[name]:>9.3f}" for name in sets_))
    return lines


def _json(speed: EmbeddingSpeed, quality: dict[str, float]) -> dict[str, Json]:
    ndcg: dict[str, Json] = {name: round(value, 4) for name, value in quality.items()}
    return {
        "embedder": speed.embedder,
        "chunks": speed.texts,
        "chunks_per_second": round(speed.texts_per_second, 1),
        "query_ms": round(speed.query_ms, 3),
        "first_query_ms": round(speed.first_ms, 1),
        "ndcg@10": ndcg,
    }
