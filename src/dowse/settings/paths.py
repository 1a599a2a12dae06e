"""The vault around a folder, and the index folder of a vault."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from ..filesystem.private_files import make_folder, opener, tighten
from ..filesystem.worktrees import Worktree, other_tops, worktree_at
from ..model.errors import StorageError, VaultError
from .vault_lookup import registry, usual_vault

INDEX_FOLDER = ".dowse"
ELSEWHERE = "choose another folder with --index-dir or DOWSE_INDEX_DIR"
_MARKS = (INDEX_FOLDER, ".obsidian", "dowse.toml")  # of a vault


def vault_root(folder: Path | None, *, here: Path, environment: Mapping[str, str]) -> Path:
    """The given folder, else the vault around `here`, else the default vault. Raises VaultError."""
    if folder is not None:
        return _existing(folder)
    around = vault_around(here, environment)
    if around is not None:
        return around
    usual = usual_vault(environment)
    if usual is not None:
        return usual.present()
    raise VaultError(
        f"no vault here: neither {here} nor a folder above it has {', '.join(_MARKS)}; "
        "name the folder after the query or pattern, as in `dowse search QUERY .` for this folder, "
        "or make one the default with `dowse vault add ~/notes`"
    )


def vault_around(here: Path, environment: Mapping[str, str]) -> Path | None:
    """The nearest folder from `here` upwards that has the mark of a vault or is registered as a vault.

    A folder of a git worktree is also a vault if the same folder of another worktree of the repository is one, and so
    is a worktree that the vault around it leaves out: no worktree is answered for by another.
    """
    named = {each.folder for each in registry(environment).vaults}

    def is_vault(folder: Path) -> bool:
        return folder in named or any((folder / mark).exists() for mark in _MARKS)

    upwards = (here, *here.parents)
    around = next((folder for folder in upwards if is_vault(folder)), None)
    for top in itertools.takewhile(lambda folder: folder != around, upwards):
        tree = worktree_at(top)
        if tree is not None and (found := _own_vault(tree, here.relative_to(top), is_vault)) is not None:
            return top / found
        if tree is not None and tree.is_linked and around is not None and tree.belongs_to(around):
            return top
    return around


def _own_vault(tree: Worktree, folder: Path, is_vault: Callable[[Path], bool]) -> Path | None:
    """The folder of the worktree, or the nearest above it, that is a vault in another worktree; relative to the top."""
    others = other_tops(tree)
    upwards = (folder, *folder.parents)
    return next((each for each in upwards if any(is_vault(top / each) for top in others)), None)


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


def _existing(folder: Path) -> Path:
    folder = folder.expanduser().absolute()
    try:
        is_folder, is_there = folder.is_dir(), folder.exists()
    except PermissionError as error:
        raise VaultError(f"{folder} cannot be read (no permission)") from error
    if is_folder:
        if os.access(folder, os.R_OK | os.X_OK):
            return _tidy(folder)
        raise VaultError(f"{folder} cannot be read (no permission)")
    if is_there:
        raise VaultError(f"{folder} is a file; name its folder, as in `dowse search QUERY {folder.parent}`")
    raise VaultError(
        f"there is no folder {folder}; if it belongs to the query, put the query in quotes: "
        '`dowse search "two words" [FOLDER]`'
    )


def _tidy(folder: Path) -> Path:
    """The folder without `..`, so that it has a name; its real path if a link makes the shorter path another folder."""
    if ".." not in folder.parts:
        return folder
    tidy = Path(os.path.normpath(folder))
    return tidy if tidy.exists() and tidy.samefile(folder) else folder.resolve()


def _own_name(root: Path) -> str:
    return f"{root.name or 'root'}-{blake2b(os.fsencode(root.resolve()), digest_size=5).hexdigest()}"
