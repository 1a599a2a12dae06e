"""The files of a vault that are not read, such as images and archives: each is known by its path alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from ..filesystem.ignored_names import VENDORED
from ..filesystem.walk import FoundPath
from ..formats.detect import is_read, is_source_code, unread_head
from ..formats.folder_kinds import KindRules
from ..indexing.size_limit import most_bytes
from ..model.document import Head
from ..ports.storage import DocumentWriter

_MOST_ENDINGS, _LONGEST_ENDING = 3, 12  # characters of an ending
_OF_FILE_MANAGERS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


def unread_heads(found: Iterable[FoundPath], kinds: KindRules, skipped: Container[str]) -> tuple[Head, ...]:
    """Those of the files that no format reads, that are too large, or that are among the skipped ones."""
    return tuple(
        unread_head(file.path, modified=file.mtime_ns / 1e9, kinds=kinds)
        for file in found
        if not is_read(file.path, kinds) or file.size > most_bytes(file.path) or file.path in skipped
    )


def frequent_endings(heads: Iterable[Head]) -> tuple[tuple[str, int], ...]:
    """The most frequent endings of these files, with their dots, and how many files have each."""
    names = (head.path.rpartition("/")[2] for head in heads)
    return tuple(Counter(f".{ending}" for name in names if (ending := _ending(name))).most_common(_MOST_ENDINGS))


def _ending(name: str) -> str:
    """The ending of a file name in lower case, without its dot; empty for a name without one, such as `.gitignore` and
    `Minutes of 3. May`.
    """
    stem, _, ending = name.rpartition(".")
    is_one = stem and len(ending) <= _LONGEST_ENDING and " " not in ending and ending.isprintable()
    return ending.lower() if is_one else ""


def is_listed(path: str) -> bool:
    """Whether listings show the file: those of file managers are of no use to anyone."""
    return path.rpartition("/")[2] not in _OF_FILE_MANAGERS


def is_in_vendored_folder(path: str) -> bool:
    """Whether the file is source code in a folder for that of others, which an ignore file may include."""
    return is_source_code(path) and not VENDORED.isdisjoint(path.split("/")[:-1])


def skipped_paths(index: DocumentWriter) -> frozenset[str]:
    """The files that the index has skipped."""
    return frozenset(path for path, _ in index.troubles()[0])
