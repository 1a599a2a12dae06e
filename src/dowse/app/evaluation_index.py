"""The index of a test set, in a temporary folder."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from ..chunking.by_section import BySection
from ..embedders.registry import whole_name
from ..embedders.static import bundled_embedder
from ..engines.registry import open_store
from ..filesystem.beir import CorpusLine, corpus, grades, has_lines, left_out, own_files, queries
from ..filesystem.diff import Changes, changes
from ..filesystem.walk import walk
from ..formats.detect import is_source_code, parse_file
from ..formats.minhash import signed
from ..formats.registry import SCRIPT, format_of
from ..indexing.batches import TimeBudget, embed_pending
from ..indexing.cosine_sampling import cosines_of, store_cosines
from ..indexing.linking import link_pending
from ..indexing.load import DocumentLoader
from ..indexing.synchronize import Embedding, tidy, update_index
from ..model.document import Document, Head, Unit
from ..model.errors import ModelError, VaultError
from ..model.ref import PREAMBLE
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp, IndexedDocument, WriteBatch
from ..ports.models import Embedder, PairScorer
from ..ports.storage import Store
from ..search.evaluate import JudgedQuery
from ..search.execute import Answer, Request, search
from ..search.profile import Profile
from ..settings.load_settings import settings_of
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
    now: float = 0.0  # seconds since the epoch, for the stages that boost recent documents
    missing: tuple[str, ...] = ()  # relevant documents that are not in the index

    def ask(self, request: Request, profile: Profile) -> Answer:
        """The answer; includes archived documents, since every line of the corpus is a candidate."""
        request = replace(request, archived=True, cosines=partial(cosines_of, self.engine))
        embedder, scorer = self.models
        answer = search(request, profile, self.engine, now=self.now, embedder=embedder, scorer=scorer)
        failed = next((note.hint for note in answer.notes if " was left out: " in note.hint), "")
        if failed:  # figures without one of the steps would mislead
            raise ModelError(failed)
        return answer


def models(*, embedder: str = "static", reranker: str = "maxsim") -> EvaluationModels:
    """The models of these names. Raises ModelError when one is not available."""
    embeddings, here = EmbeddingState(os.environ), Path.cwd()
    return EvaluationModels(
        embeddings.model(whole_name(embedder, here=here)), embeddings.scorer(whole_name(reranker, here=here))
    )


@contextmanager
def opened(
    path: Path, *, progress: Progress, by: EvaluationModels | None = None, files: Path | None = None
) -> Iterator[EvaluationIndex]:
    """The test set, indexed in a temporary folder, with the bundled models by default.

    `files` is the folder of the documents of a set that has none itself.  Raises VaultError for a set without
    documents, and when no relevant document is among them.
    """
    by = by or models()
    texts, judgements, others = queries(path), grades(path), left_out(path)
    judged = tuple(JudgedQuery(id_, texts[id_], judgements[id_], others[id_]) for id_ in judgements if id_ in texts)
    with tempfile.TemporaryDirectory(prefix="dowse-eval-") as folder, closing(open_store(Path(folder))) as engine:
        if has_lines(path):
            now = 0.0
            _index_lines(path, engine, by.embedder, progress)
        else:
            root = own_files(path) or files
            if root is None:
                raise VaultError(f"{path} has no corpus.jsonl and no folder `corpus`; name its files with --corpus")
            now = _index_files(root, engine, by.embedder, progress)
        indexed = engine.known().keys()
        missing = tuple(sorted({doc for query in judged for doc in _relevant(query) if doc not in indexed}))
        if missing and not any(doc in indexed for query in judged for doc in _relevant(query)):
            raise VaultError(f"{path}: no relevant document is in the corpus, as in {missing[0]!r}")
        yield EvaluationIndex(judged, len(indexed), engine, by, now, missing)


def _relevant(query: JudgedQuery) -> Iterator[str]:
    return (doc for doc, grade in query.relevant.items() if grade > 0)


def _index_files(root: Path, engine: Store, embedder: Embedder, progress: Progress) -> float:
    """Indexes the files of a vault as a search of the vault does; returns the time of the newest one."""
    files = settings_of(root, environment=os.environ).files
    walked = walk(root, lambda path: format_of(path) is not None, ignoring=files.ignored, is_code=is_source_code)
    tokenizer = bundled_embedder()
    loader = DocumentLoader(root, BySection(tokenizer.count_tokens), files.kinds)
    budget = TimeBudget(time.monotonic)
    embed = partial(embed_pending, engine, embedder, budget=budget)
    embedding = Embedding(lambda report: embed(progress=report))

    def update(found: Changes, known: Mapping[str, FileStamp]) -> object:
        return update_index(found, known, loader, engine, embedding, budget=budget, progress=progress)

    update(changes(walked.found, {}), {})
    tidy(engine, root, update)
    return max((file.mtime_ns for file in walked.found), default=0) / 1e9


def _index_lines(path: Path, engine: Store, embedder: Embedder, progress: Progress) -> None:
    chunker = BySection(bundled_embedder().count_tokens)
    count = 0
    for lines in _batches(corpus(path), _BATCH):
        documents = [signed(document_of(line)) for line in lines]
        items = (
            IndexedDocument(document, FileStamp(0, 0, document.digest), chunker(document)) for document in documents
        )
        engine.write(WriteBatch(indexed=tuple(items)))
        count += len(documents)
        progress("words", count, count)
    link_pending(engine, budget=TimeBudget(time.monotonic), progress=lambda n: progress("links", n, count))
    chunks = engine.counts().chunks
    embed_pending(
        engine, embedder, budget=TimeBudget(time.monotonic), progress=lambda n: progress("meaning", n, chunks)
    )
    store_cosines(engine)


def document_of(line: CorpusLine) -> Document:
    """A line of the corpus as a file: `_id` is the path, `title`, where present, the title.

    Without the ending of a known format in `_id`, the line is plain text, unless it begins as a script does.
    """
    spec = format_of(line.id)
    if spec is None or (spec is SCRIPT and not line.text.startswith("#!")):
        head = Head(line.id, line.id, "note", line.title)
        sections = (Unit(PREAMBLE, "", 0, 0, len(line.text)),)
        return Document(head, line.text, blake2b(line.text.encode(), digest_size=16).hexdigest(), sections)
    document = parse_file(line.id, line.text.encode("utf-8", "replace"), modified=0.0)
    return replace(document, head=document.head._replace(title=line.title)) if line.title else document


def _batches(lines: Iterable[CorpusLine], size: int) -> Iterator[list[CorpusLine]]:
    batch: list[CorpusLine] = []
    for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
