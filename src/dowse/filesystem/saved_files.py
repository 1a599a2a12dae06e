"""Indexed files to which filesystem events belong, without a scan of the folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Container
from pathlib import Path

from .read import MOST_BYTES
from .walk import FoundPath


def saved_files(root: Path, paths: Collection[str], known: Container[str]) -> tuple[FoundPath, ...] | None:
    """The files at these paths, as a walk finds them; None if a walk must decide about one of them.

    That is one that the index does not know, such as a new file or an ignore file, a deleted one, and one that is no
    longer a regular file or may be too large.  Without a file that is not there and that the index does not know.
    """
    found: list[FoundPath] = []
    for path in paths:
        try:
            status = os.lstat(root / path)
        except FileNotFoundError:
            if path in known:
                return None
            continue
        except OSError:
            return None
        if path not in known or not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            return None
        found.append(FoundPath(path, status.st_size, status.st_mtime_ns))
    return tuple(found)
