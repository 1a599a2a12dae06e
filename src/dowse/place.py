"""Where a vault lies, known before anything of it is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .settings.paths import index_places, marked_vault, vault_root

Progress = Callable[[str, int, int], None]  # (what, done, of how many)


@dataclass(frozen=True, slots=True)
class Place:
    """A vault, and the folders in which an index of it may lie."""

    root: Path
    indexes: tuple[Path, ...] = ()


def place_of(folder: Path | None = None, *, index_dir: Path | None = None) -> Place:
    """The vault in `folder`, or the one around the working folder. Raises VaultError when there is no such folder."""
    root = vault_root(folder, here=Path.cwd())
    return Place(root, tuple(index_places(root, chosen=index_dir, environment=os.environ)))


def in_a_vault(folder: Path) -> bool:
    """Whether the folder lies in a vault, so that none has to be named."""
    return marked_vault(folder) is not None
