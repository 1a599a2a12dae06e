"""Evaluation of profiles on test sets, through the same index and pipeline as a search."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from statistics import fmean

from ..filesystem.beir import has_lines, judged_sets, own_files
from ..filesystem.trec_run import write_run
from ..model.errors import VaultError
from ..model.search_mode import MODES, Mode
from ..model.value_class import dataclass
from ..ports.pipeline import has_role
from ..search.evaluate import Evaluation, MetricEstimate, Ranking, differences, evaluate
from ..search.execute import Request
from ..search.profile import Profile
from ..settings.load_settings import settings_around
from ..stages.limit import Limit
from .evaluation_index import EvaluationIndex, EvaluationModels, models, opened
from .location import Progress
from .results.json_fields import Json

__all__ = ["CollectionResult", "Evaluation", "EvaluationRequest", "evaluate_sets", "judge", "means_over", "sets"]

_DEPTH = 100  # hits a query, for recall@100


@dataclass(frozen=True, slots=True)
class CollectionResult:
    """The figures of one test set, one evaluation for each profile and mode."""

    name: str
    documents: int
    queries: int
    embedder: str
    evaluations: tuple[Evaluation, ...]
    missing: tuple[str, ...] = ()  # relevant documents that are not in the corpus; they count as not found
    texts: Mapping[str, str] = field(default_factory=dict)  # of the queries with a relevant document

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics in their order."""
        return list(self.evaluations[0].figures) if self.evaluations else []

    @property
    def differences(self) -> Mapping[str, Mapping[str, MetricEstimate]]:
        """Of each profile after the first, from the first in the same mode: `rrf/hybrid` → metric → difference."""
        first: dict[str, Evaluation] = {}
        found = {}
        for each in self.evaluations:
            reference = first.setdefault(each.name.rpartition("/")[2], each)
            if reference is not each:
                found[each.name] = differences(reference, each)
        return found

    def to_dict(self, *, per_query: bool = False) -> dict[str, Json]:
        """The figures with four decimals as JSON has them, with `per_query` also those of each query."""
        written: dict[str, Json] = {
            "set": self.name,
            "documents": self.documents,
            "queries": self.queries,
            "embedder": self.embedder,
            "missing": list(self.missing),
            "runs": [{**_names(each.name), **_figures(each.figures)} for each in self.evaluations],
            "differences": [{**_names(name), **_figures(figures)} for name, figures in self.differences.items()],
        }
        if per_query:
            written["per_query"] = [
                {"query": query, "text": text, "runs": [_values(each, query) for each in self.evaluations]}
                for query, text in self.texts.items()
            ]
        return written


def means_over(results: Sequence[CollectionResult]) -> Iterator[tuple[str, list[float]]]:
    """The name of each evaluation, and the mean of each metric over all test sets."""
    for column in zip(*(result.evaluations for result in results), strict=True):
        yield column[0].name, [fmean(each.figures[metric].mean for each in column) for metric in column[0].figures]


def _names(evaluation: str) -> dict[str, Json]:
    profile, _, mode = evaluation.partition("/")
    return {"profile": profile, "mode": mode}


def _figures(figures: Mapping[str, MetricEstimate]) -> dict[str, Json]:
    return {
        metric: {"mean": round(each.mean, 4), "low": round(each.low, 4), "high": round(each.high, 4)}
        for metric, each in figures.items()
    }


def _values(evaluation: Evaluation, query: str) -> dict[str, Json]:
    return {**_names(evaluation.name), **{metric: round(of[query], 4) for metric, of in evaluation.values.items()}}


def sets(folder: Path, *, files: Path | None = None) -> Sequence[Path]:
    """The test sets in the folder: itself, or its subfolders. Raises VaultError when there is none.

    Of several, those without documents are left out, unless `files` are their documents.
    """
    found = judged_sets(folder)
    if files is not None or found == [folder]:
        return found
    complete = [path for path in found if has_lines(path) or own_files(path)]
    if not complete:
        raise VaultError(f"no test set with documents in {folder}; name the folder of their files with --corpus")
    return complete


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """The test sets to search, and the profiles and modes to compare on them."""

    folder: Path  # a test set, or a folder of several
    profiles: tuple[str, ...] = ("default",)
    modes: tuple[Mode, ...] = MODES
    vault: Path | None = None  # whose settings may define the profiles
    embedder: str = "static"
    reranker: str = "maxsim"
    corpus: Path | None = None  # the files of the sets that have no documents of their own
    run: Path | None = None  # the folder for a run file of each set, profile and mode


def evaluate_sets(request: EvaluationRequest, *, progress: Callable[[Path], Progress]) -> Iterator[CollectionResult]:
    """The figures of each set in turn; `progress` gives the progress of one set.

    Raises VaultError when there is no test set, SettingsError for an unknown profile, ModelError for a missing model,
    StorageError when a run file cannot be written.
    """
    settings = settings_around(request.vault, here=Path.cwd(), environment=os.environ)
    chosen = [settings.named(name) for name in request.profiles]
    by = models(embedder=request.embedder, reranker=request.reranker)
    for path in sets(request.folder, files=request.corpus):
        result = judge(path, chosen, request.modes, progress=progress(path), by=by, files=request.corpus)
        if request.run is not None:
            for each in result.evaluations:
                tag = each.name.replace("/", ".")
                write_run(request.run / f"{result.name}.{tag}.run", each.rankings, tag=f"dowse.{tag}")
        yield result


def judge(
    path: Path,
    profiles: Iterable[Profile],
    modes: Sequence[Mode],
    *,
    progress: Progress,
    by: EvaluationModels | None = None,
    files: Path | None = None,
) -> CollectionResult:
    """Indexes the set and runs its queries in every profile and mode. Raises ModelError when a model fails."""
    with opened(path, progress=progress, by=by, files=files) as asked:
        depth = _DEPTH + max((len(query.leave_out) for query in asked.queries), default=0)
        evaluations = tuple(
            evaluate(
                f"{profile.name}/{mode}",
                asked.queries,
                partial(_ranking, profile=_unshown(profile), mode=mode, asked=asked, depth=depth),
                progress=lambda done: progress("queries", done, len(asked.queries)),
            )
            for profile in profiles
            for mode in modes
        )
        embedder = asked.models.embedder.name
        return CollectionResult(
            path.name,
            asked.documents,
            len(asked.queries),
            embedder,
            evaluations,
            missing=asked.missing,
            texts={
                query.id: query.text for query in asked.queries if any(each > 0 for each in query.relevant.values())
            },
        )


def _unshown(profile: Profile) -> Profile:
    """The profile without the stages that only shape the display."""
    stages = tuple(each for each in profile.stages if not (has_role(each, "snippet") or has_role(each, "limit")))
    return replace(profile, stages=(*stages, Limit()))


def _ranking(text: str, *, profile: Profile, mode: Mode, asked: EvaluationIndex, depth: int) -> Ranking:
    answer = asked.ask(Request(text, limit=depth, mode=mode, all=True), profile)
    return [hit.ref.doc for hit in answer.hits]
