"""Federated search: several vaults, searched by one pipeline over all of their indexes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from ...engines.federated.federated_reader import FederatedReader, snapshots
from ...engines.federated.overlap import Overlap, overlaps, shared_documents
from ...engines.federated.qualified_hits import by_vault
from ...indexing.cosine_sampling import merged
from ...indexing.freshness import Freshness, IndexState
from ...indexing.garbage_collection import without_collection
from ...model.document import Head
from ...model.errors import DowseError, ModelError, VaultError
from ...model.qualified_path import outward
from ...ports.models import Embedder, Matrix
from ...ports.storage import EDITION, Reader, Snapshot, Store
from ...query.parse import parse
from ...search.execute import Answer, Execution, Request, asks_for_links, execute
from ...search.profile import Profile
from ...search.search_questions import opening_questions
from ...settings.layer import Settings
from ..location import Progress, VaultLocation
from .vault_session import VaultSession, open_session

T = TypeVar("T")

MAX_FEDERATED_VAULTS = 50  # vaults; each keeps a file open
_WORST: tuple[Freshness, ...] = ("stale", "healed", "fresh")


@dataclass(slots=True)
class FederatedVault:
    """Vaults by name. Settings and the reranker are those of the first.

    Each vault keeps its index and its embedder. Each distinct embedder embeds a query once.
    """

    vaults: Mapping[str, VaultSession]
    roots: Mapping[str, Path]  # the folder of each, including those that were left out
    left_out: Sequence[str] = ()  # the reasons

    @property
    def name(self) -> str:
        """The names, joined by commas."""
        return ", ".join(self.vaults)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each vault, including those that were left out."""
        return tuple(self.roots)

    @property
    def root(self) -> Path:
        """The folder of the first vault."""
        return self._first.root

    @property
    def settings(self) -> Settings:
        """The settings of the first vault."""
        return self._first.settings

    @property
    def engine(self) -> FederatedReader:
        """All indexes as one reader; keyword search only, since no query vector is given."""
        return FederatedReader(self._engines, {})

    def search(
        self, request: Request, profile: Profile | None = None, *, heal: bool = True, progress: Progress | None = None
    ) -> tuple[Answer, IndexState]:
        """The answer, and the worst state of the indexes. A vault that cannot be read is an error."""
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
        """As `search`, and the result of `use` on the answer while the snapshots are open."""
        if heal and asks_for_links(request.text):
            states = {
                name: vault.read(_nothing, similar=True, progress=progress)[1] for name, vault in self.vaults.items()
            }
        else:
            states = {name: vault.index_state(heal=heal, progress=progress) for name, vault in self.vaults.items()}
        roots = {vault.root.as_posix(): outward(name, "") for name, vault in self.vaults.items()}
        asked = replace(request, vaults=tuple(self.vaults), roots=roots, read=request.read or parse(request.text))
        shown, found, failures = self._used(asked, profile, use)
        if heal and (lacking := self._may_lack_change(states, shown)):
            again = {name: vault.freshen(progress=progress, scans=True) for name, vault in lacking.items()}
            is_same = all(lacking[name].is_of_edition(shown[name][1]) for name in again)
            if not is_same or any(state.state != "fresh" for state in again.values()):
                _, found, failures = self._used(asked, profile, use)
            for name, state in again.items():
                remarks = dict.fromkeys((*states[name].remarks, *state.remarks))
                states[name] = replace(state, remarks=tuple(remarks))
        return found, _worst(states, (*self.left_out, *self._overlap_remarks, *failures))

    def _used(
        self, request: Request, profile: Profile | None, use: Callable[[Execution], T]
    ) -> tuple[Mapping[str, tuple[Sequence[str], str]], T, Sequence[str]]:
        """Of each vault the documents of the hits and the edition of the index; the result of `use`; failures."""
        with snapshots(self._engines, opening_questions(request)) as opened:
            execution, failures = self._executed(request, profile, opened)
            docs = by_vault((hit.ref.doc for hit in execution.answer.hits), opened)
            shown = {name: (docs.get(name, ()), reader.recalled(EDITION)) for name, reader in opened.items()}
            return shown, use(execution), failures

    def _may_lack_change(
        self, states: Mapping[str, IndexState], shown: Mapping[str, tuple[Sequence[str], str]]
    ) -> Mapping[str, VaultSession]:
        """The vaults of which the answer may lack a change, see VaultSession; those without hits only if all are."""
        is_empty = not any(docs for docs, _ in shown.values())
        return {
            name: vault
            for name, vault in self.vaults.items()
            if states[name].state != "stale" and (shown[name][0] or is_empty) and vault.may_lack_change(*shown[name])
        }

    def _executed(
        self, request: Request, profile: Profile | None, opened: Mapping[str, Snapshot]
    ) -> tuple[Execution, Sequence[str]]:
        """Searches with the embedders and the reranker of the snapshots."""
        joined = _Joined({name: vault.embeddings.active_embedder(opened[name]) for name, vault in self.vaults.items()})
        known, scorer = self.settings.profiles, self._first.config.scorer(next(iter(opened.values())))
        found = partial(execute, embedder=joined, scorer=scorer, profiles=known)
        reader = FederatedReader(opened, joined.parts, shared_documents(self._overlaps, opened))
        asked = replace(
            request, cosines=lambda: merged(vault.cosines_of(opened[name]) for name, vault in self.vaults.items())
        )
        with without_collection():
            execution = found(asked, profile or self.settings.profile, reader, now=time.time())
        return execution, joined.failures

    def read(
        self, question: Callable[[FederatedReader], T], *, progress: Progress | None = None
    ) -> tuple[T, IndexState]:
        """The result of the function on snapshots of all indexes."""
        states = {name: vault.index_state(heal=True, progress=progress) for name, vault in self.vaults.items()}
        with snapshots(self._engines) as opened:
            reader = FederatedReader(opened, {}, shared_documents(self._overlaps, opened))
            return question(reader), _worst(states, (*self.left_out, *self._overlap_remarks))

    def unread_files(self) -> tuple[Head, ...]:
        """None: several vaults are searched for documents alone."""
        return ()

    def omission_remarks(self, query: str, *, is_corrected: bool = False) -> tuple[str, ...]:
        """Remarks on files that no search finds."""
        return tuple(
            f"{name}: {remark}"
            for name, vault in self.vaults.items()
            for remark in vault.omission_remarks(query, is_corrected=is_corrected)
        )

    def count_tokens(self, text: str) -> int:
        """The number of tokens of the text, by the tokenizer of any vault."""
        return self._first.count_tokens(text)

    @property
    def _overlaps(self) -> Sequence[Overlap]:
        """Of the vaults that are searched."""
        return tuple(overlaps({name: vault.root for name, vault in self.vaults.items()}))

    @property
    def _overlap_remarks(self) -> Sequence[str]:
        return tuple(
            f"{each.inner} is the folder {each.folder} of {each.outer}; the files of both are hits of {each.inner}"
            for each in self._overlaps
        )

    @property
    def _engines(self) -> Mapping[str, Store]:
        return {name: vault.engine for name, vault in self.vaults.items()}

    def close(self) -> None:
        """Closes all indexes."""
        for vault in self.vaults.values():
            vault.close()

    @property
    def _first(self) -> VaultSession:
        return next(iter(self.vaults.values()))


SearchableVault = VaultSession | FederatedVault


def on_disk(place: VaultLocation, *, index_dir: Path | None = None) -> VaultSession:
    """The vault, opened. Raises as `open_session`; VaultError also where an optional one is an empty mount point, so
    that no index is created there while its disk is not connected.
    """
    assert not place.scope, "a vault with a scope is opened by its workspace"
    if place.is_optional:
        place.present()
    return open_session(place.root, index_dir=index_dir)


def opened(
    places: Sequence[VaultLocation], open_one: Callable[[VaultLocation], VaultSession] = on_disk
) -> SearchableVault:
    """The vault at the place, or several as one.

    An optional place that cannot be opened is left out, with a note on the answers.  Raises VaultError for too many
    places, or when none is left, and as `open_one` for a place that is not optional.
    """
    if len(places) > MAX_FEDERATED_VAULTS:
        raise VaultError(f"cannot search {len(places)} vaults at once; name up to {MAX_FEDERATED_VAULTS}")
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
    """The embedders of several vaults, with concatenated vectors; implements `Embedder`.

    The part of one that fails is zero; its vaults are then searched by keyword only.
    """

    revision, batch = "", 1

    def __init__(self, embedders: Mapping[str, Embedder]) -> None:
        self._distinct = {(each.name, each.revision, each.dim): each for each in embedders.values()}
        self._keys = {vault: (each.name, each.revision, each.dim) for vault, each in embedders.items()}
        self.failures: list[str] = []
        self._widths = {key: self._width(each) for key, each in self._distinct.items()}

    @property
    def name(self) -> str:
        """The name of the embedder, or the distinct names, joined by commas."""
        return ", ".join(dict.fromkeys(each.name for each in self._distinct.values()))

    @property
    def dim(self) -> int:
        """The sum of all dimensions."""
        return sum(self._widths.values())

    @property
    def parts(self) -> Mapping[str, slice]:
        """The part of the vector for each vault."""
        starts, start = {}, 0
        for key, width in self._widths.items():
            starts[key] = slice(start, start + width)
            start += width
        return {vault: starts[key] for vault, key in self._keys.items()}

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """(len(texts), dim): the vectors of each embedder in its part; each row has norm 1."""
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
        """The dimensions of all embedders; that of a served one is known only after a request."""
        if embedder.dim:
            return embedder.dim
        try:
            return int(embedder.embed(["dowse"], as_query=True).shape[1])
        except ModelError as error:
            self._fail((embedder.name, embedder.revision, embedder.dim), error)
            return 1

    def _fail(self, key: tuple[str, str, int], error: ModelError) -> None:
        vaults = ", ".join(vault for vault, own in self._keys.items() if own == key)
        remark = f"semantic search was left out in {vaults}: {error}"
        if remark not in self.failures:
            self.failures.append(remark)


def _nothing(_reader: Reader) -> None:
    """Reads nothing: for callers that only want the index updated."""


def _worst(states: Mapping[str, IndexState], notes: Sequence[str]) -> IndexState:
    worst = next(state for state in _WORST if any(each.state == state for each in states.values()))
    remarks = (f"{name}: {remark}" for name, each in states.items() for remark in each.remarks)
    changed, left = (sum(getattr(each, count) for each in states.values()) for count in ("changed", "left"))
    is_first = any(each.is_partial for each in states.values())
    waiting = "; ".join(each.without_symbols for each in states.values() if each.without_symbols)
    return IndexState(worst, changed, left, (*notes, *remarks), is_first=is_first, without_symbols=waiting)
