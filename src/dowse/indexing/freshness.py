"""The freshness of an index against the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..filesystem.diff import Changes
from ..model.index_counts import IndexCounts
from ..ports.storage import FileStamp

Freshness = Literal["fresh", "healed", "stale"]


@dataclass(frozen=True, slots=True)
class IndexState:
    """The freshness of an index: `changed` files differed, `left` of them are not indexed yet."""

    state: Freshness = "fresh"
    changed: int = 0
    left: int = 0
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VaultStatus:
    """The facts about the index of a vault."""

    folder: Path
    index_folder: Path
    embedder: str
    counts: IndexCounts
    index: IndexState
    skipped: Sequence[tuple[str, str]]  # path, why
    odd: Sequence[tuple[str, str]]  # path, what
    vault: str = ""  # what it is called
    coming: str = ""  # the embedder whose vectors are made beside those that answer
    coming_embedded: int = 0  # chunks that have one of these
    unconfirmed: tuple[str, ...] = ()  # models that the index or dowse.toml names, unused until the user confirms them


def differing(found: Changes, known: Mapping[str, FileStamp]) -> int:
    """How many files differ, without those that are only to be looked at once more."""
    again = sum(known[path].mtime_ns == -1 and known[path].digest != "" for path in found.changed)
    return len(found.added) + len(found.changed) + len(found.removed) - again
