"""The files of a vault that are not read, such as images and archives: each is known by its path alone."""

from __future__ import annotations

from collections.abc import Container
from math import inf
from pathlib import Path

from ..filesystem.read import MOST_BYTES
from ..filesystem.walk import walk
from ..formats.detect import is_read, unread_head
from ..model.document import Head
from ..ports.storage import DocumentWriter
from ..settings.file_rules import FileRules

_OF_FILE_MANAGERS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


def unread_files(root: Path, rules: FileRules, skipped: Container[str]) -> tuple[Head, ...]:
    """The files by path: those that no format reads, those of a folder of the kind `file`, those that are too large,
    and those that indexing skipped, such as binary ones.  Ignored files are not among them.

    Raises VaultError when the folder cannot be listed.
    """
    found = walk(root, is_listed, largest=inf, ignoring=rules.ignored).found
    return tuple(
        unread_head(file.path, modified=file.mtime_ns / 1e9, kinds=rules.kinds)
        for file in found
        if not is_read(file.path, rules.kinds) or file.size > MOST_BYTES or file.path in skipped
    )


def is_listed(path: str) -> bool:
    """Whether listings show the file: those of file managers are of no use to anyone."""
    return path.rpartition("/")[2] not in _OF_FILE_MANAGERS


def skipped_paths(index: DocumentWriter) -> frozenset[str]:
    """The files that the index has skipped."""
    return frozenset(path for path, _ in index.troubles()[0])
