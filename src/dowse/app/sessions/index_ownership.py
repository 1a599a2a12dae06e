"""Ownership of an index: an index stores the folder that it was built for, and serves no other one by mistake."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from ...model.errors import DowseError, VaultError
from ...ports.indexed_document import FileStamp
from ...ports.storage import IndexFacts, Store
from ...ports.store_location import StoreLocation

_KEY = "root"  # key in the index: the folder
_SAMPLE = 24  # files
IS_SAME = 0.5  # more than this share of the files of an index make a folder that of the index


def claim(index: Store, root: Path, *, index_folder: Path) -> tuple[str, ...]:
    """A remark when the folder has moved since the index was built; the index now belongs to the new place.

    An index without an owner becomes that of this folder.  Raises VaultError when the owner still exists and this
    folder does not contain the indexed files.
    """
    here = _written(root)
    try:
        there = index.recalled(_KEY)
        if there == here:
            return ()
        remark: str | None = _moved(there, root, index.known()) if there else ""
    except VaultError:
        raise
    except DowseError:  # damaged or busy; the next read reports or repairs that
        return ()
    if remark is None:
        raise VaultError(
            f"the index in {index_folder} was built for {there}, not for {root}; "
            f"run `dowse index --force {root}` to reassign the index, or choose another with --index-dir"
        )
    take(index, root)
    return (remark,) if remark else ()


def take(index: IndexFacts, root: Path) -> None:
    """Makes the folder the owner of the index."""
    with suppress(DowseError):  # where the index is not writable, the next run asks again
        index.remember(_KEY, _written(root))


def owner_of(place: StoreLocation) -> Path | None:
    """The vault for which the index was built; None if the index does not name it as a path of this system.

    Raises IndexDamagedError.
    """
    there = place.peek(_KEY)
    return Path(there) if there and "\\x" not in there else None


def owner_fact(root: Path) -> Mapping[str, str]:
    """What an index of the folder stores about its owner."""
    return {_KEY: _written(root)}


def reassign(index: Store, root: Path) -> tuple[str, ...]:
    """Makes the folder the owner of the index, whichever one the index was built for.

    Returns a remark on the indexed documents that the folder does not have: the next update drops them.
    """
    remarks = tuple(_dropped(index, root))
    take(index, root)
    return remarks


def _dropped(index: Store, root: Path) -> Iterator[str]:
    """A remark on the documents of another folder's index that are not in `root`."""
    there, known = index.recalled(_KEY), index.known()
    missing = sum(_size(root / path) < 0 for path in known)
    if there and there != _written(root) and missing:
        yield f"the index was built for {there}; dropped {missing:,} of its {len(known):,} documents, not in {root}"


def _moved(there: str, root: Path, known: Mapping[str, FileStamp]) -> str | None:
    """A remark on the move of the vault; None when this is another vault, empty when it did not move."""
    try:
        if Path(there).samefile(root):  # mounted twice, or spelled in another case
            return ""
    except (OSError, ValueError):  # a damaged value may be no path at all
        return f"the vault has moved here from {there}"
    if not known:
        return ""
    return f"the index came with the files from {there}" if share_in(root, known) > IS_SAME else None


def share_in(root: Path, known: Mapping[str, FileStamp]) -> float:
    """The share of the files, or of a sample, that are in the folder with the same size; 0 without files."""
    paths = sorted(known)[:: max(1, len(known) // _SAMPLE)]
    return sum(_size(root / path) == known[path].size for path in paths) / max(1, len(paths))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _written(root: Path) -> str:
    """The real path as text, whatever bytes it has."""
    return os.fsencode(root.resolve()).decode("utf-8", "backslashreplace")
