"""Whether links help to find: what a link is called, or the sentence around it, is to find the note it points at.

    python benchmarks/linked.py VAULT... [--queries 300] [--one-word]

With --one-word, whether documents with the word of a query are to come first: links that are called by one word.  For
each query the link itself is taken out of the graph and its note out of the results, so that only what else is
linked can help. A judged task that any vault with links has; no vault comes with this script.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import statistics
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.fusion.weighted import Weighted
from dowse.model.document import Document
from dowse.model.edge import REFERENCES, Edge
from dowse.query.ast import MatchAll, Not, OneOf
from dowse.retrieval.graph import Graph
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.stages.confidence import Confidence
from dowse.stages.keyword_first import KeywordFirst
from dowse.stages.neighbours import Neighbours
from dowse.stages.spread import Spread

if TYPE_CHECKING:
    from dowse.ports.pipeline import Stage
    from dowse.ports.storage import Reader
    from dowse.search.profile import Profile

_LINK = re.compile(r"!?\[\[([^\[\]|]+)(?:\|([^\[\]]+))?\]\]|(?<!!)\[([^\[\]]+)\]\(([^()\s]+)\)")
_MARKS = re.compile(r"[*_`#>\[\]()!|-]+")
_MOST = 1_000_000


@dataclass(frozen=True)
class Asked:
    """A query, the note that it stands in and the one that it is to find."""

    text: str
    source: str
    target: str


class WithoutLink:
    """A reader whose graph lacks the links between two notes."""

    def __init__(self, reader: Reader, source: str, target: str) -> None:
        self._reader, self._pair = reader, {source, target}

    def __getattr__(self, name: str) -> object:
        return getattr(self._reader, name)

    def edges(self, docs: Collection[str] | None = None, kinds: Collection[str] = ()) -> list[Edge]:
        """All but those of the pair."""
        found = self._reader.edges(docs, kinds)
        return [e for e in found if e.relation != REFERENCES or {e.source.doc, e.target.doc} != self._pair]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--one-word", action="store_true")
    arguments = parser.parse_args()
    profiles = _with_keyword_first() if arguments.one_word else _profiles()
    for folder in arguments.vaults:
        vault = open_session(folder)
        vault.read(lambda _: None, similar=True)
        for name, queries in link_queries(vault, arguments.queries).items():
            asked = [each for each in queries if each.text.isalpha()] if arguments.one_word else queries
            if asked:
                _table(f"{vault.name}: {name}", asked, profiles, vault)
        vault.close()


def _profiles() -> Mapping[str, Profile]:
    """`default` without links, and what they could add to it."""

    def shared(weight: float, graph: Graph = Graph()) -> Profile:  # noqa: B008  # a frozen value
        weights = {"keyword": 0.6 * (1 - weight), "semantic": 0.4 * (1 - weight), "graph": weight}
        retrievers = (*DEFAULT.retrievers, graph)
        stages = tuple(each for each in DEFAULT.stages if not isinstance(each, Neighbours))
        return replace(DEFAULT, retrievers=retrievers, fusion=Weighted(weights), stages=stages)

    def staged(stage: Stage) -> Profile:
        others = [each for each in DEFAULT.stages if not isinstance(each, Neighbours)]
        place = next(n for n, each in enumerate(others) if isinstance(each, Confidence))
        return replace(DEFAULT, stages=(*others[:place], stage, *others[place:]))

    without = replace(DEFAULT, stages=tuple(each for each in DEFAULT.stages if not isinstance(each, Neighbours)))
    return {
        "without links": without,
        "neighbours, 0.05": staged(Neighbours(0.05)),
        "neighbours, 0.11": staged(Neighbours()),
        "neighbours, 0.2": staged(Neighbours(0.2)),
        "neighbours, 5 seeds": staged(Neighbours(seeds=5)),
        "graph list, 0.1": shared(0.1, Graph(seeds=3)),
        "spread": staged(Spread()),
        "spread, 0.5 a hop": staged(Spread(decay=0.5, least=0.1)),
    }


def _with_keyword_first() -> Mapping[str, Profile]:
    """`default` without `keyword_first`, and with it."""
    others = tuple(each for each in DEFAULT.stages if not isinstance(each, KeywordFirst))
    return {"without keyword_first": replace(DEFAULT, stages=others), "default": DEFAULT}


def link_queries(vault: VaultSession, most: int) -> Mapping[str, Sequence[Asked]]:
    """At most that many queries a task, drawn with a fixed seed."""

    def read(reader: Reader) -> Iterator[tuple[Document, Mapping[str, str]]]:
        heads = [hit.head.path for hit in reader.select(MatchAll(), _MOST)]
        documents = reader.documents(heads)
        for path in sorted(heads):
            aims = {each.link.target: each.aim.target for each in reader.aimed([path]) if each.aim.target != path}
            yield documents[path], aims

    named: dict[tuple[str, str], Asked] = {}
    around: dict[tuple[str, str], Asked] = {}
    for document, aims in vault.read(lambda reader: list(read(reader)))[0]:
        for text, target, sentence in _links(document.body, aims):
            key = text.casefold(), target
            named.setdefault(key, Asked(text, document.head.path, target))
            if len(sentence.split()) >= 6:
                around.setdefault((sentence, target), Asked(sentence, document.head.path, target))
    chance = random.Random(7)
    return {
        name: chance.sample(sorted(found.values(), key=lambda each: (each.text, each.target)), min(most, len(found)))
        for name, found in (("what a link is called", named), ("the sentence around a link", around))
    }


def _links(body: str, aims: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for line in body.splitlines():
        for match in _LINK.finditer(line):
            parts = [part.strip() for part in match.groups() if part]
            target = next((aims[p] for part in parts if (p := part.partition("#")[0]) in aims and aims[p]), "")
            text = next((part for part in parts if part.partition("#")[0] not in aims), parts[0])
            if target:
                rest = _LINK.sub(lambda found: found[2] or found[3] or "", line[: match.start()] + line[match.end() :])
                yield text, target, _MARKS.sub(" ", rest).strip()


def _table(title: str, asked: Sequence[Asked], profiles: Mapping[str, Profile], vault: VaultSession) -> None:
    print(f"\n{title}: {len(asked)} queries")
    print(f"{'':<24}{'nDCG@10':>9}{'first':>8}{'found@10':>10}{'ms':>7}")
    base: list[float] = []
    for name, profile in profiles.items():
        ranks: list[int] = []
        times: list[float] = []
        for each in asked:
            started = time.perf_counter()
            ranks.append(target_rank(each, profile, vault))
            times.append(time.perf_counter() - started)
        gains = [discounted_gain(rank) for rank in ranks]
        base = base or gains
        found = statistics.mean(0 < rank <= 10 for rank in ranks)
        first = statistics.mean(rank == 1 for rank in ranks)
        differs = statistics.mean(gains) - statistics.mean(base)
        error = statistics.pstdev([a - b for a, b in zip(gains, base, strict=True)]) / len(gains) ** 0.5
        print(
            f"{name:<24}{statistics.mean(gains):>9.3f}{first:>8.3f}{found:>10.3f}{statistics.median(times) * 1e3:>7.1f}"
            + (f"   {differs:+.3f} ± {1.96 * error:.3f}" if gains is not base else "")
        )


def target_rank(asked: Asked, profile: Profile, vault: VaultSession) -> int:
    """The rank of the note that is to be found, from 1; 0 when it is not among the first ten."""
    reader = WithoutLink(vault.engine, asked.source, asked.target)
    request = Request(asked.text, limit=10, all=True, where=Not(OneOf(frozenset({asked.source}))))
    answer = search(request, profile, reader, now=time.time(), embedder=vault.embeddings.active_embedder(vault.engine))  # type: ignore[arg-type]
    return next((n for n, hit in enumerate(answer.hits, start=1) if hit.head.path == asked.target), 0)


def discounted_gain(rank: int) -> float:
    """NDCG of one relevant document at that rank; 0 for rank 0."""
    return 1 / math.log2(rank + 1) if rank else 0.0


if __name__ == "__main__":
    main()
