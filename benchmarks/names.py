"""Whether a note is found by a question that contains its name.

    python benchmarks/names.py VAULT... [--names 150]

The names are the titles and aliases of the vault that one note alone has, of one word and of several; each is put into
six sentences.  Prints the mean reciprocal rank and the share found first and among the first five, with the boosts of
names from none to strong.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dowse.analysis.folding import name_key
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.pipeline import added
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.name_match import NameMatch

_SENTENCES = (
    "what is {}",
    "{} what are they",
    "how do I use {} in my project",
    "notes about {} and how to get started",
    "why does {} not work as expected",
    "difference between {} and the rest of my tools",
)
_BOOSTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.8)
_MOST = 1_000_000


@dataclass(frozen=True)
class Asked:
    """A question and the note whose name it contains."""

    text: str
    path: str


def main() -> None:
    """Prints a table for each vault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--names", type=int, default=150)
    arguments = parser.parse_args()
    for folder in arguments.vaults:
        vault = open_session(folder)
        vault.read(lambda _: None)
        for kind, asked in _asked(vault, arguments.names).items():
            print(f"{vault.name}, {kind}: {len(asked)} questions")
            for boost in _BOOSTS if asked else ():
                print(f"  boost {boost:.1f}  {_measured(vault, asked, _profile(boost))}")
        vault.close()


def _asked(vault: VaultSession, most: int) -> dict[str, list[Asked]]:
    heads = [hit.head for hit in vault.peek(lambda reader: reader.select(MatchAll(), _MOST))]
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for head in heads:
        for name in head.names:
            owners[name_key(name)].add(head.path)
    single: list[tuple[str, str]] = []
    several: list[tuple[str, str]] = []
    for head in heads:
        for name in (head.title, *head.aliases):
            words = name_key(name).split()
            if owners[name_key(name)] == {head.path} and 0 < len(words) <= 6:
                (several if len(words) > 1 else single).append((name, head.path))
    chance = random.Random(7)
    return {
        kind: [
            Asked(sentence.format(name), path)
            for name, path in chance.sample(names, min(most, len(names)))
            for sentence in _SENTENCES
        ]
        for kind, names in (("names of one word", single), ("names of several words", several))
    }


def _profile(boost: float) -> Profile:
    stages = tuple(stage for stage in DEFAULT.stages if not isinstance(stage, NameMatch))
    return replace(DEFAULT, stages=added(stages, NameMatch(boost)) if boost else stages)


def _measured(vault: VaultSession, asked: Sequence[Asked], profile: Profile) -> str:
    embedder = vault.embeddings.active_embedder(vault.engine)

    def ranks(reader: Reader) -> list[float]:
        found = []
        for each in asked:
            answer = search(Request(each.text, limit=10), profile, reader, now=0.0, embedder=embedder)
            paths = [hit.ref.doc for hit in answer.hits]
            found.append(1 / (1 + paths.index(each.path)) if each.path in paths else 0.0)
        return found

    gains = vault.peek(ranks)
    share = {most: sum(gain >= 1 / most for gain in gains) / len(gains) for most in (1, 5)}
    return f"MRR@10 {sum(gains) / len(gains):.3f}  first {share[1]:.3f}  first five {share[5]:.3f}"


if __name__ == "__main__":
    main()
