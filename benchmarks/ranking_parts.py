"""What four parts of the ranking bring: k1 by length, Lucene's inverse document frequency, titles in vectors, names.

    python benchmarks/ranking_parts.py FOLDER... [--corpus NOTES] [--vault VAULT]... [--queries 300] [--embedder NAME]

FOLDER is a test set in BEIR's layout, or contains several; NOTES is the folder of notes that a set without documents
judges. For a vault the queries are those of benchmarks/linked.py: the text of a link, and the sentence around it.
Prints nDCG@10 without the four parts, then the difference of each alone, of each two of the first three, of all, and of
all but one, with 95 % intervals of a paired bootstrap over the queries.  The embedding model is the bundled one, or
NAME for the test sets.
"""

from __future__ import annotations

import argparse
import math
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

import linked
from dowse.app import evaluation_index
from dowse.app.evaluation import sets
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.engines.sqlite.words import keyword_ranking
from dowse.indexing.batches import embed_pending
from dowse.model.chunk import VectorForm
from dowse.retrieval.keyword import Keyword
from dowse.search.evaluate import evaluate, mean_with_interval
from dowse.search.execute import Request
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.name_match import NameMatch

_K1, _IDF, _TITLE, _NAMES = _PARTS = ("k1", "idf", "title", "names")
_NONE: frozenset[str] = frozenset()
_ALL = frozenset(_PARTS)
_VARIANTS: Mapping[str, frozenset[str]] = {
    "none": _NONE,
    **{f"+ {part}": frozenset({part}) for part in _PARTS},
    **{f"+ {one} and {other}": frozenset({one, other}) for one, other in combinations((_K1, _IDF, _TITLE), 2)},
    "all": _ALL,
    **{f"all but {part}": _ALL - {part} for part in _PARTS},
}

Gains = Mapping[str, Sequence[float]]  # nDCG@10 of each query, by variant


def main() -> None:
    """Prints a table a set, and one a vault and task."""
    parser = argparse.ArgumentParser(description="What each part of the ranking brings.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--vault", action="append", type=Path, default=[])
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--embedder", default="static")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        for path in sets(folder):
            _print(path.name, _judged(path, arguments.corpus, arguments.embedder))
    for vault in arguments.vault:
        for task, gains in _linked(vault, arguments.queries).items():
            _print(f"{vault.name}: {task}", gains)


def _judged(path: Path, corpus: Path | None, embedder: str) -> Gains:
    found: dict[str, list[float]] = {}
    for has_title in (False, True):
        form: VectorForm = "blend" if has_title else "prefix"
        with (
            patch.object(evaluation_index, "embed_pending", partial(embed_pending, form=form)),
            evaluation_index.opened(
                path, progress=lambda *_: None, by=evaluation_index.models(embedder=embedder), files=corpus
            ) as index,
        ):
            for name, parts in _variants(has_title):
                with _idf(parts):
                    rank = partial(_ranking, index, _profile(parts))
                    found[name] = list(evaluate(name, index.queries, rank).values["ndcg@10"].values())
    return found


def _ranking(index: evaluation_index.EvaluationIndex, profile: Profile, text: str) -> list[str]:
    answer = index.ask(Request(text, limit=100, all=True), profile)
    return [hit.ref.doc for hit in answer.hits]


def _linked(vault: Path, most: int) -> Mapping[str, Gains]:
    found: dict[str, dict[str, list[float]]] = {}
    for has_title in (False, True):
        with tempfile.TemporaryDirectory() as folder, closing(_session(vault, Path(folder), has_title)) as session:
            for task, queries in linked.link_queries(session, most).items():
                for name, parts in _variants(has_title):
                    with _idf(parts):
                        ranks = [linked.target_rank(each, _profile(parts), session) for each in queries]
                    found.setdefault(task, {})[name] = [linked.discounted_gain(rank) for rank in ranks]
    return found


def _session(vault: Path, folder: Path, has_title: bool) -> VaultSession:
    """A copy of the vault, indexed in that form."""
    copy = folder / vault.name
    shutil.copytree(vault, copy, ignore=shutil.ignore_patterns(".dowse", ".git", "dowse.toml"))
    (copy / "dowse.toml").write_text(f'[space]\nenrich = "{"blend" if has_title else "prefix"}"\n')
    session = open_session(copy)
    session.read(lambda _: None)
    return session


def _variants(has_title: bool) -> Iterator[tuple[str, Collection[str]]]:
    return ((name, parts) for name, parts in _VARIANTS.items() if (_TITLE in parts) == has_title)


def _profile(parts: Collection[str]) -> Profile:
    retrievers = tuple(
        replace(each, k1_by_length=_K1 in parts) if isinstance(each, Keyword) else each for each in DEFAULT.retrievers
    )
    stages = tuple(each for each in DEFAULT.stages if _NAMES in parts or not isinstance(each, NameMatch))
    return replace(DEFAULT, retrievers=retrievers, stages=stages)


@contextmanager
def _idf(parts: Collection[str]) -> Iterator[None]:
    with ExitStack() as stack:
        if _IDF not in parts:
            stack.enter_context(patch.object(keyword_ranking, "inverse_document_frequency", _fts5_idf))
        yield


def _fts5_idf(documents: int, holding: int) -> float:
    """The inverse document frequency of FTS5's bm25(): 10⁻⁶ for a word in more than half of the documents."""
    odds = (documents - holding + 0.5) / (holding + 0.5)
    return max(math.log(odds), 1e-6) if odds > 0 else 1e-6


def _print(title: str, gains: Gains) -> None:
    first = gains["none"]
    print(f"\n{title}, {len(first)} queries, nDCG@10")
    for name in _VARIANTS:
        mean = sum(gains[name]) / len(gains[name])
        change = mean_with_interval([new - old for new, old in zip(gains[name], first, strict=True)])
        print(f"{name:<18}{mean:>7.3f}   {change.mean:+.3f} [{change.low:+.3f}, {change.high:+.3f}]", flush=True)


if __name__ == "__main__":
    main()
