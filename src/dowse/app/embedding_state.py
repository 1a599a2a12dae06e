"""Which embedder a vault answers with, which one it is to have, and how far that has got.

An index holds the vectors of one embedder, and beside them those of another one while these are made: until they are
all there, the old ones answer.  An index that has none yet begins with the bundled ones, which take seconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from ..embedders.pinned import PinnedEmbedder, UnavailableEmbedder, identity, is_served, name_in
from ..embedders.registry import embedder_named, onnx_folder, stamp_of
from ..embedders.static import StaticEmbedder
from ..indexing.batches import TimeBudget, embed_pending
from ..model.errors import ModelError
from ..ports.models import Embedder, PairScorer
from ..ports.storage import FactLookup, Store
from ..rerankers.registry import scorer_named
from .location import Progress

STATIC = "static"
SLOW_SECONDS = 0.3  # what a search may wait for an embedder, and others for who indexes
TROUBLE = "embedding_trouble"  # what the index calls the last failure
_SEEN, _SINCE = "seen of ", "changed to of "  # what the index calls a server's model, and the one it was changed to
_CHANGED = "embedding_changed"  # what the index calls the reason why vectors were dropped
_ROUNDS = 3  # a model that has changed: it is noticed, the bundled vectors are made, then its own


class ModelChangedError(ModelError):
    """The model behind a name is not the one that the vectors were begun with."""


@dataclass(slots=True)
class EmbeddingState:
    """The embedders of one vault. Safe to use from several threads."""

    environment: Mapping[str, str]
    static: StaticEmbedder = field(default_factory=StaticEmbedder)
    refusal: Callable[[FactLookup, str], str] = lambda _index, _name: (
        ""
    )  # why an embedder that the index names is not used
    _models: dict[str, tuple[object, Embedder]] = field(default_factory=dict)  # with what tells it from the next one
    _scorers: dict[str, tuple[object, PairScorer]] = field(default_factory=dict)
    trouble: str = ""  # why the embedder that is wanted cannot be had
    _news: list[str] = field(default_factory=list)  # to be told once

    def model(self, name: str) -> Embedder:
        """The embedder of that name, the same one as long as its files are. Raises ModelError when it cannot be had."""
        return self._model(name, "")

    def look(self, index: FactLookup, wanted: str) -> None:
        """Finds out whether the embedder that is wanted can be had; `trouble` says why not."""
        try:
            self._fingerprint(wanted, index)
            self.trouble = ""
        except ModelError as error:
            self.trouble = str(error)

    def settle(self, index: Store, wanted: str, *, chunking: str) -> None:
        """Tells the index which vectors are wanted: at once, or beside those that answer until they are all there.

        While the embedder that is wanted cannot be had, what there is answers; `trouble` says why.
        """
        answering, coming = index.recalled("fingerprint"), index.recalled("coming")
        obstacle = self._obstacle(answering, index)
        self.look(index, wanted)
        target = (coming or answering) if self.trouble else self._fingerprint(wanted, index)
        if target == answering and not obstacle:
            index.use_space(target, chunking=chunking)
        elif not obstacle and (coming or answering != self.bundled or not index.pending(1)):
            can_answer = answering == self.bundled or index.counts().embedded  # the bundled ones will in a moment
            index.use_space(target, chunking=chunking, others="answer" if can_answer else "drop")
        elif self.trouble and obstacle and answering:
            index.use_space(self.bundled, chunking=chunking, others="aside")
        else:  # first those that take seconds: another one's may take an hour
            if answering and obstacle and not self.refusal(index, name_in(answering)):
                index.remember(_CHANGED, obstacle)
            index.use_space(self.bundled, chunking=chunking)

    def answering(self, index: FactLookup) -> Embedder:
        """The embedder of the vectors that answer; where it cannot be had, one that says so when it is asked."""
        fingerprint = index.recalled("fingerprint")
        return self._embedder(fingerprint, index) if fingerprint else self.static

    def answers(self, index: FactLookup) -> bool:
        """Whether queries can be embedded as the vectors that answer were."""
        return not self._obstacle(index.recalled("fingerprint"), index)

    def scorer(self, name: str) -> PairScorer:
        """The reranker of that name; where it cannot be had, one that says so when it is asked."""
        stamp = stamp_of(name, environment=self.environment)
        if name not in self._scorers or self._scorers[name][0] != stamp:
            folder = partial(onnx_folder, environment=self.environment, kind="reranker")
            self._scorers[name] = stamp, scorer_named(name, tokens=self.static, folder=folder)
        return self._scorers[name][1]

    def embed_soon(self, index: Store, progress: Callable[[int], None], *, budget: TimeBudget) -> None:
        """Embeds what waits for the embedder that answers, by one that is not bundled within SLOW_SECONDS at most.

        One that fails leaves it for another time; the report says so.
        """
        if not index.pending(1):
            return
        space = index.recalled("fingerprint")  # by name, since another one may take over meanwhile
        embedder = self._embedder(space, index)
        if embedder.name != STATIC:
            budget = TimeBudget(budget.clock, min(budget.until, budget.clock() + SLOW_SECONDS))
        with suppress(ModelError):
            if is_served(embedder.name):
                # As a query, which has seconds: for the texts of documents a server that hangs has minutes.
                embedder.embed(["dowse"], as_query=True)
            embed_pending(index, embedder, budget=budget, progress=progress, space=space)

    def finish(self, index: Store, settle: Callable[[], None], *, progress: Progress) -> None:
        """Embeds all that waits, and lets the coming vectors take over. What was made stays, whatever happens.

        So does what comes to be wanted meanwhile; `settle` is called when a model turns out to be another one.  Raises
        ModelError when the embedder that is to come fails, or that which answers where none is; the index remembers.
        """
        for _ in range(_ROUNDS):
            error = self._attempt(index, progress)
            if error and not isinstance(error, ModelChangedError):
                raise error
            settle()
            if not (error or index.recalled("coming")):
                break
        if (changed := index.recalled(_CHANGED)) and not index.recalled("coming"):
            self._news.append(f"{changed}; all was embedded anew")
            index.remember(_CHANGED, "")

    def _attempt(self, index: Store, progress: Progress) -> ModelError | None:
        answering = index.recalled("fingerprint")
        if is_served(name_in(answering)) and not (index.recalled("coming") or index.pending(1, space=answering)):
            try:
                self._ready(answering, index, as_query=True)
            except ModelChangedError as error:
                return error
            except ModelError:
                return None  # nothing is wanted of it
        failed: dict[str, ModelError] = {}
        tried: set[str] = set()
        while space := self._waiting(index, tried):
            tried.add(space)
            try:
                self._embed(index, space, progress)
            except ModelError as error:  # another one may be there
                failed[space] = error
        if not self._obstacle(index.recalled("coming"), index):
            index.take_over()
        counting = failed.get(index.recalled("coming") or index.recalled("fingerprint"))
        if counting or index.recalled(TROUBLE):
            index.remember(TROUBLE, str(counting or ""))
        return counting

    def coming(self, index: Store) -> tuple[str, int]:
        """The embedder whose vectors are made beside those that answer, and of how many chunks; empty when none is."""
        spaces = index.spaces()
        return name_in(spaces.coming), spaces.made

    def report(self, index: Store, *, wanted: str = "") -> tuple[str, ...]:
        """What to say of chunks that have no vector, or not yet that of the embedder that is wanted, if it still is."""
        news, self._news = self._news, []
        return (*news, *self._reported(index, wanted))

    def _reported(self, index: Store, wanted: str) -> Iterator[str]:
        spaces = index.spaces()
        name, obstacle = name_in(spaces.answering), self._obstacle(spaces.answering, index)
        changed = index.recalled(_CHANGED)
        if self.trouble:
            yield f"{self.trouble}; {STATIC if obstacle else name} answers until it is there"
            return
        failed = index.recalled(TROUBLE)
        stopped = f"; it stopped: {failed}" if failed else ""
        if spaces.answering and obstacle:
            if not self.refusal(index, name):  # what to do about that is said of the whole index
                yield f"{obstacle}; the next search begins anew with {STATIC}, and `dowse index` embeds all"
        elif (coming := name_in(spaces.coming)) and wanted in ("", coming) and not self.refusal(index, coming):
            made = f"{coming} covers {spaces.made:,} of {index.counts().chunks:,} chunks so far"
            yield f"{f'{changed}; ' if changed else ''}{made}{stopped}; {name} answers until `dowse index` has finished"
        elif changed and spaces.answering == self.bundled:
            yield f"{changed}; {name} answers until `dowse index` has finished"
        elif index.pending(1):
            counts = index.counts()
            made = f"meaning covers {counts.embedded:,} of {counts.chunks:,} chunks so far"
            yield f"{made}{stopped}; run `dowse index` to finish"
        if spaces.refused:
            counts, (path, why) = index.counts(), spaces.refused[0]
            done = spaces.made if spaces.coming else counts.embedded
            told = f"{done:,} of {counts.chunks:,} chunks embedded; {counts.refused or len(spaces.refused):,} failed"
            yield f"{told}: {why} ({path}); `dowse index` tries them again"

    def _waiting(self, index: Store, tried: Collection[str]) -> str:
        """The fingerprint of vectors that are not all there and were not tried yet; empty when there is none."""
        spaces = (index.recalled("fingerprint"), index.recalled("coming"))
        left = (each for each in spaces if each and each not in tried and not self.refusal(index, name_in(each)))
        return next((each for each in left if index.pending(1, space=each)), "")

    def _embed(self, index: Store, fingerprint: str, progress: Progress) -> None:
        embedder = self._ready(fingerprint, index)
        counts, spaces = index.counts(), index.spaces()
        begun = spaces.made if fingerprint == spaces.coming else counts.embedded

        def told(done: int) -> None:
            progress("meaning", min(begun + done, counts.chunks), counts.chunks)

        told(0)
        embed_pending(index, embedder, budget=TimeBudget(time.monotonic), progress=told, space=fingerprint)
        if is_served(embedder.name):  # it may have got another model while it was asked
            self._models.pop(embedder.name, None)
            self._ready(fingerprint, index)

    def _ready(self, fingerprint: str, index: Store, *, as_query: bool = False) -> Embedder:
        """The embedder, if it still gives what it gave before; a server is asked for that, with the patience of a query
        or of documents.

        Raises ModelChangedError when it does not: the index knows it now, and wants to be settled anew.
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
                with index.transaction() as change:  # the second fact alone tells that the vectors are of another model
                    change.remember(_SEEN + name, now)
                    if known:
                        change.remember(_SINCE + name, now)
        obstacle = self._obstacle(fingerprint, index)
        if obstacle:
            raise ModelChangedError(f"{obstacle}; all is embedded anew")
        return embedder

    def _embedder(self, fingerprint: str, index: FactLookup) -> Embedder:
        name = name_in(fingerprint)
        obstacle = self._obstacle(fingerprint, index)
        if obstacle:
            return UnavailableEmbedder(name, self.refusal(index, name) or f"{obstacle}; run `dowse index`")
        embedder = self._model(name, index.recalled(_SINCE + name))
        return PinnedEmbedder(embedder, index.recalled(_SEEN + name)) if is_served(name) else embedder

    def _model(self, name: str, since: str) -> Embedder:
        """The embedder of that name; of a server's, since when it has its model."""
        if name == STATIC:
            return self.static
        stamp: object = since if is_served(name) else stamp_of(name, environment=self.environment)
        held = self._models.get(name)
        if held is None or held[0] != stamp:
            held = self._models[name] = stamp, embedder_named(name, environment=self.environment)
        return held[1]

    def _fingerprint(self, name: str, index: FactLookup) -> str:
        """What vectors of that embedder are told from others by.

        Of a server's model it is known only once the server has been asked, and it is not asked before a search: what
        counts is when the model was seen to have changed.  How wide its vectors are is known of some models only once
        they are loaded; the revision stands for it.
        """
        since = index.recalled(_SINCE + name)
        embedder = self._model(name, since)
        if is_served(name):
            return json.dumps([name, since, 0])
        return json.dumps([name, embedder.revision, 0 if name.startswith("st:") else embedder.dim])

    def _obstacle(self, fingerprint: str, index: FactLookup) -> str:
        """Why queries cannot be embedded as these vectors were; empty when they can."""
        name = name_in(fingerprint)
        if not name:
            return "the vectors were made by another version of dowse"
        if refusal := self.refusal(index, name):
            return refusal
        try:
            now = self._fingerprint(name, index)
        except ModelError as error:
            return str(error)
        return "" if now == fingerprint else f"{name} is another model now than the vectors were made with"

    @property
    def bundled(self) -> str:
        """The fingerprint of the bundled vectors."""
        return json.dumps([STATIC, self.static.revision, self.static.dim])
