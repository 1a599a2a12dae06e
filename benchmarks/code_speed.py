"""How long a warm search of source code takes, beside one of notes of the same bytes in the same run.

    python benchmarks/code_speed.py --code REPOSITORY... --notes SET... [--rounds N] [--misspelt SHARE] [--index FOLDER]

Each REPOSITORY is a judged one as benchmarks/code_quality.py reads it, whose `full/` is indexed, or `tree/` without
one.  Each SET has documents and questions in BEIR's layout; as many random documents are written as Markdown files as
the code has bytes.  The queries of the code are asked, and as many questions of the sets with the same numbers of words
besides stop words: a longer question without its shortest ones.  With --misspelt, a share of both has two letters of
one word exchanged.

Nobody asks the same question all the time.  So a process asks two thirds of the queries first, then measures the other
third, each once, code and notes in turn; three processes of a round measure all.  Prints processor time: of the median
and of the shortest time of each query over the rounds, the median and the mean; then the same for searches that repeat
a query.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from statistics import mean, median

from dowse import open_vault
from dowse.analysis.languages.stopwords import STOP_WORDS
from dowse.app.vault import Vault
from dowse.filesystem.beir import corpus, queries

_THIRDS = 3
_KINDS = ("code", "notes")
_LETTERS = 6  # of a word that is misspelt, at least
_SEED = 7

_Times = dict[str, list[list[float]]]  # of each kind and query, in ms


@dataclass(frozen=True)
class Asked:
    """A folder with its index, and the queries for it."""

    files: str
    index: str
    queries: Sequence[str]

    def opened(self) -> Vault:
        """The vault, indexed."""
        return open_vault(Path(self.files), index_dir=Path(self.index))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--code", type=Path, nargs="+", default=[])
    parser.add_argument("--notes", type=Path, nargs="+", default=[])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--misspelt", type=float, default=0.0, metavar="SHARE", help="of the queries")
    parser.add_argument("--index", type=Path, help="folder that keeps the files and the indexes")
    parser.add_argument("--inside", type=int, metavar="THIRD", help=argparse.SUPPRESS)  # the measured process itself
    given = parser.parse_args()
    if given.inside is not None:
        asked = {kind: Asked(**each) for kind, each in json.load(sys.stdin).items()}
        print(json.dumps(_measured(asked, given.inside)))
        return
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
        asked = _prepared(given.index or Path(temporary), given.code, given.notes, given.misspelt)
        times: dict[str, _Times] = {}
        for _ in range(given.rounds):
            for third in range(_THIRDS):
                for name, of_kinds in _run(asked, third).items():
                    for kind, listed in of_kinds.items():
                        rows = times.setdefault(name, {}).setdefault(kind, [[] for _ in listed])
                        for row, each in zip(rows, listed, strict=True):
                            row.extend(each)
        for name, of_kinds in times.items():
            _print(name, of_kinds)


def _print(name: str, times: _Times) -> None:
    for label, of_query in (("median", median), ("best", min)):
        figures = {kind: [of_query(each) for each in times[kind]] for kind in _KINDS}
        centres = {kind: (median(listed), mean(listed)) for kind, listed in figures.items()}
        shown = "   ".join(f"{kind} {centre[0]:6.2f} {centre[1]:6.2f}" for kind, centre in centres.items())
        ratios = (code / notes for code, notes in zip(centres["code"], centres["notes"], strict=True))
        print(f"{name:10} {label:8} {shown}   ratio {' '.join(f'{each:.2f}' for each in ratios)}", flush=True)


def _prepared(place: Path, code: Sequence[Path], notes: Sequence[Path], misspelt: float) -> dict[str, Asked]:
    """Both vaults, with their queries."""
    files = {kind: place / kind / "files" for kind in _KINDS}
    if not files["code"].exists():
        for each in code:
            whole = each / "full"
            shutil.copytree(whole if whole.exists() else each / "tree", files["code"] / each.name)
    size = sum(each.stat().st_size for each in files["code"].rglob("*") if each.is_file())
    if not files["notes"].exists():
        _write_notes(notes, files["notes"], size)
    lines = [line for each in code for line in (each / "queries.jsonl").read_text("utf-8").splitlines()]
    of_code = [json.loads(line)["query"] for line in lines]
    of_notes = list(_alike(of_code, [text for each in notes for text in queries(each).values()]))
    asked = {}
    for kind, texts in (("code", of_code), ("notes", of_notes)):
        pick = random.Random(_SEED)
        spelt = [_misspelt(text, pick) if pick.random() < misspelt else text for text in texts]
        asked[kind] = Asked(str(files[kind]), str(place / kind / "index"), spelt)
        asked[kind].opened().search(spelt[0])
        words = mean(map(_told, texts))
        print(f"{kind}: {len(texts)} queries of {words:.1f} words besides stop words", flush=True)
    print(f"{size / 1e6:.1f} MB each; milliseconds of processor time: median, mean")
    return asked


def _write_notes(sets: Sequence[Path], into: Path, size: int) -> None:
    documents = [(each.name, line) for each in sets for line in corpus(each)]
    random.Random(_SEED).shuffle(documents)
    for name, line in documents:
        if size <= 0:
            return
        path = into / name / (line.id if line.id.endswith(".md") else f"{line.id}.md")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f"# {' '.join(line.title.split())}\n\n{line.text}" if line.title else line.text
        path.write_text(text, "utf-8")
        size -= path.stat().st_size
    raise SystemExit(f"the sets have {size:,} bytes less than the code; name more of them")


def _alike(of_code: Sequence[str], pool: list[str]) -> Iterator[str]:
    """For each query another question with as many words besides stop words."""
    random.Random(_SEED).shuffle(pool)
    for text in of_code:
        count = _told(text)
        question = min((each for each in pool if _told(each) >= count), key=_told)
        pool.remove(question)
        left = sorted((word for word in question.split() if _told(word)), key=len)
        dropped = left[: len(left) - count]
        yield " ".join(word for word in question.split() if word not in dropped)


def _told(text: str) -> int:
    """The number of words that are no stop words."""
    return sum(word.casefold() not in STOP_WORDS for word in text.split())


def _misspelt(text: str, pick: random.Random) -> str:
    words = text.split()
    long = [n for n, word in enumerate(words) if len(word) >= _LETTERS and word.isalpha()]
    if long:
        n = pick.choice(long)
        at = pick.randrange(2, len(words[n]) - 2)
        words[n] = words[n][:at] + words[n][at + 1] + words[n][at] + words[n][at + 2 :]
    return " ".join(words)


def _run(asked: dict[str, Asked], third: int) -> dict[str, _Times]:
    """The times of a process that measures a third of the queries."""
    given = json.dumps({kind: vars(each) for kind, each in asked.items()})
    command = [sys.executable, __file__, "--inside", str(third)]
    answer = subprocess.run(command, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout
    measured: dict[str, _Times] = json.loads(answer)
    return measured


def _measured(asked: dict[str, Asked], third: int) -> dict[str, _Times]:
    searches = {kind: each.opened().search for kind, each in asked.items()}
    jobs = [
        (kind, n, text)
        for pair in zip_longest(*([(kind, n, text) for n, text in enumerate(asked[kind].queries)] for kind in _KINDS))
        for kind, n, text in filter(None, pair)
    ]
    measured = [each for each in jobs if each[1] % _THIRDS == third]
    for kind, _, text in jobs:
        if (kind, _, text) not in measured:
            searches[kind](text)
    times: dict[str, _Times] = {
        name: {kind: [[] for _ in each.queries] for kind, each in asked.items()} for name in ("new", "repeated")
    }
    for name in ("new", "repeated", "repeated"):
        gc.collect()
        gc.disable()  # its turns fall on either of the vaults
        for kind, n, text in measured:
            times[name][kind][n].append(_milliseconds(searches[kind], text))
        gc.enable()
    return times


def _milliseconds(search: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    search(text)
    return (time.process_time() - began) * 1000


if __name__ == "__main__":
    main()
