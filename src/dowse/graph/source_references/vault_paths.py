"""Paths of settings that stay inside the vault."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator


def inside(paths: Iterable[str]) -> Iterator[str]:
    """The paths without dots, unless they lead out of the vault."""
    for path in map(posixpath.normpath, paths):
        if not path.startswith(("../", "/")) and path != "..":
            yield "" if path == "." else path
