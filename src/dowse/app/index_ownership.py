"""Whose an index is: it remembers the folder that it was made for, and does not answer for another one by mistake."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from ..engines.registry import storage_at
from ..model.errors import DowseError, VaultError
from ..ports.storage import FileStamp, IndexFacts, Store
from .location import VaultLocation

_KEY = "root"  # what the index calls the folder
_SAMPLE = 24  # files


def claim(index: Store, root: Path, *, lies_in: Path) -> tuple[str, ...]:
    """What to say when the index was made for the folder at another place; from now on it is for this one.

    An index that does not know yet whose it is, is this folder's.  Raises VaultError when the folder that it was made
    for is still there, and this one does not hold its files.
    """
    here = _written(root)
    try:
        there = index.recalled(_KEY)
        if there == here:
            return ()
        said: str | None = _moved(there, root, index.known()) if there else ""
    except VaultError:
        raise
    except DowseError:  # it is damaged or busy; whoever asks it something is told, or has it mended
        return ()
    if said is None:
        raise VaultError(
            f"the index in {lies_in} was made for {there}, not for {root}; "
            f"`dowse index --force {root}` reassigns the index, or choose another with --index-dir"
        )
    take(index, root)
    return (said,) if said else ()


def take(index: IndexFacts, root: Path) -> None:
    """Makes the index that of the folder."""
    with suppress(DowseError):  # where nothing can be written it is asked for again next time
        index.remember(_KEY, _written(root))


def is_indexed(place: VaultLocation) -> bool:
    """Whether there is an index for the place, whoever made it."""
    return any(storage_at(folder).exists() for folder in place.indexes)


def adopt(place: VaultLocation) -> None:
    """Makes the index of the place its own, whichever folder it was made for."""
    for folder in place.indexes:
        index = storage_at(folder)
        if index.exists():
            with suppress(DowseError), closing(index.open()) as engine:  # who opens it next is told or mends it
                take(engine, place.root)


def _moved(there: str, root: Path, known: Mapping[str, FileStamp]) -> str | None:
    """What to say of the way that the vault went; None when this is another vault, empty when it did not move."""
    try:
        if Path(there).samefile(root):  # mounted twice, or written in another case
            return ""
    except OSError:
        return f"the vault has moved here from {there}"
    if not known:
        return ""
    return f"the index came with the files from {there}" if _holds(root, known) else None


def _holds(root: Path, known: Mapping[str, FileStamp]) -> bool:
    """Whether more than half of the files, or of some of them, are in the folder with the size that they had."""
    paths = sorted(known)[:: max(1, len(known) // _SAMPLE)]
    return 2 * sum(_size(root / path) == known[path].size for path in paths) > len(paths)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _written(root: Path) -> str:
    """The real path, as text whatever bytes it has."""
    return os.fsencode(root.resolve()).decode("utf-8", "backslashreplace")
