"""`dowse eval`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from ...app.evaluation import CollectionResult, EvaluationRequest, evaluate_sets, means_over
from ...model.search_mode import MODES, Mode
from ..presenters.sanitize import visible
from .shared_flags import ModeType, PathType, selected_folder, vault_option
from .terminal import ProgressLine, echo_json, echo_lines


@click.command("eval")
@click.argument("folder", type=PathType())
@click.option(
    "--profile", "profiles", multiple=True, metavar="X", help="Profile to evaluate; repeatable (default: default)."
)
@click.option("--mode", "modes", multiple=True, type=ModeType(), help="Mode to evaluate; repeatable (default: all).")
@vault_option(several=False)
@click.option("--embedder", default="static", metavar="NAME", help="Embedding model, as in onnx:minilm.")
@click.option("--reranker", default="maxsim", metavar="NAME", help="Reranker for profiles that rerank, as in maxsim.")
@click.option(
    "--corpus",
    type=PathType(),
    metavar="DIR",
    help="Folder of notes that a test set without corpus.jsonl judges, by their paths.",
)
@click.option("--per-query", is_flag=True, help="Also print the figures of each query.")
@click.option(
    "--run",
    type=PathType(),
    metavar="DIR",
    help="Write the rankings into this folder, as run files for trec_eval: SET.PROFILE.MODE.run.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def eval_command(
    folder: Path,
    profiles: tuple[str, ...],
    modes: tuple[Mode, ...],
    vaults: tuple[str, ...],
    embedder: str,
    reranker: str,
    corpus: Path | None,
    per_query: bool,
    run: Path | None,
    as_json: bool,
) -> None:
    """Measure search quality on queries with relevance judgements.

    FOLDER is a test set in BEIR's layout (corpus.jsonl, queries.jsonl, qrels/test.tsv), or contains several. The
    documents are the lines of corpus.jsonl, or the files in the folder `corpus` of the set or in --corpus, which
    the judgements name by path. Figures are means with 95 % bootstrap intervals; of several profiles, each is also
    compared with the first, query by query. --vault adds the profiles that the vault defines.

    \b
      dowse eval judged/cacm
      dowse eval judged --profile default --profile rrf --mode hybrid --mode fulltext --json
      dowse eval judged --embedder onnx:minilm
      dowse eval judged/links --corpus notes
      dowse eval judged/cacm --mode hybrid --per-query --run runs
    """
    request = EvaluationRequest(
        folder, profiles or ("default",), modes or MODES, selected_folder(None, vaults), embedder, reranker, corpus, run
    )
    results: list[CollectionResult] = []
    with ExitStack() as lines:
        for result in evaluate_sets(request, progress=lambda path: lines.enter_context(ProgressLine(path))):
            lines.close()  # the line of the finished set
            results.append(result)
            if not as_json:
                echo_lines(_table(result, per_query=per_query))
    if as_json:
        echo_json([result.to_dict(per_query=per_query) for result in results])
    elif len(results) > 1:
        echo_lines(_means(results))


def _table(result: CollectionResult, *, per_query: bool) -> Iterator[str]:
    yield f"{result.name}: {result.documents:,} documents, {result.queries:,} queries, embedder {result.embedder}"
    if result.missing:
        count = len(result.missing)
        said = "document is not in the corpus and counts" if count == 1 else "documents are not in the corpus and count"
        yield f"  {count:,} relevant {said} as not found, as in {result.missing[0]}"
    yield f"  {'':<20}" + "".join(f"{metric:>24}" for metric in result.metrics)
    for evaluation in result.evaluations:
        cells = (f"{figure.mean:.3f} [{figure.low:.3f}, {figure.high:.3f}]" for figure in evaluation.figures.values())
        yield f"  {evaluation.name:<20}" + "".join(f"{cell:>24}" for cell in cells)
    first = result.evaluations[0].name.partition("/")[0] if result.evaluations else ""
    for name, figures in result.differences.items():
        profile, _, mode = name.partition("/")
        cells = (f"{each.mean:+.3f} [{each.low:+.3f}, {each.high:+.3f}]" for each in figures.values())
        yield f"  {f'{profile} − {first}/{mode}':<20}" + "".join(f"{cell:>24}" for cell in cells)
    if per_query:
        yield from _query_lines(result)
    yield ""


def _query_lines(result: CollectionResult) -> Iterator[str]:
    """The first metric of each query in every run, then its id and text."""
    metric = result.metrics[0]
    yield f"  {metric} of each query: {', '.join(evaluation.name for evaluation in result.evaluations)}"
    for query, text in result.texts.items():
        cells = "".join(f"{evaluation.values[metric][query]:>7.3f}" for evaluation in result.evaluations)
        yield f"  {cells}  {visible(query)}  {visible(' '.join(text.split()))}"


def _means(results: list[CollectionResult]) -> Iterator[str]:
    yield f"mean over {len(results)} sets"
    for name, means in means_over(results):
        yield f"  {name:<20}" + "".join(f"{mean:>24.3f}" for mean in means)
