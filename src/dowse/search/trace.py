"""What the steps of a search did: kept while they run, so that an explanation cannot disagree with the ranking."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..model.errors import ModelError
from ..model.hit import Hits
from ..model.ref import Ref
from ..ports.pipeline import Run, Stage
from .profile_docs import described, name_of

_Fusing = Callable[[Mapping[str, Hits]], Hits]


@dataclass(frozen=True, slots=True)
class RankChange:
    """A hit that another step left at another place among those that stayed. Ranks count from 1."""

    ref: Ref
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of the pipeline: what went in and came out, and how long it took."""

    name: str
    part: object = None  # of the profile, or a text that says what was done
    given: tuple[Hits, ...] = ()  # one list for a stage, several for a fusion, none for what makes a list
    hits: Hits = field(default_factory=tuple)
    ms: float = 0.0

    @property
    def about(self) -> str:
        """What the step is set to, as in "half_life_days 7", or what it did."""
        return self.part if isinstance(self.part, str) else described(self.part)

    @property
    def before(self) -> int:
        """How many hits went in."""
        return sum(map(len, self.given))

    @property
    def after(self) -> int:
        """How many came out."""
        return len(self.hits)

    def top(self, count: int) -> Hits:
        """The first hits after the step."""
        return self.hits[:count]

    @property
    def removed(self) -> Hits:
        """Hits that went in and did not come out, best first, each once."""
        kept = {hit.ref for hit in self.hits}
        gone = {hit.ref: hit for hits in reversed(self.given) for hit in reversed(hits) if hit.ref not in kept}
        return tuple(reversed(gone.values()))

    @property
    def moves(self) -> tuple[RankChange, ...]:
        """Hits that changed places with others, those that rose most first, those that fell most last.

        Places count among the hits that stayed, so that nobody rises because another was removed. Empty for what
        makes a list out of several or of nothing.
        """
        if len(self.given) != 1:
            return ()
        kept = {hit.ref for hit in self.hits}
        before = {ref: rank for rank, ref in enumerate((h.ref for h in self.given[0] if h.ref in kept), start=1)}
        stayed = (hit.ref for hit in self.hits if hit.ref in before)
        moved = (RankChange(ref, before[ref], rank) for rank, ref in enumerate(stayed, start=1) if before[ref] != rank)
        return tuple(sorted(moved, key=lambda move: (move.after - move.before, move.after)))


class TraceRecorder:
    """Runs the steps of one search and keeps what they did."""

    def __init__(self) -> None:
        self.steps: list[TraceStep] = []
        self.failures: list[str] = []  # of models: the step is left out, and the answer says so

    def list(self, name: str, step: Callable[[], Hits], *, part: object = None, given: tuple[Hits, ...] = ()) -> Hits:
        """A list made by `step`; when a model fails, what was given, or nothing."""
        started = time.perf_counter()
        try:
            hits = step()
        except ModelError as error:
            self.failures.append(f"{name.replace('_', ' ')} was left out: {error}")
            hits = given[0] if given else ()
        self.steps.append(TraceStep(name, part, given, hits, (time.perf_counter() - started) * 1e3))
        return hits

    def fusion(self, fusion: _Fusing, lists: Mapping[str, Hits]) -> Hits:
        """One list of several."""
        return self.list(name_of(fusion), lambda: fusion(lists), part=fusion, given=tuple(lists.values()))

    def stage(self, stage: Stage, hits: Hits, run: Run) -> Hits:
        """A list made of another."""
        return self.list(name_of(stage), lambda: stage(hits, run), part=stage, given=(hits,))

    def rewrite(self, rewrite: Callable[[Run], Run], run: Run) -> Run:
        """The run with words added to what is asked."""
        started = time.perf_counter()
        after = rewrite(run)
        told = f"added {' '.join(after.added)}" if after.added else "added nothing"
        self.steps.append(TraceStep(name_of(rewrite), told, ms=(time.perf_counter() - started) * 1e3))
        return after


def held(steps: Sequence[TraceStep]) -> Mapping[str, int]:
    """How many hits came out of each step."""
    return {step.name: step.after for step in steps}
