"""The chunker and the models that the user has chosen for an index, apart from the settings."""

from __future__ import annotations

import json

from ..chunking.chunker import Chunker
from ..model.value_class import dataclass
from .chunker_registry import chunker_named, is_chunker
from .layer import Settings

REMEMBERED = "chunker_chosen"  # key in the index
EMBEDDER_CHOSEN = "embedder_chosen"
RERANKER_CHOSEN = "reranker_chosen"


@dataclass(frozen=True, slots=True)
class ChunkerChoice:
    """The chunker of the command; else the chunker that the index remembers from an earlier command, until the settings
    change; else that of the settings.
    """

    settings: Settings
    asked: str = ""  # name

    @property
    def to_remember(self) -> str:
        """The value to store in the index: the name, and the chunker of the settings at this time."""
        return f"{self.asked} {self.settings.configured_chunker}"

    def chunker(self, remembered: str) -> Chunker:
        """The chunker for an index that remembers this, without a tokenizer."""
        name = self.asked or ("" if self.overrules(remembered) else remembered.partition(" ")[0])
        if not name:
            return self.settings.chunker
        return self.settings.cut_by(chunker_named(name, source="--chunker"))

    def overrules(self, remembered: str) -> bool:
        """Whether the chunker of the settings has changed since, or the value is none that `to_remember` returns."""
        name, _, configured = remembered.partition(" ")
        return configured != self.settings.configured_chunker or not is_chunker(name)


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that the user has chosen; the choice is valid until the model of the settings changes."""

    name: str
    settings: str  # the model of the settings at that time

    @property
    def to_remember(self) -> str:
        """The value to store in the index."""
        return json.dumps([self.name, self.settings])


def chosen_in(remembered: str) -> ModelChoice | None:
    """The choice in a stored value; None for any value that `to_remember` does not return."""
    try:
        match json.loads(remembered):
            case [str(name), str(settings)]:
                return ModelChoice(name, settings)
    except (ValueError, RecursionError):
        pass
    return None


def still_chosen(chosen: ModelChoice | None, settings: str) -> str:
    """The name of the chosen model if the settings are still the same; else empty."""
    return chosen.name if chosen is not None and chosen.settings == settings else ""
