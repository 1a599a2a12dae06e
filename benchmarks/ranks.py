"""The rank of the best answer to each query of a judged set, with one or several embedding models side by side.

    python benchmarks/ranks.py examples/judged --corpus examples/vault
    python benchmarks/ranks.py examples/judged --corpus examples/vault --embedder static --embedder onnx:/tmp/minilm

A column is an embedding model in a mode: the rank of the first document with the highest grade of the query, `-` when
none is among the first 100.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dowse.app.evaluation_index import EvaluationIndex, models, opened
from dowse.search.execute import Request
from dowse.search.profiles import PROFILES
from dowse.stages.limit import Limit
from dowse.stages.snippets.snippet import CutSnippet

if TYPE_CHECKING:
    from dowse.model.search_mode import Mode
    from dowse.search.evaluate import JudgedQuery
    from dowse.search.profile import Profile

_DEPTH = 100
_MODES: tuple[Mode, ...] = ("hybrid", "vector", "fulltext")


def main() -> None:
    """Prints a line for each query."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--profile", default="default", choices=PROFILES)
    parser.add_argument("--embedder", action="append")
    arguments = parser.parse_args()
    stages = (stage for stage in PROFILES[arguments.profile].stages if not isinstance(stage, CutSnippet | Limit))
    profile = replace(PROFILES[arguments.profile], stages=(*stages, Limit()))
    names = arguments.embedder or ["static"]
    columns: dict[str, Mapping[str, int]] = {}
    texts: dict[str, str] = {}
    for name in names:
        by = models(embedder=name)
        with opened(arguments.folder, progress=lambda *_: None, by=by, files=arguments.corpus) as index:
            texts = {query.id: query.text for query in index.queries}
            for mode in _MODES:
                columns[f"{name} {mode}"] = {query.id: rank(query, index, profile, mode) for query in index.queries}
    print(f"{'':<60}" + "".join(f"{name:>18}" for name in columns))
    for id_, text in texts.items():
        print(f"{text:<60}" + "".join(f"{ranks[id_] or '-':>18}" for ranks in columns.values()))


def rank(query: JudgedQuery, index: EvaluationIndex, profile: Profile, mode: Mode) -> int:
    """The rank of the first document with the highest grade; 0 without one."""
    best = max(query.relevant.values())
    hits = index.ask(Request(query.text, limit=_DEPTH, mode=mode), profile).hits
    found = [doc for doc in dict.fromkeys(hit.ref.doc for hit in hits) if doc not in query.leave_out]
    return next((n for n, doc in enumerate(found, start=1) if query.relevant.get(doc) == best), 0)


if __name__ == "__main__":
    main()
