"""What each part of a search brings on judged queries: lists alone, plain fusion, then stage after stage.

    python benchmarks/ablation.py FOLDER

FOLDER is a judged set in BEIR's layout, or holds several. Prints nDCG@10 with 95 % intervals, and the mean over the
sets, a line a pipeline; what is put on top of `default` shows what is left out of it, and why.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dowse.app.evaluation import judge, sets
from dowse.fusion.rrf import Rrf
from dowse.fusion.weighted import Weighted
from dowse.ports.pipeline import Stage
from dowse.query.ast import MatchAll
from dowse.retrieval.expansion import Expansion
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.evaluate import MetricEstimate
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.stages.confidence import Confidence
from dowse.stages.pin import Pin
from dowse.stages.proximity import Proximity
from dowse.stages.rerank import Rerank
from dowse.stages.tag_boost import TagBoost
from dowse.stages.time_boost import TimeBoost

_METRIC = "ndcg@10"


def main() -> None:
    """Prints the table, set after set."""
    parser = argparse.ArgumentParser(description="What each part of a search brings.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    profiles = list(pipelines())
    found: dict[str, list[MetricEstimate]] = {profile.name: [] for profile in profiles}
    names = [path.name for path in sets(folder)]
    for path in sets(folder):
        judged = judge(path, profiles, ["hybrid"], progress=lambda *_: None)
        for profile, evaluation in zip(profiles, judged.evaluations, strict=True):
            found[profile.name].append(evaluation.figures[_METRIC])
    print(f"{_METRIC:<44}" + "".join(f"{name:>24}" for name in names) + f"{'mean':>8}")
    for name, figures in found.items():
        cells = "".join(f"{f'{each.mean:.3f} [{each.low:.3f}, {each.high:.3f}]':>24}" for each in figures)
        print(f"{name:<44}{cells}{sum(each.mean for each in figures) / len(figures):>8.4f}")


def pipelines() -> Iterator[Profile]:
    """From the single lists to `default`, then `default` with one thing more or one less."""
    words, meaning = DEFAULT.retrievers
    assert isinstance(words, Keyword)
    bare = replace(DEFAULT, stages=())
    yield replace(bare, name="words alone", retrievers=(words,))
    yield replace(bare, name="meaning alone", retrievers=(meaning,))
    yield replace(bare, name="both, reciprocal ranks (k 60)", fusion=Rrf())
    for share in (0.3, 0.35, 0.4, 0.45, 0.5):
        fusion = Weighted({"keyword": 1 - share, "semantic": share})
        yield replace(bare, name=f"both, weighted sum, meaning {share:g}", fusion=fusion)
    yield replace(bare, name="… with confidence", stages=(Confidence(),))
    yield replace(bare, name="… with names on top", stages=(Confidence(), Pin()))
    yield DEFAULT
    for stage in (Proximity(), Rerank(), TagBoost(), TimeBoost()):
        yield replace(DEFAULT, name=f"default and {type(stage).__name__}", stages=_with(stage))
    yield replace(DEFAULT, name="default and Expansion", rewrites=(Expansion(),))
    for candidates in (50, 300):
        lists = (replace(words, limit=candidates), Semantic(candidates))
        yield replace(DEFAULT, name=f"default with {candidates} candidates", retrievers=lists)
    # Without the filters of types and ages, since judged sets have neither.
    yield from (replace(profile, where=MatchAll()) for profile in PROFILES.values() if profile != DEFAULT)


def _with(stage: Stage) -> tuple[Stage, ...]:
    place = next(n for n, each in enumerate(DEFAULT.stages) if isinstance(each, Confidence))
    return (*DEFAULT.stages[:place], stage, *DEFAULT.stages[place:])


if __name__ == "__main__":
    main()
