"""The offsets of a text in another, overlapping ones too: `str.find` is many times faster than an expression."""

from __future__ import annotations

from collections.abc import Iterator


def offsets_of(sought: str, text: str) -> Iterator[int]:
    """The offsets at which the text has the other one, in order; of an empty one every offset."""
    at = text.find(sought)
    while at >= 0:
        yield at
        at = text.find(sought, at + 1)
