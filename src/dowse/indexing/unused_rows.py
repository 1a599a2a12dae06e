"""Whether updates have left rows of an index unused, as a fact of the index: the process that left them may end before
it deletes them.
"""

from __future__ import annotations

from ..ports.storage import FactLookup, IndexFacts

_UNUSED = "unused_rows"


def has_unused(index: FactLookup) -> bool:
    """Whether an update that leaves rows unused was announced since the index was tidied."""
    return bool(index.recalled(_UNUSED))


def announce_unused(index: IndexFacts) -> None:
    """Announces an update that leaves rows unused; the second one writes nothing."""
    if not has_unused(index):
        index.remember(_UNUSED, "yes")


def confirm_tidied(index: IndexFacts) -> None:
    """Withdraws the announcement, once the unused rows are deleted."""
    if has_unused(index):
        index.remember(_UNUSED, "")
