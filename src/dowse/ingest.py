"""Files into the index: read here, or by a second process when there are many."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from .intake import Intake
from .pipeline.indexing import Budget, Done, Outcome, index_words
from .ports import Stamp, Writer

_WORTH_A_PROCESS = 1500  # files; a process takes as long to start as this one needs for some 300


def ingest(
    intake: Intake,
    paths: Sequence[str],
    known: Mapping[str, Stamp],
    writer: Writer,
    *,
    budget: Budget,
    progress: Callable[[int, int], None],
) -> Done:
    """Indexes the words of the files, in order, as far as the budget goes.

    `progress` is told how many are done, of how many.
    """

    def told(count: int) -> None:
        progress(count, len(paths))

    def here(path: str) -> Outcome:
        return intake(path, known.get(path))

    if len(paths) < _WORTH_A_PROCESS or budget.until != float("inf") or (os.cpu_count() or 1) < 2:
        return index_words(paths, here, writer, budget=budget, progress=told)
    from .second_reader import SecondReader  # noqa: PLC0415  # here, since a search that reads little needs none

    with SecondReader(intake, paths, known) as there:
        return index_words(paths, there, writer, budget=budget, progress=told)
