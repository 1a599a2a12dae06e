"""What an index is made with: its chunker, its embedder, and the reranker that goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from .chunking.by_section import counting
from .chunking.chunker import Chunker
from .embedders.named import whole_name
from .engines.sqlite.engine import SqliteEngine
from .meaning import TROUBLE, Meaning
from .model.errors import StorageError
from .ports import PairScorer
from .settings.choice import EMBEDDER_CHOSEN, REMEMBERED, RERANKER_CHOSEN, Choice, model_chosen, to_remember
from .settings.said import Settings


class Space:
    """What is asked for now, else what the index remembers to have been asked for, else what the settings say."""

    def __init__(self, settings: Settings, environment: Mapping[str, str], *, chunker: str, embedder: str) -> None:
        self._settings = settings
        self._choice = Choice(settings, chunker)
        self._embedder = embedder and whole_name(embedder, here=Path.cwd())
        self._remembered = ""  # by the index, of an earlier choice
        self.meaning = Meaning(environment)
        self.chunker = self._counting(self._choice.chunker(""))

    def settle(self, index: SqliteEngine) -> None:
        """Tells the index which chunker and embedder it is for; what was made with others is to be made anew."""
        remembered = index.recalled(REMEMBERED)
        if remembered != self._remembered:
            self._remembered = remembered
            self.chunker = self._counting(self._choice.chunker(remembered))
        self.meaning.settle(index, self._wanted(index), chunking=self.chunker.fingerprint)
        if remembered and self._choice.overrules(remembered):
            with suppress(StorageError):  # it says nothing more, whether it can be erased or not
                index.remember(REMEMBERED, "")

    def report(self, index: SqliteEngine) -> tuple[str, ...]:
        """What to say of its vectors as it is; nothing is written."""
        wanted = self._wanted(index)
        self.meaning.look(index, wanted)
        return self.meaning.report(index, wanted=wanted)

    def coming(self, index: SqliteEngine) -> tuple[str, int]:
        """The embedder that is to take over, and of how many chunks it has made vectors; empty when none is wanted."""
        name, made = self.meaning.coming(index)
        return (name, made) if name == self._wanted(index) else ("", 0)

    def awaited(self, index: SqliteEngine) -> tuple[str, ...]:
        """What to say when another embedder answers than the one that is wanted, as was found when it settled."""
        return self.meaning.report(index) if self.meaning.trouble or index.recalled("coming") else ()

    def remember(self, index: SqliteEngine) -> None:
        """Has the index remember what is asked for now."""
        if self._choice.asked:
            index.remember(REMEMBERED, self._choice.to_remember)
        if self._embedder:
            self.use(index, embedder=self._embedder)

    def use(self, index: SqliteEngine, *, embedder: str = "", reranker: str = "") -> None:
        """Has the index remember which models it is to have; nothing is made with them yet."""
        if embedder:
            index.remember(EMBEDDER_CHOSEN, to_remember(embedder, self._settings.embedder))
        if reranker:
            index.remember(RERANKER_CHOSEN, to_remember(reranker, self._settings.reranker))

    def scorer(self, index: SqliteEngine) -> PairScorer:
        """The reranker."""
        return self.meaning.scorer(model_chosen("", index.recalled(RERANKER_CHOSEN), self._settings.reranker))

    def has_failed(self, index: SqliteEngine) -> bool:
        """Whether the embedder failed when it was asked last, so that not all is embedded."""
        return bool(index.recalled(TROUBLE))

    def is_cut_otherwise(self, index: SqliteEngine) -> bool:
        """Whether the index was made with another chunker than the one that is chosen now."""
        made_with, remembered = index.recalled("chunking"), index.recalled(REMEMBERED)
        return made_with not in ("", self._counting(self._choice.chunker(remembered)).fingerprint)

    def _wanted(self, index: SqliteEngine) -> str:
        return model_chosen(self._embedder, index.recalled(EMBEDDER_CHOSEN), self._settings.embedder)

    def _counting(self, chunker: Chunker) -> Chunker:
        # By the bundled tokenizer, whichever embedder follows, so that another embedder leaves the chunks as they are.
        return counting(chunker, self.meaning.static.count_tokens, self.meaning.static.fits)
