"""The configuration of an index: its chunker, its embedder, and the reranker that goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from ...chunking.by_section import counting
from ...chunking.chunker import Chunker
from ...embedders.pinned import name_in
from ...embedders.registry import whole_name
from ...model.errors import StorageError
from ...ports.models import PairScorer
from ...ports.storage import FactLookup, Store
from ...settings.layer import Settings
from ...settings.saved_choice import REMEMBERED, ChunkerChoice
from .embedding_state import TROUBLE, EmbeddingState
from .model_trust import ModelTrust


class IndexConfig:
    """The chunker and models of the command, else the stored choice, else those of the settings.

    `lies_in` are the folders of the vault and of its index.
    """

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str],
        lies_in: tuple[Path, Path],
        *,
        chunker: str,
        embedder: str,
    ) -> None:
        self._choice = ChunkerChoice(settings, chunker)
        self._embedder = embedder and whole_name(embedder, here=Path.cwd())
        self._remembered = ""  # the choice that the index stores
        self._trust = ModelTrust(*lies_in, settings, environment, asked=self._embedder)
        self.meaning = EmbeddingState(environment, refusal=self._trust.refusal)
        self.chunker = self._counting(self._choice.chunker(""))

    def settle(self, index: Store) -> None:
        """Sets the chunker and embedder of the index; chunks and vectors of others become outdated."""
        remembered = index.recalled(REMEMBERED)
        if remembered != self._remembered:
            self._remembered = remembered
            self.chunker = self._counting(self._choice.chunker(remembered))
        wanted = self._trust.embedder(index)
        if not self._keeps_unconfirmed(index, wanted):
            self.meaning.settle(index, wanted, chunking=self.chunker.fingerprint)
            self._trust.note_use(index, wanted)
        if remembered and self._choice.overrules(remembered):
            with suppress(StorageError):  # the settings overrule it, whether it can be erased or not
                index.remember(REMEMBERED, "")

    def forget(self, index: Store) -> None:
        """Marks all files as unread and all chunks as pending; keeps vectors of an embedder that is not confirmed."""
        is_kept = self._keeps_unconfirmed(index, self._trust.embedder(index))
        index.use_space("", chunking="", others="keep" if is_kept else "drop")

    def report(self, index: Store) -> tuple[str, ...]:
        """The remarks on the present vectors; writes nothing."""
        wanted = self._trust.embedder(index)
        self.meaning.look(index, wanted)
        return self.said(index, wanted=wanted)

    def said(self, index: Store, *, wanted: str = "") -> tuple[str, ...]:
        """The remarks on models that are not confirmed and on vectors, as of the last `settle`."""
        return (*self.unconfirmed(index).values(), *self.meaning.report(index, wanted=wanted))

    def unconfirmed(self, index: Store) -> Mapping[str, str]:
        """The models that the index names and that the user has not confirmed, each with a remark."""
        return dict(self._trust.unconfirmed(index))

    def coming(self, index: Store) -> tuple[str, int]:
        """The embedder that will become active and the number of its vectors; an empty name when there is none."""
        name, made = self.meaning.coming(index)
        return (name, made) if name == self._trust.embedder(index) else ("", 0)

    def awaited(self, index: Store) -> tuple[str, ...]:
        """The remarks while the active embedder is not the wanted one, as of the last `settle`."""
        is_other = self.meaning.trouble or index.recalled("coming")
        return self.said(index) if is_other else tuple(self.unconfirmed(index).values())

    def remember(self, index: Store) -> None:
        """Stores the choice of the command in the index."""
        if self._choice.asked:
            index.remember(REMEMBERED, self._choice.to_remember)
        if self._embedder:
            self.use(index, embedder=self._embedder)

    def use(self, index: Store, *, embedder: str = "", reranker: str = "") -> None:
        """Stores the choice of models for the index; embeds nothing.

        Raises SettingsError when the choice cannot be stored.
        """
        self._trust.choose(index, embedder=embedder, reranker=reranker)

    def scorer(self, index: FactLookup) -> PairScorer:
        """The reranker."""
        return self.meaning.scorer(self._trust.reranker(index))

    def has_failed(self, index: Store) -> bool:
        """Whether the last call of the embedder failed, so that chunks are pending."""
        return bool(index.recalled(TROUBLE))

    def is_cut_otherwise(self, index: Store) -> bool:
        """Whether the index was built with another chunker than the present one."""
        made_with, remembered = index.recalled("chunking"), index.recalled(REMEMBERED)
        return made_with not in ("", self._counting(self._choice.chunker(remembered)).fingerprint)

    def _keeps_unconfirmed(self, index: Store, wanted: str) -> bool:
        """Whether the index has vectors of an embedder that is not confirmed: they are kept beside the active ones."""
        answering, coming = index.recalled("fingerprint"), index.recalled("coming")
        kept = [each for each in (answering, coming) if each and self._trust.keeps(index, name_in(each))]
        if not kept:
            return False
        self.meaning.look(index, wanted)
        use = partial(index.use_space, chunking=self.chunker.fingerprint)
        if kept == [answering]:
            use(self.meaning.bundled, others="aside")
        elif kept == [coming]:
            use(answering if self.meaning.answers(index) else self.meaning.bundled, others="keep")
        else:  # the index holds two spaces, and both are of such embedders: keyword search only
            use(answering, others="keep")
        return True

    def _counting(self, chunker: Chunker) -> Chunker:
        # Counted by the bundled tokenizer for every embedder, so that a change of embedder keeps the chunks.
        return counting(chunker, self.meaning.static.count_tokens, self.meaning.static.fits)
