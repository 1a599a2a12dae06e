"""Worktrees of git repositories, read from their `.git` entries; git itself is not run.

A `.git` file is part of a vault, which may come from anywhere: its paths are compared as text.  What is read outside of
the vault are git's own records of its worktrees, small regular files alone, to confirm that the repository has made
the worktree.
"""

from __future__ import annotations

import itertools
import os
import re
import stat
from pathlib import Path

from ..model.lazy_pattern import lazy_pattern
from ..model.value_class import dataclass

GIT = ".git"  # a folder in the main worktree, a file in a linked one and in a submodule
_LINKED = "worktrees"  # the folder of the repository with a folder for each linked worktree
_MOST_BYTES = 8 * 1024  # of a file that has one path
_WORKTREE = lazy_pattern(r"^[ \t]*worktree[ \t]*=(.+)$", re.MULTILINE)  # of `core` in the settings of a repository
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class Worktree:
    """A worktree of a repository; a submodule is the main worktree of its own repository."""

    top: Path  # the real path of the folder with the `.git` entry
    repository: Path  # git's common directory, of all its worktrees
    record: Path | None = None  # of a linked worktree: the folder of the repository about it

    @property
    def is_linked(self) -> bool:
        """Whether `git worktree add` made it."""
        return self.record is not None

    @property
    def is_confirmed(self) -> bool:
        """Whether the repository is in it, lists it or states it as its worktree.

        A `.git` file, or a link of that name, may claim to belong to any repository.
        """
        if self.record is not None:
            return _listed_top(self.record) == self.top
        return self.repository == self.top / GIT or _stated_top(self.repository) == self.top

    @property
    def is_in_use(self) -> bool:
        """Whether files are checked out. A bare repository has none, and no index of git's."""
        is_separate = self.is_linked or not self.repository.is_relative_to(self.top)
        return is_separate or (self.repository / "index").exists()

    def belongs_to(self, folder: Path) -> bool:
        """Whether its repository is that of the worktree around the folder, or is in the folder."""
        around = worktree_around(folder)
        return self.repository.is_relative_to(os.path.realpath(folder)) or (
            around is not None and around.repository == self.repository
        )


def worktree_at(folder: Path) -> Worktree | None:
    """The worktree whose top is the folder, confirmed or not; None for another folder."""
    try:  # for each search and each folder above the vault: a path of text is made in a tenth of the time
        mode = os.lstat(f"{folder}/{GIT}").st_mode
    except OSError:
        return None
    entry = folder / GIT
    top = Path(os.path.realpath(folder))
    if not stat.S_ISREG(mode):
        return Worktree(top, Path(os.path.realpath(entry))) if entry.is_dir() else None
    target = _path_in(entry, top, "gitdir: ")
    if target is None:
        return None
    if target.parent.name == _LINKED:
        return Worktree(top, target.parent.parent, target)
    return Worktree(top, target)


def worktree_around(folder: Path) -> Worktree | None:
    """The nearest worktree that contains the folder: a submodule before the repository around it."""
    return next((found for each in (folder, *folder.parents) if (found := worktree_at(each)) is not None), None)


def is_other_worktree(root: Path, folder: Path) -> bool:
    """Whether the folder below `root` is in a linked worktree that a walk of `root` leaves out for another one of the
    same repository: the one around `root`, the main one, or the first by path.
    """
    around, real = worktree_around(root), Path(os.path.realpath(root))
    for each in itertools.takewhile(lambda above: above != root, (folder, *folder.parents)):
        tree = worktree_at(each)
        if tree is None or not tree.is_linked:
            continue
        tops = sorted(top for top in linked_tops(tree.repository) if top.is_relative_to(real))
        main = worktree_at(tree.repository.parent) if tree.repository.name == GIT else None
        if around is not None and around.is_in_use and around.repository == tree.repository:
            return True
        if main is not None and main.is_in_use and main.top.is_relative_to(real):
            return True
        if tops and tops[0] != tree.top:
            return True
    return False


def worktree_top(*folders: Path) -> str | None:
    """The top of the worktree that contains the folder, for answers; None outside of any, and for several folders."""
    tree = worktree_around(folders[0]) if len(folders) == 1 else None
    return str(tree.top) if tree is not None else None


def linked_tops(repository: Path) -> tuple[Path, ...]:
    """The tops of the linked worktrees that the repository lists, in order, whether they exist or not."""
    try:
        with os.scandir(repository / _LINKED) as entries:
            records = sorted(Path(entry.path) for entry in entries)
    except OSError:
        return ()
    return tuple(top for record in records if (top := _listed_top(record)) is not None)


def other_tops(tree: Worktree) -> tuple[Path, ...]:
    """The tops of the other worktrees of its repository; none unless the repository lists the worktree itself."""
    if not tree.is_confirmed:
        return ()
    main = (tree.repository.parent,) if tree.repository.name == GIT else ()
    return tuple(top for top in (*main, *linked_tops(tree.repository)) if top != tree.top)


def is_locked(repository: Path, top: Path) -> bool:
    """Whether the repository lists the worktree as locked, as one on a disk that is not always connected."""
    try:
        with os.scandir(repository / _LINKED) as entries:
            records = [Path(entry.path) for entry in entries]
    except OSError:
        return False
    return any((record / "locked").exists() for record in records if _listed_top(record) == top)


def _stated_top(repository: Path) -> Path | None:
    """The worktree that the settings of a repository state, as those of a submodule do."""
    found = _WORKTREE.search(_text_of(repository / "config"))
    return Path(os.path.normpath(repository / found[1].strip().strip('"'))) if found else None


def _listed_top(record: Path) -> Path | None:
    """The top of the worktree that a record of the repository is about."""
    entry = _path_in(record / "gitdir", record)
    return entry.parent if entry is not None else None


def _path_in(file: Path, folder: Path, before: str = "") -> Path | None:
    """The path that the file has after `before`, relative to `folder`; None for any other content.

    A path of another machine (`//host/share`) counts as other content: opening it would connect to that machine.
    """
    text = _text_of(file).rstrip("\r\n")
    written = text.removeprefix(before)
    if not written or "\0" in written or not text.startswith(before) or written.startswith(("//", "\\\\")):
        return None
    return Path(os.path.normpath(folder / written))


def _text_of(file: Path) -> str:
    """The beginning of a small regular file; empty when there is none."""
    try:
        descriptor = os.open(file, _FLAGS)
    except OSError:
        return ""
    try:
        return os.fsdecode(os.read(descriptor, _MOST_BYTES)) if stat.S_ISREG(os.fstat(descriptor).st_mode) else ""
    except OSError:
        return ""
    finally:
        os.close(descriptor)
