"""The location and the name of a vault, resolved before anything in the vault is read."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import field, replace
from math import inf
from pathlib import Path

from ..filesystem.walk import WalkResult, folder_exclusion, walk
from ..filesystem.worktrees import is_other_worktree, worktree_around
from ..formats.detect import first_bytes, is_read, refused
from ..model.errors import QueryError, SettingsError, VaultError
from ..model.folder_path import expanded
from ..model.folder_path import is_file as is_file  # noqa: PLC0414  # also for commands with a folder
from ..model.folder_path import is_folder as is_folder  # noqa: PLC0414  # as above
from ..model.lazy_pattern import lazy_pattern
from ..model.qualified_path import outward
from ..model.value_class import dataclass
from ..settings.file_rules import FileRules, files_of
from ..settings.paths import INDEX_FOLDER, index_places
from ..settings.vault_lookup import every_vault, registry
from ..settings.vault_selection import SelectedBy, larger_vault, selected_vault, vault_around, vault_here
from ..settings.vaults import ALL, RegisteredVault
from .client_scope import EVERYTHING, ClientScope
from .unread_files import is_listed

_PART = lazy_pattern(r"(?:#.*|:\d+(?::\d+)?|@\d+)\Z", re.DOTALL)  # of a document, at the end of a reference
_NO_FORMAT = "and has no format that dowse reads"
_MOST_OF_SCRIPT = 64 * 1024  # bytes that are read to tell whether a file is a script
_PATTERN = lazy_pattern(r"/[^/]+/")
Progress = Callable[[str, int, int], None]  # (what, done, of how many)


@dataclass(frozen=True, slots=True)
class VaultLocation:
    """A vault, and the folder for indexes that the command names, if any."""

    root: Path
    index_dir: Path | None = None
    registered: str = ""  # name that the user has given it
    is_optional: bool = False  # selected by `all`, not by its name: left out with a remark when it cannot be read
    selected_by: SelectedBy = "name"
    within: str = ""  # the folder of the vault that the user has named, relative to the vault
    left_out_of: Path | None = None  # the vault around it that leaves it out
    also_in: Path | None = None  # the vault around it that has the same files; None for a registered vault
    scope: ClientScope = EVERYTHING  # what may be seen of it; the index then has nothing else
    listing: Callable[[], WalkResult] | None = field(default=None, compare=False)  # the files in the scope

    @property
    def name(self) -> str:
        """The registered name of the vault, or the name of its folder."""
        return self.registered or self.root.name

    @property
    def selection_remarks(self) -> tuple[str, ...]:
        """Which vault answers, if the user has not named it."""
        if self.within:
            added = f"`dowse vault add {shlex.quote(str(self.root / self.within))}`"
            return (f"{self.within} is a folder of the vault {self._title}; {added} makes it a vault of its own",)
        if self.left_out_of is not None:
            return (f"the vault {self.left_out_of} leaves {self.root.name} out; it is searched as a vault of its own",)
        if self.also_in is not None:
            return (self._also_in(self.also_in),)
        return tuple(filter(None, () if self.selected_by == "name" else (self._selection,)))

    def _also_in(self, larger: Path) -> str:
        inside = self.root.relative_to(larger).as_posix()
        asked = f"`dowse search QUERY {shlex.quote(str(larger))} --path {shlex.quote(inside)}`"
        places = index_places(self.root, chosen=self.index_dir, environment=os.environ)
        index = next((each for each in places if each.exists()), self.root / INDEX_FOLDER)
        return (
            f"the vault is {self.root}, a folder of the vault {larger} with an index of its own; {asked} searches the "
            f"larger vault; delete {index} to search always that, or give the folder a name with `dowse vault add "
            f"{shlex.quote(str(self.root))}`"
        )

    @property
    def _selection(self) -> str:
        tree = worktree_around(self.root)
        if tree is not None and tree.is_linked:
            return f"the vault is the git worktree {self.root}"
        match self.selected_by:
            case "repository" | "working folder":
                kind = "git repository" if self.selected_by == "repository" else "working folder"
                return f"the vault is the {kind} {self.root}"
            case "default":
                return (
                    f"the vault is the default one, {self._title}, since the working folder is in no vault; "
                    "`.` as FOLDER selects the working folder"
                )
            case _:  # of the folder of the vault itself the shell tells the name
                return "" if self.root == Path.cwd() else f"the vault is {self._title}"

    @property
    def _title(self) -> str:
        return f"{self.registered} ({self.root})" if self.registered else str(self.root)

    def present(self) -> None:
        """Raises VaultError for a registered vault whose folder is missing, or is an empty mount point."""
        if self.registered:
            RegisteredVault(self.registered, self.root).present()

    def relative(self, path: str, here: Path | None) -> str:
        """The path relative to the vault, if it starts at the folder `here` (`.`, `../x`), at home or at the root.

        Raises PathOutsideError when it leads out of the vault.
        """
        return path if here is None else relative_path(path, self.root, here=here)

    def folders(self, paths: Iterable[str], here: Path | None) -> tuple[str, ...]:
        """The folders to select, relative to the vault: each of them below `within`, or that alone without others.

        A path that starts at `here` is read as by `relative`.  Raises PathOutsideError.
        """
        if not self.within:
            return tuple(self.relative(path, here) for path in paths)
        read = ((path, self.relative(path, here)) for path in paths)
        below = tuple(inside if inside != path else f"{self.within}/{path}" for path, inside in read)
        return below or (f"{self.within}/",)

    def listed(self, rules: FileRules) -> WalkResult:
        """The files and folders that listings show. Raises VaultError when the folder cannot be listed."""
        if self.listing is not None:
            return self.listing()
        assert not self.scope, "a vault with a scope is listed by its session"
        return walk(self.root, is_listed, largest=inf, ignoring=rules.ignored)

    @property
    def files(self) -> FileRules:
        """The settings for its files, read now. Raises SettingsError."""
        return files_of(self.root, environment=os.environ)


def location_of(folder: Path | None = None, *, index_dir: Path | None = None) -> VaultLocation:
    """The vault in `folder`, or the one that the working folder selects, or the default one.

    Raises VaultError for a missing folder, and for a registered one that is an empty mount point.
    """
    selected = selected_vault(folder, here=Path.cwd(), environment=os.environ, index_dir=index_dir)
    known = registry(os.environ).holding(selected.folder)
    if known is not None:
        known.present()
    place = _place(selected.folder, known.name if known is not None else "", index_dir)
    larger = _larger(selected.folder, index_dir) if known is None else None
    return replace(place, selected_by=selected.by, also_in=larger)


def location_around(folder: Path, *, index_dir: Path | None = None) -> VaultLocation:
    """The vault that contains `folder`, with the folder in `within`; the folder as a vault of its own where no vault
    contains it, or the one around it leaves it out.

    So a search in a folder of an indexed vault makes no second index.  Raises as `location_of`.
    """
    own = location_of(folder, index_dir=index_dir)
    root = vault_around(own.root, os.environ, index_dir=index_dir)
    if root is None or root == own.root:
        return own
    if _leaves_out(root, own.root):
        return replace(own, left_out_of=root)
    return replace(location_of(root, index_dir=index_dir), within=own.root.relative_to(root).as_posix())


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
        parts = [part.strip() for part in name.split(",")]
        if len(parts) > 1 and {part.casefold() for part in parts} <= {each.casefold() for each in known.names}:
            options = " ".join(f"-v {shlex.quote(part)}" for part in parts)
            raise VaultError(f"there is no vault {name!r}; `{options}` selects these {len(parts)} vaults")
        one = known.named(name)
        places[one.folder] = _place(one.present(), one.name, index_dir)
    return tuple(places.values())


def extra_argument_advice(arguments: Sequence[str]) -> str:
    """What to write in place of more arguments than a query and a folder: names of vaults for several folders."""
    folders = [Path(each).name for each in arguments[1:] if is_folder(each)]
    if len(folders) < 2 or len(folders) < len(arguments) - 1:
        return 'Put a query of several words in quotes: dowse search "two words" [FOLDER]'
    names = " ".join(f"-v {shlex.quote(name)}" for name in folders)
    return f"Search several folders by the names of their vaults: dowse vault add FOLDER for each, then QUERY {names}"


def reject_folder(query: str) -> None:
    """Raises QueryError for a query that is the path of an existing folder, as in `dowse search ./notes`.

    `notes` is a word, and `/notes/` a regular expression.
    """
    name = query.strip()
    is_path = name.startswith(("./", "../", "~/", "/")) or name.endswith("/") or name in {".", "..", "~"}
    if is_path and not _PATTERN.fullmatch(name) and is_folder(name):
        raise QueryError(f"{name} is a folder; did you mean `dowse search QUERY {shlex.quote(name)}`?")


class PathOutsideError(VaultError):
    """A path outside of the vault."""


def relative_path(path: str, root: Path, *, here: Path) -> str:
    """The path relative to the vault in `root`, if it starts at the folder `here` (`.`, `../x`), at home or at the
    root of the file system; other paths are returned as they are. Raises PathOutsideError.
    """
    is_of_home = path.startswith("~") and expanded(path) != Path(path)
    if not (is_of_home or path.startswith(("/", "./", "../")) or path in {".", ".."}):
        return path
    target = Path(os.path.normpath(here / expanded(path)))
    for base in (root, root.resolve()):
        if target.is_relative_to(base):
            inside = target.relative_to(base).as_posix()
            return "" if inside == "." else inside
    raise PathOutsideError(f"{path} is outside of the vault {root}")


def folders_in(places: Sequence[VaultLocation], paths: Iterable[str], here: Path | None) -> tuple[str, ...]:
    """The folders to select in the vaults: of several, a path that starts at `here` with the name of its vault.

    Raises PathOutsideError for one in none of them.
    """
    if len(places) == 1:
        return places[0].folders(paths, here)
    return tuple(_outward_folder(places, path, here) for path in paths)


def _outward_folder(places: Sequence[VaultLocation], path: str, here: Path | None) -> str:
    around = sorted(places, key=lambda place: len(place.root.parts), reverse=True)  # a vault inside another comes first
    for place in around:
        with suppress(PathOutsideError):
            inside = place.relative(path, here)
            return path if inside == path else outward(place.name, inside)
    raise PathOutsideError(f"{path} is outside of the vaults {', '.join(place.name for place in places)}")


def vault_of_file(file: Path) -> tuple[Path, str]:
    """The vault that contains the file or the folder, and its path in the vault. Raises VaultError outside of any, with
    the advice to index a folder, or that of a file that dowse reads.
    """
    for path in (Path(os.path.abspath(expanded(file))), expanded(file).resolve()):  # noqa: PTH100  # links stay
        root = vault_around(_own_folder(path), os.environ)
        if root is not None:
            return root, path.relative_to(root).as_posix()
    if is_folder(file):
        asked = f"`dowse search QUERY {shlex.quote(str(file))}`"
        raise VaultError(f"{file} is a folder in no vault; {asked} indexes and searches it")
    if not _is_read(file):
        raise VaultError(f"{file} lies outside of any vault, {_NO_FORMAT}")
    raise VaultError(f"{file} is in no vault; name its folder first: `dowse index {file.parent}`")


def reference_of_other_vault(ref: str) -> tuple[Path, str] | None:
    """The vault of the file or folder that the reference names by its path, and the reference in it.

    None for one in the vault that the working folder selects, and for a reference that is no such path; a
    vault inside of a working folder without an index is another one.  A path that is plainly none of the working folder
    may name a missing file in a folder of another vault.  Raises VaultError for a path in no vault that is none in
    another one either.
    """
    name = _PART.sub("", ref)
    file = Path(os.path.abspath(expanded(Path(name))))  # noqa: PTH100  # links stay
    is_outward = name.startswith(("/", "~", "../"))
    # False also for a path that is too long or closed.
    is_there = os.path.isfile(file) or os.path.isdir(file)  # noqa: PTH112, PTH113
    if "/" not in name or not (is_there or (is_outward and os.path.isdir(file.parent))):  # noqa: PTH112
        return None
    here = vault_here(Path.cwd(), os.environ)
    if here is not None and file.is_relative_to(here.folder):
        inner = vault_around(_own_folder(file), os.environ) if here.by != "vault around" else None
        if inner is None or not inner.is_relative_to(here.folder):
            return None
    try:
        root, inside = vault_of_file(file)
    except VaultError:
        if is_there and is_outward:
            if here is not None and not is_folder(file) and not _is_read(file):
                raise VaultError(f"{file} lies outside of the vault {here.folder}, {_NO_FORMAT}") from None
            raise
        return None  # perhaps a path in the default vault
    return root, f"{'' if inside == '.' else inside}{ref[len(name) :]}"


def _is_read(file: Path) -> bool:
    """Whether dowse reads a file outside of its vaults: by its name, and a script without an ending by its content.

    What cannot be opened, or is no regular file, has none.
    """
    if not first_bytes(file.name):
        return is_read(file.name)
    with suppress(OSError):
        if is_file(file):
            with expanded(file).open("rb") as opened:
                return refused(file.name, opened.read(_MOST_OF_SCRIPT)) is None
    return False


def _own_folder(path: Path) -> Path:
    """The path of a folder, or the folder of a file."""
    return path if os.path.isdir(path) else path.parent  # noqa: PTH112  # as above


def silent(_what: str, _done: int, _total: int) -> None:
    """Progress that is not shown."""


def in_a_vault(folder: Path) -> bool:
    """Whether the folder selects a vault, so that none needs to be named."""
    return vault_here(folder, os.environ) is not None


def is_folder_of_vault(argument: str, *, with_filters: bool) -> bool:
    """Whether an argument that may be a folder or a pattern names the vault: an existing folder, if it is written as
    one, if filters select the files already, or if the working folder selects no vault.  So does the path of a missing
    folder, for an error that names it.
    """
    if _is_missing_path(argument):
        return True
    if not argument or not is_folder(argument):
        return False
    return with_filters or "/" in argument or argument in {".", "..", "~"} or not in_a_vault(Path.cwd())


def _is_missing_path(argument: str) -> bool:
    """Whether the argument is a path from the working folder, from home or from the root at which there is nothing."""
    if not argument.startswith(("./", "../", "~/", "/")) or set(argument) & set("*?[{"):
        return False
    path = expanded(argument)
    is_pattern = argument.startswith("/") and not (path.parent != path.parent.parent and is_folder(path.parent))
    return not is_pattern and not os.path.lexists(path)


def registered_names() -> tuple[str, ...]:
    """The names of the registered vaults."""
    return tuple(each.name for each in registry(os.environ).vaults)


def registered_name(folder: Path) -> str:
    """The name of the vault in the folder; empty if it is not registered."""
    known = registry(os.environ).holding(Path.cwd() / folder)
    return known.name if known is not None else ""


def _larger(folder: Path, index_dir: Path | None) -> Path | None:
    """The vault around an unregistered one that has its files, too."""
    larger = larger_vault(folder, os.environ, index_dir=index_dir)
    try:
        return larger if larger is not None and not _leaves_out(larger, folder) else None
    except SettingsError:  # a command in the larger vault reports it
        return None


def _leaves_out(vault: Path, folder: Path) -> bool:
    rules = files_of(vault, environment=os.environ)
    inside = folder.relative_to(vault).as_posix()
    return is_other_worktree(vault, folder) or bool(folder_exclusion(vault, inside, ignoring=rules.ignored))


def _place(root: Path, name: str, index_dir: Path | None) -> VaultLocation:
    return VaultLocation(root, index_dir, name)
