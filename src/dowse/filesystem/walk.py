"""The files of a vault to index, and the reasons why other candidates are skipped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import field, replace
from math import inf
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from ..model.errors import VaultError
from ..model.value_class import dataclass
from .file_probe import identity, is_file_inside, is_utf8
from .ignore import GIT_IGNORE, IGNORE_FILES, IgnoreRules, ignored, is_asked_for, rules_in, rules_of
from .ignored_names import IGNORED_FOLDERS, VENDORED, has_secrets, is_dot_folder, is_ignored_folder
from .output_folders import OUTPUT_FOLDERS, is_output
from .read import (
    ICLOUD_ENDING,
    MOST_BYTES,
    NO_PERMISSION,
    NOT_REGULAR,
    ONLINE_ONLY,
    too_large,
    why_unread,
    why_unusable,
)
from .worktrees import GIT, Worktree, worktree_around, worktree_at

OTHER_WORKTREE = "another worktree of the same repository, which is a vault of its own"
_NAMES_LEFT_OUT = IGNORED_FOLDERS | OUTPUT_FOLDERS  # of symbolic links
CODE_OF_OTHERS = "source code of others"  # the beginning of the reason
TARGET_INDEXED = "symbolic link; its target is indexed at its own path"
_MOST_RULES = 1024 * 1024  # bytes of an ignore file; the longest in use are some 20 kB


class FoundPath(NamedTuple):
    """A file in a folder listing. A named tuple, since those are made in half of the time: a vault has many files."""

    path: str  # relative to the vault, with `/`
    size: int  # bytes
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class WalkResult:
    """Files, skipped paths and folders, sorted; no path is skipped twice."""

    found: tuple[FoundPath, ...]
    skipped: tuple[tuple[str, str], ...]  # path, reason for the user
    folders: tuple[str, ...] = ()  # relative to the vault, without a `/` at the end; not the vault itself
    configuring: tuple[FoundPath, ...] = ()  # wanted or not: files that say how others are to be read
    beside: tuple[FoundPath, ...] = ()  # other files that are not wanted, or too large, if they are asked for
    dot_folders: tuple[str, ...] = ()  # left out because their names begin with a dot; as `folders`
    closed: tuple[str, ...] = ()  # those of the skipped paths whose files the system did not let dowse look at
    ignore_files: tuple[FoundPath, ...] = ()  # whose rules were read


def walk(  # noqa: PLR0913  # what a caller may ask of a walk
    root: Path,
    wanted: Callable[[str], bool],
    *,
    largest: float = MOST_BYTES,
    limit: Callable[[str], int] = lambda _: 0,
    ignoring: Sequence[str] = (),
    configures: Callable[[str], bool] = lambda _: False,
    beside: Callable[[str], bool] = lambda _: False,
    is_code: Callable[[str], bool] = lambda _: False,
    report: Callable[[int], None] = lambda _: None,
) -> WalkResult:
    """Every file below `root` of at most `largest` bytes whose path is `wanted` and that no ignore file excludes.

    A path with a larger `limit` has that one; it is asked for files above `largest` alone.  `report` is called with the
    number of files after each folder.  The files that are not wanted for which `beside` holds are listed, too.

    `ignoring` are patterns as in an ignore file above `root`: ignore files in the vault override them.  A folder whose
    name begins with a dot is left out, `.metis` excepted, unless such a pattern or `.dowseignore` includes it; so are
    a folder of output and the files that are source code, by `is_code`, in a folder such as vendor.

    `skipped` names wanted files that cannot be read, but not ignored or unwanted ones, nor files deleted meanwhile.
    Symbolic links are not followed, so there are no loops and no paths outside of the vault.  Names are compared
    without normalization: NFC and NFD twins are two files.  Of the worktrees of a repository one is listed, the one
    around `root`, or the main one, or the first by path; `skipped` counts the others.  Submodules and other
    repositories are folders like any other.
    Raises VaultError when `root` cannot be listed, or is moved, deleted or unmounted during the walk: its files would
    look deleted.
    """
    before = identity(root)
    walking = _Walking(root, wanted, largest, limit, rules_of(ignoring), configures, beside, is_code)
    pending = list(walking.top())
    while pending or (pending := walking.next_worktree()):
        pending += walking.below(pending.pop())
        report(len(walking.found))
    walking.skip_worktrees()
    if identity(root) != before:
        raise VaultError(f"{root} was moved or unmounted while its files were listed; the index is kept")
    found = tuple(sorted(walking.found, key=attrgetter("path")))
    configuring = tuple(sorted(walking.configuring, key=attrgetter("path")))
    others = tuple(sorted(walking.others, key=attrgetter("path")))
    skipped, folders = tuple(sorted(walking.skipped)), tuple(sorted(walking.folders))
    dot_folders, closed = tuple(sorted(walking.dot_folders)), tuple(sorted(walking.closed))
    ignore_files = tuple(sorted(walking.ignore_files))
    return WalkResult(found, skipped, folders, configuring, others, dot_folders, closed, ignore_files)


def folder_exclusion(root: Path, folder: str, *, ignoring: Sequence[str] = ()) -> str:
    """Why a walk of `root` leaves out the folder, a relative path, or one above it; empty if it does not."""
    walking = _Walking(root, lambda _: False, 0, lambda _: 0, rules_of(ignoring), lambda _: False)
    listed = [_Folder("", walking.above)]
    for name in folder.split("/"):
        above = listed[0]
        try:
            below = walking.folders_in(above)
        except OSError:
            return "it cannot be read"
        listed = [each for each in below if each.path == f"{above.path}{name}/"]
        if not listed:
            return walking.why_not_listed(above, f"{above.path}{name}", is_folder=True)
    return ""


def exclusion(root: Path, path: str, *, ignoring: Sequence[str] = ()) -> str | None:
    """Why a walk leaves out the file at a relative path, with what includes it; empty for a listed file, and None where
    there is no such file inside of the vault.
    """
    walking = _Walking(root, lambda _: True, inf, lambda _: 0, rules_of(ignoring), lambda _: False)
    above, (*folders, _) = _Folder("", walking.above), path.split("/")
    with suppress(OSError):
        for part in folders:
            folder = f"{above.path}{part}"
            below = {each.path: each for each in walking.folders_in(above)}
            if f"{folder}/" not in below:
                return walking.why_not_listed(above, folder, is_folder=True) if is_file_inside(root, path) else None
            above = below[f"{folder}/"]
        walking.folders_in(above)
        if path in {each.path for each in walking.found}:
            return ""
        return walking.why_not_listed(above, path, is_folder=False) if is_file_inside(root, path) else None
    return None


@dataclass(frozen=True, slots=True)
class _Folder:
    path: str  # relative to the vault, empty or ending in `/`
    chain: tuple[IgnoreRules, ...] = ()  # of the folders above, nearest first
    is_listed: bool = False  # whatever other worktrees there are
    vendored: str = ""  # this folder or the one above for source code of others, which no ignore file includes


@dataclass(frozen=True, slots=True)
class _Walking:
    """A walk in progress."""

    root: Path
    wanted: Callable[[str], bool]
    largest: float  # bytes
    limit: Callable[[str], int]
    above: tuple[IgnoreRules, ...]
    configures: Callable[[str], bool]
    beside: Callable[[str], bool] = lambda _: False
    is_code: Callable[[str], bool] = lambda _: False
    found: list[FoundPath] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    configuring: list[FoundPath] = field(default_factory=list)
    others: list[FoundPath] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    dot_folders: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    ignore_files: list[FoundPath] = field(default_factory=list)
    repositories: set[Path] = field(default_factory=set)  # with a worktree that is listed
    linked: list[tuple[_Folder, Path]] = field(default_factory=list)  # worktrees that wait, with their repositories

    def top(self) -> Sequence[_Folder]:
        """Lists the root: adds its files, returns its folders."""
        try:
            entries = _entries(os.fspath(self.root))
        except OSError as error:
            raise VaultError(why_unusable(self.root, error)) from error
        self._add_repository(worktree_around(self.root))
        return self._sorted_out(_Folder("", self.above), entries)

    def below(self, folder: _Folder) -> Sequence[_Folder]:
        """Lists a folder: adds its files, returns its folders."""
        try:
            entries = _entries(f"{self.root}/{folder.path}")
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            self._close(folder.path.removesuffix("/"), error)
            return ()
        if any(entry.name == GIT for entry in entries) and not folder.is_listed:
            tree = worktree_at(self.root / folder.path)
            if tree is not None and tree.is_linked:
                self.linked.append((folder, tree.repository))
                return ()
            self._add_repository(tree)
        return self._sorted_out(folder, entries)

    def folders_in(self, folder: _Folder) -> Sequence[_Folder]:
        """The folders of a folder. Raises OSError."""
        return self._sorted_out(folder, _entries(f"{self.root}/{folder.path}"))

    def why_not_listed(self, above: _Folder, path: str, *, is_folder: bool) -> str:
        """Why the walk has not listed the entry of a folder, with what includes it."""
        name, what = path.rpartition("/")[2], f"the folder {path}" if is_folder else "it"
        if why := dict(self.skipped).get(path):
            return why
        if is_folder and (is_ignored_folder(name, path) or is_output(name, f"{self.root}/{path}")):
            including = f"; the line !{path}/ in .dowseignore includes it" if name in OUTPUT_FOLDERS else ""
            return f"dowse leaves out {what}, since programs keep generated files in folders of this name{including}"
        if path in self.dot_folders:
            return f"the name of {what} begins with a dot; the line !{path}/ in .dowseignore includes it"
        for rules in self._chain(above, _entries(f"{self.root}/{above.path}")):
            place, here = path[: rules.start], path[rules.start :]
            rule = next((each for each in rules.rules if each.matches(name, here)), None)
            if rule is not None and not rule.negated:
                own = f"{place}{GIT_IGNORE if rule.is_of_git else '.dowseignore'}"
                file = "[ignore] of dowse.toml or of your settings" if rules in self.above else own
                line = f"!{here}{'/' if is_folder else ''}"
                return f"a rule in {file} excludes {what}; the line {line} in {place}.dowseignore includes it"
        if has_secrets(name):
            return f"programs keep passwords in files of this name; the line !{name} in .dowseignore includes it"
        return "it is in another worktree, or cannot be read"

    def next_worktree(self) -> list[_Folder]:
        """The first linked worktree of a repository without a listed one, as the next folder; else no folder."""
        for waiting in sorted(self.linked, key=lambda each: each[0].path):
            folder, repository = waiting
            if repository not in self.repositories:
                self.repositories.add(repository)
                self.linked.remove(waiting)
                return [replace(folder, is_listed=True)]
        return []

    def skip_worktrees(self) -> None:
        """Adds the other worktrees to the skipped paths, as one for each repository."""
        tops: dict[Path, list[str]] = {}
        for folder, repository in self.linked:
            tops.setdefault(repository, []).append(folder.path.removesuffix("/"))
        for paths in tops.values():
            first, *more = sorted(paths)
            others = f", as {'are' if len(more) > 1 else 'is'} {len(more):,} more" if more else ""
            self.skipped.append((first, f"{OTHER_WORKTREE}{others}"))
        left_out = {path for paths in tops.values() for path in paths}
        self.folders[:] = [folder for folder in self.folders if folder not in left_out]

    def _add_repository(self, tree: Worktree | None) -> None:
        if tree is not None and tree.is_in_use:
            self.repositories.add(tree.repository)

    def _sorted_out(self, folder: _Folder, entries: Sequence[os.DirEntry[str]]) -> Sequence[_Folder]:
        folders = []
        chain = self._chain(folder, entries)
        for entry in entries:
            name = entry.name
            path = folder.path + name
            if entry.is_dir(follow_symlinks=False):
                if self._is_listed(name, path, chain) and self._has_good_name(path):
                    folders.append(_Folder(f"{path}/", chain, vendored=_vendored(folder, name, path, chain)))
                    self.folders.append(path)
            elif entry.is_symlink():
                if name not in _NAMES_LEFT_OUT and not ignored(name, path, chain, folder=False):
                    self._link(entry, path)
            elif name[0] == "." and has_secrets(name) and not is_asked_for(name, path, chain):
                continue
            elif name[0] == "." and name.endswith(ICLOUD_ENDING):
                self._in_icloud(folder, name, chain)
            elif self.wanted(path) and not (chain and ignored(name, path, chain, folder=False)):
                self._file(entry, path, vendored=folder.vendored)
            elif (self.configures(path) or self.beside(path)) and not ignored(name, path, chain, folder=False):
                self._unwanted_file(entry, path)
        return folders

    def _is_listed(self, name: str, path: str, chain: Sequence[IgnoreRules]) -> bool:
        """Whether the folder is walked; notes one that its dot alone excludes."""
        if is_ignored_folder(name, path) or (chain and ignored(name, path, chain, folder=True)):
            return False
        if name in OUTPUT_FOLDERS:
            return is_asked_for(name, path, chain) or not is_output(name, f"{self.root}/{path}")
        if not is_dot_folder(name) or is_asked_for(name, path, chain):
            return True
        self.dot_folders.append(path)
        return False

    def _chain(self, folder: _Folder, entries: Iterable[os.DirEntry[str]]) -> tuple[IgnoreRules, ...]:
        """The folder's own rules, those of the overriding file first, before those of the folders above."""
        files = {entry.name: entry for entry in entries if entry.name in IGNORE_FILES}
        own = [self._rules(folder.path, files[name]) for name in reversed(IGNORE_FILES) if name in files]
        return *(each for each in own if each and each.rules), *folder.chain

    def _rules(self, folder: str, entry: os.DirEntry[str]) -> IgnoreRules | None:
        path = folder + entry.name
        if not entry.is_file(follow_symlinks=False):  # git does not follow a link here either
            self.skipped.append((path, f"{NOT_REGULAR}; its rules are not applied"))
            return None
        try:
            with Path(entry.path).open("rb") as file:
                status, text = os.fstat(file.fileno()), file.read(_MOST_RULES + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            self.skipped.append((path, f"{why_unread(error)}; its rules are not applied"))
            return None
        self.ignore_files.append(FoundPath(path, status.st_size, status.st_mtime_ns))
        if len(text) > _MOST_RULES:
            self.skipped.append((path, "larger than 1 MiB; its rules are not applied"))
            return None
        rules, wrong = rules_in(folder, text, is_of_git=entry.name == GIT_IGNORE)
        if wrong:
            self.skipped.append((path, ". ".join(wrong)))
        return rules

    def _file(self, entry: os.DirEntry[str], path: str, *, vendored: str) -> None:
        if not self._has_good_name(path):
            return
        if vendored and self.is_code(path):
            self.skipped.append((path, f"{CODE_OF_OTHERS}; the line !{vendored}/ in .dowseignore includes {vendored}"))
            if self.beside(path):
                self._unwanted_file(entry, path)
            return
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError as error:
            self._close(path, error)
            return
        if not entry.is_file(follow_symlinks=False):
            self.skipped.append((path, NOT_REGULAR))
        elif status.st_size > self.largest and status.st_size > (most := max(self.largest, self.limit(path))):
            self.skipped.append((path, too_large(most)))
            if self.beside(path):
                self.others.append(FoundPath(path, status.st_size, status.st_mtime_ns))
        else:
            file = FoundPath(path, status.st_size, status.st_mtime_ns)
            self.found.append(file)
            if self.configures(path):
                self.configuring.append(file)

    def _close(self, path: str, error: OSError) -> None:
        self.skipped.append((path, why_unread(error)))
        self.closed.append(path)

    def _unwanted_file(self, entry: os.DirEntry[str], path: str) -> None:
        """Adds the file to those that configure others or that are listed beside; not one that cannot be read."""
        with suppress(OSError):
            status = entry.stat(follow_symlinks=False)
            if not entry.is_file(follow_symlinks=False):
                return
            file = FoundPath(path, status.st_size, status.st_mtime_ns)
            if self.configures(path) and status.st_size <= MOST_BYTES:
                self.configuring.append(file)
            if self.beside(path) and is_utf8(path):
                self.others.append(file)

    def _in_icloud(self, folder: _Folder, stub: str, chain: Sequence[IgnoreRules]) -> None:
        """Adds the file that the stub stands for to the skipped paths, if it is wanted."""
        name = stub[1:].removesuffix(ICLOUD_ENDING)
        path = folder.path + name
        if name and self.wanted(path) and not ignored(name, path, chain, folder=False) and self._has_good_name(path):
            self.skipped.append((path, ONLINE_ONLY))

    def _link(self, entry: os.DirEntry[str], path: str) -> None:
        """Adds a symbolic link to the skipped paths, unless a file of its name is not wanted."""
        try:
            unwanted = entry.is_file() and not self.wanted(path)
            entry.stat()
        except PermissionError:
            why = f"symbolic link; {NO_PERMISSION}"
        except OSError:  # the target is missing, or the link is a loop
            why = "broken symbolic link"
        else:
            if unwanted:
                return
            inside = Path(entry.path).resolve().is_relative_to(self.root.resolve())
            why = TARGET_INDEXED if inside else "symbolic link to a target outside of the vault; not followed"
        if self._has_good_name(path):
            self.skipped.append((path, why))

    def _has_good_name(self, path: str) -> bool:
        """Whether the path is valid UTF-8; any other is skipped under a printable name."""
        if is_utf8(path):
            return True
        self.skipped.append((os.fsencode(path).decode("utf-8", "backslashreplace"), "name is not UTF-8"))
        return False


def _vendored(above: _Folder, name: str, path: str, chain: Sequence[IgnoreRules]) -> str:
    """As in a folder of the name below `above`."""
    if not above.vendored and name not in VENDORED:
        return ""
    return "" if is_asked_for(name, path, chain) else above.vendored or path


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)
