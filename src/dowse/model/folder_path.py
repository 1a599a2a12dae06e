"""Paths of folders and files as users write them, with `~` for a home folder."""

from __future__ import annotations

import os
from pathlib import Path


def expanded(path: Path | str) -> Path:
    """The path with the home folder in place of `~` or `~user`; as it is where there is no such user or home."""
    return Path(os.path.expanduser(path))  # noqa: PTH111  # Path.expanduser raises where this keeps the ~
