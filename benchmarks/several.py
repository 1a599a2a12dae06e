"""What becomes of an answer when other vaults are searched too: judged sets, each a vault, asked alone and together.

    python benchmarks/several.py JUDGED --queries 120

JUDGED holds judged sets in BEIR's layout. Each query is asked of its own set and of all sets at once, where documents
of other sets count as wrong. Beside it are the two plain ways to put answers of several vaults together: by the scores
of the hits, and in turns, the first of each, then the second of each. nDCG@10.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dowse.app.evaluation import sets
from dowse.app.evaluation_index import EvaluationIndex, opened
from dowse.engines.federated.federated_reader import FederatedReader
from dowse.model.qualified_path import outward
from dowse.search.evaluate import evaluate
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT

_DEPTH = 100
_EACH = 20  # hits of each vault, for the plain ways


@dataclass(frozen=True, slots=True)
class _Vaults:
    """The sets by name."""

    corpora: Mapping[str, EvaluationIndex]

    def together(self, text: str) -> list[str]:
        """By one pipeline over all."""
        some = next(iter(self.corpora.values())).models
        whole = slice(0, some.embedder.dim)
        reader = FederatedReader(
            {name: each.engine for name, each in self.corpora.items()}, dict.fromkeys(self.corpora, whole)
        )
        request = Request(text, limit=_DEPTH, archived=True, vaults=tuple(self.corpora))
        answer = search(request, DEFAULT, reader, now=0.0, embedder=some.embedder, scorer=some.scorer)
        return [hit.ref.doc for hit in answer.hits]

    def by_score(self, text: str) -> list[str]:
        """The answers of all, the greatest scores first."""
        return [address for _, _, address in sorted(self._hits(text), key=lambda row: -row[0])]

    def in_turns(self, text: str) -> list[str]:
        """The first of each answer, then the second."""
        return [address for _, _, address in sorted(self._hits(text), key=lambda row: row[1])]

    def _hits(self, text: str) -> Iterator[tuple[float, int, str]]:
        for name, corpus in self.corpora.items():
            hits = corpus.ask(Request(text, limit=_EACH), DEFAULT).hits
            yield from ((hit.score, rank, outward(name, hit.ref.doc)) for rank, hit in enumerate(hits))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judged", type=Path)
    parser.add_argument("--queries", type=int, default=120)
    options = parser.parse_args()
    with ExitStack() as stack:
        opening = partial(opened, progress=lambda *_: None)
        vaults = _Vaults({path.name: stack.enter_context(opening(path)) for path in sets(options.judged)})
        ways: Mapping[str, Callable[[str], list[str]]] = {
            "together": vaults.together,
            "by score": vaults.by_score,
            "in turns": vaults.in_turns,
        }
        print(f"{'':<12}{'alone':>10}" + "".join(f"{way:>10}" for way in ways) + f"{'ms':>8}")
        rows = [_row(name, vaults, ways, options.queries) for name in vaults.corpora]
        print(f"{'mean':<12}" + "".join(f"{statistics.mean(column):>10.3f}" for column in zip(*rows, strict=True)))


def _row(name: str, vaults: _Vaults, ways: Mapping[str, Callable[[str], list[str]]], count: int) -> list[float]:
    corpus = vaults.corpora[name]
    asked = corpus.queries[:count]

    def alone(text: str) -> list[str]:
        return [outward(name, hit.ref.doc) for hit in corpus.ask(Request(text, limit=_DEPTH), DEFAULT).hits]

    row, took = [], 0.0
    for way, ask in {"alone": alone, **ways}.items():
        started = time.perf_counter()
        row.append(_ndcg(name, corpus, asked_by=ask, count=count))
        took = (time.perf_counter() - started) / len(asked) * 1e3 if way == "together" else took
    print(f"{name:<12}" + "".join(f"{figure:>10.3f}" for figure in row) + f"{took:>8.1f}", flush=True)
    return row


def _ndcg(name: str, corpus: EvaluationIndex, *, asked_by: Callable[[str], list[str]], count: int) -> float:
    def ranking(text: str) -> list[str]:
        found = asked_by(text)
        return [address.removeprefix(outward(name, "")) for address in found]

    made = evaluate(name, corpus.queries[:count], ranking, progress=lambda _: None)
    return made.figures["ndcg@10"].mean


if __name__ == "__main__":
    main()
