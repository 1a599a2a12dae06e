"""The folders of an open vault, which may be deleted or unmounted while the vault is open."""

from __future__ import annotations

from pathlib import Path

from ...filesystem.file_probe import has_entries
from ...model.errors import VaultError
from ...settings.paths import create_index_folder


def prepare_folders(root: Path, index_folder: Path) -> None:
    """Creates a deleted index folder.

    Raises VaultError when the folder of the vault is missing, or is empty as a mount point without its disk is, and
    StorageError when the index folder cannot be created.
    """
    try:
        root.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise VaultError(
            f"the folder {root} is missing; connect its disk or restore the folder, and run the command again"
        ) from error
    except OSError:  # listing the files reports the reason
        return
    if index_folder.exists():
        return
    if not has_entries(root):
        raise VaultError(f"the folder {root} is empty; connect its disk, or put notes into the folder")
    create_index_folder(index_folder)
