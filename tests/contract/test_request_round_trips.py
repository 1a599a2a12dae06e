"""How often a request to an open vault asks the index when no file has changed, on every engine and for two vaults.

A request reads facts, files and waiting work in one round trip, and answers from a snapshot.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest

from dowse.app.get import GetRequest, get
from dowse.app.related import RelatedRequest, related_documents
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.federation import FederatedVault, SearchableVault
from dowse.app.sessions.vault_session import VaultSession
from dowse.app.status import status
from dowse.engines.registry import storage_at
from dowse.filesystem import scan_cache
from dowse.model.errors import RefError
from dowse.model.ref import Ref
from dowse.ports.storage import Reader
from dowse.ports.store_location import StoreLocation
from tests.contract.counted_store import CountedLocation

_UPDATE = 1  # round trips that look for changed files and for waiting work
_SEARCH = 4  # round trips of a search, as tests/contract/test_round_trips.py has them

PLACES: Mapping[str, Callable[[Path], StoreLocation]] = {
    "memory": lambda _: storage_at("memory:"),
    "sqlite": storage_at,
}


class Warm:
    """Open vaults with an up-to-date index; every request lists the files again."""

    def __init__(self, folder: Path, engines: Mapping[str, str]) -> None:
        self.places: list[CountedLocation] = []
        self.vaults = {name: self._vault(folder / name, PLACES[engine]) for name, engine in engines.items()}
        self.vault: SearchableVault = next(iter(self.vaults.values()))
        if len(engines) > 1:
            self.vault = FederatedVault(self.vaults, {name: each.root for name, each in self.vaults.items()})

    def _vault(self, root: Path, place: Callable[[Path], StoreLocation]) -> VaultSession:
        root.mkdir()
        (root / "plan.md").write_text("# Plan\n\nSpin the wool of the sheep into yarn.\n")
        for n in range(12):
            (root / f"step{n:02}.md").write_text(f"---\ntags: [fibre]\n---\n# Step {n}\n\n[[plan]] wool step {n}\n")
        for note in root.iterdir():  # dowse reads a note once more that was written less than a tick before
            os.utime(note, (1_700_000_000.5,) * 2)
        index = root.with_name(f"index of {root.name}")
        index.mkdir()
        self.places.append(CountedLocation(place(index)))
        vault = VaultSession(root, index, place=cast(StoreLocation, self.places[-1]))
        vault.sync(similar=True)
        return vault

    def round_trips(self, request: Callable[[SearchableVault], object]) -> int:
        """The round trips to the index that is asked most often, after the request was made once."""
        request(self.vault)
        for place in self.places:
            place.store.calls.clear()
        request(self.vault)
        return max(len(place.store.calls) for place in self.places)


@pytest.fixture
def _always_scanning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)


@pytest.fixture(params=[{"one": "memory"}, {"one": "sqlite"}, {"one": "memory", "two": "sqlite"}], ids="-".join)
def warm(request: pytest.FixtureRequest, tmp_path: Path, _always_scanning: None) -> Iterator[Warm]:
    """One vault, or two as one."""
    made = Warm(tmp_path, request.param)
    yield made
    made.vault.close()


@pytest.fixture(params=PLACES)
def alone(request: pytest.FixtureRequest, tmp_path: Path, _always_scanning: None) -> Iterator[Warm]:
    """One vault."""
    made = Warm(tmp_path, {"one": request.param})
    yield made
    made.vault.close()


def _searching(text: str, *, heal: bool = True) -> Callable[[SearchableVault], object]:
    return lambda vault: search(vault, SearchRequest(text, heal=heal))


@pytest.mark.parametrize("text", ["wool", "wool tag:fibre", "wool under:Plan", "like:plan"])
def test_a_warm_search_makes_one_round_trip_more_than_its_pipeline(warm: Warm, text: str) -> None:
    assert warm.round_trips(_searching(text)) <= _UPDATE + _SEARCH


def test_a_property_beside_words_makes_no_round_trip_more_than_a_tag(warm: Warm) -> None:
    assert warm.round_trips(_searching("wool [tags]")) == warm.round_trips(_searching("wool tag:fibre"))


def test_a_plain_warm_search_makes_four_round_trips(warm: Warm) -> None:
    assert warm.round_trips(_searching("wool step")) == 4


def test_a_search_of_the_index_as_it_is_makes_one_round_trip_more_than_its_pipeline(alone: Warm) -> None:
    assert alone.round_trips(_searching("wool step", heal=False)) <= _UPDATE + _SEARCH


def test_a_warm_get_reads_the_state_once_and_the_rest_from_one_snapshot(alone: Warm) -> None:
    vault = alone.vault
    assert isinstance(vault, VaultSession)
    alone.round_trips(lambda _: get(vault, GetRequest("plan")))
    assert Counter(alone.places[0].store.calls) == {"state": 1, "snapshot": 5}


def test_a_get_of_an_unknown_name_looks_the_name_up_once(alone: Warm, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = alone.vault
    assert isinstance(vault, VaultSession)
    looked_up: list[str] = []

    def none(name: str, _: Reader) -> tuple[Ref, ...]:
        looked_up.append(name)
        return ()

    monkeypatch.setattr("dowse.search.names.renamed_symbols.renamed_symbols", none)
    with pytest.raises(RefError):
        get(vault, GetRequest("weft"))
    assert looked_up == ["weft"]


def test_a_warm_request_for_related_documents_reads_the_state_twice(alone: Warm) -> None:
    """Once for the files, and once for the passages to compare, which the first may have changed."""
    vault = alone.vault
    assert isinstance(vault, VaultSession)
    alone.round_trips(lambda _: related_documents(vault, RelatedRequest("plan")))
    calls = alone.places[0].store.calls
    assert (calls.count("state"), set(calls)) == (2, {"state", "snapshot"})


def test_the_status_makes_at_most_nine_round_trips(alone: Warm) -> None:
    vault = alone.vault
    assert isinstance(vault, VaultSession)
    assert alone.round_trips(lambda _: status(vault)) <= 9
