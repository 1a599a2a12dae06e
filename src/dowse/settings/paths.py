"""The index folder of a vault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from ..filesystem.private_files import make_folder, opener, tighten
from ..model.errors import StorageError
from ..model.folder_path import expanded

INDEX_FOLDER = ".dowse"
ELSEWHERE = "choose another folder with --index-dir or DOWSE_INDEX_DIR"


def scoped_index_folder(root: Path, scope: str, *, chosen: Path | None, environment: Mapping[str, str]) -> Path:
    """The folder for the index of a part of the vault, never in the vault; `scope` is the identity of the part.

    `chosen`, then DOWSE_INDEX_DIR, then the user's cache folder. Creates nothing.
    """
    folder = chosen_folder(root, chosen=chosen, environment=environment) or cache_folder(root)
    return folder.with_name(f"{folder.name}-{scope}")


def index_places(root: Path, *, chosen: Path | None, environment: Mapping[str, str]) -> Iterator[Path]:
    """The folders in which dowse may have indexed the vault. Creates nothing."""
    elsewhere = chosen_folder(root, chosen=chosen, environment=environment)
    if elsewhere is not None:
        yield elsewhere
        return
    yield root / INDEX_FOLDER
    with suppress(StorageError):
        yield cache_folder(root)


def create_index_folder(folder: Path) -> Path:
    """The folder, created if missing, for its owner only and ignored by git. Raises StorageError."""
    try:
        make_folder(folder)
        ignore = folder / ".gitignore"
        if not ignore.exists() or not ignore.stat().st_size:  # an empty one is left by a full disk
            with open(ignore, "w", encoding="utf-8", opener=opener) as file:  # Path.open has no opener
                file.write("*\n")
        tighten(folder)  # an early version left it readable for all users
    except OSError as error:
        raise StorageError(f"the index cannot be written to {folder} ({error.strerror}); {ELSEWHERE}") from error
    if not os.access(folder, os.W_OK):
        raise StorageError(f"{folder} is not writable; {ELSEWHERE}")
    return folder


def chosen_folder(root: Path, *, chosen: Path | None, environment: Mapping[str, str]) -> Path | None:
    """The index folder of the vault in `chosen` or DOWSE_INDEX_DIR, in which each vault has one; None without both."""
    named = chosen or (Path(environment["DOWSE_INDEX_DIR"]) if environment.get("DOWSE_INDEX_DIR") else None)
    return expanded(named).absolute() / _own_name(root) if named else None


def cache_folder(root: Path) -> Path:
    """The index folder of the vault in the user's cache folder. Raises StorageError without a home folder."""
    folder = _caches() / _own_name(root)
    if not folder.is_absolute():  # it has a ~ then, and would be in the working folder
        raise StorageError(f"no home folder for the index; {ELSEWHERE}")
    return folder


def cached_folders() -> Iterator[Path]:
    """The folders in the user's cache folder, sorted: the index folders of vaults and of parts of vaults."""
    folder = _caches()
    with suppress(OSError):
        if folder.is_absolute():
            yield from sorted(each for each in folder.iterdir() if each.is_dir() and not each.is_symlink())


def _caches() -> Path:
    if sys.platform in {"darwin", "win32"}:
        import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms, and elsewhere XDG names the folder

        return Path(platformdirs.user_cache_dir("dowse", appauthor=False))
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    # Path.expanduser raises without a home folder.
    return Path(chosen if os.path.isabs(chosen) else os.path.expanduser("~/.cache")) / "dowse"  # noqa: PTH111, PTH117


def is_linked(folder: Path) -> bool:
    """Whether the index folder is or contains a symbolic link, through which a vault of unknown origin could make dowse
    overwrite any file.
    """
    try:
        if folder.is_symlink():
            return True
        with os.scandir(folder) as entries:  # Path.glob hides errors from Python 3.13 on
            return any(entry.is_symlink() for entry in entries)
    except (FileNotFoundError, NotADirectoryError, PermissionError):  # so nothing can be written there either
        return False


def _own_name(root: Path) -> str:
    return f"{root.name or 'root'}-{blake2b(os.fsencode(root.resolve()), digest_size=5).hexdigest()}"
