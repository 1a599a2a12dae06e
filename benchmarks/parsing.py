"""How long a query takes to read, whatever it is made of, beside shlex taking words of the same length apart.

    python benchmarks/parsing.py --characters 1000

The budget is 1 ms for 1,000 characters. Times are in µs, the best and the median of many; other machines, other times:
compare the ratio, which is that of the best times in the same run.
"""

from __future__ import annotations

import argparse
import random
import shlex
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial

from dowse.query.parse import parse

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

# What a text repeats until it is long enough.
_PIECES: Mapping[str, str] = {
    "one letter and a blank": "a ",
    "words in groups, with operators": "a (b OR -c) ",
    "groups in groups": "(a OR (b AND c)) ",
    "required groups": "+(a) ",
    "excluded words": "-a ",
    "alternatives": "a OR ",
    "NOT and nothing else": "NOT ",
    "brackets that are closed at once": "()",
    "brackets that close nothing": ")",
    "quotations": '"a b" ',
    "empty quotations": '"" ',
    "fields, tags and properties": "tag:x #y [a:>1] ",
    "properties between years": "[a:2020..2022] ",
    "ages": "modified:<30d ",
    "times with zones": "modified:>2026-01-31T10:00+01:00 ",
    "directives": "limit:5 ",
    "fields that are nearly right": "tags:x ",
    "links": "links:[[April Jane|AJ]] ",
    "calls": "f(x) ",
    "emoji": "👩‍💻 ",
    "excluded emoji": "-☕ NOT ☕ ",
    "Japanese": "日本語 検索 ",
    "signs": "- ",
}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--characters", type=int, default=1_000)
    parser.add_argument("--repeats", type=int, default=100)
    arguments = parser.parse_args()
    texts = _texts(arguments.characters)
    shlexed, _ = _timed(partial(shlex.split, texts["words"]), arguments.repeats)
    print(f"{'':<36}{'characters':>12}{'best':>8}{'median':>8}{'/ shlex':>9}")
    print(f"{'baseline: shlex, words':<36}{len(texts['words']):>12,}{shlexed:>8,.0f}")
    for what, text in texts.items():
        best, median = _timed(partial(parse, text), arguments.repeats)
        print(f"{what:<36}{len(text):>12,}{best:>8,.0f}{median:>8,.0f}{best / shlexed:>9.2f}")


def _texts(length: int) -> dict[str, str]:
    """A text of that length of every kind."""
    half = length // 2
    made = {
        "words": " ".join(_coined(length)),
        "one long word": "a" * length,
        "blanks": " " * length,
        "brackets in brackets": "(" * half + "a" + ")" * half,
        "brackets that stay open": "(" * half + " a" * half,
        "different excluded words": " ".join(f"-{word}" for word in _coined(length)),
        "different fields that are none": " ".join(f"{word}:x" for word in _coined(length)),
        "different dates": " ".join(f"created:20{n % 90 + 10}-W{n % 52 + 1:02}" for n in range(length)),
    }
    repeated = {what: piece * (length // len(piece) + 1) for what, piece in _PIECES.items()}
    return {what: text[:length] for what, text in (made | repeated).items()}


def _coined(count: int) -> list[str]:
    """That many words of three to nine letters, the same in every run."""
    pick = random.Random(1)
    return ["".join(pick.choices(_LETTERS, k=pick.randint(3, 9))) for _ in range(count)]


def _timed(read: Callable[[], object], repeats: int) -> tuple[float, float]:
    """The best and the median time, in µs."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        read()
        times.append(time.perf_counter() - started)
    return min(times) * 1e6, statistics.median(times) * 1e6


if __name__ == "__main__":
    main()
