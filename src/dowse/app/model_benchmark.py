"""Measures the speed of an embedding model on this machine."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from ..model.document import Document
from ..model.errors import VaultError
from ..model.value_class import dataclass
from ..ports.models import Embedder
from ..ports.storage import Reader
from ..query.ast import MatchAll
from ..search.profiles import DEFAULT
from .evaluation import judge, sets
from .evaluation_index import models
from .location import Progress
from .models import known_models
from .results.json_fields import Json
from .sessions.vault_session import VaultSession, open_session

MOST_TEXTS = 256
_METRIC = "ndcg@10"
_QUERIES = (
    "how do we rotate keys",
    "carbon tax",
    "notes of the meeting with Joan",
    "backup",
    "why is the build so slow",
)
_ROUNDS = 6
# Embedded when there is no vault; as long as a section of a note.
_MADE_UP = "The {n}. note says how the {n} boats were tied up before the storm, who was there, and what it cost. " * 6


@dataclass(frozen=True, slots=True)
class EmbeddingSpeed:
    """The speed of one embedding model."""

    embedder: str
    texts: int
    first_ms: float  # for the first query, including loading the model
    query_ms: float  # median, with the model loaded
    texts_per_second: float


@dataclass(frozen=True, slots=True)
class BenchmarkRequest:
    """The models to measure, on the notes of a vault and on test sets."""

    names: tuple[str, ...] = ()  # the bundled model and all pulled or installed ones when empty
    folder: Path | None = None  # a vault; without one generated texts are embedded
    judged: Path | None = None  # a test set, or a folder of several


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """The figures of one model."""

    speed: EmbeddingSpeed
    quality: Mapping[str, float]  # nDCG@10 by test set

    def to_dict(self) -> dict[str, Json]:
        """The rounded figures as JSON has them."""
        ndcg: dict[str, Json] = {name: round(value, 4) for name, value in self.quality.items()}
        return {
            "embedder": self.speed.embedder,
            "chunks": self.speed.texts,
            "chunks_per_second": round(self.speed.texts_per_second, 1),
            "query_ms": round(self.speed.query_ms, 3),
            "first_query_ms": round(self.speed.first_ms, 1),
            _METRIC: ndcg,
        }


def benchmark(request: BenchmarkRequest, *, progress: Callable[[Path], Progress]) -> Iterator[BenchmarkResult]:
    """The figures of each model in turn; `progress` gives the progress of a model or a test set.

    Raises ModelError for a missing model, and VaultError for a missing folder.
    """
    asked = [(name, models(embedder=name)) for name in request.names or ("static", *_local())]
    judged_sets = sets(request.judged) if request.judged else ()
    texts = texts_of(_vault(request.folder))
    for name, by in asked:
        speed = timed(by.embedder, texts, progress=partial(progress(Path(name)), "meaning"))
        quality: dict[str, float] = {}
        for path in judged_sets:
            (evaluation,) = judge(path, [DEFAULT], ["hybrid"], progress=progress(path), by=by).evaluations
            quality[path.name] = evaluation.figures[_METRIC].mean
        yield BenchmarkResult(speed, quality)


def _local() -> Iterator[str]:
    for known in known_models():
        if (known.pulled or known.installed) and known.kind == "embedder":
            yield known.name


def _vault(folder: Path | None) -> VaultSession | None:
    try:
        return open_session(folder)
    except VaultError:
        if folder is not None:
            raise
        return None


def texts_of(vault: VaultSession | None) -> Sequence[str]:
    """Chunks to embed: of the newest notes of the vault, or generated ones."""
    if vault is not None:
        chunks = itertools.chain.from_iterable(map(vault.config.chunker, vault.peek(_newest)))
        found = [chunk.enriched for chunk in itertools.islice(chunks, MOST_TEXTS)]
        if found:
            return found
    return [_MADE_UP.format(n=n) for n in range(1, MOST_TEXTS + 1)]


def _newest(reader: Reader) -> Iterable[Document]:
    docs = [hit.ref.doc for hit in reader.select(MatchAll(), MOST_TEXTS)]
    return reader.documents(docs).values()


def timed(embedder: Embedder, texts: Sequence[str], *, progress: Callable[[int, int], None]) -> EmbeddingSpeed:
    """Embeds the texts and some queries. Raises ModelError when the model fails."""
    started = time.perf_counter()
    embedder.embed(_QUERIES[:1], as_query=True)
    first = time.perf_counter() - started
    took = [_seconds(embedder, query) for query in _QUERIES * _ROUNDS]
    started = time.perf_counter()
    done = 0
    while done < len(texts):
        embedder.embed(texts[done : done + embedder.batch])
        done = min(done + embedder.batch, len(texts))
        progress(done, len(texts))
    rate = len(texts) / (time.perf_counter() - started)
    return EmbeddingSpeed(embedder.name, len(texts), first * 1e3, statistics.median(took) * 1e3, rate)


def _seconds(embedder: Embedder, query: str) -> float:
    started = time.perf_counter()
    embedder.embed([query], as_query=True)
    return time.perf_counter() - started
