"""The size up to which a file is read for its text, by its format."""

from __future__ import annotations

from ..filesystem.read import MOST_BYTES
from ..formats.registry import format_of


def most_bytes(path: str) -> int:
    """The limit of the format, or that of texts."""
    spec = format_of(path)
    return (spec.most_bytes if spec else 0) or MOST_BYTES
