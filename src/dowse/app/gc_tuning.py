"""Garbage collection for servers, which hold much that is never garbage and answer often."""

from __future__ import annotations

import gc

# By Python's 700, 10, 10 all that is held of 10,000 notes is looked through every hundred searches, for 100 ms.
_THRESHOLDS = 50_000, 20, 50


def collect_seldom() -> None:
    """What is there now is not looked through any more, and what comes only now and then.

    To be called when the modules are imported, and again when the vaults are in memory.  Hits hold no cycles and go
    when they are done with; what has cycles, such as requests that failed, may stay a little longer.
    """
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
