"""How often random errors are corrected in an index, how often words that are right are, and the time of a look-up.

    python benchmarks/unknown_words.py FOLDER [LIST OF CORRECT WORDS]

FOLDER is a vault with an index; of the list, one word a line, the words that no document contains count.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from dowse.analysis.tokens import stem
from dowse.app.sessions.vault_session import open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Execution, Request
from dowse.search.profiles import DEFAULT

_WORDS = 800  # words of the index that are misspelt
_LEAST = 3  # documents with such a word
_LONGEST = 2_000  # documents that are read
_SEED = 1


def _misspelt(word: str, pick: random.Random) -> str:
    """The word with one error behind its first letter: omission, insertion, replacement or exchange."""
    at, letter, kind = pick.randrange(1, len(word)), pick.choice("etaoinshrdlu"), pick.random()
    if kind < 0.3:
        return word[:at] + word[at + 1 :]
    if kind < 0.5:
        return word[:at] + letter + word[at:]
    if kind < 0.7:
        return word[:at] + letter + word[at + 1 :]
    return word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def _sample(reader: Reader, pick: random.Random) -> Sequence[str]:
    documents = reader.documents([hit.head.path for hit in reader.select(MatchAll(), _LONGEST)]).values()
    counted = Counter(word for each in documents for word in set(re.findall(r"\b[a-z]{4,}\b", each.text)))
    words = sorted(word for word, count in counted.items() if count >= _LEAST)
    return pick.sample(words, min(_WORDS, len(words)))


def _timed(call: Callable[[], object]) -> float:
    """Milliseconds of CPU."""
    started = time.process_time()
    call()
    return (time.process_time() - started) * 1e3


def _report(reader: Reader, correct: Iterable[str]) -> None:
    pick = random.Random(_SEED)
    words = _sample(reader, pick)
    typed = {_misspelt(word, pick): word for word in words}
    unknown, times = 0, list[float]()
    corrected = 0
    for error, word in typed.items():
        if error not in (found := reader.unknown_words((error,))):
            continue
        unknown += 1
        correction = found[error]
        corrected += correction is not None and stem(correction.word) == stem(word)
        times.append(_timed(partial(reader.unknown_words, (error,))))
    times.sort()
    print(f"{reader.count(MatchAll()):,} documents, {unknown} unknown words with one error")
    print(f"corrected to a word of the same stem: {corrected} ({corrected / unknown:.0%})")
    mean, median, most = sum(times) / unknown, times[unknown // 2], times[unknown * 95 // 100]
    print(f"CPU: mean {mean:.2f} ms, median {median:.2f}, 95 % {most:.2f}")
    known = [words[n : n + 5] for n in range(0, len(words) - 5, 5)]
    of_known = sum(_timed(partial(reader.unknown_words, some)) for some in known) / len(known)
    print(f"five words that documents contain: {of_known:.2f} ms")
    if lacking := reader.unknown_words(tuple(correct)):
        print(f"of {len(lacking)} words that no document contains {sum(map(bool, lacking.values()))} have a correction")


def main() -> None:
    """Prints the figures."""
    listed = Path(sys.argv[2]).read_text("utf-8").split() if len(sys.argv) > 2 else []
    with closing(open_session(Path(sys.argv[1]))) as session:

        def report(execution: Execution) -> None:
            _report(execution.run.reader, listed)

        session.execute(Request("x", 1), DEFAULT, report)


if __name__ == "__main__":
    main()
