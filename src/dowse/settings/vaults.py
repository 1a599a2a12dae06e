"""The registered vaults, and the changes of their list."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from pathlib import Path

from ..model.errors import VaultError
from ..model.value_class import dataclass
from .suggest_name import offer

ALL = "all"  # in place of a name: every vault
_LONGEST_NAME = 100  # characters
_SEPARATORS = (":", ",", "#")
_ADD = "give the vault another name, as in --name notes"


@dataclass(frozen=True, slots=True)
class RegisteredVault:
    """A vault with its name."""

    name: str
    folder: Path

    def present(self) -> Path:
        """The folder. Raises VaultError when it does not exist, or is empty as a mount point without its disk is."""
        vault = f"the folder of the vault {self.name}, {self.folder},"
        if not os.path.isdir(self.folder):  # noqa: PTH112  # False, not an error, without permission
            raise VaultError(
                f"{vault} does not exist; connect its disk, or if the folder has moved, run "
                f"`dowse vault add FOLDER --name {shlex.quote(self.name)}`"
            )
        if _is_empty(self.folder):
            raise VaultError(f"{vault} is empty; connect its disk, or put notes into the folder")
        return self.folder


@dataclass(frozen=True, slots=True)
class VaultRegistry:
    """The vaults in the order of registration, and the name of the default vault."""

    vaults: tuple[RegisteredVault, ...] = ()
    default: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the vaults."""
        return tuple(each.name for each in self.vaults)

    @property
    def usual(self) -> RegisteredVault | None:
        """The default vault; None without vaults."""
        return next((each for each in self.vaults if each.name == self.default), None)

    @property
    def ordered(self) -> tuple[RegisteredVault, ...]:
        """All vaults, the default first."""
        return tuple(sorted(self.vaults, key=lambda each: each.name != self.default))

    def named(self, name: str) -> RegisteredVault:
        """The vault of that name, in any case. Raises VaultError with the most similar name for an unknown one."""
        found = next((each for each in self.vaults if each.name.casefold() == name.casefold()), None)
        if found is not None:
            return found
        if name in {os.curdir, os.pardir} or "/" in name or os.sep in name:
            raise VaultError(f"there is no vault {name!r}: a folder is given as FOLDER, without --vault")
        if not self.vaults:
            raise VaultError(
                f"there is no vault {name!r}: no vault is registered; `dowse vault add FOLDER` registers a vault"
            )
        near = offer(name, self.names)
        raise VaultError(
            f"there is no vault {name!r}; {near}{'' if near[-1] == '?' else ';'} `dowse vault list` shows all"
        )

    def holding(self, folder: Path) -> RegisteredVault | None:
        """The registered vault of the folder, also if a link leads there; None if the folder is not registered."""
        same = next((each for each in self.vaults if each.folder == folder), None)
        if same is not None or not self.vaults:
            return same
        target = folder.resolve()
        return next((each for each in self.vaults if each.folder.resolve() == target), None)

    def adding(self, folder: Path, name: str = "") -> VaultRegistry:
        """The registry with this folder, named as given or by its folder name; the first vault is the default.

        Raises VaultError when the name is invalid or taken, or the folder has another name.
        """
        known = self.holding(folder)
        if known is not None:
            if name and name.casefold() != known.name.casefold():
                change = shlex.join(["dowse", "vault", "rename", known.name, name])
                raise VaultError(f"{folder} is already the vault {known.name}; `{change}` renames it")
            return self
        _check(name or folder.name, what="--name" if name else "the folder's name", remedy=_ADD)
        self._check_free(name or folder.name, remedy="choose another name with --name")
        _check_text(folder)
        added = RegisteredVault(name or folder.name, folder)
        return VaultRegistry((*self.vaults, added), self.default or added.name)

    def moving(self, name: str, folder: Path) -> VaultRegistry:
        """The registry in which the vault of that name has another folder. Raises as `named` does."""
        known = self.named(name)
        _check_text(folder)
        moved = tuple(replace(each, folder=folder) if each == known else each for each in self.vaults)
        return VaultRegistry(moved, self.default)

    def removing(self, name: str) -> VaultRegistry:
        """The registry without the vault; the first vault replaces a removed default. Raises as `named` does."""
        gone = self.named(name)
        left = tuple(each for each in self.vaults if each != gone)
        first = left[0].name if left else ""
        return VaultRegistry(left, first if self.default == gone.name else self.default)

    def renaming(self, old: str, new: str) -> VaultRegistry:
        """The registry with a renamed vault. Raises VaultError for an unknown, invalid or taken name."""
        known = self.named(old)
        _check(new, what="the new name", remedy="choose another name")
        if known.name.casefold() != new.casefold():
            self._check_free(new, remedy="choose another name")
        renamed = tuple(replace(each, name=new) if each == known else each for each in self.vaults)
        return VaultRegistry(renamed, new if self.default == known.name else self.default)

    def preferring(self, name: str) -> VaultRegistry:
        """The registry with this vault as the default. Raises VaultError when the name is unknown."""
        return replace(self, default=self.named(name).name)

    def _check_free(self, name: str, *, remedy: str) -> None:
        taken = next((each for each in self.vaults if each.name.casefold() == name.casefold()), None)
        if taken is not None:
            raise VaultError(f"the name {taken.name} belongs to {taken.folder}; {remedy}")


def fault(name: str) -> str:
    """The fault of a name for a vault, as the predicate of a sentence; empty for a valid name."""
    if not name or name != name.strip():
        return "is empty or has spaces around it"
    if not name.isprintable() or "/" in name or "\\" in name:
        return "has a slash or an invisible character"
    if name.startswith("-"):
        return "begins with -, as options do"
    if name.casefold() == ALL:
        return "means all vaults"
    return f"is longer than {_LONGEST_NAME} characters" if len(name) > _LONGEST_NAME else ""


def ambiguity(name: str) -> str:
    """Why a reference with the name, such as NAME:REF, is ambiguous, as a predicate; empty if it is not.

    `vault add` and `vault rename` refuse such a name; one that is in the list already still works.
    """
    found = next((sign for sign in _SEPARATORS if sign in name), "")
    return f"contains {found!r}, which separates names in NAME:REF, NAME,NAME and REF#SECTION" if found else ""


def _check(name: str, *, what: str, remedy: str) -> None:
    if why := fault(name) or ambiguity(name):
        raise VaultError(f"{what}, {name!r}, {why}; {remedy}")


def _check_text(folder: Path) -> None:
    try:
        os.fspath(folder).encode()
    except UnicodeEncodeError as error:
        raise VaultError(
            f"{os.fspath(folder)!a} is not UTF-8, so the list of vaults cannot store it; rename the folder"
        ) from error


def _is_empty(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:  # opening the vault reports the reason
        return False
