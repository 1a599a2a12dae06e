"""The vault of a command: the folder that it names, or the one that the working folder selects."""

from __future__ import annotations

import difflib
import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

from ..filesystem.file_probe import holds
from ..filesystem.worktrees import GIT, Worktree, other_tops, worktree_at
from ..formats.detect import first_bytes, has_markup, is_configuration, is_source_code
from ..model.errors import MissingFolderError, VaultError
from ..model.folder_path import expanded
from ..model.value_class import dataclass
from .paths import INDEX_FOLDER, index_places
from .vault_lookup import registry, usual_vault

_SETTINGS = "dowse.toml"
_MARKS = (INDEX_FOLDER, ".obsidian", _SETTINGS)  # of a vault

_MOST_COMPARED = 1_000  # names of folders, for a suggestion
_LONGEST_SHOWN = 200  # characters of a path that is too long

SelectedBy = Literal["name", "vault around", "repository", "working folder", "environment", "default"]


@dataclass(frozen=True, slots=True)
class SelectedVault:
    """The folder of a vault, and what selected it."""

    folder: Path
    by: SelectedBy


def vault_root(folder: Path | None, *, here: Path, environment: Mapping[str, str]) -> Path:
    """The folder of `selected_vault`. Raises VaultError."""
    return selected_vault(folder, here=here, environment=environment).folder


def selected_vault(
    folder: Path | None, *, here: Path, environment: Mapping[str, str], index_dir: Path | None = None
) -> SelectedVault:
    """The given folder, else the vault around `here`, else that of DOWSE_VAULT, else the git repository around `here`
    or `here` itself if they hold notes, else the default vault.

    Raises VaultError without any of them, and for a folder that cannot be read.
    """
    if folder is not None:
        return SelectedVault(_existing(folder, environment), "name")
    if (selected := vault_here(here, environment, index_dir=index_dir)) is not None:
        return selected
    usual = usual_vault(environment)
    if usual is not None:
        return SelectedVault(usual.present(), "environment" if environment.get("DOWSE_VAULT") else "default")
    raise VaultError(
        f"no vault here: {_reason(here)}; name the folder after the query or pattern, as in "
        "`dowse search QUERY FOLDER`, or make one the default with `dowse vault add ~/notes`"
    )


def vault_here(here: Path, environment: Mapping[str, str], *, index_dir: Path | None = None) -> SelectedVault | None:
    """The vault that the working folder selects; None when it selects none, or DOWSE_VAULT goes before it."""
    if (around := vault_around(here, environment, index_dir=index_dir)) is not None:
        return SelectedVault(around, "vault around")
    if environment.get("DOWSE_VAULT"):
        return None
    candidates = list(_candidates(here))
    top = next((folder for folder in candidates if os.path.lexists(folder / GIT)), None)
    if top is not None and holds(top, _is_note_or_source):
        return SelectedVault(top, "repository")
    if here in candidates and holds(here, has_markup):
        return SelectedVault(here, "working folder")
    return None


def vault_around(here: Path, environment: Mapping[str, str], *, index_dir: Path | None = None) -> Path | None:
    """The nearest folder from `here` upwards that is registered as a vault, has an index or the mark of a vault.

    The root of the file system and the home folder, or one around it, are vaults only if they are registered.
    A folder of a git worktree is also a vault if the same folder of another worktree of the repository is one, and so
    is a worktree that the vault around it leaves out: no worktree is answered for by another.
    """
    named = {each.folder for each in registry(environment).vaults}

    def is_vault(folder: Path) -> bool:
        if folder in named:
            return True
        return not _is_too_wide(folder) and (
            any(_exists(folder / mark) for mark in _MARKS)
            or any(_exists(place) for place in index_places(folder, chosen=index_dir, environment=environment))
        )

    upwards = (here, *here.parents)
    around = next((folder for folder in upwards if is_vault(folder)), None)
    for top in itertools.takewhile(lambda folder: folder != around, upwards):
        tree = worktree_at(top)
        if tree is not None and (found := _own_vault(tree, here.relative_to(top), is_vault)) is not None:
            return top / found
        if tree is not None and tree.is_linked and around is not None and tree.belongs_to(around):
            return top
    return around


def larger_vault(vault: Path, environment: Mapping[str, str], *, index_dir: Path | None = None) -> Path | None:
    """The vault around one that only has an index; None around one with a mark of the user, such as `.obsidian`."""
    if vault.parent == vault or any(_exists(vault / mark) for mark in _MARKS if mark != INDEX_FOLDER):
        return None
    return vault_around(vault.parent, environment, index_dir=index_dir)


def _exists(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110  # False, not an error, without permission


def _own_vault(tree: Worktree, folder: Path, is_vault: Callable[[Path], bool]) -> Path | None:
    """The folder of the worktree, or the nearest above it, that is a vault in another worktree; relative to the top."""
    others = other_tops(tree)
    upwards = (folder, *folder.parents)
    return next((each for each in upwards if any(is_vault(top / each) for top in others)), None)


def _candidates(here: Path) -> Iterator[Path]:
    """The folders from `here` upwards that may be a vault without a mark."""
    return (folder for folder in (here, *here.parents) if not _is_too_wide(folder))


def _is_too_wide(folder: Path) -> bool:
    """Whether it is the home folder or contains it: too much to index unless the user names it."""
    try:
        home = Path.home()
    except RuntimeError:  # no such user
        return folder == Path(folder.anchor)
    return folder == Path(folder.anchor) or folder == home or folder in home.parents


def _is_note_or_source(name: str) -> bool:
    is_source = is_source_code(name) and not is_configuration(name)
    return has_markup(name) or (is_source and not first_bytes(name))  # a script without an ending is one by its content


def _reason(here: Path) -> str:
    if _is_too_wide(here):
        return f"dowse selects neither the home folder nor one around it by itself, and {here} is one of them"
    marks = ", ".join(_MARKS)
    return (
        f"{here} has no Markdown, reStructuredText, Org, AsciiDoc, LaTeX or wiki markup, and neither it nor a folder "
        f"above it is a registered vault or has {marks}"
    )


def _existing(given: Path, environment: Mapping[str, str]) -> Path:
    folder = expanded(given).absolute()
    if folder == Path(folder.anchor):
        raise VaultError(f"{folder} holds all files of the machine; name the folder of your notes")
    try:
        is_folder, is_there = folder.is_dir(), folder.exists()
    except PermissionError as error:
        raise VaultError(f"{folder} cannot be read (no permission)") from error
    except OSError as error:  # the name is too long
        raise MissingFolderError(Path(f"{str(folder)[:_LONGEST_SHOWN]}…"), "check the path") from error
    if is_folder:
        if os.access(folder, os.R_OK | os.X_OK):
            return _tidy(folder)
        raise VaultError(f"{folder} cannot be read (no permission)")
    if is_there:
        commands = "`dowse get FILE`, `dowse get --outline FILE` and `dowse links --of FILE` take one"
        raise VaultError(f"{folder} is a file; {commands}; else name its folder: `dowse search QUERY {folder.parent}`")
    if any(each.name.casefold() == str(given).casefold() for each in registry(environment).vaults):
        raise VaultError(f"there is no folder {folder}; `--vault {given}` selects the vault with that name")
    near = _nearest_folder(folder)
    raise MissingFolderError(folder, f"did you mean {near}?" if near else "check the path")


def _nearest_folder(folder: Path) -> Path | None:
    """The folder with the most similar name, where the first missing part of the path would be; with the other parts
    below it if they exist there.
    """
    *_, missing = (each for each in (folder, *folder.parents) if not _exists(each))
    with suppress(OSError):
        names = [each.name for each in itertools.islice(os.scandir(missing.parent), _MOST_COMPARED) if each.is_dir()]
        for name in difflib.get_close_matches(missing.name, names, n=1, cutoff=0.6):
            near = missing.with_name(name) / folder.relative_to(missing)
            return near if _exists(near) else None
    return None


def _tidy(folder: Path) -> Path:
    """The folder without `..`, so that it has a name; its real path if a link makes the shorter path another folder."""
    if ".." not in folder.parts:
        return folder
    tidy = Path(os.path.normpath(folder))
    return tidy if tidy.exists() and tidy.samefile(folder) else folder.resolve()
