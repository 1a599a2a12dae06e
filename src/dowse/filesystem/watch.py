"""Filesystem events: when the next scan of a vault is due, or which files to compare with the index.

Only a scan detects everything that differs: the system may drop events.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import field
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ..model.errors import VaultError
from ..model.value_class import dataclass
from .file_probe import has_entries, identity
from .ignored_names import IGNORED_FOLDERS
from .output_folders import OUTPUT_FOLDERS
from .walk import folder_exclusion
from .worktrees import GIT, worktree_around, worktree_at

if TYPE_CHECKING:
    from watchfiles import Change

MISSING = "watching needs watchfiles: pip install 'dowse[watch]'"
_TICK_SECONDS = 1.0  # the interval without events between two checks that the folder exists
_BURST_SECONDS = 1.6  # the maximum length of a burst of changes, which counts as one event
_STEP_MS = 50  # without a change end a burst
_MOST_PATHS = 100  # of a burst; of a longer one the system may have dropped some
_POLL_SECONDS = 2.0
_POLL_SHARE = 20  # the minimum interval between two scans, in durations of a scan
_FORCED = "WATCHFILES_FORCE_POLLING"
_FORCED_DELAY = "WATCHFILES_POLL_DELAY_MS"
_MOUNTS = Path("/proc/self/mounts")

# The kernel sends no events for changes by another machine or by the host of a virtual machine.
_REMOTE = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "vboxsf", "drvfs", "afs", "ceph", "lustre", "virtiofs", "prl_fs"}
    | {"vmhgfs", "ncpfs", "davfs"}
)
_REMOTE_START = "fuse."  # sshfs, rclone, gvfs and many more; `fuseblk` is a disk
_OCTAL = re.compile(r"\\([0-7]{3})")

# Temporary files of programs.
_PASSING = re.compile(
    r"""
      \.\#.* | \#.*\#            # Emacs: locks and automatic saves
    | .*~ | ~\$.* | \.~lock\..*  # copies of many editors; locks of Word and LibreOffice
    | .*\.sw[a-z] | 4913         # Vim: swap files, and a test file
    | .*\.(?:tmp|temp|part|crdownload)
    | .*___jb_(?:tmp|old)___     # JetBrains
    | \.goutputstream-.* | \.fuse_hidden.* | \.nfs[0-9a-f]+
    | \.DS_Store | Thumbs\.db | desktop\.ini
    """,
    re.VERBOSE | re.IGNORECASE,
)


Signal = bool | frozenset[str]  # whether a scan is due; or the files, relative to the folder, to which events belong


@dataclass(frozen=True, slots=True)
class ChangeSignals:
    """Events that trigger a scan of the folder `root`, or of a few files in it, until `stop` is set."""

    root: Path
    stop: Event
    report: Callable[[str], None]  # called with problems, as messages for the user
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    noticed: Callable[[], None] = lambda: None  # called at the first change of a burst, before its end
    polls: Event = field(default_factory=Event)  # set once scans have to find the changes

    def __iter__(self) -> Iterator[Signal]:
        """Yields True at first, True or the paths after each change, and False about every second without one.

        Yields nothing while the folder is missing.  Raises VaultError when watchfiles is not installed.
        """
        polled = polling(self.root, self.environment)
        if polled:
            self.report(f"dowse scans {self.root} every few seconds: {polled}")
        before: tuple[int, int] | None = None
        while self._waited(before):
            if (found := identity(self.root)) is None:
                continue  # deleted a moment ago
            before = found
            if polled:
                self.polls.set()
                yield from self._polled(before)
                continue
            try:
                yield from self._noticed(before)
            except FileNotFoundError:  # deleted a moment ago
                continue
            except (
                OSError,
                RuntimeError,
            ) as error:  # the Rust side raises RuntimeError for unknown errors
                polled = f"the system reports no changes there ({_first_line(error)})"
                self.report(f"dowse scans {self.root} every few seconds: {polled}")

    def _waited(self, before: tuple[int, int] | None) -> bool:
        """Waits until the folder exists; returns whether to watch it.

        An empty folder in place of another one is the mount point of a disk that is not connected.
        """
        if _is_there(self.root, before):
            return not self.stop.is_set()
        self.report(f"{self.root} is missing; its index is kept, and watching resumes when the folder is back")
        while not self.stop.wait(_TICK_SECONDS):
            if _is_there(self.root, before):
                self.report(f"{self.root} has returned; watching resumes")
                return True
        return False

    def _noticed(self, before: tuple[int, int] | None) -> Iterator[Signal]:
        """Yields as `events`, from filesystem events, while the folder and its subfolders are the same.

        Each folder is watched separately, without ignored folders and targets of symbolic links.
        """
        folders = folders_of(self.root)
        yield True
        changed = True  # covers changes between the scan and the start of watching
        for changes in self._bursts(folders):
            if identity(self.root) != before:
                return
            if any(path in folders or Path(path).is_dir() for _, path in changes):
                return  # restart, with a scan
            if changed or len(changes) > _MOST_PATHS:
                yield True
            else:
                yield bool(changes) and frozenset(self._relative(path) for _, path in changes)
            changed = False

    def _bursts(self, folders: AbstractSet[str]) -> Iterator[AbstractSet[tuple[Change, str]]]:
        """Each burst of changes in the folders; an empty one about every second without changes."""
        burst: set[tuple[Change, str]] = set()
        started = time.monotonic()  # of the burst, or of the time without changes
        for found in watchfiles_watch()(
            *folders,
            watch_filter=None,  # with one nothing would end a burst while other files change
            debounce=_STEP_MS,
            step=_STEP_MS,
            rust_timeout=_STEP_MS,  # watchfiles wakes up after each step anyway
            yield_on_timeout=True,
            stop_event=self.stop,
            force_polling=False,
            ignore_permission_denied=True,
            recursive=False,
        ):
            changes = {(change, path) for change, path in found if self._concerns(path)}
            if changes and not burst:
                self.noticed()
                started = time.monotonic()
            burst |= changes
            is_over = not changes if burst else time.monotonic() - started >= _TICK_SECONDS
            if is_over or time.monotonic() - started >= _BURST_SECONDS:
                yield burst
                burst, started = set(), time.monotonic()

    def _concerns(self, path: str) -> bool:
        relative = self._relative(path)
        # A folder of notes may have a name like a temporary file.
        return concerns(relative) or (concerns(f"{relative}/note") and Path(path).is_dir())

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self.root).replace(os.sep, "/")

    def _polled(self, before: tuple[int, int] | None) -> Iterator[bool]:
        """Yields every few seconds, and so rarely that scans take a small part of the time."""
        least = _delay(self.environment)
        while not self.stop.is_set() and identity(self.root) == before:
            started = time.monotonic()
            yield True
            took = time.monotonic() - started
            if self.stop.wait(max(least, _POLL_SHARE * took)):
                return


def folders_of(root: Path) -> frozenset[str]:
    """The folders that may contain notes, including the root, without other worktrees of the same repository."""
    found: list[str] = []
    own = worktree_around(root)
    for folder, inside, files in os.walk(root):
        if own is not None and GIT in files and found and _is_of(own.repository, Path(folder)):
            inside.clear()
            continue
        inside[:] = [name for name in inside if name not in IGNORED_FOLDERS and not _is_output(root, folder, name)]
        found.append(folder)
    return frozenset(found)


def _is_output(root: Path, above: str, name: str) -> bool:
    """Whether a walk leaves out the folder as one of output, or for any other reason."""
    return name in OUTPUT_FOLDERS and bool(folder_exclusion(root, (Path(above) / name).relative_to(root).as_posix()))


def _is_of(repository: Path, folder: Path) -> bool:
    """Whether the folder is a linked worktree of the repository."""
    tree = worktree_at(folder)
    return tree is not None and tree.is_linked and tree.repository == repository


def concerns(path: str) -> bool:
    """Whether a change at the path, relative to the vault, may affect the index."""
    *folders, name = path.replace(os.sep, "/").split("/")
    return not (IGNORED_FOLDERS.intersection(folders) or name in IGNORED_FOLDERS or _PASSING.fullmatch(name))


def polling(root: Path, environment: Mapping[str, str], mounts: Path = _MOUNTS) -> str:
    """Why the folder needs scans instead of events; empty when events suffice."""
    forced = environment.get(_FORCED, "").lower()
    if forced in {"false", "disable", "disabled"}:
        return ""
    if forced:
        return f"{_FORCED} is set"
    kind = file_system(root, mounts)
    if is_remote(kind):
        return f"the folder is on a network filesystem ({kind})"
    within = next(filter(is_remote, _within(root, mounts)), "")
    return f"one of its subfolders is on a network filesystem ({within})" if within else ""


def is_remote(kind: str) -> bool:
    """Whether another machine may change files on such a filesystem without an event here."""
    return kind in _REMOTE or kind.startswith(_REMOTE_START)


def file_system(root: Path, mounts: Path = _MOUNTS) -> str:
    """The kind of filesystem of the folder, from the list of mounts; empty without such a list."""
    kind, deepest, place = "", -1, _resolved(root)
    for point, found in _mounted(mounts):
        if len(point) >= deepest and place.is_relative_to(point):
            kind, deepest = found, len(point)  # a later mount at the same point hides the earlier one
    return kind


def _within(root: Path, mounts: Path) -> Iterator[str]:
    """The kinds of the filesystems that are mounted below the folder."""
    place = _resolved(root)
    return (kind for point, kind in _mounted(mounts) if place in Path(point).parents)


def _mounted(mounts: Path) -> Iterator[tuple[str, str]]:
    """The mount points with the kind of filesystem; empty without a list of mounts."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return
    for line in lines:
        _, written, kind, *_ = [*line.split(" "), "", "", ""]
        point = _OCTAL.sub(lambda code: chr(int(code[1], 8)), written)
        if point.startswith("/"):
            yield point, kind


def _resolved(root: Path) -> Path:
    try:
        return root.resolve()
    except OSError:
        return root


def watchfiles_watch() -> Callable[..., Iterator[AbstractSet[tuple[Change, str]]]]:
    """The function of watchfiles. Raises VaultError when watchfiles is not installed."""
    try:
        from watchfiles import watch  # noqa: PLC0415  # here, since it is an extra
    except ModuleNotFoundError as error:
        if error.name != "watchfiles":
            raise
        raise VaultError(MISSING) from error
    return watch


def can_watch() -> bool:
    """Whether watchfiles is installed."""
    return find_spec("watchfiles") is not None


def _is_there(root: Path, before: tuple[int, int] | None) -> bool:
    found = identity(root)
    if found is None:
        return False
    return before is None or found == before or has_entries(root)


def _delay(environment: Mapping[str, str]) -> float:
    """Seconds between two scans."""
    text = environment.get(_FORCED_DELAY, "")
    return int(text) / 1000 if text.isascii() and text.isdigit() else _POLL_SECONDS


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
