"""A vault without documents and without an index: an index in memory answers, and nothing is created."""

from __future__ import annotations

import os
from pathlib import Path

from ...engines.registry import storage_at
from ...settings.load_settings import settings_of
from ..location import VaultLocation
from ..vault_files import FolderFiles
from .federation import on_disk
from .index_folders import is_indexed
from .vault_session import VaultSession


def on_disk_unless_empty(
    place: VaultLocation, *, index_dir: Path | None = None, needs_index: bool = True
) -> VaultSession:
    """As `on_disk`, but a vault without documents and index is opened in memory; so is one without index if none is
    needed.
    """
    if place.is_optional:
        place.present()
    is_unused = is_empty(place) if needs_index else not is_indexed(place)
    return in_memory(place) if is_unused else on_disk(place, index_dir=index_dir)


def is_empty(place: VaultLocation) -> bool:
    """Whether the vault has neither documents nor an index."""
    return not is_indexed(place) and not FolderFiles(place.root, place.files).documents().found


def in_memory(place: VaultLocation) -> VaultSession:
    """The vault with an index in memory."""
    settings = settings_of(place.root, environment=os.environ)
    return VaultSession(place.root, place.root, settings, name=place.name, place=storage_at("memory:"))
