"""The vaults that have a name: which there are, and what may be done to the list of them."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from ..model.errors import VaultError
from .suggest_name import offer

ALL = "all"  # instead of a name: every vault
_LONGEST_NAME = 100  # characters
_ADD = "give the vault another one, as in --name notes"


@dataclass(frozen=True, slots=True)
class RegisteredVault:
    """A vault by its name."""

    name: str
    folder: Path

    def present(self) -> Path:
        """The folder. Raises VaultError when it is gone, or as empty as a mount point without its disk."""
        vault = f"the folder of the vault {self.name}, {self.folder},"
        if not os.path.isdir(self.folder):  # noqa: PTH112  # False, not an error, where one may not look
            raise VaultError(
                f"{vault} is gone; connect the disk that it is on, or if it is somewhere else now: "
                f"`dowse vault remove {shlex.quote(self.name)}` and `dowse vault add FOLDER`"
            )
        if _is_empty(self.folder):
            raise VaultError(f"{vault} is empty; connect the disk that it is on, or put notes into it")
        return self.folder


@dataclass(frozen=True, slots=True)
class VaultRegistry:
    """The vaults in the order they were added, and the name of the one that is meant when none is named."""

    vaults: tuple[RegisteredVault, ...] = ()
    default: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What the vaults are called."""
        return tuple(each.name for each in self.vaults)

    @property
    def usual(self) -> RegisteredVault | None:
        """The default vault; None where there are none."""
        return next((each for each in self.vaults if each.name == self.default), None)

    @property
    def ordered(self) -> tuple[RegisteredVault, ...]:
        """All vaults, the default first."""
        return tuple(sorted(self.vaults, key=lambda each: each.name != self.default))

    def named(self, name: str) -> RegisteredVault:
        """The vault of that name, in upper or lower case. Raises VaultError with the near miss when there is none."""
        found = next((each for each in self.vaults if each.name.casefold() == name.casefold()), None)
        if found is not None:
            return found
        if not self.vaults:
            raise VaultError(
                f"there is no vault {name!r}, since none has a name yet; `dowse vault add FOLDER` gives one"
            )
        near = offer(name, self.names)
        raise VaultError(
            f"there is no vault {name!r}; {near}{'' if near[-1] == '?' else ';'} `dowse vault list` shows all"
        )

    def holding(self, folder: Path) -> RegisteredVault | None:
        """The vault that the folder is, by whichever path it is reached; None when it has no name."""
        same = next((each for each in self.vaults if each.folder == folder), None)
        if same is not None or not self.vaults:
            return same
        target = folder.resolve()
        return next((each for each in self.vaults if each.folder.resolve() == target), None)

    def adding(self, folder: Path, name: str = "") -> VaultRegistry:
        """With this folder, which gets its own name unless it is given one; the first vault is the default.

        Raises VaultError when the name cannot be, or the folder has another one.
        """
        known = self.holding(folder)
        if known is not None:
            if name and name.casefold() != known.name.casefold():
                change = shlex.join(["dowse", "vault", "rename", known.name, name])
                raise VaultError(f"{folder} is the vault {known.name} already; `{change}` calls it otherwise")
            return self
        _check(name or folder.name, what="--name" if name else "the folder's name", remedy=_ADD)
        self._check_free(name or folder.name, remedy="choose another name with --name")
        _check_text(folder)
        added = RegisteredVault(name or folder.name, folder)
        return VaultRegistry((*self.vaults, added), self.default or added.name)

    def removing(self, name: str) -> VaultRegistry:
        """Without the vault; if it was the default, the first of the others is. Raises VaultError as `named` does."""
        gone = self.named(name)
        left = tuple(each for each in self.vaults if each != gone)
        first = left[0].name if left else ""
        return VaultRegistry(left, first if self.default == gone.name else self.default)

    def renaming(self, old: str, new: str) -> VaultRegistry:
        """With another name for a vault. Raises VaultError when there is no such vault, or the name cannot be."""
        known = self.named(old)
        _check(new, what="the new name", remedy="choose another one")
        if known.name.casefold() != new.casefold():
            self._check_free(new, remedy="choose another name")
        renamed = tuple(replace(each, name=new) if each == known else each for each in self.vaults)
        return VaultRegistry(renamed, new if self.default == known.name else self.default)

    def preferring(self, name: str) -> VaultRegistry:
        """With this vault as the default. Raises VaultError when there is none of that name."""
        return replace(self, default=self.named(name).name)

    def _check_free(self, name: str, *, remedy: str) -> None:
        taken = next((each for each in self.vaults if each.name.casefold() == name.casefold()), None)
        if taken is not None:
            raise VaultError(f"{taken.folder} is called {taken.name} already; {remedy}")


def fault(name: str) -> str:
    """What is wrong with a name for a vault, in words for the user; empty when nothing is."""
    if not name or name != name.strip():
        return "is empty, or has blanks around it"
    if not name.isprintable() or "/" in name or "\\" in name:
        return "has a slash or a character that cannot be seen"
    if name.startswith("-"):
        return "begins with a minus, like an option"
    if name.casefold() == ALL:
        return "stands for all vaults"
    return f"is longer than {_LONGEST_NAME} characters" if len(name) > _LONGEST_NAME else ""


def _check(name: str, *, what: str, remedy: str) -> None:
    if why := fault(name):
        raise VaultError(f"{what}, {name!r}, {why}; {remedy}")


def _check_text(folder: Path) -> None:
    try:
        os.fspath(folder).encode()
    except UnicodeEncodeError as error:
        raise VaultError(f"{os.fspath(folder)!a} is not UTF-8 and cannot be written down; rename the folder") from error


def _is_empty(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:  # who opens it is told why
        return False
