"""The folders where the index of a vault may be: an index of unknown origin is not read."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from ...engines.registry import storage_at
from ...filesystem.synced_folder import synced_by
from ...indexing.first_index import FIRST_INDEX
from ...model.errors import DowseError, StorageError
from ...settings.paths import INDEX_FOLDER, cache_folder, chosen_folder, is_linked, scoped_index_folder
from ..location import VaultLocation
from .index_origin import IndexOrigin
from .shared_progress import SharedProgress


def index_folders(place: VaultLocation, environment: Mapping[str, str]) -> Iterator[Path]:
    """The folders that may contain the index of the vault, likeliest first. Creates nothing."""
    root = place.root
    if place.listing is not None:
        yield scoped_index_folder(
            root, place.scope.identity(place.name), chosen=place.index_dir, environment=environment
        )
        return
    chosen = chosen_folder(root, chosen=place.index_dir, environment=environment)
    if chosen is not None:
        yield chosen
        return
    inside = root / INDEX_FOLDER
    is_usable = not is_linked(inside) and IndexOrigin(root, inside, environment).is_own()
    is_writable = os.access(inside if inside.exists() else root, os.W_OK)
    if is_usable and is_writable and not synced_by(root, environment):
        if not has_index(inside):
            yield from _with_index_in_cache(root)  # from a time when the disk was full or the vault read-only
        yield inside
        return
    usable = [inside] if is_usable else []  # of a synced vault, until the index has moved
    with suppress(StorageError):
        cached = cache_folder(root)
        usable.insert(0 if has_index(cached) else len(usable), cached)
    yield from usable


def _with_index_in_cache(root: Path) -> Iterator[Path]:
    with suppress(StorageError):
        if has_index(cached := cache_folder(root)):
            yield cached


def has_index(folder: Path) -> bool:
    """Whether the folder has an index; not if that cannot be known."""
    try:
        return storage_at(folder).exists()
    except PermissionError:  # opening the index reports it
        return False


def is_indexed(place: VaultLocation) -> bool:
    """Whether there is an index of the vault, of any owner."""
    return any(map(has_index, index_folders(place, os.environ)))


def is_interrupted(place: VaultLocation) -> bool:
    """Whether the first indexing of the vault is not over, and no process goes on with it."""
    for folder in filter(has_index, index_folders(place, os.environ)):
        with suppress(DowseError):  # opening the index reports it
            return bool(storage_at(folder).peek(FIRST_INDEX)) and SharedProgress(folder).read() is None
    return False


def foreign_index(root: Path, environment: Mapping[str, str]) -> tuple[Path, str] | None:
    """The folder in the vault with an index that dowse does not open, and why, as a predicate; None without one."""
    inside = root / INDEX_FOLDER
    objection = "" if is_linked(inside) else IndexOrigin(root, inside, environment).objection()
    return (inside, objection) if objection else None


def foreign_index_advice(root: Path, folder: Path) -> str:
    """What to do about the index of another origin in the folder of that vault."""
    if not os.access(folder, os.X_OK):
        return "there is nothing to do"
    return f"delete {folder}, or run `dowse index --force {shlex.quote(str(root))}` if the index is yours"
