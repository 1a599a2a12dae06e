"""How fast a model is on this machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..ports.models import Embedder
from ..query.ast import MatchAll
from .vault_session import VaultSession

MOST_TEXTS = 256
_QUERIES = (
    "how do we rotate keys",
    "carbon tax",
    "notes of the meeting with Joan",
    "backup",
    "why is the build so slow",
)
_ROUNDS = 6
# What is embedded where there is no vault: as long as a section of notes is.
_MADE_UP = "The {n}. note says how the {n} boats were tied up before the storm, who was there, and what it cost. " * 6


@dataclass(frozen=True, slots=True)
class EmbeddingSpeed:
    """Of one embedder."""

    embedder: str
    texts: int
    first_ms: float  # until the first query is embedded, loading the model included
    query_ms: float  # median, once it is loaded
    texts_per_second: float


def texts_of(vault: VaultSession | None) -> Sequence[str]:
    """Chunks to measure with: of the vault's newest notes, as they are embedded, or made-up ones."""
    if vault is not None:
        docs = [hit.ref.doc for hit in vault.engine.select(MatchAll(), MOST_TEXTS)]
        documents = vault.engine.documents(docs).values()
        found = [chunk.enriched for document in documents for chunk in vault.space.chunker(document)][:MOST_TEXTS]
        if found:
            return found
    return [_MADE_UP.format(n=n) for n in range(1, MOST_TEXTS + 1)]


def timed(embedder: Embedder, texts: Sequence[str], *, progress: Callable[[int, int], None]) -> EmbeddingSpeed:
    """Embeds the texts and some queries. Raises ModelError when the model cannot."""
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
