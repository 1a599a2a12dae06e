"""The changes of the files since they were indexed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ..model.errors import RefError
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp
from .walk import FoundPath

_MASS_DELETION = (
    10  # documents; when more are missing together with all others, an explicit command must confirm the deletion
)


@dataclass(frozen=True, slots=True)
class Changes:
    """The changed paths, each tuple sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged_count: int = 0
    size: int = 0  # bytes of the added and changed files

    def __bool__(self) -> bool:
        """Whether any file changed."""
        return bool(self.added or self.changed or self.removed)


def changes(found: Iterable[FoundPath], known: Mapping[str, FileStamp], closed: Collection[str] = ()) -> Changes:
    """The added, changed and removed files, by size and modification time alone.

    Files at or below the paths in `closed`, which could not be looked at, count as unchanged, not as removed.
    A stamp with `mtime_ns` -1 counts as changed: the file could not be read, or a later change could have kept size
    and time.  See `read` for such racily clean files.
    """
    found = sorted(found, key=lambda file: file.path)  # one comparison a file when they come in order
    added, changed, unchanged_count, size = [], [], 0, 0
    for file in found:
        stamp = known.get(file.path)
        if stamp is None:
            added.append(file.path)
        elif stamp.mtime_ns != file.mtime_ns or stamp.size != file.size or stamp.mtime_ns == -1:
            changed.append(file.path)
        else:
            unchanged_count += 1
            continue
        size += file.size
    nothing_gone = len(changed) + unchanged_count == len(known)
    removed = () if nothing_gone else tuple(sorted(known.keys() - {file.path for file in found}))
    if removed and closed:
        kept = {path for group in files_below(closed, removed).values() for path in group}
        removed, unchanged_count = tuple(path for path in removed if path not in kept), unchanged_count + len(kept)
    return Changes(tuple(added), tuple(changed), removed, unchanged_count, size)


def files_below(folders: Iterable[str], files: Iterable[str]) -> dict[str, list[str]]:
    """The files at or below each of the paths, none of which is below another."""
    found: dict[str, list[str]] = {folder: [] for folder in folders}
    for path in files:
        above = path
        while above and above not in found:
            above = above.rpartition("/")[0]
        if above:
            found[above].append(path)
    return found


def narrowed(path: str, found: Changes, known: Mapping[str, FileStamp], *, is_first: bool = False) -> Changes:
    """The change of one file, which counts as changed even if it is not; all changes of a vault without an index, and
    of one whose first indexing is not over.

    Raises RefError for no document of the vault.
    """
    if not (path in found.removed or path in found.added or path in known):
        raise RefError(f"{path} cannot be indexed: ignored, skipped or not a text; `dowse status` lists skipped files")
    if is_first or not known:
        return found
    if path in found.removed:
        return Changes(removed=(path,))
    return Changes(changed=(path,)) if path in known else Changes(added=(path,))


def looks_emptied(found: Changes, known: Mapping[str, FileStamp]) -> bool:
    """Whether all documents are missing at once: then a disk that is not connected is more likely than a deletion."""
    return len(found.removed) == len(known) > _MASS_DELETION
