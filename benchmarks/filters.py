"""What a filter adds to a search, or saves: narrow and wide ones beside the unfiltered query in the same run.

    python benchmarks/filters.py --notes 10000 100000

Every query is asked with every filter, in random order, so that a noisy moment hits all alike.  "new" is a filter that
the process has not met (each query spells it differently), "again" one that it has, "first" the very first search of a
process, all as medians in ms.  Each ratio is to the unfiltered query: below 1 the filter saves time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generated import Writer, queries

from dowse.analysis.languages.stopwords import telling
from dowse.analysis.passages import PassageKind
from dowse.chunking.by_section import BySection
from dowse.embedders.static import StaticEmbedder
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.formats.detect import parse_file
from dowse.indexing.garbage_collection import without_collection
from dowse.model.document import Document
from dowse.ports.indexed_document import FileStamp, IndexedDocument, WriteBatch
from dowse.query.ast import (
    And,
    Compare,
    Expr,
    FieldEquals,
    MatchAll,
    MatchCase,
    Modified,
    Not,
    OneOf,
    Or,
    Property,
    RegularExpression,
    SamePassage,
    Word,
)
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT

_NOW = 1_800_000_000.0  # seconds since the epoch
_DAY = 86_400.0
_AGE = 1000  # days; the notes were changed at any time within these
_BATCH = 500  # notes
_FEW = 10  # notes
_SHARES = {"fewselected": 0.0, "onepercent": 0.01, "tenpercent": 0.1, "halfofthem": 0.5, "mostofthem": 0.9}
_MOST_FOLDERS, _FEW_NOTES = "mostfolders", "mostfolders/fewnotes"
_STOP = ("the", "and", "a", "to", "of", "in", "is", "for", "with", "on")
_NONE = "no filter"

Filter = Callable[[int], Expr]  # another one for each number, that selects about as much


@dataclass(frozen=True)
class Vault:
    """The notes that are searched, as far as filters have to know them."""

    notes: int

    def path(self, number: int) -> str:
        """Nine tenths lie in one folder, ten of these in one folder in it."""
        middle = self.notes // 2
        if middle <= number < middle + _FEW:
            return f"{_FEW_NOTES}/note-{number:06}.md"
        top = _MOST_FOLDERS if number < 0.9 * self.notes else "otherfolders"
        return f"{top}/folder-{number // 100:04}/note-{number:06}.md"

    def filters(self) -> Mapping[str, Filter]:
        """What is measured, by the name that the table shows."""
        step = max(1, self.notes // _FEW)
        half = frozenset(self.path(n) for n in range(0, self.notes, 2))
        titles = [Writer(seed=n).note(1).splitlines()[1].removeprefix("title: ")[3:10] for n in range(40)]
        words = telling(" ".join(queries(300, seed=3)).replace("_", " ").split())
        shelved = Or((Property("shelved", "true"), Property("shelved", "yes")))
        return {
            _NONE: lambda _: MatchAll(),
            "tag, 10 notes": lambda n: FieldEquals("tag", _spelled("fewselected", n)),
            "path, 10 notes": lambda n: FieldEquals("path", _spelled(_FEW_NOTES, n)),
            "one of 10 paths": lambda n: OneOf(frozenset(self.path(k * step + n) for k in range(_FEW))),
            "tag 90 % AND path, 9": lambda n: And(
                (FieldEquals("tag", "mostofthem"), FieldEquals("path", _spelled(_FEW_NOTES, n)))
            ),
            "part of a title": lambda n: FieldEquals("title", _spelled(titles[n % len(titles)], n)),
            "tag, 1 %": lambda n: FieldEquals("tag", _spelled("onepercent", n)),
            "property, 2 %": lambda n: Property("status", _spelled("waitinglong", n)),
            "word, +word": lambda n: Word(words[n]),
            "tag, 10 %": lambda n: FieldEquals("tag", _spelled("tenpercent", n)),
            "[n:>x], 10 %": lambda n: Compare("n", "number", 0.9 * self.notes + n),
            "modified, 10 %": lambda n: Modified("epoch", _NOW - (0.1 * _AGE - n * 1e-6) * _DAY),
            "tag, 50 %": lambda n: FieldEquals("tag", _spelled("halfofthem", n)),
            "one of half of the paths": lambda n: OneOf(half - {self.path(2 * n)}),
            "tag AND path, 81 %": lambda n: And(
                (FieldEquals("tag", _spelled("mostofthem", n)), FieldEquals("path", _MOST_FOLDERS))
            ),
            "tag, 90 %": lambda n: FieldEquals("tag", _spelled("mostofthem", n)),
            "path, 90 %": lambda n: FieldEquals("path", _spelled(_MOST_FOLDERS, n)),
            "NOT tag, 90 %": lambda n: Not(FieldEquals("tag", _spelled("tenpercent", n))),
            "NOT property, 98 %": lambda n: Not(Property("status", _spelled("waitinglong", n))),
            "NOT shelved, all": lambda n: And((Not(shelved), Not(Property("shelved", f"{n}")))),
            "NOT word": lambda n: Not(Word(words[n])),
            "match-case:": lambda n: MatchCase(words[n].capitalize()),
            "line:(2 words)": lambda n: _together("line", words[n], words[n - 1]),
            "block:(2 words)": lambda n: _together("block", words[n], words[n - 1]),
            "section:(2 words)": lambda n: _together("section", words[n], words[n - 1]),
            "line:(2 stop words)": lambda n: _together("line", _STOP[n % 10], _STOP[n // 10]),
            "section:(3, rare)": lambda n: _together("section", _STOP[n % 10], _STOP[n // 10], words[n]),
            "task-todo:stop word": lambda n: _together("task-todo", _STOP[n % 10], f"{_STOP[n // 10]}"),
            "/date/": lambda n: RegularExpression(rf"\b20\d\d-\d\d-{n % 28 + 1:02}\b"),
            "/word/": lambda n: RegularExpression(rf"\b{words[n]}\b"),
            "/nothing/": lambda n: RegularExpression(rf"^(\w+\s?)*{n}!$"),
            "line:/nothing/": lambda n: SamePassage("line", RegularExpression(rf"(\w+\s?)*{n}!$")),
            "stop word, +the": lambda n: Word(_STOP[n % len(_STOP)]),
        }


def main() -> None:
    """Prints a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--notes", type=int, nargs="+", default=[10_000], help="sizes of the vaults")
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT", help="filters whose name holds one of these")
    parser.add_argument("--starts", type=int, default=5, help="processes for each figure of a first search; 0 for none")
    parser.add_argument("--cpu", action="store_true", help="processor time, for when others load the machine")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the indexes are, and stay for another run")
    parser.add_argument("--first", nargs=2, metavar=("FILTER", "N"), help=argparse.SUPPRESS)  # the measured process
    given = parser.parse_args()
    if given.first:
        bench = Bench(Vault(given.notes[0]), given.keep, time.process_time if given.cpu else time.perf_counter)
        print(bench.ms(queries(int(given.first[1]) + 1)[-1], given.first[0], int(given.first[1])))
        return
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as folder:
        for notes in given.notes:
            _measure(Vault(notes), (given.keep or Path(folder)) / f"{notes}", given)


def _measure(vault: Vault, folder: Path, given: argparse.Namespace) -> None:
    if not (folder / FILE).exists():
        _build(vault, folder)
    names = [name for name in vault.filters() if name == _NONE or any(text in name for text in given.only or [""])]
    bench = Bench(vault, folder, time.process_time if given.cpu else time.perf_counter)
    rows, unseen = bench.warm(names, list(queries(given.queries)))
    first = ["--notes", f"{vault.notes}", "--keep", f"{folder}", *(["--cpu"] if given.cpu else [])]
    for start, name in enumerate(random.Random(2).sample(names * given.starts, len(names) * given.starts)):
        command = [sys.executable, __file__, *first, "--first", name, str(start % given.starts)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        rows[name].first.append(float(done.stdout))
    print(f"\n{f'{vault.notes:,} notes':<26}{'selects':>8}{'new p50':>9}{'p95':>7}{'ratio':>7}", end="")
    print(f"{'again':>8}{'ratio':>7}{'first':>9}{'ratio':>7}" if given.starts else f"{'again':>8}{'ratio':>7}")
    for name in names:
        print(rows[name].line(name, rows[_NONE]))
    print(f"{_NONE + ', query not asked before':<34}{statistics.median(unseen):>9.1f}{_p95(unseen):>7.1f}")


@dataclass
class Timings:
    """Milliseconds of one filter, by query."""

    selects: int
    new: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)

    def line(self, name: str, free: Timings) -> str:
        """A row of the table."""
        figures = f"{statistics.median(self.new):>9.1f}{_p95(self.new):>7.1f}{_ratio(self.new, free.new):>7.2f}"
        figures += f"{statistics.median(self.again):>8.1f}{_ratio(self.again, free.again):>7.2f}"
        if self.first:
            first, other = statistics.median(self.first), statistics.median(free.first)
            figures += f"{first:>9.1f}{first / other:>7.2f}"
        return f"{name:<26}{self.selects:>8,}{figures}"


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * len(times))]


def _ratio(these: Sequence[float], those: Sequence[float]) -> float:
    """The median of the ratios, each of the same query at about the same time."""
    return statistics.median(mine / other for mine, other in zip(these, those, strict=True))


class Bench:
    """An open index, and what time it takes to search it."""

    def __init__(self, vault: Vault, folder: Path, clock: Callable[[], float]) -> None:
        self._engine = SqliteEngine(folder)
        self._embedder = StaticEmbedder()
        self._filters = vault.filters()
        self._clock = clock

    def ms(self, text: str, name: str, number: int) -> float:
        """The time that the query takes with the filter."""
        request = Request(text, where=self._filters[name](number))
        started = self._clock()
        search(request, DEFAULT, self._engine, now=_NOW, embedder=self._embedder)
        return (self._clock() - started) * 1e3

    def warm(self, names: Sequence[str], texts: Sequence[str]) -> tuple[Mapping[str, Timings], list[float]]:
        """The times of each filter, and those of queries that are asked the first time, without a filter."""
        rows = {name: Timings(len(self._engine.select(self._filters[name](-1), 10_000_000))) for name in names}
        order = random.Random(1)
        unseen = []
        for n, text in enumerate(texts):
            unseen.append(self.ms(text, _NONE, n))
            for name in order.sample(names, len(names)):
                rows[name].new.append(self.ms(text, name, n))
        for n, text in enumerate(texts):
            self.ms(text, _NONE, n)
            for name in order.sample(names, len(names)):
                self.ms(texts[n - 1], name, 0)
                rows[name].again.append(self.ms(text, name, 0))
        return rows, unseen


def _together(kind: PassageKind, *words: str) -> Expr:
    return SamePassage(kind, And(tuple(map(Word, words))))


def _spelled(text: str, number: int) -> str:
    """The text in other letters: the same to the index, and new to whatever remembers filters as they are asked."""
    letters = [at for at, char in enumerate(text) if char.isalpha()]
    upper = {at for bit, at in enumerate(letters) if number >> bit & 1}
    return "".join(char.upper() if at in upper else char.lower() for at, char in enumerate(text))


def _build(vault: Vault, folder: Path) -> None:
    """Writes the index: parsed, cut and embedded as files would be, but for the files."""
    folder.mkdir(parents=True, exist_ok=True)
    engine, embedder, writer, draw = SqliteEngine(folder), StaticEmbedder(), Writer(), random.Random(4)
    few = set(draw.sample(range(vault.notes), _FEW))
    chunker = BySection(embedder.count_tokens)
    with without_collection():
        for start in range(0, vault.notes, _BATCH):
            numbers = range(start, min(vault.notes, start + _BATCH))
            documents = [_note(vault, writer, draw, number, chosen=number in few) for number in numbers]
            items = tuple(IndexedDocument(d, FileStamp(len(d.text), 1, d.digest), chunker(d)) for d in documents)
            texts = {chunk.digest: chunk.enriched for item in items for chunk in item.chunks}
            vectors = dict(zip(texts, embedder.embed(list(texts.values())), strict=True))
            engine.write(WriteBatch(indexed=items, vectors=vectors))
    engine.forget_unused()
    engine.close()


def _note(vault: Vault, writer: Writer, draw: random.Random, number: int, *, chosen: bool) -> Document:
    tags = [tag for tag, share in _SHARES.items() if draw.random() < share or (chosen and tag == "fewselected")]
    status = "waitinglong" if draw.random() < 0.02 else "active"
    facts = f"status: {status}\nn: {draw.randrange(vault.notes)}\nshelved: false"
    text = writer.note(vault.notes).replace("tags: [", f"tags: [{', '.join([*tags, ''])}", 1)
    modified = _NOW - draw.random() * _AGE * _DAY
    return parse_file(vault.path(number), text.replace("status: active", facts, 1).encode(), modified=modified)


if __name__ == "__main__":
    main()
