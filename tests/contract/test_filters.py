"""A filter is found out only as far as a search needs it; what is found must not show how far that was."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle, product
from pathlib import Path
from threading import Barrier, Event

import numpy as np
import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.hit import Hits
from dowse.ports.indexed_document import IndexedDocument, WriteBatch
from dowse.ports.models import Vector
from dowse.ports.storage import FieldWeights, Reader
from dowse.query.ast import And, Compare, Expr, FieldEquals, MatchAll, Not, Or, walk
from tests.contract.crowd import TIED, UNTIED, crowd, time_of, vector_at
from tests.contract.engines import ALL
from tests.contract.filters import filters
from tests.making import indexed, make
from tests.tier_parameters import examples

pytestmark = pytest.mark.slow  # indexes of up to 4,000 documents

# So many are enough for every way to be taken: 500 are few in any index, and to ask more one by one is given up.
SIZE = 1_000  # documents
# A sixth of so many is more than 500: there are filters that select more and are still listed.
LARGE = 4_000
LIMITS = (1, 10, 150, ALL)

Question = Callable[[Reader, Expr, int], Hits]


def _match(engine: Reader, where: Expr, limit: int) -> Hits:
    return engine.match(("apple", "pear"), where, limit, weights=FieldWeights())


QUESTIONS: Mapping[str, Question] = {
    "match": _match,
    "nearest": lambda engine, where, limit: engine.nearest(TIED, where, limit),
    "select": lambda engine, where, limit: engine.select(where, limit),
}
# Chunks that are written again change places with those of the same cosine; nothing says which comes first.
WITHOUT_TIES: Mapping[str, Question] = {
    **QUESTIONS,
    "nearest": lambda engine, where, limit: engine.nearest(UNTIED, where, limit),
}


@dataclass(frozen=True, slots=True)
class Oracle:
    """What the reference engine answers; each list is made once and each filter asked once."""

    memory: MemoryEngine
    lists: dict[Question, Hits] = field(default_factory=dict)
    known: dict[Expr, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def over(cls, items: Iterable[IndexedDocument], vectors: Mapping[bytes, Vector]) -> Oracle:
        """The answers about these documents."""
        memory = MemoryEngine()
        memory.write(WriteBatch(indexed=tuple(items), vectors=vectors))
        return cls(memory)

    def answer(self, question: Question, where: Expr, limit: int) -> Hits:
        """A filter binds before the cut, so this is the whole list without what is not selected, cut."""
        if question not in self.lists:
            self.lists[question] = question(self.memory, MatchAll(), ALL)
        selected = self.selected(where)
        return tuple(hit for hit in self.lists[question] if hit.head.path in selected)[:limit]

    def selected(self, where: Expr) -> frozenset[str]:
        """The paths."""
        if where not in self.known:
            self.known[where] = frozenset(hit.head.path for hit in self.memory.select(where, ALL))
        return self.known[where]

    def agrees(self, engine: Reader, question: Question, where: Expr, limit: int) -> bool:
        """The same hits in the same order, with the same scores."""
        return is_like(question(engine, where, limit), self.answer(question, where, limit))


def is_like(found: Hits, expected: Hits) -> bool:
    """Whether these are the same places and heads in the same order, with scores as near as rounding leaves them."""
    return [(hit.ref, hit.head.path) for hit in found] == [
        (hit.ref, hit.head.path) for hit in expected
    ] and np.allclose([hit.score for hit in found], [hit.score for hit in expected], rtol=1e-6, atol=1e-9)


@dataclass(frozen=True, slots=True)
class Place:
    """A crowd in an index, and what is to be answered about it."""

    folder: Path
    size: int
    oracle: Oracle

    @property
    def filters(self) -> Mapping[str, Expr]:
        """By name."""
        return filters(self.size)

    @property
    def paths(self) -> tuple[str, ...]:
        """In order."""
        return crowd(self.size).paths


@pytest.fixture(scope="module", params=[SIZE, pytest.param(LARGE, marks=pytest.mark.exhaustive)])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Written once."""
    return _written(tmp_path_factory.mktemp("crowd"), request.param)


@pytest.fixture
def large(tmp_path: Path) -> Place:
    """The larger of them."""
    return _written(tmp_path, LARGE)


def _written(folder: Path, size: int) -> Place:
    with opened(folder) as engine:
        engine.write(crowd(size).batch)
    return Place(folder, size, Oracle.over(crowd(size).items, crowd(size).vectors))


@contextmanager
def opened(folder: Path) -> Iterator[SqliteEngine]:
    """An engine that knows nothing of any filter yet."""
    engine = SqliteEngine(folder)
    try:
        yield engine
    finally:
        engine.close()


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_filter_asked_for_the_first_time_leaves_what_it_selects_in_order(
    place: Place, question: str, limit: int
) -> None:
    ask = QUESTIONS[question]
    with opened(place.folder) as engine:
        wrong = [name for name, where in place.filters.items() if not place.oracle.agrees(engine, ask, where, limit)]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_a_filter_of_a_large_index_leaves_what_it_selects_in_order(large: Place, step: int) -> None:
    filters = list(large.filters.items())[::step]
    with opened(large.folder) as engine:
        wrong = [name for name, where in filters if not large.oracle.agrees(engine, _match, where, 150)]
    assert wrong == []


def test_what_one_search_found_out_about_a_filter_changes_no_other_search(place: Place) -> None:
    chance = np.random.default_rng(1)
    names, wrong = list(place.filters), []
    with opened(place.folder) as engine:
        for start in range(0, len(names), 10):  # so few are remembered
            asked = list(product(names[start : start + 10], QUESTIONS, LIMITS))
            for at in chance.integers(len(asked), size=examples(40)):
                name, question, limit = asked[at]
                if not place.oracle.agrees(engine, QUESTIONS[question], place.filters[name], limit):
                    wrong.append(asked[at])
    assert wrong == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_limit_cuts_the_same_list(place: Place, question: str) -> None:
    # One in ten in front and all behind: lists are read in pieces, and each limit ends them at other places.
    front = And((Compare("rating", "number", 2.5), FieldEquals("tag", "half")))
    where = Or((front, FieldEquals("tag", "late")))
    with opened(place.folder) as engine:
        limits = range(10, 60)
        wrong = [limit for limit in limits if not place.oracle.agrees(engine, QUESTIONS[question], where, limit)]
    assert wrong == []


def test_what_a_filter_selects_is_counted_alike(place: Place) -> None:
    with opened(place.folder) as engine:
        counted = {name: engine.count(where) for name, where in place.filters.items()}
    assert counted == {name: len(place.oracle.selected(where)) for name, where in place.filters.items()}


def test_filters_combined_at_random_leave_what_they_select_in_order(place: Place) -> None:
    chance = np.random.default_rng(2)
    asked = zip(cycle(product(QUESTIONS, LIMITS)), [_combined(chance, place, 2) for _ in range(24)], strict=False)
    with opened(place.folder) as engine:
        wrong = [
            (question, limit, where)
            for (question, limit), where in asked
            if not place.oracle.agrees(engine, QUESTIONS[question], where, limit)
        ]
    assert wrong == []


def _combined(chance: np.random.Generator, place: Place, depth: int) -> Expr:
    if not depth or chance.random() < 0.3:
        short = [where for where in place.filters.values() if len(list(walk(where))) < 10]
        return short[chance.integers(len(short))]
    items = tuple(_combined(chance, place, depth - 1) for _ in range(chance.integers(1, 4)))
    return (And(items), Or(items), Not(items[0]))[chance.integers(3)]


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that take turns a thousand times as often as usual, so that what is half done is seen."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 1_000)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty")
def test_threads_that_find_out_about_a_filter_at_once_find_the_same(place: Place) -> None:
    together = Barrier(len(QUESTIONS), timeout=60)

    def wrong(question: str) -> Iterator[tuple[str, str, int]]:
        for (name, where), limit in zip(place.filters.items(), cycle(LIMITS), strict=False):
            together.wait()
            if not place.oracle.agrees(engine, QUESTIONS[question], where, limit):
                yield name, question, limit

    with opened(place.folder) as engine, ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda question: list(wrong(question)), QUESTIONS))
    assert found == [[] for _ in QUESTIONS]


def test_a_write_is_seen_by_filters_that_were_known_before_in_every_engine_on_the_folder(
    place: Place, tmp_path: Path
) -> None:
    items = {item.document.head.path: item for item in crowd(place.size).items}
    turned = {path: _turned(items[path]) for path in place.paths[::7]}
    aged = {path: _aged(items[path]) for path in place.paths[3::7]}
    come = {item.document.head.path: item for item in map(_come, range(30))}
    gone = place.paths[5::70]
    vectors = {item.chunks[0].digest: vector_at(9_000 + n) for n, item in enumerate(come.values())}
    stamps = {path: item.stamp._replace(modified=item.document.head.modified) for path, item in aged.items()}
    left = {path: item for path, item in (items | turned | aged | come).items() if path not in gone}
    after = Oracle.over(left.values(), crowd(place.size).vectors | vectors)
    with _copied(place, tmp_path) as writer, opened(tmp_path) as other:
        asked = list(product((writer, other), WITHOUT_TIES.values(), _some(place), (150,)))
        before = [place.oracle.agrees(*each) for each in asked]
        writer.write(WriteBatch((*turned.values(), *come.values()), removed=gone, touched=stamps, vectors=vectors))
        wrong = [each for each in asked if not after.agrees(*each)]
    assert (all(before), wrong) == (True, [])


def test_a_filter_asked_while_somebody_writes_is_that_of_one_state_or_the_other(place: Place, tmp_path: Path) -> None:
    items = {item.document.head.path: item for item in crowd(place.size).items}
    turned = items | {path: _turned(items[path]) for path in place.paths[::7]}
    states = (place.oracle, Oracle.over(turned.values(), crowd(place.size).vectors))
    written = Event()

    def write() -> None:
        try:
            for state in (turned, items, turned):
                engine.write(WriteBatch(tuple(state[path] for path in place.paths[::7])))
        finally:
            written.set()

    def wrong(ask: Question) -> Iterator[Expr]:
        for where in cycle(_some(place)):
            found = ask(engine, where, 150)
            if not any(is_like(found, state.answer(ask, where, 150)) for state in states):
                yield where
            if written.is_set():
                return

    with _copied(place, tmp_path) as engine, ThreadPoolExecutor() as threads:
        writing = threads.submit(write)
        found = list(threads.map(lambda ask: list(wrong(ask)), WITHOUT_TIES.values()))
        writing.result()
    assert found == [[] for _ in WITHOUT_TIES]


def _some(place: Place) -> list[Expr]:
    """So few that an engine remembers them all, of every way."""
    return list(place.filters.values())[1::6]


@contextmanager
def _copied(place: Place, folder: Path) -> Iterator[SqliteEngine]:
    """An index that may be written to."""
    shutil.copytree(place.folder, folder, dirs_exist_ok=True)
    with opened(folder) as engine:
        yield engine


def _turned(item: IndexedDocument) -> IndexedDocument:
    head = item.document.head
    turned = head._replace(
        tags=head.tags ^ {"half/inner", "most", "few", "late"},
        kind="task" if head.kind == "note" else "note",
        facts={**head.facts, "done": "false", "rating": 1.5, "pages": 1_000_000, "type": "daily"},
    )
    return replace(item, document=replace(item.document, head=turned))


def _aged(item: IndexedDocument) -> IndexedDocument:
    stamp = item.stamp._replace(mtime_ns=int(time_of(123) * 1e9) + item.stamp.size)
    head = item.document.head._replace(modified=stamp.mtime_ns / 1e9)
    return replace(item, document=replace(item.document, head=head), stamp=stamp)


def _come(number: int) -> IndexedDocument:
    """Behind all others by path, as it is by row id."""
    return indexed(make(f"ẞ/{number:02}77.md", f"apple fern {number}", tags=("few", "half"), modified=time_of(1_000)))
