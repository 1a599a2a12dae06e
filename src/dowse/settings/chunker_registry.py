"""The registry of chunkers: the names in settings files and their classes."""

from __future__ import annotations

from collections.abc import Mapping

from ..chunking.by_paragraph import ByParagraph
from ..chunking.by_section import BySection
from ..chunking.by_window import ByWindow
from ..chunking.chunker import Chunker
from ..model.errors import SettingsError
from .component_packages import installed_class
from .suggest_name import offer

CHUNKERS: Mapping[str, type] = {"section": BySection, "window": ByWindow, "paragraph": ByParagraph}


def chunker_named(name: str, *, source: str) -> Chunker:
    """The chunker of that name with its defaults. Raises SettingsError when the name is unknown."""
    try:
        cls = CHUNKERS.get(name) or (installed_class("chunker", name) if name else None)
    except ValueError as error:
        raise SettingsError(f"{source}: chunker {name}: {error}") from error
    if cls is None:
        raise SettingsError(f"{source}: there is no chunker {name!r}; {offer(name, tuple(CHUNKERS))}")
    chunker: Chunker = cls()
    return chunker


def is_chunker(name: str) -> bool:
    """Whether there is a chunker of that name."""
    try:
        chunker_named(name, source="")
    except SettingsError:
        return False
    return True
