"""How well code search finds the files that judged queries ask for.

    python benchmarks/code_quality.py FOLDER [--full] [--only NAME...] [--index FOLDER]

FOLDER is a judged repository, or holds several: `meta.json`, `queries.jsonl`, and the sources in `tree/` (of which
`benchmark_root` in meta.json is indexed) and, with --full, in `full/`.  A query names the relevant files; the metric is
nDCG@10 with binary gains over files, the mean over the queries of a repository, then over repositories, as in semble's
public benchmark.  Prints it by category for the default profile, for keyword and for semantic search alone, and for the
default profile without the stages for code, all among source code; then for the default profile among the documentation
of the repository, too.  Each index is built in a temporary folder, or kept in --index.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.query.ast import FieldEquals
from dowse.search.execute import Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.code.code_boost import CodeBoost
from dowse.stages.code.definitions import Definitions
from dowse.stages.code.file_aggregate import FileAggregate
from dowse.stages.code.header_boost import HeaderBoost
from dowse.stages.code.path_match import PathMatch
from dowse.stages.code.path_penalty import PathPenalty

_LIMIT = 10
_CATEGORIES = ("architecture", "semantic", "symbol")
_CODE_STAGES = (CodeBoost, FileAggregate, PathMatch, HeaderBoost, Definitions, PathPenalty)

Ranker = Callable[[VaultSession, str], Sequence[str]]  # the paths of the hits for a query
Scores = list[tuple[str, float]]  # category and nDCG of each query


@dataclass(frozen=True)
class JudgedRepository:
    """A repository with queries and the files that are relevant to each."""

    folder: Path
    name: str
    language: str
    prefix: str  # of the judged paths, before those of the index
    sources: Path

    def queries(self) -> Iterator[tuple[str, str, frozenset[str]]]:
        """(text, category, relevant paths)."""
        for line in (self.folder / "queries.jsonl").read_text("utf-8").splitlines():
            query = json.loads(line)
            yield query["query"], query["category"], frozenset(each["path"] for each in query["relevant"])


def main() -> None:
    """Prints a row for each repository and the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--full", action="store_true", help="index the whole repositories")
    parser.add_argument("--most", type=int, default=2_100_000, help="bytes of a whole repository (default: 2,100,000)")
    parser.add_argument("--only", nargs="*", default=[], help="names of repositories")
    parser.add_argument("--index", type=Path, help="folder that keeps the indexes")
    arguments = parser.parse_args()
    found = list(_repositories(arguments.folder, arguments.only, arguments.most if arguments.full else None))
    scores: dict[str, dict[str, Scores]] = {label: {} for label in _RANKERS}
    print(f"{'':22}{'':12}{''.join(f'{label:>12}' for label in _RANKERS)}")
    for repository in found:
        with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
            index = (arguments.index or Path(temporary)) / ("full" if arguments.full else "tree") / repository.name
            for label, listed in _measured(repository, index).items():
                scores[label][repository.name] = listed
        row = (_mean(scores[label][repository.name]) for label in _RANKERS)
        print(f"{repository.name:22}{repository.language:12}{''.join(f'{each:12.3f}' for each in row)}", flush=True)
    _print_means(scores)


def _repositories(folder: Path, only: Sequence[str], most_bytes: int | None) -> Iterator[JudgedRepository]:
    folders = (
        [folder] if (folder / "meta.json").exists() else sorted(each.parent for each in folder.glob("*/meta.json"))
    )
    for each in folders:
        meta = json.loads((each / "meta.json").read_text("utf-8"))
        root = meta.get("benchmark_root") or ""
        if only and meta["name"] not in only:
            continue
        if most_bytes is None:
            yield JudgedRepository(
                each, meta["name"], meta["language"], f"{root}/" if root else "", each / "tree" / root
            )
        elif 1 <= meta["full_bytes"] <= most_bytes:
            yield JudgedRepository(each, meta["name"], meta["language"], "", each / "full")


def _measured(repository: JudgedRepository, index: Path) -> Mapping[str, Scores]:
    vault = open_session(repository.sources, index_dir=index)
    vault.sync()
    found: dict[str, Scores] = {label: [] for label in _RANKERS}
    for text, category, relevant in repository.queries():
        for label, ranker in _RANKERS.items():
            paths = [repository.prefix + path for path in ranker(vault, text)]
            found[label].append((category, _ndcg(paths, relevant)))
    vault.close()
    return found


def _ndcg(paths: Sequence[str], relevant: frozenset[str]) -> float:
    gained = sum(1 / math.log2(rank + 1) for rank, path in enumerate(paths, start=1) if path in relevant)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(_LIMIT, len(relevant)) + 1))
    return gained / ideal if ideal else 0.0


def ranker(profile: Profile, request: Request) -> Ranker:
    """Lists the documents of the best hits of a query by this profile, ten at most, as paths."""

    def ranked(vault: VaultSession, text: str) -> Sequence[str]:
        asked = replace(request, text=text)
        embedder = vault.embeddings.active_embedder(vault.engine)
        answer = vault.peek(lambda reader: search(asked, profile, reader, now=0.0, embedder=embedder))
        return list(dict.fromkeys(hit.ref.doc for hit in answer.hits))[:_LIMIT]

    return ranked


def _without_code_stages(profile: Profile) -> Profile:
    return replace(profile, stages=tuple(stage for stage in profile.stages if not isinstance(stage, _CODE_STAGES)))


_REQUEST = Request("", limit=_LIMIT, where=FieldEquals("kind", "code"))
_RANKERS: Mapping[str, Ranker] = {
    "default": ranker(DEFAULT, _REQUEST),
    "words": ranker(DEFAULT, replace(_REQUEST, mode="fulltext")),
    "vectors": ranker(DEFAULT, replace(_REQUEST, mode="vector")),
    "no stages": ranker(_without_code_stages(DEFAULT), _REQUEST),
    "with docs": ranker(DEFAULT, Request("", limit=_LIMIT)),
}


def _mean(scores: Scores) -> float:
    return mean(score for _, score in scores)


def _print_means(scores: Mapping[str, Mapping[str, Scores]]) -> None:
    print(f"\n{'':12}{'all':>8}{''.join(f'{category:>14}' for category in _CATEGORIES)}{'lowest':>9}")
    for label, of_each in scores.items():
        if of_each:
            every = [each for listed in of_each.values() for each in listed]
            parts = [[score for category, score in every if category == wanted] for wanted in _CATEGORIES]
            means = [_mean(listed) for listed in of_each.values()]
            columns = "".join(f"{mean(part) if part else math.nan:14.3f}" for part in parts)
            print(f"{label:12}{mean(means):8.3f}{columns}{min(means):9.3f}")


if __name__ == "__main__":
    main()
