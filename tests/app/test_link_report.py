"""The broken and ambiguous links of a vault."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from dowse.app.link_report import doubtful, doubtful_counts
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.model.document import Link
from tests.contract.engines import fill
from tests.making import make


def _vault(wikilinks: int, *, also: str = "") -> MemoryEngine:
    links = [Link(f"Slot{n}", "wikilink") for n in range(wikilinks)]
    links += [Link("gone.md", "markdown"), Link("a.md", "markdown"), *([Link(also, "wikilink")] if also else [])]
    engine = MemoryEngine()
    fill(engine, replace(make("a.md"), links=tuple(links)), make("b.md"))
    link_pending(engine, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    return engine


@pytest.mark.parametrize(("wikilinks", "also", "broken"), [(30, "", 1), (29, "", 30), (30, "b", 31)])
def test_many_names_in_brackets_none_of_which_is_a_note_are_no_broken_links(
    wikilinks: int, also: str, broken: int
) -> None:
    vault = _vault(wikilinks, also=also)
    assert doubtful_counts(vault).broken == len(doubtful(vault)) == broken
