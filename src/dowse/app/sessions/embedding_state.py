"""The active embedding model of a vault, the wanted one, and the progress of the change between them.

An index holds the vectors of one embedder, and during a change also those of the next: searches use the old vectors
until the new ones are complete.  A new index begins with the bundled embedder, which takes seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from ...embedders.bounded import BoundedEmbedder
from ...embedders.pinned import (
    PinnedEmbedder,
    UnavailableEmbedder,
    fingerprint_of,
    form_in,
    identity,
    is_served,
    name_in,
)
from ...embedders.registry import embedder_named, onnx_folder, stamp_of
from ...embedders.static import StaticEmbedder, bundled_embedder
from ...indexing.batches import TimeBudget, embed_pending, embedding_of, first_pending
from ...indexing.synchronize import BatchEmbedding, Embedding
from ...model.chunk import Chunk, VectorForm
from ...model.errors import ModelError
from ...ports.indexed_document import WriteBatch
from ...ports.models import Embedder, PairScorer
from ...ports.storage import FactLookup, Store
from ...rerankers.registry import scorer_named
from ..location import Progress
from .pending_remarks import PendingRemarks
from .prefetched_store import EmbeddingIndex

STATIC = "static"
SLOW_SECONDS = 0.3  # the maximum delay of a search by an embedder, and of others by the indexing process
RESCORE_SECONDS = 1.0  # the maximum delay of a search by an embedder that only orders the best hits
FAILURE = "embedding_trouble"  # key in the index: the last failure
_SEEN, _SINCE = "seen of ", "changed to of "  # keys in the index: the model of a server, and the model after a change
_CHANGED = "embedding_changed"  # key in the index: why vectors were dropped
_ROUNDS = 3  # after a change of a model: detection, the bundled vectors, then the new ones


class ModelChangedError(ModelError):
    """The model behind a name differs from the one that created the vectors."""


@dataclass(slots=True)
class EmbeddingState:
    """The embedders of one vault. Safe to use from several threads."""

    environment: Mapping[str, str]
    static: StaticEmbedder = field(default_factory=bundled_embedder)
    refusal: Callable[[FactLookup, str], str] = lambda _index, _name: (
        ""
    )  # why dowse does not use an embedder that the index names
    form: VectorForm = "blend"  # of the vectors to make
    made: int = 0  # chunks that were embedded since the vault was opened
    _models: dict[str, tuple[object, Embedder]] = field(
        default_factory=dict
    )  # with a stamp that changes with the model
    _scorers: dict[str, tuple[object, PairScorer]] = field(default_factory=dict)
    _rescoring: tuple[Embedder, BoundedEmbedder] | None = None
    _remarks: PendingRemarks = field(default_factory=PendingRemarks)

    def model(self, name: str) -> Embedder:
        """The embedder of that name, cached while its files stay the same. Raises ModelError when not available."""
        return self._model(name, "")

    def failure(self, index: FactLookup, wanted: str) -> str:
        """Why the wanted embedder is not available; empty when it is."""
        try:
            self._fingerprint(wanted, index)
        except ModelError as error:
            return str(error)
        return ""

    def configure(self, index: EmbeddingIndex, wanted: str, *, chunking: str) -> None:
        """Sets which vectors the index needs: at once, or beside the active ones until the new ones are complete.

        While the wanted embedder is not available, searches use the existing vectors.
        """
        active, upcoming = index.recalled("fingerprint"), index.recalled("coming")
        obstacle = self._obstacle(active, index)
        is_missing = bool(self.failure(index, wanted))
        target = (upcoming or active) if is_missing else self._fingerprint(wanted, index)
        if target == active and not obstacle:
            index.use_space(target, chunking=chunking)
        elif not obstacle and (upcoming or active != self.bundled or not index.pending(1)):
            has_active = active == self.bundled or index.counts().embedded  # the bundled vectors take a moment only
            index.use_space(target, chunking=chunking, others="answer" if has_active else "drop")
        elif is_missing and obstacle and active:
            index.use_space(self.bundled, chunking=chunking, others="aside")
        else:  # first the bundled vectors, which take seconds: another embedder may take an hour
            if active and obstacle and not self.refusal(index, name_in(active)):
                index.remember(_CHANGED, obstacle)
            index.use_space(self.bundled, chunking=chunking)

    def active_embedder(self, index: FactLookup) -> Embedder:
        """The embedder of the active vectors; where not available, one that raises ModelError on use."""
        fingerprint = index.recalled("fingerprint")
        return self._embedder(fingerprint, index) if fingerprint else self.static

    def rescoring_embedder(self, index: FactLookup) -> Embedder | None:
        """The embedder of the coming vectors, if it orders the best hits until they are complete.

        It does during a change from the bundled embedder to another one that dowse may use and that has made the
        coming vectors.  A query that takes it longer than RESCORE_SECONDS raises ModelError.
        """
        coming = index.recalled("coming")
        if name_in(coming) in ("", STATIC) or name_in(index.recalled("fingerprint")) != STATIC:
            return None
        embedder = self._embedder(coming, index)
        if isinstance(embedder, UnavailableEmbedder):
            return None
        if self._rescoring is None or self._rescoring[0] != embedder:
            is_remote = is_served(embedder.name)
            self._rescoring = embedder, BoundedEmbedder(embedder, seconds=RESCORE_SECONDS, is_served=is_remote)
        return self._rescoring[1]

    def is_active_available(self, index: FactLookup) -> bool:
        """Whether the embedder of the active vectors is available for queries."""
        return not self._obstacle(index.recalled("fingerprint"), index)

    def scorer(self, name: str) -> PairScorer:
        """The reranker of that name; where not available, one that raises ModelError on use."""
        stamp = stamp_of(name, environment=self.environment)
        if name not in self._scorers or self._scorers[name][0] != stamp:
            folder = partial(onnx_folder, environment=self.environment, kind="reranker")
            self._scorers[name] = stamp, scorer_named(name, tokens=self.static, folder=folder)
        return self._scorers[name][1]

    def embedding(self, index: Store, budget: TimeBudget, *, is_new: bool) -> Embedding:
        """How chunks get their vectors during an update; those of a new index as soon as their text is indexed."""
        early = self.early(index) if is_new else None  # an index with files has vectors already
        return Embedding(partial(self.embed_soon, index, budget=budget), early)

    def embed_soon(self, index: Store, progress: Callable[[int], None], *, budget: TimeBudget) -> None:
        """Embeds pending chunks with the active embedder, within SLOW_SECONDS unless it is the bundled one; then
        continues a change to the bundled embedder.

        After a failure the chunks stay pending; the report has the reason.
        """
        if waiting := first_pending(index):
            self._embed_active(index, progress, budget=budget, first=waiting)
        coming = index.recalled("coming")
        if name_in(coming) == STATIC and not self._obstacle(coming, index):
            self.made += embed_pending(
                index, self.static, budget=budget, progress=progress, space=coming, form=form_in(coming)
            )
            index.take_over()

    def early(self, index: FactLookup) -> BatchEmbedding | None:
        """What embeds chunks right after their text is indexed; None if the active embedder takes longer than that."""
        space = index.recalled("fingerprint")
        embedder = self._embedder(space, index)
        if embedder.name != STATIC:
            return None
        embed = embedding_of(embedder, form_in(space), space)

        def counted(chunks: Sequence[Chunk]) -> WriteBatch:
            batch = embed(chunks)
            self.made += len(batch.vectors)
            return batch

        return BatchEmbedding(counted, self.static.remember, self.static.encoder)

    def is_changing_soon(self, index: FactLookup) -> bool:
        """Whether searches continue a change of the vectors, which is one to the bundled embedder."""
        return name_in(index.recalled("coming")) == STATIC

    def _embed_active(
        self, index: Store, progress: Callable[[int], None], *, budget: TimeBudget, first: Sequence[Chunk]
    ) -> None:
        space = index.recalled("fingerprint")  # by name, since a change may complete meanwhile
        embedder = self._embedder(space, index)
        if embedder.name != STATIC:
            budget = TimeBudget(budget.clock, min(budget.until, budget.clock() + SLOW_SECONDS))
        with suppress(ModelError):
            if is_served(embedder.name):
                # As a query, with a timeout of seconds: for documents a server has minutes.
                embedder.embed(["dowse"], as_query=True)
            self.made += embed_pending(
                index, embedder, budget=budget, progress=progress, space=space, form=form_in(space), first=first
            )

    def is_finished(self, index: EmbeddingIndex) -> bool:
        """Whether `finish` has nothing to do."""
        is_changing = any(map(index.recalled, ("coming", FAILURE, _CHANGED)))
        return not (is_changing or is_served(name_in(index.recalled("fingerprint"))) or index.pending(1))

    def finish(self, index: Store, configure: Callable[[], object], *, progress: Progress) -> None:
        """Embeds all pending chunks and activates the new vectors when complete. Vectors are kept after an error.

        Calls `configure` when a model has changed or another one is wanted meanwhile.  Raises ModelError when the new
        embedder fails, or the active one when there is no new one; the index stores the reason.
        """
        for _ in range(_ROUNDS):
            error = self._attempt(index, progress)
            if error and not isinstance(error, ModelChangedError):
                raise error
            configure()
            if not (error or index.recalled("coming")):
                break
        if (changed := index.recalled(_CHANGED)) and not index.recalled("coming"):
            self._remarks.add(f"{changed}; all chunks were re-embedded")
            index.remember(_CHANGED, "")

    def _attempt(self, index: Store, progress: Progress) -> ModelError | None:
        active = index.recalled("fingerprint")
        if is_served(name_in(active)) and not (index.recalled("coming") or index.pending(1, space=active)):
            try:
                self._ready(active, index, as_query=True)
            except ModelChangedError as error:
                return error
            except ModelError:
                return None  # no chunk needs it
        failed: dict[str, ModelError] = {}
        tried: set[str] = set()
        while space := self._waiting(index, tried):
            tried.add(space)
            try:
                self._embed(index, space, progress)
            except ModelError as error:  # the other embedder may work
                failed[space] = error
        if not self._obstacle(index.recalled("coming"), index):
            index.take_over()
        counting = failed.get(index.recalled("coming") or index.recalled("fingerprint"))
        if counting or index.recalled(FAILURE):
            index.remember(FAILURE, str(counting or ""))
        return counting

    def next_embedder(self, index: EmbeddingIndex) -> tuple[str, int]:
        """The embedder that will become active and the number of its vectors; an empty name when there is none."""
        spaces = index.spaces()
        return name_in(spaces.coming), spaces.made

    def report(
        self, index: EmbeddingIndex, *, wanted: str, is_at_work: Callable[[], bool] = lambda: False
    ) -> tuple[str, ...]:
        """Remarks on chunks without a vector, or without a vector of the wanted embedder.

        `is_at_work` says whether somebody makes the vectors, so that nobody needs to run a command for them.
        """
        return (*self._remarks.take(), *self._vector_remarks(index, wanted, is_at_work))

    def _vector_remarks(self, index: EmbeddingIndex, wanted: str, is_at_work: Callable[[], bool]) -> Iterator[str]:
        spaces = index.spaces()
        name, obstacle = name_in(spaces.answering), self._obstacle(spaces.answering, index)
        changed = index.recalled(_CHANGED)
        if failure := self.failure(index, wanted):
            yield f"{failure}; searches use {STATIC if obstacle else name} until the model is available"
            return
        failed = index.recalled(FAILURE)
        stopped = f"; embedding stopped: {failed}" if failed else ""
        if spaces.answering and obstacle:
            if not self.refusal(index, name):  # otherwise the remark on the index has the advice
                advice = f"the next search creates vectors with {STATIC}, and `dowse index` re-embeds all chunks"
                yield f"{obstacle}; {advice}"
        elif (upcoming := name_in(spaces.coming)) and wanted == upcoming and not self.refusal(index, upcoming):
            made = f"{spaces.made:,} of {index.counts().chunks:,} chunks embedded with {upcoming}"
            used = "the earlier vectors" if name == upcoming else name
            until = f"searches use {used} until {'embedding' if is_at_work() else '`dowse index`'} has finished"
            yield f"{f'{changed}; ' if changed else ''}{made}{stopped}; {until}"
        elif changed and spaces.answering == self.bundled:
            work = "embedding" if is_at_work() else "`dowse index`"
            yield f"{changed}; searches use {name} until {work} has finished"
        elif index.pending(1):
            counts = index.counts()
            made = f"{counts.embedded:,} of {counts.chunks:,} chunks embedded"
            if stopped or not is_at_work():
                is_fast = name == STATIC and not stopped
                yield f"{made}{stopped}; {'the next search continues' if is_fast else 'run `dowse index` to finish'}"
        if spaces.refused:
            counts, (path, why) = index.counts(), spaces.refused[0]
            done = spaces.made if spaces.coming else counts.embedded
            counted = f"{done:,} of {counts.chunks:,} chunks embedded; {counts.refused or len(spaces.refused):,} failed"
            yield f"{counted}: {why} ({path}); `dowse index` tries them again"

    def _waiting(self, index: Store, tried: Collection[str]) -> str:
        """The fingerprint of incomplete vectors whose embedder was not tried yet; empty when there are none."""
        spaces = (index.recalled("fingerprint"), index.recalled("coming"))
        left = (each for each in spaces if each and each not in tried and not self.refusal(index, name_in(each)))
        return next((each for each in left if index.pending(1, space=each)), "")

    def _embed(self, index: Store, fingerprint: str, progress: Progress) -> None:
        embedder = self._ready(fingerprint, index)
        counts, spaces = index.counts(), index.spaces()
        begun = spaces.made if fingerprint == spaces.coming else counts.embedded

        def report(done: int) -> None:
            progress("meaning", min(begun + done, counts.chunks), counts.chunks)

        report(0)
        budget = TimeBudget(time.monotonic)
        self.made += embed_pending(
            index, embedder, budget=budget, progress=report, space=fingerprint, form=form_in(fingerprint)
        )
        if is_served(embedder.name):  # the server may have changed its model meanwhile
            self._models.pop(embedder.name, None)
            self._ready(fingerprint, index)

    def _ready(self, fingerprint: str, index: Store, *, as_query: bool = False) -> Embedder:
        """The embedder, if its vectors are the same as before; requests a test vector from a server, with the timeout
        of a query or of documents.

        Raises ModelChangedError when they differ: the index stores the change, and `configure` must run again.
        """
        name = name_in(fingerprint)
        if refusal := self.refusal(index, name):
            raise ModelError(refusal)
        embedder = self._model(name, index.recalled(_SINCE + name))
        if not name.startswith("onnx:") and name != STATIC:
            embedder.embed(["dowse"], as_query=as_query)
        if is_served(name):
            known, now = index.recalled(_SEEN + name), identity(embedder)
            if known != now:
                with index.transaction() as change:  # only the second fact marks the vectors as those of another model
                    change.remember(_SEEN + name, now)
                    if known:
                        change.remember(_SINCE + name, now)
        obstacle = self._obstacle(fingerprint, index)
        if obstacle:
            raise ModelChangedError(f"{obstacle}; re-embedding all chunks")
        return embedder

    def _embedder(self, fingerprint: str, index: FactLookup) -> Embedder:
        name = name_in(fingerprint)
        obstacle = self._obstacle(fingerprint, index)
        if obstacle:
            return UnavailableEmbedder(name, self.refusal(index, name) or f"{obstacle}; run `dowse index`")
        embedder = self._model(name, index.recalled(_SINCE + name))
        return PinnedEmbedder(embedder, index.recalled(_SEEN + name)) if is_served(name) else embedder

    def _model(self, name: str, since: str) -> Embedder:
        """The embedder of that name; `since` is the stamp of a server's model."""
        if name == STATIC:
            return self.static
        stamp: object = since if is_served(name) else stamp_of(name, environment=self.environment)
        cached = self._models.get(name)
        if cached is None or cached[0] != stamp:
            cached = self._models[name] = stamp, embedder_named(name, environment=self.environment)
        return cached[1]

    def _fingerprint(self, name: str, index: FactLookup, form: VectorForm | None = None) -> str:
        """The fingerprint of the vectors of that embedder, in the wanted form unless another one is given.

        A search requests nothing from a server before it runs, so the fingerprint of a served model has the last
        observed change of the model.  The dimension of some models is known only after loading; their revision
        stands for the dimension.
        """
        since = index.recalled(_SINCE + name)
        embedder = self._model(name, since)
        if is_served(name):
            return fingerprint_of(name, since, 0, form or self.form)
        dim = 0 if name.startswith("st:") else embedder.dim
        return fingerprint_of(name, embedder.revision, dim, form or self.form)

    def _obstacle(self, fingerprint: str, index: FactLookup) -> str:
        """Why the embedder of these vectors is not available for queries; empty when it is."""
        name = name_in(fingerprint)
        if not name:
            return "another version of dowse created the vectors"
        if refusal := self.refusal(index, name):
            return refusal
        try:
            now = self._fingerprint(name, index, form_in(fingerprint))
        except ModelError as error:
            return str(error)
        return "" if now == fingerprint else f"{name} is no longer the model that created the vectors"

    @property
    def bundled(self) -> str:
        """The fingerprint of the bundled vectors in the wanted form."""
        return fingerprint_of(STATIC, self.static.revision, self.static.dim, self.form)
