"""Which chunker an index is cut by."""

from __future__ import annotations

from dataclasses import dataclass

from ..chunking.chunker import Chunker
from .places import chunker_named
from .said import Settings

REMEMBERED = "chunker_chosen"  # what the index calls it


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
