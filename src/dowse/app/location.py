"""The location and the name of a vault, resolved before anything in the vault is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from ..filesystem.worktrees import worktree_around
from ..model.errors import VaultError
from ..model.value_class import dataclass
from ..settings.file_rules import FileRules, files_of
from ..settings.paths import index_places, vault_around, vault_root
from ..settings.vault_lookup import every_vault, registry
from ..settings.vaults import ALL, RegisteredVault

Progress = Callable[[str, int, int], None]  # (what, done, of how many)


@dataclass(frozen=True, slots=True)
class VaultLocation:
    """A vault, and the folders that may contain its index."""

    root: Path
    indexes: tuple[Path, ...] = ()
    registered: str = ""  # name that the user has given it
    is_optional: bool = False  # selected by `all`, not by its name: left out with a remark when it cannot be read

    @property
    def name(self) -> str:
        """The registered name of the vault, or the name of its folder."""
        return self.registered or self.root.name

    @property
    def worktree_remark(self) -> tuple[str, ...]:
        """Which worktree answers, if the vault is in a linked one."""
        tree = worktree_around(self.root)
        return (f"the vault is the git worktree {self.root}",) if tree is not None and tree.is_linked else ()

    def present(self) -> None:
        """Raises VaultError for a registered vault whose folder is missing, or is an empty mount point."""
        if self.registered:
            RegisteredVault(self.registered, self.root).present()

    def relative(self, path: str, here: Path | None) -> str:
        """The path relative to the vault, if it starts at the folder `here` (`.`, `../x`), at home or at the root.

        Raises PathOutsideError when it leads out of the vault.
        """
        return path if here is None else relative_path(path, self.root, here=here)

    @property
    def files(self) -> FileRules:
        """The settings for its files, read now. Raises SettingsError."""
        return files_of(self.root, environment=os.environ)


def location_of(folder: Path | None = None, *, index_dir: Path | None = None) -> VaultLocation:
    """The vault in `folder`, or the one around the working folder, or the default one.

    Raises VaultError for a missing folder, and for a registered one that is an empty mount point.
    """
    root = vault_root(folder, here=Path.cwd(), environment=os.environ)
    known = registry(os.environ).holding(root)
    if known is not None:
        known.present()
    return _place(root, known.name if known is not None else "", index_dir)


def locations_named(names: Iterable[str], *, index_dir: Path | None = None) -> tuple[VaultLocation, ...]:
    """The vaults of these names, each once; `all` selects all, the default first, including missing ones.

    Raises VaultError for an unknown name, and for a named vault whose folder is missing.
    """
    known = registry(os.environ)
    places: dict[Path, VaultLocation] = {}
    for name in names:
        if name.casefold() == ALL:
            for each in every_vault(os.environ) or (known.named(ALL),):  # raises: there are none
                place = replace(_place(each.folder, each.name, index_dir), is_optional=True)
                places.setdefault(each.folder, place)
            continue
        one = known.named(name)
        places[one.folder] = _place(one.present(), one.name, index_dir)
    return tuple(places.values())


class PathOutsideError(VaultError):
    """A path outside of the vault."""


def relative_path(path: str, root: Path, *, here: Path) -> str:
    """The path relative to the vault in `root`, if it starts at the folder `here` (`.`, `../x`), at home or at the
    root of the file system; other paths are returned as they are. Raises PathOutsideError.
    """
    if not path.startswith(("/", "./", "../", "~")) and path not in {".", ".."}:
        return path
    target = Path(os.path.normpath(here / Path(path).expanduser()))
    for base in (root, root.resolve()):
        if target.is_relative_to(base):
            inside = target.relative_to(base).as_posix()
            return "" if inside == "." else inside
    raise PathOutsideError(f"{path} is outside of the vault {root}")


def vault_of_file(file: Path) -> tuple[Path, str]:
    """The vault that contains the file, and the path of the file in the vault. Raises VaultError outside of any."""
    for path in (Path(os.path.abspath(file.expanduser())), file.expanduser().resolve()):  # noqa: PTH100  # links stay
        root = vault_around(path.parent, os.environ)
        if root is not None:
            return root, path.relative_to(root).as_posix()
    raise VaultError(f"{file} is in no vault; name its folder first: `dowse index {file.parent}`")


def silent(_what: str, _done: int, _total: int) -> None:
    """Progress that is not shown."""


def in_a_vault(folder: Path) -> bool:
    """Whether the folder is in a vault, so that no vault needs to be named."""
    return vault_around(folder, os.environ) is not None


def registered_names() -> tuple[str, ...]:
    """The names of the registered vaults."""
    return tuple(each.name for each in registry(os.environ).vaults)


def _place(root: Path, name: str, index_dir: Path | None) -> VaultLocation:
    return VaultLocation(root, tuple(index_places(root, chosen=index_dir, environment=os.environ)), name)
