"""The folder of the index of a vault: in the vault, where it is safe there; else in the user's cache folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from ...engines.registry import storage_at
from ...filesystem.synced_folder import synced_by
from ...model.errors import DowseError, IndexDamagedError, StorageError
from ...model.value_class import dataclass
from ...settings.layer import Settings
from ...settings.paths import INDEX_FOLDER, cache_folder, chosen_folder, create_index_folder, is_linked
from ..location import VaultLocation
from .index_folders import foreign_index, foreign_index_advice, has_index, index_folders
from .index_origin import IndexOrigin
from .index_ownership import owner_fact, reassign
from .model_trust import UNCHOSEN, ModelTrust

_CAUSES = "the disk was full, or the record of indexes in your state folder was not writable"


@dataclass(frozen=True, slots=True)
class IndexPlacement:
    """The folder of an index, and what to tell about its place."""

    folder: Path
    remarks: tuple[str, ...] = ()


def adopt(place: VaultLocation) -> tuple[str, ...]:
    """Makes the vault the owner of its index, whichever folder or program the index was made by or for.

    Returns a remark on the indexed documents that the vault does not have: the next update drops them.
    """
    remarks: list[str] = []
    for folder in dict.fromkeys((*index_folders(place, os.environ), *_of_unknown_origin(place, os.environ))):
        index = storage_at(folder)
        # The next process that opens the index reports or repairs an error.
        with suppress(DowseError, OSError):
            if index.exists():
                with closing(index.open()) as engine:
                    remarks += reassign(engine, place.root)
                    IndexOrigin(place.root, folder, os.environ).accept(engine, is_forced=True)
    return tuple(remarks)


def _of_unknown_origin(place: VaultLocation, environment: Mapping[str, str]) -> Iterator[Path]:
    if chosen_folder(place.root, chosen=place.index_dir, environment=environment) is None:
        foreign = foreign_index(place.root, environment)
        yield from foreign[:1] if foreign is not None else ()


def cache_remark(root: Path, folder: Path, environment: Mapping[str, str]) -> str:
    """Why the index in `folder` is in the user's cache folder; empty for one elsewhere, and for an unknown reason."""
    inside = root / INDEX_FOLDER
    try:
        if folder != cache_folder(root) or chosen_folder(root, chosen=None, environment=environment) is not None:
            return ""
    except StorageError:
        return ""
    if service := synced_by(root, environment):
        return f"the index is in your cache folder, since {root} is in {service}"
    if not _is_writable(root):
        return f"the index is in your cache folder, since {root} is not writable"
    if not is_linked(inside) and not has_index(inside):
        return f"the index is in your cache folder, since dowse could not create it in {inside}: {_CAUSES}"
    return ""


def _is_writable(root: Path) -> bool:
    inside = root / INDEX_FOLDER
    return os.access(inside if inside.exists() else root, os.W_OK)


def place_index(
    root: Path, *, chosen: Path | None, settings: Settings, environment: Mapping[str, str]
) -> IndexPlacement:
    """The index folder of the vault, created if missing, and in the vault also the index.

    `chosen`, then DOWSE_INDEX_DIR, then `.dowse` in the vault, then the user's cache folder: for a vault that is
    synced or not writable, and for one that contains an index of unknown origin. An index moves between the last two.
    Raises StorageError.
    """
    elsewhere = chosen_folder(root, chosen=chosen, environment=environment)
    if elsewhere is not None:
        return IndexPlacement(create_index_folder(elsewhere))
    inside = IndexOrigin(root, root / INDEX_FOLDER, environment)
    if is_linked(inside.folder):
        return _in_cache(inside, "", settings)
    if objection := inside.objection():
        what = f"the index in {inside.folder} {objection}, so it is not used"
        return _in_cache(inside, what, settings, advice=foreign_index_advice(root, inside.folder))
    if service := synced_by(root, environment):
        return _in_cache(inside, f"{root} is in {service}", settings, moves=True)
    try:
        return _in_vault(inside, settings)
    except DowseError as error:  # the vault or the record is not writable, or the disk is full
        is_full = isinstance(error, StorageError) and _is_writable(root)
        why = str(error).partition(";")[0] if is_full else ""  # `dowse status` says the others
        try:
            return _in_cache(inside, why, settings)
        except StorageError:
            raise StorageError(str(error)) from error


def _in_vault(inside: IndexOrigin, settings: Settings) -> IndexPlacement:
    create_index_folder(inside.folder)
    place = storage_at(inside.folder)
    if not place.exists():
        with suppress(DowseError, OSError):
            cached = cache_folder(inside.root)
            if storage_at(cached).exists():
                _move(cached, inside, settings)
        inside.create(place)
    return IndexPlacement(inside.folder)


def _in_cache(
    inside: IndexOrigin, why: str, settings: Settings, *, advice: str = "", moves: bool = False
) -> IndexPlacement:
    cached = cache_folder(inside.root)
    create_index_folder(cached)
    if storage_at(cached).exists():
        return IndexPlacement(cached)
    moved = ""
    if moves and storage_at(inside.folder).exists():
        try:
            has_moved = _move(inside.folder, IndexOrigin(inside.root, cached, inside.environment), settings)
            moved = f", moved from {inside.folder}" if has_moved else ""
        except IndexDamagedError:  # a new one is made in the cache folder
            storage_at(inside.folder).discard()
            moved = f"; the one in {inside.folder} was damaged and is built again from the notes"
        except (DowseError, OSError) as error:
            if os.access(inside.folder, os.W_OK):  # else no command could move or update it
                later = f"{why}; the index stays in {inside.folder} until a command can move it to {cached}: {error}"
                return IndexPlacement(inside.folder, (later,))
    remark = f"{why}; the index of this vault is in {cached}{moved}" + (f": {advice}" if advice else "")
    return IndexPlacement(cached, (remark,) if why else ())


def _move(source: Path, target: IndexOrigin, settings: Settings) -> bool:
    """Copies the index with the user's choice of models, and removes the original; whether it did.

    One with vectors of an unconfirmed model is not copied: an index outside of its vault is trusted.  Raises the errors
    of the storage, such as IndexBusyError while another process writes.
    """
    origin, place = storage_at(source), storage_at(target.folder)
    before, after = (
        ModelTrust(target.root, folder, settings, target.environment, asked="") for folder in (source, target.folder)
    )
    with origin.lock().held(patience=0.0):
        origin.convert()
        index = origin.readonly()
        if before.unconfirmed_vectors(index):
            return False
        if not place.copy_from(origin, {**owner_fact(target.root), **UNCHOSEN, **target.facts()}):
            return False
        with closing(place.open()) as copy:
            after.inherit(copy, before, index)
        origin.discard()
    return True
