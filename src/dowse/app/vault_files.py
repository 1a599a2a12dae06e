"""The files of a vault: those of its folder, or those in the scope of a server."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Container, Mapping
from functools import partial
from math import inf
from pathlib import Path
from typing import Protocol

from ..filesystem.walk import WalkResult, folder_exclusion, walk
from ..formats.detect import first_bytes, is_read, is_source_code
from ..formats.registry import HAS_PDF_EXTRA, PDF_EXTRA, is_pdf
from ..indexing.antora_configuration import is_configuring
from ..indexing.size_limit import most_bytes
from ..model.document import Head
from ..model.value_class import dataclass
from ..settings.file_rules import FileRules
from .location import Progress, silent
from .unread_files import is_listed, unread_heads


class VaultFiles(Protocol):
    """What a vault shows of its files. Everything that a session tells about files without an index comes from here."""

    @property
    def digests(self) -> Mapping[str, str] | None:
        """The contents that may be indexed, by path; None for all."""

    @property
    def is_scoped(self) -> bool:
        """Whether files of the folder may be missing, so that an empty list does not mean an unmounted disk."""

    @property
    def is_behind(self) -> bool:
        """Whether some files are not checked yet."""

    @property
    def is_current(self) -> bool:
        """Whether the files are those with which the index was compared; of a folder the session knows that.

        Ask before that cache: it is the first to know what a thread finds.
        """

    def refresh(self, progress: Progress) -> str:
        """Decides again which files there are, by the edition that is returned; for a folder, `documents` does that
        itself.
        """

    def note_compared(self, edition: str) -> None:
        """Notes that the index was compared with the files of that edition, and the differences are known."""

    def documents(self, progress: Progress = silent) -> WalkResult:
        """The files to index, and the reasons why others are not. Raises VaultError when the folder is missing."""

    def listed(self) -> WalkResult:
        """All files and folders that listings show, documents included. Raises VaultError as `documents`."""

    def documents_and_listed(self) -> tuple[WalkResult, WalkResult]:
        """Both, if possible from one walk; of the second without what is skipped."""

    def folder_exclusion(self, path: str) -> str | None:
        """Why a rule excludes the folder; empty where none does, and None where there is no such folder inside of the
        vault, and in a scope.
        """

    def has(self, path: str) -> bool:
        """Whether there is such a file or folder, excluded ones too; never outside of the vault and in a scope."""


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """All files in the folder. Implements `VaultFiles`."""

    root: Path
    rules: FileRules
    digests: Mapping[str, str] | None = None
    is_scoped: bool = False
    is_behind: bool = False
    is_current: bool = True

    def refresh(self, progress: Progress) -> str:  # noqa: ARG002  # a folder needs no time for that
        """See VaultFiles."""
        return ""

    def note_compared(self, edition: str) -> None:
        """See VaultFiles."""

    def documents(self, progress: Progress = silent) -> WalkResult:
        """See VaultFiles."""
        # Nobody knows how many there will be.
        return self._walked(report=lambda count: progress("files", count, 0))

    def listed(self) -> WalkResult:
        """See VaultFiles."""
        return walk(self.root, is_listed, largest=inf, ignoring=self.rules.ignored)

    def documents_and_listed(self) -> tuple[WalkResult, WalkResult]:
        """See VaultFiles."""
        walked = self._walked(beside=is_listed)
        return walked, WalkResult(tuple(sorted((*walked.found, *walked.beside))), (), walked.folders)

    def folder_exclusion(self, path: str) -> str | None:
        """See VaultFiles."""
        inside = path_inside(self.root, path)
        if inside is None or inside == self.root or not os.path.isdir(inside):  # noqa: PTH112  # Path.is_dir may raise
            return None
        if not inside.resolve().is_relative_to(self.root.resolve()):  # by a symbolic link
            return None
        return folder_exclusion(self.root, inside.relative_to(self.root).as_posix(), ignoring=self.rules.ignored)

    def has(self, path: str) -> bool:
        """See VaultFiles."""
        inside = _path_inside(str(self.root), path)
        if inside is None or not os.path.exists(inside):  # noqa: PTH110  # Path.exists may raise
            return False
        real = os.path.realpath(inside)  # a symbolic link may lead out of the vault
        return Path(real).is_relative_to(os.path.realpath(self.root))

    def _walked(
        self,
        *,
        beside: Callable[[str], bool] = lambda _: False,
        report: Callable[[int], None] = lambda _: None,
    ) -> WalkResult:
        return walk(
            self.root,
            partial(is_read, kinds=self.rules.kinds),
            limit=most_bytes,
            ignoring=self.rules.ignored,
            configures=is_configuring,
            beside=beside,
            is_code=is_source_code,
            report=report,
        )


def path_inside(root: Path, path: str) -> Path | None:
    """The path as written, of a file or a folder in the folder `root`; None outside of it."""
    inside = _path_inside(str(root), path)
    return None if inside is None else Path(inside)


def _path_inside(root: str, path: str) -> str | None:
    """The same of texts: a vault has thousands of links, and a Path takes longer to make."""
    inside = os.path.normpath(f"{root}/{path.strip().removeprefix('./').strip('/')}")
    is_within = inside == root or inside.startswith(root if root.endswith(os.sep) else f"{root}{os.sep}")
    return inside if is_within and "\0" not in path else None


def unread_files(listed: WalkResult, rules: FileRules, skipped: Container[str]) -> tuple[Head, ...]:
    """The files by path: those that no format reads, those of a folder of the kind `file`, those that are too large,
    and those that indexing skipped, such as binary ones.  Ignored files are not among them.
    """
    return unread_heads(listed.found, rules.kinds, skipped)


def unread_remarks(listed: WalkResult) -> tuple[str, ...]:
    """A remark on files that an extra would read, if the vault has such files."""
    if HAS_PDF_EXTRA:
        return ()
    found = [file for file in listed.found if is_pdf(file.path)]
    count = f"{len(found):,} PDFs are" if len(found) > 1 else "1 PDF is"
    return (f"{count} not indexed; `pip install '{PDF_EXTRA}'` adds the text",) if found else ()


@dataclass(frozen=True, slots=True)
class FileLookup:
    """Finds files and folders of a vault that are not documents, for links."""

    paths: Callable[[], Collection[str]] = tuple  # of those that are not excluded; of folders with a `/`
    has: Callable[[str], bool] = lambda _: False  # whether there is such a file or folder, excluded ones too


def other_files(files: VaultFiles, rules: FileRules) -> frozenset[str]:
    """The paths of `others_in`. Raises VaultError when the folder cannot be listed."""
    return others_in(files.listed(), rules)


def others_in(listed: WalkResult, rules: FileRules) -> frozenset[str]:
    """Paths in the vault that are not documents, except ignored ones: files such as images, and folders, with a `/`."""
    paths = [found.path for found in listed.found]
    folders = {path[: at + 1] for path in paths for at, char in enumerate(path) if char == "/"}
    others = {path for path in paths if not is_read(path, rules.kinds) or first_bytes(path)}  # perhaps no script
    return frozenset(others | folders)
