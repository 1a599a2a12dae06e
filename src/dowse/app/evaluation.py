"""Evaluation of profiles on test sets, through the same index and pipeline as a search."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ..chunking.by_section import BySection
from ..embedders.registry import whole_name
from ..embedders.static import StaticEmbedder
from ..engines.registry import open_store
from ..filesystem.beir import CorpusLine, corpus, grades, judged_sets, queries
from ..formats.detect import parse_file
from ..formats.registry import format_of
from ..indexing.batches import TimeBudget, embed_pending
from ..model.document import Document, Head, Unit
from ..model.errors import ModelError
from ..model.ref import PREAMBLE
from ..model.search_mode import MODES, Mode
from ..ports.models import Embedder, PairScorer
from ..ports.storage import FileStamp, IndexedDocument, Store, WriteBatch
from ..search.evaluate import Evaluation, JudgedQuery, Ranking, evaluate
from ..search.execute import Answer, Request, search
from ..search.profile import Profile
from ..settings.load_settings import settings_around
from ..stages.limit import Limit
from ..stages.snippet import CutSnippet
from .location import Progress
from .sessions.embedding_state import EmbeddingState

__all__ = ["CollectionResult", "Evaluation", "EvaluationRequest", "evaluate_sets", "judge", "models", "opened", "sets"]

_DEPTH = 100  # hits a query, for recall@100
_BATCH = 512


@dataclass(frozen=True, slots=True)
class CollectionResult:
    """The figures of one test set, one evaluation for each profile and mode."""

    name: str
    documents: int
    queries: int
    embedder: str
    evaluations: tuple[Evaluation, ...]


def sets(folder: Path) -> Sequence[Path]:
    """The test sets in the folder: itself, or its subfolders. Raises VaultError when there is none."""
    return judged_sets(folder)


class EvaluationModels(NamedTuple):
    """The models that search a test set."""

    embedder: Embedder
    scorer: PairScorer


@dataclass(frozen=True, slots=True)
class EvaluationIndex:
    """A test set in an index of its own."""

    queries: tuple[JudgedQuery, ...]
    documents: int
    engine: Store
    models: EvaluationModels

    def ask(self, request: Request, profile: Profile) -> Answer:
        """The answer; includes archived documents, since every line of the corpus is a candidate."""
        request = replace(request, archived=True)
        embedder, scorer = self.models
        answer = search(request, profile, self.engine, now=0.0, embedder=embedder, scorer=scorer)
        failed = next((note.hint for note in answer.notes if " was left out: " in note.hint), "")
        if failed:  # figures without one of the steps would mislead
            raise ModelError(failed)
        return answer


def models(*, embedder: str = "static", reranker: str = "maxsim") -> EvaluationModels:
    """The models of these names. Raises ModelError when one is not available."""
    meaning, here = EmbeddingState(os.environ), Path.cwd()
    return EvaluationModels(
        meaning.model(whole_name(embedder, here=here)), meaning.scorer(whole_name(reranker, here=here))
    )


@contextmanager
def opened(path: Path, *, progress: Progress, by: EvaluationModels | None = None) -> Iterator[EvaluationIndex]:
    """The test set, indexed in a temporary folder, with the bundled models by default."""
    by = by or models()
    texts, judgements = queries(path), grades(path)
    judged = tuple(JudgedQuery(id_, texts[id_], judgements[id_]) for id_ in judgements if id_ in texts)
    with tempfile.TemporaryDirectory(prefix="dowse-eval-") as folder, closing(open_store(Path(folder))) as engine:
        documents = _index(path, engine, by.embedder, progress)
        yield EvaluationIndex(judged, documents, engine, by)


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """The test sets to search, and the profiles and modes to compare on them."""

    folder: Path  # a test set, or a folder of several
    profiles: tuple[str, ...] = ("default",)
    modes: tuple[Mode, ...] = MODES
    vault: Path | None = None  # whose settings may define the profiles
    embedder: str = "static"
    reranker: str = "maxsim"


def evaluate_sets(request: EvaluationRequest, *, progress: Callable[[Path], Progress]) -> Iterator[CollectionResult]:
    """The figures of each set in turn; `progress` gives the progress of one set.

    Raises VaultError when there is no test set, SettingsError for an unknown profile, ModelError for a missing model.
    """
    settings = settings_around(request.vault, here=Path.cwd(), environment=os.environ)
    chosen = [settings.named(name) for name in request.profiles]
    by = models(embedder=request.embedder, reranker=request.reranker)
    for path in sets(request.folder):
        yield judge(path, chosen, request.modes, progress=progress(path), by=by)


def judge(
    path: Path,
    profiles: Iterable[Profile],
    modes: Sequence[Mode],
    *,
    progress: Progress,
    by: EvaluationModels | None = None,
) -> CollectionResult:
    """Indexes the set and runs its queries in every profile and mode. Raises ModelError when a model fails."""
    with opened(path, progress=progress, by=by) as asked:
        evaluations = tuple(
            evaluate(
                f"{profile.name}/{mode}",
                asked.queries,
                partial(_ranking, profile=_unshown(profile), mode=mode, asked=asked),
                progress=lambda done: progress("queries", done, len(asked.queries)),
            )
            for profile in profiles
            for mode in modes
        )
        return CollectionResult(path.name, asked.documents, len(asked.queries), asked.models.embedder.name, evaluations)


def _index(path: Path, engine: Store, embedder: Embedder, progress: Progress) -> int:
    chunker = BySection(StaticEmbedder().count_tokens)
    count = 0
    for lines in _batches(corpus(path), _BATCH):
        documents = [document_of(line) for line in lines]
        items = (
            IndexedDocument(document, FileStamp(0, 0, document.digest), chunker(document)) for document in documents
        )
        engine.write(WriteBatch(indexed=tuple(items)))
        count += len(documents)
        progress("words", count, count)
    chunks = engine.counts().chunks
    embed_pending(
        engine, embedder, budget=TimeBudget(time.monotonic), progress=lambda n: progress("meaning", n, chunks)
    )
    return count


def document_of(line: CorpusLine) -> Document:
    """A line of the corpus as a file: `_id` is the path, `title`, where present, the title.

    Without the ending of a known format in `_id`, the line is plain text.
    """
    if format_of(line.id) is None:
        head = Head(line.id, line.id, "note", line.title)
        sections = (Unit(PREAMBLE, "", 0, 0, len(line.text)),)
        return Document(head, line.text, blake2b(line.text.encode(), digest_size=16).hexdigest(), sections)
    document = parse_file(line.id, line.text.encode("utf-8", "replace"), modified=0.0)
    return replace(document, head=replace(document.head, title=line.title)) if line.title else document


def _unshown(profile: Profile) -> Profile:
    """The profile without the stages that only shape the display."""
    stages = tuple(stage for stage in profile.stages if not isinstance(stage, CutSnippet | Limit))
    return replace(profile, stages=(*stages, Limit()))


def _ranking(text: str, *, profile: Profile, mode: Mode, asked: EvaluationIndex) -> Ranking:
    answer = asked.ask(Request(text, limit=_DEPTH, mode=mode), profile)
    return [hit.ref.doc for hit in answer.hits]


def _batches(lines: Iterable[CorpusLine], size: int) -> Iterator[list[CorpusLine]]:
    batch: list[CorpusLine] = []
    for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
