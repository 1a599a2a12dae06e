"""The index of a test set, in a temporary folder."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ..chunking.by_section import BySection
from ..embedders.registry import whole_name
from ..embedders.static import StaticEmbedder
from ..engines.registry import open_store
from ..filesystem.beir import CorpusLine, corpus, grades, queries
from ..formats.detect import parse_file
from ..formats.registry import format_of
from ..indexing.batches import TimeBudget, embed_pending
from ..model.document import Document, Head, Unit
from ..model.errors import ModelError
from ..model.ref import PREAMBLE
from ..ports.models import Embedder, PairScorer
from ..ports.storage import FileStamp, IndexedDocument, Store, WriteBatch
from ..search.evaluate import JudgedQuery
from ..search.execute import Answer, Request, search
from ..search.profile import Profile
from .location import Progress
from .sessions.embedding_state import EmbeddingState

_BATCH = 512


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


def _batches(lines: Iterable[CorpusLine], size: int) -> Iterator[list[CorpusLine]]:
    batch: list[CorpusLine] = []
    for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
