"""A correction of a word that no document contains, or only a few."""

from __future__ import annotations

from typing import NamedTuple


class Correction(NamedTuple):
    """The word of an index that is closest to another one, or another form of it, such as its plural."""

    word: str  # as one of the documents has it
    distance: int  # edits: letters added, left out or replaced, and pairs of neighbours exchanged; 0 for another form
    documents: int  # that contain the word
    typed: int = 0  # documents that contain the other word
