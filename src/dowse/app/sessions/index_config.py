"""The configuration of an index: its chunker, its embedder, and the reranker that goes with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from ...chunking.by_section import counting
from ...chunking.chunker import Chunker
from ...embedders.pinned import name_in
from ...model.errors import StorageError
from ...ports.models import PairScorer
from ...ports.storage import FactLookup, Store
from ...settings.layer import Settings
from ...settings.saved_choice import REMEMBERED, ChunkerChoice
from .embedding_state import FAILURE, EmbeddingState
from .model_trust import ModelTrust
from .prefetched_store import EmbeddingIndex


class IndexConfig:
    """The chunker and models of the command, else the stored choice, else those of the settings.

    `folders` are the folders of the vault and of its index.
    """

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str],
        folders: tuple[Path, Path],
        *,
        chunker: str,
        embedder: str,
    ) -> None:
        self._choice = ChunkerChoice(settings, chunker)
        self._embedder = embedder  # with its kind
        self._remembered = ""  # the choice that the index stores
        self._trust = ModelTrust(*folders, settings, environment, asked=self._embedder)
        self.embeddings = EmbeddingState(environment, refusal=self._trust.refusal, form=settings.form)
        self.chunker = self._counting(self._choice.chunker(""))

    def configure(self, index: EmbeddingIndex) -> None:
        """Sets the chunker and embedder of the index; chunks and vectors of others become outdated."""
        remembered = index.recalled(REMEMBERED)
        if remembered != self._remembered:
            self._remembered = remembered
            self.chunker = self._counting(self._choice.chunker(remembered))
        wanted = self._trust.embedder(index)
        if not self._keeps_unconfirmed(index):
            self.embeddings.configure(index, wanted, chunking=self.chunker.fingerprint)
            self._trust.note_use(index, wanted)
        if remembered and self._choice.overrules(remembered):
            with suppress(StorageError):  # the settings overrule it, whether it can be erased or not
                index.remember(REMEMBERED, "")

    def forget(self, index: Store) -> None:
        """Marks all files as unread and all chunks as pending; keeps vectors of an embedder that is not confirmed."""
        is_kept = self._keeps_unconfirmed(index)
        index.use_space("", chunking="", others="keep" if is_kept else "drop")

    def remarks(self, index: EmbeddingIndex, is_at_work: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
        """The remarks on models that are not confirmed and on vectors, which somebody may be making; writes nothing."""
        remarks = self.embeddings.report(index, wanted=self._trust.embedder(index), is_at_work=is_at_work)
        return (*self.unconfirmed(index).values(), *remarks)

    def unconfirmed(self, index: FactLookup) -> Mapping[str, str]:
        """The models that the index names and that the user has not confirmed, each with a remark."""
        return dict(self._trust.unconfirmed(index))

    def next_embedder(self, index: EmbeddingIndex) -> tuple[str, int]:
        """The embedder that will become active and the number of its vectors; an empty name when there is none."""
        name, made = self.embeddings.next_embedder(index)
        return (name, made) if name == self._trust.embedder(index) else ("", 0)

    def change_remarks(self, index: EmbeddingIndex, is_at_work: Callable[[], bool]) -> tuple[str, ...]:
        """The remarks while the active embedder is not the wanted one."""
        is_other = index.recalled("coming") or self.embeddings.failure(index, self._trust.embedder(index))
        return self.remarks(index, is_at_work) if is_other else tuple(self.unconfirmed(index).values())

    def remember(self, index: Store) -> None:
        """Stores the choice of the command in the index."""
        if self._choice.asked:
            index.remember(REMEMBERED, self._choice.to_remember)
        if self._embedder:
            self.use(index, embedder=self._embedder)

    def follow(self, index: Store, other: IndexConfig, source: Store) -> None:
        """Makes the choices of chunker and models for the index `source` those for this one.

        Raises SettingsError when they cannot be stored.
        """
        if index.recalled(REMEMBERED) != source.recalled(REMEMBERED):
            index.remember(REMEMBERED, source.recalled(REMEMBERED))
        if self._trust.choices(index) != other._trust.choices(source):  # of the same class
            self._trust.inherit(index, other._trust, source)  # as above

    def use(self, index: Store, *, embedder: str = "", reranker: str = "") -> None:
        """Stores the choice of models for the index; embeds nothing.

        Raises SettingsError when the choice cannot be stored.
        """
        self._trust.choose(index, embedder=embedder, reranker=reranker)

    def scorer(self, index: FactLookup) -> PairScorer:
        """The reranker."""
        return self.embeddings.scorer(self._trust.reranker(index))

    def has_failed(self, index: FactLookup) -> bool:
        """Whether the last call of the embedder failed, so that chunks are pending."""
        return bool(index.recalled(FAILURE))

    def has_other_chunker(self, index: FactLookup) -> bool:
        """Whether the index was built with another chunker than the present one."""
        made_with, remembered = index.recalled("chunking"), index.recalled(REMEMBERED)
        return made_with not in ("", self._counting(self._choice.chunker(remembered)).fingerprint)

    def _keeps_unconfirmed(self, index: EmbeddingIndex) -> bool:
        """Whether the index has vectors of an embedder that is not confirmed: they are kept beside the active ones."""
        answering, coming = index.recalled("fingerprint"), index.recalled("coming")
        kept = [each for each in (answering, coming) if each and self._trust.keeps(index, name_in(each))]
        if not kept:
            return False
        use = partial(index.use_space, chunking=self.chunker.fingerprint)
        if kept == [answering]:
            use(self.embeddings.bundled, others="aside")
        elif kept == [coming]:
            use(answering if self.embeddings.is_active_available(index) else self.embeddings.bundled, others="keep")
        else:  # the index holds two spaces, and both are of such embedders: keyword search only
            use(answering, others="keep")
        return True

    def _counting(self, chunker: Chunker) -> Chunker:
        # Counted by the bundled tokenizer for every embedder, so that a change of embedder keeps the chunks.
        return counting(chunker, self.embeddings.static.count_tokens, self.embeddings.static.counter)
