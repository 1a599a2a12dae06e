"""Which chunker an index is cut by, and which model turns its chunks into vectors."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..chunking.chunker import Chunker
from .layer import Settings
from .load_settings import chunker_named

REMEMBERED = "chunker_chosen"  # what the index calls it
EMBEDDER_CHOSEN = "embedder_chosen"
RERANKER_CHOSEN = "reranker_chosen"


@dataclass(frozen=True, slots=True)
class ChunkerChoice:
    """The chunker that is asked for now; else the one that an index remembers to have been asked for, as long as the
    settings say what they said then; else that of the settings.
    """

    settings: Settings
    asked: str = ""  # name

    @property
    def to_remember(self) -> str:
        """What the index is to remember of what is asked for: the name, and what the settings say meanwhile."""
        return f"{self.asked} {self.settings.said_chunker}"

    def chunker(self, remembered: str) -> Chunker:
        """The chunker for an index that remembers this; it counts no tokens yet."""
        name = self.asked or ("" if self.overrules(remembered) else remembered.partition(" ")[0])
        if not name:
            return self.settings.chunker
        return self.settings.cut_by(chunker_named(name, said_by="--chunker"))

    def overrules(self, remembered: str) -> bool:
        """Whether the settings have changed their mind since."""
        return remembered.partition(" ")[2] != self.settings.said_chunker


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that was asked for; it counts as long as the settings say what they said then."""

    name: str
    settings: str  # the model that they named

    @property
    def to_remember(self) -> str:
        """What an index is to remember of it."""
        return json.dumps([self.name, self.settings])


def chosen_in(remembered: str) -> ModelChoice | None:
    """The model in what an index remembers; None when it is nothing that `to_remember` gives."""
    try:
        match json.loads(remembered):
            case [str(name), str(settings)]:
                return ModelChoice(name, settings)
    except (ValueError, RecursionError):
        pass
    return None


def still_chosen(chosen: ModelChoice | None, settings: str) -> str:
    """The name of a model that was chosen while the settings said what they say now; empty when there is none."""
    return chosen.name if chosen is not None and chosen.settings == settings else ""
