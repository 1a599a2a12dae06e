"""Whether a score says that something is to the point: each set's own queries, and those of the other sets.

    python benchmarks/noise.py FOLDER

FOLDER holds several judged sets in BEIR's layout.  The queries of one set asked of the corpus of another should find
nothing.  "told" is the share of queries whose answer is empty or says that nothing fits; "best score" the median of the
first hit's score.  "apart" is how often the best score of an own query is above that of a foreign one (the area under
the ROC curve: 0.5 is chance), and "fused" the same before Confidence.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dowse.app.evaluation import sets
from dowse.app.evaluation_index import EvaluationIndex, opened
from dowse.search.evaluate import JudgedQuery
from dowse.search.execute import Request
from dowse.search.profiles import DEFAULT
from dowse.stages.confidence import Confidence
from dowse.stages.snippets.snippet import CutSnippet

_ASKED = 100  # queries of each set
_SEED = 5

_SURE = replace(DEFAULT, stages=tuple(each for each in DEFAULT.stages if not isinstance(each, CutSnippet)))
_FUSED = replace(_SURE, stages=tuple(each for each in _SURE.stages if not isinstance(each, Confidence)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one query got: the best score, that before Confidence, and whether it was told that nothing fits."""

    score: float
    fused: float
    is_told: bool


def main() -> None:
    """Prints a line for every set and every origin of queries."""
    parser = argparse.ArgumentParser(description="Own and foreign queries.")
    parser.add_argument("folder", type=Path)
    paths = sets(parser.parse_args().folder)
    with_queries: dict[str, Sequence[JudgedQuery]] = {}
    own: list[Outcome] = []
    foreign: list[Outcome] = []
    for path in paths:
        with opened(path, progress=lambda *_: None) as corpus:
            with_queries[path.name] = corpus.queries
    print(f"{'corpus':<12}{'queries of':<12}{'told':>8}{'best score':>12}{'fused':>8}")
    for path in paths:
        with opened(path, progress=lambda *_: None) as corpus:
            for name, queries in with_queries.items():
                outcomes = [outcome(query.text, corpus) for query in chosen(queries)]
                (own if name == path.name else foreign).extend(outcomes)
                print(f"{path.name:<12}{name:<12}" + line(outcomes))
    print(f"{'all':<12}{'own':<12}" + line(own))
    print(f"{'all':<12}{'foreign':<12}" + line(foreign))
    apart = [
        above([getattr(each, of) for each in own], [getattr(each, of) for each in foreign]) for of in ("score", "fused")
    ]
    print(f"apart {apart[0]:.3f}, fused {apart[1]:.3f}")


def chosen(queries: Sequence[JudgedQuery]) -> Sequence[JudgedQuery]:
    """Some of them, the same each time."""
    return random.Random(_SEED).sample(queries, min(_ASKED, len(queries)))


def outcome(text: str, corpus: EvaluationIndex) -> Outcome:
    """What the query gets from the corpus."""
    answer, fused = (corpus.ask(Request(text), profile) for profile in (_SURE, _FUSED))
    told = not answer.hits or any("low confidence" in note.hint for note in answer.notes)
    score, before = (each.hits[0].score if each.hits else 0.0 for each in (answer, fused))
    return Outcome(score, before, told)


def line(outcomes: Sequence[Outcome]) -> str:
    """The figures of some queries."""
    told = statistics.mean(each.is_told for each in outcomes)
    best, fused = (statistics.median(getattr(each, of) for each in outcomes) for of in ("score", "fused"))
    return f"{told:>8.0%}{best:>12.2f}{fused:>8.2f}"


def above(own: Sequence[float], foreign: Sequence[float]) -> float:
    """How often one of the first is above one of the second; equal ones count half."""
    pairs = ((a > b) + (a == b) / 2 for a in own for b in foreign)
    return statistics.fmean(pairs)


if __name__ == "__main__":
    main()
