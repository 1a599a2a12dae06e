"""Paths of folders and files as users write them, with `~` for a home folder."""

from __future__ import annotations

import os
from pathlib import Path


def expanded(path: Path | str) -> Path:
    """The path with the home folder in place of `~` or `~user`; as it is where there is no such user or home."""
    return Path(os.path.expanduser(path))  # noqa: PTH111  # Path.expanduser raises where this keeps the ~


def is_folder(path: Path | str) -> bool:
    """Whether there is such a folder; false for a name that is too long, and for one in a folder of somebody else."""
    return os.path.isdir(expanded(path))  # noqa: PTH112  # Path.is_dir raises


def is_file(path: Path | str) -> bool:
    """Whether there is such a file; false as with `is_folder`."""
    return os.path.isfile(expanded(path))  # noqa: PTH113  # Path.is_file raises
