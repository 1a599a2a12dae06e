"""How often a search asks the index, on every engine and for each of several vaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from dowse.engines.federated.federated_reader import FederatedReader, snapshots
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.indexing.linking import link_pending
from dowse.model.document import Document, Link
from dowse.model.search_mode import MODES, Mode
from dowse.ports.models import Matrix
from dowse.ports.storage import Store
from dowse.retrieval.semantic import Semantic
from dowse.search.execute import Answer, Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEEP, DEFAULT, PROXIMITY
from dowse.search.search_questions import opening_questions
from dowse.stages.neighbours import Neighbours
from dowse.stages.spread import Spread
from tests.contract.engines import ENGINES, fill
from tests.making import make
from tests.making_embedder import Hashing

_MOST = 4  # round trips of a search with the default profile
_WIDTH = 32


_UNLINKED = replace(DEFAULT, stages=tuple(each for each in DEFAULT.stages if not isinstance(each, Neighbours)))


def _linked(path: str, text: str, *targets: str, kind: str = "wikilink") -> Document:
    return replace(make(path, text, tags=("fibre",)), links=tuple(Link(target, kind) for target in targets))


_DOCUMENTS = (
    make("plan.md", "wool plan", title="Plan"),
    *(_linked(f"step{n:02}.md", f"wool step {n}", "plan", kind="parent") for n in range(12)),
    _linked("yarn.md", "wool wool yarn", "step01", "remote"),
    make("remote.md", "a long text about sheep and shears with little wool " * 9),
    make("old.md", "wool archive", archived="true"),
    make("gone.md", "wool", status="inactive"),
)


def _fill(store: Store) -> None:
    fill(store, *_DOCUMENTS)
    forever = TimeBudget(lambda: 0.0)
    link_pending(store, budget=forever, progress=lambda _: None)
    # With these vectors Neighbours raises no other document into the first 20, whose texts would be a round trip more.
    embed_pending(store, Hashing(dim=_WIDTH), budget=forever, progress=lambda _: None, form="prefix")


@dataclass(frozen=True)
class _Twice(Hashing):
    """The vector of the text for each of two vaults, side by side."""

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        rows = Hashing.embed(self, texts, as_query=as_query)
        return np.asarray(np.concatenate([rows, rows], axis=1) / np.sqrt(2), np.float32)


class Asked:
    """Searches an index, and counts."""

    def __init__(self, stores: Mapping[str, Store]) -> None:
        self._stores = stores

    def __call__(
        self, text: str, profile: Profile = DEFAULT, *, mode: Mode = "hybrid", limit: int = 5, **options: bool
    ) -> int:
        """The round trips to the index that was asked most often."""
        answer, counts = self.answer(Request(text, limit, mode, **options), profile)  # type: ignore[arg-type]  # bools
        assert answer.hits
        return max(counts)

    def answer(self, request: Request, profile: Profile = DEFAULT) -> tuple[Answer, list[int]]:
        """The answer, and the round trips to each index."""
        first = opening_questions(request)
        if len(self._stores) == 1:
            with next(iter(self._stores.values())).snapshot(first) as reader:
                found = search(request, profile, reader, now=0.0, embedder=Hashing(dim=_WIDTH))
                return found, [reader.round_trips]
        parts = {name: slice(n * _WIDTH, (n + 1) * _WIDTH) for n, name in enumerate(self._stores)}
        with snapshots(self._stores, first) as opened:
            both = FederatedReader(opened, parts)
            found = search(request, profile, both, now=0.0, embedder=_Twice(dim=_WIDTH))
            return found, [each.round_trips for each in opened.values()]


def _one(make_store: Callable[[Path], Store]) -> Callable[[Path], Mapping[str, Store]]:
    return lambda folder: {"": make_store(folder)}


VAULTS: Mapping[str, Callable[[Path], Mapping[str, Store]]] = {
    **{name: _one(make_store) for name, make_store in ENGINES.items()},
    "federated": lambda folder: {"one": MemoryEngine(), "two": ENGINES["sqlite"](folder)},
}


@pytest.fixture(params=VAULTS)
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asked]:
    """Searches one index, or two as one."""
    stores = VAULTS[request.param](tmp_path)
    for store in stores.values():
        _fill(store)
    yield Asked(stores)
    for store in stores.values():
        store.close()


@pytest.fixture(params=VAULTS)
def asked_of_code(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asked]:
    """Searches one index of source code and notes, or two as one."""
    stores = VAULTS[request.param](tmp_path)
    sources = [parse_file(f"src/{n}.py", b"def spin(wool):\n    pass\n" * n, modified=0.0) for n in range(1, 5)]
    for store in stores.values():
        fill(store, *sources, *_DOCUMENTS)
    yield Asked(stores)
    for store in stores.values():
        store.close()


def test_a_note_named_without_its_date_costs_one_round_trip_more() -> None:
    store = MemoryEngine()
    _fill(store)
    fill(store, make("2024-01-08 Winter course.md", "loom"), make("2024-01-09 Loom.md", "winter"))
    assert Asked({"": store})("winter course") == Asked({"": store})("winter loom") + 1


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", ["spin wool", "spin", "spin wool under:Plan OR kind:code"])
def test_a_search_of_source_code_makes_at_most_four_round_trips(asked_of_code: Asked, text: str, mode: Mode) -> None:
    assert max(asked_of_code.answer(Request(text, 5, mode))[1]) <= _MOST


@pytest.mark.parametrize(
    "text",
    [
        "wool",
        "wool step 3",
        "wool yrn",  # an unknown word with a correction
        "plan",  # the name of a document
        "a question about wool, sheep and shears?",
        '"wool step"',
        "wool tag:fibre",
        "+wool tag:fibre path:step03.md",  # the rest of what a query selects follows
        "tag:fibre",
        "wool NOT tag:sheep",
        "wool tag:fibre OR tag:sheep",
        "wool [archived:true]",
        "wool under:Plan",
        "wool children:plan.md -under:yarn",
        "wool links:Plan linked:yarn tag:fibre",
        "like:yarn",
        "similar:wool under:Plan",
    ],
)
def test_a_default_search_makes_at_most_four_round_trips(asked: Asked, text: str) -> None:
    assert asked(text) <= _MOST


@pytest.mark.parametrize("mode", ["vector", "fulltext", "hybrid"])
def test_a_search_in_one_mode_makes_at_most_four_round_trips(asked: Asked, mode: Mode) -> None:
    assert asked("wool tag:fibre", mode=mode) <= _MOST


def test_a_plain_search_makes_three_round_trips(asked: Asked) -> None:
    """The index is opened, gives candidates, and what the stages read of the best."""
    assert asked("wool", limit=20) == 3


def test_rescoring_by_coming_vectors_adds_one_round_trip(asked: Asked, request: pytest.FixtureRequest) -> None:
    """Of several vaults none: their hits are not rescored."""
    _, counts = asked.answer(Request("wool", 20, coming=Hashing(dim=_WIDTH)))
    assert max(counts) == (3 if "federated" in request.node.name else 4)


def test_a_search_without_a_number_of_hits_to_rescore_adds_no_round_trip(asked: Asked) -> None:
    retrievers = tuple(replace(each, rescore=0) if isinstance(each, Semantic) else each for each in DEFAULT.retrievers)
    _, counts = asked.answer(Request("wool", 20, coming=Hashing(dim=_WIDTH)), replace(DEFAULT, retrievers=retrievers))
    assert max(counts) == 3


def test_a_link_that_raises_a_hit_onto_the_page_adds_one_round_trip(asked: Asked) -> None:
    assert asked("wool yarn", limit=2) <= _MOST


def test_a_scope_adds_one_round_trip(asked: Asked) -> None:
    assert asked("wool under:Plan children:Plan", limit=20) == 4


@pytest.mark.parametrize("hops", [1, 2])
def test_each_hop_over_links_adds_at_most_one_round_trip(asked: Asked, hops: int) -> None:
    spread = replace(_UNLINKED, stages=(Spread(depth=hops), *_UNLINKED.stages))
    assert asked("yarn", spread, limit=20) <= asked("yarn", _UNLINKED, limit=20) + hops


def test_an_expansion_adds_one_round_trip(asked: Asked, request: pytest.FixtureRequest) -> None:
    """Of several vaults three: the best documents, their texts, and how rare their words are."""
    added = 3 if "federated" in request.node.name else 1
    assert asked("wool", _UNLINKED, limit=20, expand=True) == asked("wool", _UNLINKED, limit=20) + added


@pytest.mark.parametrize("query", ["yran", "wool yran"])
def test_a_misspelt_word_is_answered_in_the_round_trips_of_two_searches(asked: Asked, query: str) -> None:
    answer, counts = asked.answer(Request(query, 5))
    assert answer.unknown.corrected == query.replace("yran", "yarn")
    assert max(counts) <= 2 * _MOST


def test_an_unknown_word_without_a_correction_is_answered_in_four_round_trips(asked: Asked) -> None:
    answer, counts = asked.answer(Request("zyzzyva", 5))
    assert (answer.hits, answer.unknown.corrected) == ((), "")
    assert max(counts) <= _MOST


def test_a_word_that_only_names_a_property_is_told_so_in_four_round_trips(asked: Asked) -> None:
    answer, counts = asked.answer(Request("wool STATUS", 5))
    assert any("the property 'STATUS': [STATUS]" in note.hint for note in answer.notes)
    assert max(counts) <= _MOST


def test_a_query_with_an_unknown_value_is_told_so_in_four_round_trips(asked: Asked) -> None:
    answer, counts = asked.answer(Request("tag:fibres", 5))
    assert any("did you mean #fibre" in note.hint for note in answer.notes)
    assert max(counts) <= _MOST


@pytest.mark.parametrize("profile", [PROXIMITY, DEEP], ids=["sections", "chunks"])
def test_a_search_for_parts_makes_at_most_six_round_trips(asked: Asked, profile: Profile) -> None:
    """One more than for documents for the parts with the words, and one for repeated chunks or texts that move up."""
    assert asked("wool step sheep", profile, limit=20) <= 6
