"""What an index is made with: its chunker, its embedder, and the reranker that goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from ..chunking.by_section import counting
from ..chunking.chunker import Chunker
from ..embedders.pinned import name_in
from ..embedders.registry import whole_name
from ..model.errors import StorageError
from ..ports.models import PairScorer
from ..ports.storage import FactLookup, Store
from ..settings.layer import Settings
from ..settings.saved_choice import REMEMBERED, ChunkerChoice
from .embedding_state import TROUBLE, EmbeddingState
from .model_trust import ModelTrust


class IndexConfig:
    """What is asked for now, else what was asked for before, else what the settings say.

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
        self._remembered = ""  # by the index, of an earlier choice
        self._trust = ModelTrust(*lies_in, settings, environment, asked=self._embedder)
        self.meaning = EmbeddingState(environment, refusal=self._trust.refusal)
        self.chunker = self._counting(self._choice.chunker(""))

    def settle(self, index: Store) -> None:
        """Tells the index which chunker and embedder it is for; what was made with others is to be made anew."""
        remembered = index.recalled(REMEMBERED)
        if remembered != self._remembered:
            self._remembered = remembered
            self.chunker = self._counting(self._choice.chunker(remembered))
        wanted = self._trust.embedder(index)
        if not self._keeps_unconfirmed(index, wanted):
            self.meaning.settle(index, wanted, chunking=self.chunker.fingerprint)
            self._trust.note_use(index, wanted)
        if remembered and self._choice.overrules(remembered):
            with suppress(StorageError):  # it says nothing more, whether it can be erased or not
                index.remember(REMEMBERED, "")

    def forget(self, index: Store) -> None:
        """Has all files read and all chunks embedded again; vectors of an embedder that is not confirmed are kept."""
        is_kept = self._keeps_unconfirmed(index, self._trust.embedder(index))
        index.use_space("", chunking="", others="keep" if is_kept else "drop")

    def report(self, index: Store) -> tuple[str, ...]:
        """What to say of its vectors as it is; nothing is written."""
        wanted = self._trust.embedder(index)
        self.meaning.look(index, wanted)
        return self.said(index, wanted=wanted)

    def said(self, index: Store, *, wanted: str = "") -> tuple[str, ...]:
        """What to say of models that are not confirmed, and of vectors, as was found when it settled."""
        return (*self.unconfirmed(index).values(), *self.meaning.report(index, wanted=wanted))

    def unconfirmed(self, index: Store) -> Mapping[str, str]:
        """The models that the index names and that are not used, since the user has not confirmed them, each with what
        to say of it.
        """
        return dict(self._trust.unconfirmed(index))

    def coming(self, index: Store) -> tuple[str, int]:
        """The embedder that is to take over, and of how many chunks it has made vectors; empty when none is wanted."""
        name, made = self.meaning.coming(index)
        return (name, made) if name == self._trust.embedder(index) else ("", 0)

    def awaited(self, index: Store) -> tuple[str, ...]:
        """What to say when another embedder answers than the one that is wanted, as was found when it settled."""
        is_other = self.meaning.trouble or index.recalled("coming")
        return self.said(index) if is_other else tuple(self.unconfirmed(index).values())

    def remember(self, index: Store) -> None:
        """Has the index remember what is asked for now."""
        if self._choice.asked:
            index.remember(REMEMBERED, self._choice.to_remember)
        if self._embedder:
            self.use(index, embedder=self._embedder)

    def use(self, index: Store, *, embedder: str = "", reranker: str = "") -> None:
        """Keeps which models the index is to have; nothing is made with them yet.

        Raises SettingsError where that cannot be written down.
        """
        self._trust.choose(index, embedder=embedder, reranker=reranker)

    def scorer(self, index: FactLookup) -> PairScorer:
        """The reranker."""
        return self.meaning.scorer(self._trust.reranker(index))

    def has_failed(self, index: Store) -> bool:
        """Whether the embedder failed when it was asked last, so that not all is embedded."""
        return bool(index.recalled(TROUBLE))

    def is_cut_otherwise(self, index: Store) -> bool:
        """Whether the index was made with another chunker than the one that is chosen now."""
        made_with, remembered = index.recalled("chunking"), index.recalled(REMEMBERED)
        return made_with not in ("", self._counting(self._choice.chunker(remembered)).fingerprint)

    def _keeps_unconfirmed(self, index: Store, wanted: str) -> bool:
        """Whether there are vectors of an embedder that is not confirmed: they are kept, beside those that answer."""
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
        else:  # there is room for one beside those that answer: words answer
            use(answering, others="keep")
        return True

    def _counting(self, chunker: Chunker) -> Chunker:
        # By the bundled tokenizer, whichever embedder follows, so that another embedder leaves the chunks as they are.
        return counting(chunker, self.meaning.static.count_tokens, self.meaning.static.fits)
