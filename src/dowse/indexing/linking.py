"""Resolves links to edges after the text of all documents is indexed; pending documents are a queue in the index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from ..graph.anchors import UnitNames
from ..graph.resolve import resolved
from ..model.document import Link
from ..model.edge import LinkTarget
from ..ports.storage import DocumentStore, SimilarityStore, Store
from .batches import BatchProgress, TimeBudget

_DOCUMENTS = 1_000  # at a time
_CHUNKS = 1_024
_FEW_CHUNKS = 64  # within a budget: 0.3 s with 400,000 others


def link_pending(index: Store, *, budget: TimeBudget, progress: BatchProgress) -> int:
    """Resolves the links of pending documents within the budget; returns the number of documents."""
    done = 0
    while not budget.spent and (waiting := index.unlinked(_DOCUMENTS)):
        index.link(_aims(waiting, index))
        done += len(waiting)
        progress(done)
    return done


def compare_pending(index: SimilarityStore, *, budget: TimeBudget, progress: BatchProgress) -> int:
    """Compares pending chunks with all others within the budget; returns the number of chunks."""
    done = 0
    at_a_time = _CHUNKS if budget.until == float("inf") else _FEW_CHUNKS
    while not budget.spent and (count := index.compare(at_a_time)):
        done += count
        progress(done)
    return done


def _aims(waiting: Mapping[str, tuple[Link, ...]], index: DocumentStore) -> Mapping[str, list[LinkTarget]]:
    pointers = [(path, link) for path, links in waiting.items() for link in links]
    resolved_links = resolved(pointers, index)
    units = index.units({each.target for each in resolved_links if each.link.anchor and each.target})
    names = {target: UnitNames(own) for target, own in units.items()}
    found: defaultdict[str, list[LinkTarget]] = defaultdict(list, {path: [] for path in waiting})
    for each in resolved_links:
        unit = names[each.target].named(each.link.anchor) if each.link.anchor and each.target in names else ""
        found[each.source].append(LinkTarget(each.target, len(each.meant), unit))
    return found
