"""Compare the files with the index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..ports.storage import FileStamp
from .walk import FoundPath

_MASS_DELETION = 10  # documents; when more than this seem gone with the whole tree, ask before forgetting them


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths, each tuple in order."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged_count: int = 0

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.added or self.changed or self.removed)


def changes(found: Iterable[FoundPath], known: Mapping[str, FileStamp]) -> Changes:
    """The new, changed and deleted files, by size and time alone.

    A stamp with `mtime_ns` -1 marks a file that could not be read, or that may have changed without a new time; the
    file counts as changed.  `read` handles the other racily clean files: see there.
    """
    found = sorted(found, key=lambda file: file.path)  # one comparison a file when they come in order
    added, changed, unchanged_count = [], [], 0
    for file in found:
        stamp = known.get(file.path)
        if stamp is None:
            added.append(file.path)
        elif stamp.mtime_ns != file.mtime_ns or stamp.size != file.size or stamp.mtime_ns == -1:
            changed.append(file.path)
        else:
            unchanged_count += 1
    nothing_gone = len(changed) + unchanged_count == len(known)
    removed = () if nothing_gone else tuple(sorted(known.keys() - {file.path for file in found}))
    return Changes(tuple(added), tuple(changed), removed, unchanged_count)


def looks_emptied(found: Changes, known: Mapping[str, FileStamp]) -> bool:
    """Whether all files are missing at once, which means a disconnected disk rather than a deletion."""
    return len(found.removed) == len(known) > _MASS_DELETION
