"""The list of registered vaults: add, remove, rename, and choose the default."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from ..model.errors import VaultError
from ..model.folder_path import expanded, is_file, is_folder
from ..model.value_class import dataclass
from ..settings.vault_lookup import registry
from ..settings.vaults import VaultRegistry
from ..settings.vaults_file import change
from .location import VaultLocation, location_of


@dataclass(frozen=True, slots=True)
class RegistryChange:
    """A vault of the list after a change."""

    name: str
    folder: Path
    is_default: bool
    before: str = ""  # the name of the vault before it was renamed
    is_known: bool = False  # whether the list had it already
    moved_from: Path | None = None  # the folder that the vault had before, which no longer exists
    index: Path | None = None  # the folder with the index of a removed vault, if it has one
    default: str | None = None  # the name of the new default vault, empty for none; None where the default stayed


def add_vault(folder: Path, name: str = "") -> RegistryChange:
    """Registers the vault of the folder; the default name is that of the folder.

    A given name that belongs to a folder which no longer exists is the name of a vault that has moved.

    Raises VaultError, with the nearest folder, for a missing folder, and for a name that is taken or not allowed.
    """
    if not (is_folder(folder) or is_file(folder)):
        raise VaultError(f"no folder {folder}{_near(expanded(folder))}")
    root = location_of(folder).root
    before, after = change(os.environ, lambda known: _with_vault(known, root, name))
    added = after.holding(root)
    assert added is not None, "it was added just now"
    moved_from = next((each.folder for each in before.vaults if each.name == added.name and each.folder != root), None)
    is_known, is_default = before == after, added.name == after.default
    return RegistryChange(added.name, added.folder, is_default, is_known=is_known, moved_from=moved_from)


def _with_vault(known: VaultRegistry, root: Path, name: str) -> VaultRegistry:
    taken = next((each for each in known.vaults if each.name.casefold() == name.casefold()), None)
    if taken is not None and not taken.folder.exists() and known.holding(root) is None:
        return known.moving(name, root)
    return known.adding(root, name)


def remove_vault(name: str) -> RegistryChange:
    """Removes the vault from the list; keeps its files and its index. Raises VaultError for an unknown name."""
    before, after = change(os.environ, lambda known: known.removing(name))
    gone = before.named(name)
    default = after.default if after.default != before.default else None
    return RegistryChange(
        gone.name, gone.folder, gone.name == before.default, index=_index_of(gone.folder), default=default
    )


def rename_vault(old: str, new: str) -> RegistryChange:
    """Renames the vault. Raises VaultError for an unknown name, and for one that is taken or not allowed."""
    before, after = change(os.environ, lambda known: known.renaming(old, new))
    renamed = after.named(new)
    return RegistryChange(renamed.name, renamed.folder, renamed.name == after.default, before=before.named(old).name)


def default_vault(name: str | None = None) -> RegistryChange | None:
    """The default vault, set to `name` unless that is empty; None when there is none.

    Raises VaultError for an unknown name.
    """
    known = registry(os.environ) if name is None else change(os.environ, lambda known: known.preferring(name))[1]
    return RegistryChange(known.usual.name, known.usual.folder, is_default=True) if known.usual else None


def _index_of(folder: Path) -> Path | None:
    from .sessions.index_folders import has_index, index_folders  # noqa: PLC0415  # they bring the storage engine

    return next(filter(has_index, index_folders(VaultLocation(folder), os.environ)), None)


def _near(folder: Path) -> str:
    """A suggestion: the folder in the same place with the most similar name."""
    try:
        beside = [path.name for path in folder.parent.iterdir() if path.is_dir()]
    except OSError:
        return ""
    close = difflib.get_close_matches(folder.name, beside, n=1, cutoff=0.6)
    return f"; did you mean {folder.with_name(close[0])}?" if close else ""
