"""The index folder of a vault."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from ..filesystem.private_files import make_folder, opener, tighten
from ..model.errors import StorageError

INDEX_FOLDER = ".dowse"
ELSEWHERE = "choose another folder with --index-dir or DOWSE_INDEX_DIR"


def index_folder(root: Path, *, chosen: Path | None, environment: Mapping[str, str]) -> Path:
    """The index folder of the vault, created if missing.

    `chosen`, then DOWSE_INDEX_DIR, then `.dowse` in the vault, then the user's cache folder if the vault is not
    writable.  Outside of the vaults, each vault has a subfolder.  Raises StorageError.
    """
    elsewhere = _elsewhere(chosen, environment)
    if elsewhere is not None:
        return create_index_folder(elsewhere / _own_name(root))
    try:
        return create_index_folder(_no_link(root / INDEX_FOLDER))
    except StorageError:
        return create_index_folder(_in_cache(root))


def scoped_index_folder(root: Path, scope: str, *, chosen: Path | None, environment: Mapping[str, str]) -> Path:
    """The folder for the index of a part of the vault, never in the vault; `scope` is the identity of the part.

    `chosen`, then DOWSE_INDEX_DIR, then the user's cache folder. Creates nothing.
    """
    elsewhere = _elsewhere(chosen, environment)
    folder = _in_cache(root) if elsewhere is None else elsewhere / _own_name(root)
    return folder.with_name(f"{folder.name}-{scope}")


def create_index_folder(folder: Path) -> Path:
    """The folder, created if missing, for its owner only and ignored by git. Raises StorageError."""
    try:
        make_folder(folder)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            with open(ignore, "w", encoding="utf-8", opener=opener) as file:  # Path.open has no opener
                file.write("*\n")
    except OSError as error:
        raise StorageError(f"the index cannot be written to {folder} ({error.strerror}); {ELSEWHERE}") from error
    if not os.access(folder, os.W_OK):
        raise StorageError(f"{folder} is not writable; {ELSEWHERE}")
    tighten(folder)  # an early version left it readable for all users
    return folder


def index_places(root: Path, *, chosen: Path | None, environment: Mapping[str, str]) -> Iterator[Path]:
    """The folders that may contain the index of the vault, likeliest first. Creates nothing."""
    elsewhere = _elsewhere(chosen, environment)
    if elsewhere is not None:
        yield elsewhere / _own_name(root)
        return
    inside = root / INDEX_FOLDER
    if not _is_linked(inside):
        yield inside
        if os.access(inside if inside.exists() else root, os.W_OK):
            return
    yield _in_cache(root)


def _elsewhere(chosen: Path | None, environment: Mapping[str, str]) -> Path | None:
    """The folder that contains the indexes if they are outside of their vaults."""
    named = chosen or (Path(environment["DOWSE_INDEX_DIR"]) if environment.get("DOWSE_INDEX_DIR") else None)
    return named.expanduser().absolute() if named else None


def _in_cache(root: Path) -> Path:
    import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms and is rarely needed

    return Path(platformdirs.user_cache_dir("dowse", appauthor=False)) / _own_name(root)


def _no_link(folder: Path) -> Path:
    """The folder. Raises StorageError if it is or contains a symbolic link, through which a vault of unknown origin
    could make dowse overwrite any file.
    """
    if _is_linked(folder):
        raise StorageError(
            f"{folder} is or contains a symbolic link; dowse does not write an index through a symbolic link"
        )
    return folder


def _is_linked(folder: Path) -> bool:
    try:
        return folder.is_symlink() or any(path.is_symlink() for path in folder.glob("*"))
    except PermissionError:  # so nothing can be written there either
        return False


def _own_name(root: Path) -> str:
    return f"{root.name or 'root'}-{blake2b(os.fsencode(root.resolve()), digest_size=5).hexdigest()}"
