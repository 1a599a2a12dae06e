"""Compares the passages of a vault for similarity, for a short time before an answer or in the background."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf

from ...embedders.pinned import name_in
from ...indexing.cosine_sampling import stored_cosines
from ...indexing.freshness import IndexState, progress_remark
from ...indexing.synchronize import compared, comparison_progress, is_compared
from ...model.edge import LEAST_ALIKE
from ...ports.storage import FactLookup
from ...ports.store_location import StoreLock
from ..location import Progress, silent
from .background_indexing import BackgroundIndexing
from .embedding_state import STATIC
from .index_store import IndexStore
from .prefetched_store import PrefetchedStore

COMPARISON_SECONDS = 1.5  # that a request spends on comparing passages; its answer is to come within three
SLICE_SECONDS = 0.5  # of a comparison in the background
_PATIENCE = 0.5  # seconds for another process, before an answer
_BACKGROUND_PATIENCE = 60.0  # seconds, in the background
_INDISTINCT = 0.2  # share of random pairs above LEAST_ALIKE from which the bundled vectors do not tell texts apart
_LEAST_OF_COPIES = 0.99  # cosine of passages that are nearly the same text, even there; see docs/quality.md


def similarity_threshold(index: FactLookup, stated: float | None) -> float:
    """The cosine from which passages are similar: the stated one, else the default for the vectors of this index."""
    if stated is not None:
        return stated
    cosine = stored_cosines(index).cosine_above(_INDISTINCT)
    is_bundled = name_in(index.recalled("fingerprint")) == STATIC
    return _LEAST_OF_COPIES if is_bundled and cosine is not None and cosine > LEAST_ALIKE else LEAST_ALIKE


def threshold_remark(index: FactLookup, stated: float | None) -> str:
    """A remark on a default that is raised for the vectors of this index; empty otherwise."""
    least = similarity_threshold(index, stated)
    if stated is not None or least == LEAST_ALIKE:
        return ""
    return (
        "the bundled vectors are English and hardly tell these notes apart: passages count as similar from a cosine "
        f"of {least:g}, not {LEAST_ALIKE:g} (`space.alike` in dowse.toml); a model for many languages compares meanings"
    )


class SimilarityComparison:
    """The comparison of the passages of an index, of which similar pairs are kept."""

    def __init__(self, index: IndexStore, lock: StoreLock, stated: float | None) -> None:
        self._index, self._lock, self._stated = index, lock, stated

    @property
    def least(self) -> float:
        """The cosine from which passages are similar."""
        return similarity_threshold(self._index.engine, self._stated)

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
        least = similarity_threshold(index, self._stated)
        state = replace(state, remarks=(*state.remarks, *filter(None, [threshold_remark(index, self._stated)])))
        if is_compared(index, least=least):
            return state
        if background is not None and seconds != inf:
            job = background.begin("comparison", self._compare_in_slices)
            job.wait(progress or silent)
            remarks = job.state.remarks if job.kind == "comparison" else ()
        else:
            alone = partial(self._lock.held, patience=_PATIENCE)
            done = partial(compared, self._index.engine, alone, least=least, progress=progress or silent)
            remarks = done(seconds=seconds)
        left = self._index.with_repair(lambda: comparison_progress(self._index.engine, least=least))
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
        done = partial(compared, self._index.engine, alone, seconds=SLICE_SECONDS)
        while comparison_progress(self._index.engine, least=self.least) is not None:
            if remarks := done(least=self.least, progress=progress):
                return IndexState(remarks=remarks)
        return IndexState()
