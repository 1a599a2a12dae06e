"""Which chunker an index is cut by, and which model turns its chunks into vectors."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..chunking.chunker import Chunker
from .places import chunker_named
from .said import Settings

REMEMBERED = "chunker_chosen"  # what the index calls it
EMBEDDER_CHOSEN = "embedder_chosen"
RERANKER_CHOSEN = "reranker_chosen"


@dataclass(frozen=True, slots=True)
class Choice:
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


def to_remember(name: str, settings: str) -> str:
    """What an index is to remember of a model that is asked for: its name, and what the settings say meanwhile."""
    return json.dumps([name, settings])


def model_chosen(asked: str, remembered: str, settings: str) -> str:
    """The model that is asked for now; else the one that the index remembers to have been asked for, as long as the
    settings say what they said then; else that of the settings.
    """
    chosen, said = json.loads(remembered) if remembered else ("", "")
    return asked or (str(chosen) if chosen and said == settings else settings)
