"""The rank of notes for questions whose words stand in the footer of every note, too.

    python benchmarks/boilerplate.py VAULT... [--questions 60]

A word of a title that few titles have is asked for in a sentence; the notes with the word in their titles are relevant.
The same questions are asked of a copy of the vault as it is, and of a copy whose notes all end with one footer that has
all of these words, some of them in targets of links that differ from note to note.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from dowse.analysis.languages.stopwords import STOP_WORDS
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT

_SENTENCES = ("{}", "how do I work with {}", "notes about {} and how to get started")
_LETTERS = re.compile(r"[a-z]{4,}")
_MOST_TITLES = 3
_MOST = 1_000_000


def main() -> None:
    """Prints two lines for each vault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--questions", type=int, default=60, help="words; each is asked for in three sentences")
    arguments = parser.parse_args()
    for folder in arguments.vaults:
        asked: Mapping[str, set[str]] = {}
        for kind in ("as it is", "with a footer"):
            with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
                notes = Path(temporary) / "notes"
                shutil.copytree(folder, notes, ignore=shutil.ignore_patterns(".dowse", ".git"))
                if kind != "as it is":
                    _append(notes, sorted(asked))
                vault = open_session(notes, index_dir=Path(temporary) / "indexes")
                began = time.process_time()
                vault.sync()
                seconds = time.process_time() - began
                vault.embed()
                asked = asked or _words(vault, arguments.questions)
                print(f"{folder.name}, {kind}: {_measured(vault, asked)}; {seconds:.1f} s CPU to index words")
                vault.close()


def _words(vault: VaultSession, most: int) -> dict[str, set[str]]:
    """Words with the notes that have them in their titles, chosen with a fixed seed."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for hit in vault.peek(lambda reader: reader.select(MatchAll(), _MOST)):
        for word in set(_LETTERS.findall(hit.head.title.lower())) - STOP_WORDS:
            owners[word].add(hit.head.path)
    rare = sorted(word for word, paths in owners.items() if len(paths) <= _MOST_TITLES)
    return {word: owners[word] for word in random.Random(7).sample(rare, min(most, len(rare)))}


def _append(notes: Path, words: Sequence[str]) -> None:
    for file in notes.rglob("*.md"):
        name = file.stem.replace(" ", "%20")
        linked = [f"[{word}](https://{word}.dev/{word}/{name}.md)" for word in (*words[1::3], *words[2::3])]
        lines = [f"\n%% Footer: {' '.join(words[::3])} %%", f"# This note {' '.join(words[1::3][:8])}"]
        lines += [" | ".join(linked[at : at + 8]) for at in range(0, len(linked), 8)]
        with file.open("a", encoding="utf-8") as text:
            text.write("\n\n".join(lines) + "\n")


def _measured(vault: VaultSession, asked: Mapping[str, set[str]]) -> str:
    embedder = vault.embeddings.active_embedder(vault.engine)

    def ranks(reader: Reader, mode: str) -> list[float]:
        found = []
        for word, paths in asked.items():
            for sentence in _SENTENCES:
                request = Request(sentence.format(word), limit=10)
                used = embedder if mode == "default" else None
                answer = search(request, DEFAULT, reader, now=0.0, embedder=used)
                listed = [n for n, hit in enumerate(answer.hits, 1) if hit.ref.doc in paths]
                found.append(1 / listed[0] if listed else 0.0)
        return found

    parts = []
    for mode in ("words", "default"):
        gains = vault.peek(partial(ranks, mode=mode))
        counted = Counter(gain >= 1 for gain in gains)
        parts.append(f"{mode}: MRR@10 {sum(gains) / len(gains):.3f}, first {counted[True]} of {len(gains)}")
    return "; ".join(parts)


if __name__ == "__main__":
    main()
