"""Compares the passages of a vault for similarity, for a short time before an answer or in the background."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf

from ...indexing.freshness import IndexState, progress_remark
from ...indexing.synchronize import compared, comparison_progress, is_compared
from ...ports.store_location import StoreLock
from ..location import Progress, silent
from .background_indexing import BackgroundIndexing
from .index_store import IndexStore
from .prefetched_store import PrefetchedStore

COMPARISON_SECONDS = 1.5  # that a request spends on comparing passages; its answer is to come within three
SLICE_SECONDS = 0.5  # of a comparison in the background
_PATIENCE = 0.5  # seconds for another process, before an answer
_BACKGROUND_PATIENCE = 60.0  # seconds, in the background


class SimilarityComparison:
    """The comparison of the passages of an index, of which pairs with a similarity of at least `least` are kept."""

    def __init__(self, index: IndexStore, lock: StoreLock, least: float) -> None:
        self._index, self._lock, self._least = index, lock, least

    def compared(
        self,
        state: IndexState,
        progress: Progress | None,
        *,
        background: BackgroundIndexing | None,
        seconds: float = COMPARISON_SECONDS,
    ) -> IndexState:
        """The state, after passages were compared for similarity for so long, or with a remark on the rest."""
        if state.progress is not None:  # of a first index, which has no passages to compare yet
            return state
        index = self._index.with_repair(lambda: PrefetchedStore(self._index.engine, files=False))
        if is_compared(index, least=self._least):
            return state
        if background is not None and seconds != inf:
            job = background.begin("comparison", self._compare_in_slices)
            job.wait(progress or silent)
            remarks = job.state.remarks if job.kind == "comparison" else ()
        else:
            alone = partial(self._lock.held, patience=_PATIENCE)
            done = partial(compared, self._index.engine, alone, least=self._least, progress=progress or silent)
            remarks = done(seconds=seconds)
        left = self._index.with_repair(lambda: comparison_progress(self._index.engine, least=self._least))
        if left is None or remarks:
            return replace(state, remarks=(*state.remarks, *remarks))
        next_step = (
            "the next call continues, `dowse index --similar` completes it"
            if background is None
            else "the comparison goes on, ask again later for the rest"
        )
        going_on = f"{progress_remark(left)}; the answer has the similar ones found so far; {next_step}"
        return replace(state, remarks=(*state.remarks, going_on), progress=left)

    def _compare_in_slices(self, progress: Progress) -> IndexState:
        """Compares all passages, a short time at once, so that changed files can be read in between."""
        alone = partial(self._lock.held, patience=_BACKGROUND_PATIENCE)
        done = partial(compared, self._index.engine, alone, least=self._least, seconds=SLICE_SECONDS)
        while comparison_progress(self._index.engine, least=self._least) is not None:
            if remarks := done(progress=progress):
                return IndexState(remarks=remarks)
        return IndexState()
