"""Whether two words that one long note alone has find that note first, alone and in everyday questions.

    python benchmarks/long_notes.py VAULT [--least WORDS] [--notes 40]

The pairs are words of five letters or more of one line that no other note of the vault has, at most four pairs of each
of the longest notes.  Prints for each form of the question how many find the note first, among the first three and
among the first ten.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from dowse.app.sessions.vault_session import open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request

_FORMS = (
    "{}",
    "which note mentions {}",
    "my note about {}",
    "where did I write about {}",
    "what did I say about {}",
    "the thing about {}",
)
_WORD = re.compile(r"[a-z]{5,}")
_MOST, _MOST_PAIRS, _FEWEST_IN_LINE = 1_000_000, 4, 5
_RANKS = 1, 3, 10


def main() -> None:
    """Prints a line for each form of the question, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vault", type=Path)
    parser.add_argument("--least", type=int, default=800, help="words of a long note")
    parser.add_argument("--notes", type=int, default=40)
    arguments = parser.parse_args()
    vault = open_session(arguments.vault)
    pairs = list(_pairs(vault.read(_texts)[0], arguments.least, arguments.notes))
    total = Counter[int]()
    for form in _FORMS:
        counts = Counter[int]()
        for path, pair in pairs:
            answer, _ = vault.search(Request(form.format(pair), limit=_RANKS[-1]))
            rank = next((n for n, hit in enumerate(answer.hits, start=1) if hit.ref.doc == path), _MOST)
            counts.update(most for most in _RANKS if rank <= most)
        total += counts
        print(_line(form, counts, len(pairs)))
    print(_line("all", total, len(pairs) * len(_FORMS)))


def _line(name: str, counts: Mapping[int, int], asked: int) -> str:
    return f"{name:28}" + "".join(f"  first {most}: {counts.get(most, 0):4}" for most in _RANKS) + f"  of {asked}"


def _texts(reader: Reader) -> Mapping[str, str]:
    """The texts of the notes that a search finds without options."""
    paths = {hit.head.path for hit in reader.select(MatchAll(), _MOST) if hit.head.kind != "code"}
    texts = {path: each.text for path, each in reader.documents(paths).items()}
    return {path: text for path, text in texts.items() if "archived: true" not in text}


def _pairs(texts: Mapping[str, str], least: int, notes: int) -> Iterator[tuple[str, str]]:
    """The path of a long note and two words that it alone has; the same every time."""
    chosen = random.Random(5)
    holding = Counter(word for text in texts.values() for word in {*_WORD.findall(text.lower())})
    for path in sorted(path for path, text in texts.items() if len(text.split()) >= least)[:notes]:
        lines = [line for line in texts[path].splitlines() if _is_prose(line)]
        chosen.shuffle(lines)
        own = ([word for word in _WORD.findall(line.lower()) if holding[word] == 1] for line in lines)
        found = [f"{words[0]} {words[1]}" for words in own if len(words) > 1]
        yield from ((path, pair) for pair in found[:_MOST_PAIRS])


def _is_prose(line: str) -> bool:
    is_table = line.startswith(("|", "`"))
    return not is_table and "http" not in line and len(_WORD.findall(line.lower())) >= _FEWEST_IN_LINE


if __name__ == "__main__":
    main()
