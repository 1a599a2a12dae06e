"""Garbage collection for servers, which hold many long-lived objects and answer often."""

from __future__ import annotations

import gc

# With Python's default of 700, 10, 10, a full collection over 10,000 notes takes 100 ms every hundred searches.
_THRESHOLDS = 50_000, 20, 50


def collect_seldom() -> None:
    """Excludes the present objects from garbage collection, and makes collections rare.

    Call it after the imports, and again when the vaults are in memory.  Hits have no reference cycles and are freed
    at once; objects with cycles, such as failed requests, may stay longer.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
