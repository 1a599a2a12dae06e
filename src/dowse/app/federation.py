"""Several vaults, searched as one: by one pipeline over what all of them find."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from ..engines.federated.federated_reader import FederatedReader, snapshots
from ..indexing.batches import without_collection
from ..indexing.freshness import Freshness, IndexState
from ..model.errors import DowseError, ModelError, VaultError
from ..ports.models import Embedder, Matrix
from ..ports.storage import Reader, Snapshot, Store
from ..search.execute import Answer, Execution, Request, asks_for_links, execute
from ..search.profile import Profile
from ..settings.layer import Settings
from .location import Progress, VaultLocation
from .vault_session import VaultSession, open_session

T = TypeVar("T")

MAX_FEDERATED_VAULTS = 50  # vaults; each is a file that is open
_WORST: tuple[Freshness, ...] = ("stale", "healed", "fresh")


@dataclass(slots=True)
class FederatedVault:
    """Vaults by name. Settings and the reranker are those of the first.

    Each vault keeps its index and its embedder. A query is embedded by each embedder that there is, once.
    """

    vaults: Mapping[str, VaultSession]
    roots: Mapping[str, Path]  # where each lies, those that were left out included
    left_out: Sequence[str] = ()  # why some were

    @property
    def name(self) -> str:
        """The names."""
        return ", ".join(self.vaults)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each vault, those that were left out included."""
        return tuple(self.roots)

    @property
    def root(self) -> Path:
        """Where the first vault lies."""
        return self._first.root

    @property
    def settings(self) -> Settings:
        """Those of the first vault."""
        return self._first.settings

    @property
    def engine(self) -> FederatedReader:
        """All indexes as one reader; by words alone, since nobody has made a vector for it."""
        return FederatedReader(self._engines, {})

    def search(
        self, request: Request, profile: Profile | None = None, *, heal: bool = True, progress: Progress | None = None
    ) -> tuple[Answer, IndexState]:
        """The answer, and how the worst of the indexes stood. A vault that cannot be read is an error."""
        return self.execute(request, profile, lambda execution: execution.answer, heal=heal, progress=progress)

    def execute(
        self,
        request: Request,
        profile: Profile | None,
        use: Callable[[Execution], T],
        *,
        heal: bool = True,
        progress: Progress | None = None,
    ) -> tuple[T, IndexState]:
        """As `search`, and what `use` makes of it while the snapshots that were searched are open."""
        if heal and asks_for_links(request.text):
            states = {
                name: vault.read(_nothing, likeness=True, progress=progress)[1] for name, vault in self.vaults.items()
            }
        else:
            states = {name: vault.stand(heal=heal, progress=progress) for name, vault in self.vaults.items()}
        asked = replace(request, vaults=tuple(self.vaults))
        with snapshots(self._engines) as opened:
            execution, failures = self._executed(asked, profile, opened)
            return use(execution), _worst(states, (*self.left_out, *failures))

    def _executed(
        self, request: Request, profile: Profile | None, opened: Mapping[str, Snapshot]
    ) -> tuple[Execution, Sequence[str]]:
        """With the embedders and the reranker of the states that are searched."""
        joined = _Joined({name: vault.meaning.answering(opened[name]) for name, vault in self.vaults.items()})
        known, scorer = self.settings.profiles, self._first.space.scorer(next(iter(opened.values())))
        found = partial(execute, embedder=joined, scorer=scorer, profiles=known)
        reader = FederatedReader(opened, joined.parts)
        with without_collection():
            execution = found(request, profile or self.settings.profile, reader, now=time.time())
        return execution, joined.failures

    def read(
        self, question: Callable[[FederatedReader], T], *, progress: Progress | None = None
    ) -> tuple[T, IndexState]:
        """What the question gives of all indexes as they are now."""
        states = {name: vault.stand(heal=True, progress=progress) for name, vault in self.vaults.items()}
        with snapshots(self._engines) as opened:
            return question(FederatedReader(opened, {})), _worst(states, self.left_out)

    def count_tokens(self, text: str) -> int:
        """As any vault counts."""
        return self._first.count_tokens(text)

    @property
    def _engines(self) -> Mapping[str, Store]:
        return {name: vault.engine for name, vault in self.vaults.items()}

    def close(self) -> None:
        """Lets go of all index files."""
        for vault in self.vaults.values():
            vault.close()

    @property
    def _first(self) -> VaultSession:
        return next(iter(self.vaults.values()))


SearchableVault = VaultSession | FederatedVault


def on_disk(place: VaultLocation, *, index_dir: Path | None = None) -> VaultSession:
    """The vault, opened. Raises as `open_session`; VaultError also where only a mount point is left of an optional one,
    in which else the index of a disk that is not connected would be begun.
    """
    if place.is_optional:
        place.present()
    return open_session(place.root, index_dir=index_dir)


def opened(
    places: Sequence[VaultLocation], open_one: Callable[[VaultLocation], VaultSession] = on_disk
) -> SearchableVault:
    """The vault that lies there, or several as one.

    A place that is optional is left out when it cannot be opened, and the answers say so.  Raises VaultError when they
    are too many, or none is left, and what `open_one` raises of any that is not optional.
    """
    if len(places) > MAX_FEDERATED_VAULTS:
        raise VaultError(f"{len(places)} vaults are too many to search at once; name up to {MAX_FEDERATED_VAULTS}")
    if len(places) == 1:
        return open_one(places[0])
    vaults: dict[str, VaultSession] = {}
    left_out: list[str] = []
    for place in places:
        try:
            vaults[place.name] = open_one(place)
        except DowseError as error:
            if not place.is_optional:
                raise
            left_out.append(f"{place.name} was left out: {error}")
    if not vaults:
        raise VaultError("\n".join(left_out))
    return FederatedVault(vaults, {place.name: place.root for place in places}, left_out)


class _Joined:
    """The embedders of several vaults, their vectors one beside the other; implements `Embedder`.

    One that fails leaves its part zero, and its vaults to the words.
    """

    revision, batch = "", 1

    def __init__(self, embedders: Mapping[str, Embedder]) -> None:
        self._distinct = {(each.name, each.revision, each.dim): each for each in embedders.values()}
        self._keys = {vault: (each.name, each.revision, each.dim) for vault, each in embedders.items()}
        self.failures: list[str] = []
        self._widths = {key: self._width(each) for key, each in self._distinct.items()}

    @property
    def name(self) -> str:
        """Theirs, if it is the same."""
        return ", ".join(dict.fromkeys(each.name for each in self._distinct.values()))

    @property
    def dim(self) -> int:
        """Of all together."""
        return sum(self._widths.values())

    @property
    def parts(self) -> Mapping[str, slice]:
        """Which part is for which vault."""
        starts, start = {}, 0
        for key, width in self._widths.items():
            starts[key] = slice(start, start + width)
            start += width
        return {vault: starts[key] for vault, key in self._keys.items()}

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """(len(texts), dim): in each part what its embedder gives, all together of norm 1."""
        rows = [self._rows(key, texts, as_query=as_query) for key in self._distinct]
        joined = np.concatenate(rows, axis=1)
        norms = np.linalg.norm(joined, axis=1, keepdims=True)
        return np.asarray(joined / np.where(norms == 0, np.float32(1), norms), np.float32)

    def _rows(self, key: tuple[str, str, int], texts: Sequence[str], *, as_query: bool) -> Matrix:
        try:
            return self._distinct[key].embed(texts, as_query=as_query)
        except ModelError as error:
            self._fail(key, error)
            return np.zeros((len(texts), self._widths[key]), np.float32)

    def _width(self, embedder: Embedder) -> int:
        """A server says how wide its vectors are only when it is asked for one."""
        if embedder.dim:
            return embedder.dim
        try:
            return int(embedder.embed(["dowse"], as_query=True).shape[1])
        except ModelError as error:
            self._fail((embedder.name, embedder.revision, embedder.dim), error)
            return 1

    def _fail(self, key: tuple[str, str, int], error: ModelError) -> None:
        vaults = ", ".join(vault for vault, own in self._keys.items() if own == key)
        said = f"meaning was left out in {vaults}: {error}"
        if said not in self.failures:
            self.failures.append(said)


def _nothing(_reader: Reader) -> None:
    """A question that wants no answer, only what is done before one."""


def _worst(states: Mapping[str, IndexState], notes: Sequence[str]) -> IndexState:
    worst = next(state for state in _WORST if any(each.state == state for each in states.values()))
    remarks = (f"{name}: {said}" for name, each in states.items() for said in each.remarks)
    changed, left = (sum(getattr(each, count) for each in states.values()) for count in ("changed", "left"))
    return IndexState(worst, changed, left, (*notes, *remarks))
