"""The trace of a search: recorded during its steps, so an explanation always agrees with the ranking."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from ..model.errors import ModelError
from ..model.hit import Evidence, Hit, Hits
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run, Stage, has_role
from ..ports.storage import Question, Reader
from .profile_docs import describe_parameters, name_of

_Fusing = Callable[[Mapping[str, Hits]], Hits]


@dataclass(frozen=True, slots=True)
class RankChange:
    """A hit that a step moved among the hits that it kept. Ranks count from 1."""

    ref: Ref
    before: int
    after: int
    score_before: float = 0.0
    score_after: float = 0.0


@dataclass(frozen=True, slots=True)
class HitEffect:
    """The effect of a step on one hit: the score before, None for a hit that is new, and the evidence that is new."""

    hit: Hit
    score_before: float | None
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of the pipeline with its input, its output and its duration."""

    name: str
    part: object = None  # the component, or a text that describes the step
    given: tuple[Hits, ...] = ()  # one list for a stage, several for a fusion, none for a retriever
    hits: Hits = field(default_factory=tuple)
    ms: float = 0.0
    is_fusion: bool = False  # which scores anew
    effect: str = ""  # in words, beside the hits
    is_cut: bool = False  # of a list: whether it ends at its maximum of candidates, and there may be others

    @property
    def about(self) -> str:
        """The parameters of the step, as in "half_life_days 7", or its description; then its effect in words."""
        described = self.part if isinstance(self.part, str) else describe_parameters(self.part)
        return f"{described}; {self.effect}" if self.effect else described

    @property
    def before(self) -> int:
        """The number of hits in the input."""
        return sum(map(len, self.given))

    @property
    def after(self) -> int:
        """The number of hits in the output."""
        return len(self.hits)

    def top(self, count: int) -> Hits:
        """The first hits after the step."""
        return self.hits[:count]

    def effects(self, count: int) -> Iterator[HitEffect]:
        """The effects on the first hits of the output; a fusion has no scores before and no evidence of its own."""
        given = self.given[0] if len(self.given) == 1 and not self.is_fusion else ()
        before = {hit.ref: hit for hit in given}
        for hit in self.top(count):
            known = before.get(hit.ref) or next((each for each in given if _continues(hit, each)), None)
            evidence = () if self.is_fusion else hit.why[len(known.why) :] if known else hit.why
            yield HitEffect(hit, known.score if known else None, evidence)

    @property
    def removed(self) -> Hits:
        """Hits of the input that the step dropped, best first, each once."""
        kept = {hit.ref for hit in self.hits}
        dropped = {hit.ref: hit for hits in reversed(self.given) for hit in reversed(hits) if hit.ref not in kept}
        return tuple(reversed(dropped.values()))

    @property
    def moves(self) -> tuple[RankChange, ...]:
        """Hits that changed ranks, the greatest rise first, the greatest fall last.

        Ranks count among the hits that the step kept, so a removal moves no other hit.  Empty for a retriever and for a
        fusion.
        """
        if self.is_fusion or len(self.given) != 1:
            return ()
        kept = {hit.ref for hit in self.hits}
        before = {hit.ref: (rank, hit) for rank, hit in enumerate((h for h in self.given[0] if h.ref in kept), start=1)}
        changes = (
            RankChange(hit.ref, before[hit.ref][0], rank, before[hit.ref][1].score, hit.score)
            for rank, hit in enumerate((h for h in self.hits if h.ref in before), start=1)
            if before[hit.ref][0] != rank
        )
        return tuple(sorted(changes, key=lambda move: (move.after - move.before, move.after)))


class TraceRecorder:
    """Run the steps of one search and record each."""

    def __init__(self) -> None:
        self.steps: list[TraceStep] = []
        self._prefetch_ms = 0.0
        self.failures: list[str] = []  # of models; the step is skipped, with a note in the answer
        self.left_out: list[str] = []  # steps that the search was too late for
        self.cut_short = ""  # the optional step in which the time ended

    def prefetch(self, reader: Reader, questions: Callable[[], Iterable[Question]]) -> None:
        """Asks for what the next steps read; the time counts for the first of them."""
        started = time.perf_counter()
        reader.prefetch(questions())
        self._prefetch_ms += (time.perf_counter() - started) * 1e3

    def list(
        self,
        name: str,
        step: Callable[[], Hits],
        *,
        part: object = None,
        given: tuple[Hits, ...] = (),
        is_fusion: bool = False,
        effect: Callable[[], str] = str,
        is_cut: Callable[[Hits], bool] = lambda _: False,
    ) -> Hits:
        """The list that `step` returns; if a model fails, the given list, or an empty one.

        `effect` says in words what the step did, once the step has run; `is_cut` whether the list lacks candidates.
        """
        started = time.perf_counter() - self._prefetch_ms / 1e3
        self._prefetch_ms = 0.0
        try:
            hits = step()
        except ModelError as error:
            self.failures.append(f"{name.replace('_', ' ')} was left out: {error}")
            hits = given[0] if given else ()
        took_ms = (time.perf_counter() - started) * 1e3
        self.steps.append(TraceStep(name, part, given, hits, took_ms, is_fusion, effect(), is_cut(hits)))
        return hits

    def fusion(
        self, fusion: _Fusing, lists: Mapping[str, Hits], *, finish: Callable[[Hits], Hits] | None = None
    ) -> Hits:
        """The output of a fusion, after `finish`."""

        def fused() -> Hits:
            hits = fusion(lists)
            return finish(hits) if finish else hits

        given = tuple(lists.values())
        return self.list(name_of(fusion), fused, part=fusion, given=given, is_fusion=True)

    def stage(self, stage: Stage, hits: Hits, run: Run) -> Hits:
        """The output of a stage; if the run is late, the unchanged hits for an optional one."""
        is_optional = getattr(stage, "is_optional", False)
        if is_optional and run.is_late:
            self.left_out.append(name_of(stage))
            return hits
        after = self.list(name_of(stage), lambda: stage(hits, run), part=stage, given=(hits,))
        if is_optional and run.is_late:
            self.cut_short = name_of(stage)
        return after

    def late_messages(self, time_limit: float | None) -> Iterator[str]:
        """The message on the steps that a late search left out or ended early."""
        if self.cut_short or self.left_out:
            reached = f" in {self.cut_short}" if self.cut_short else ""
            left_out = f"; left out: {', '.join(self.left_out)}" if self.left_out else ""
            yield f"the time limit of {time_limit:g} s was reached{reached}{left_out}"

    def rewrite(self, rewrite: Callable[[Run], Run], run: Run) -> Run:
        """The run with the words that a rewrite adds."""
        started = time.perf_counter()
        after = rewrite(run)
        description = f"added {' '.join(after.added)}" if after.added else "added no words"
        self.steps.append(TraceStep(name_of(rewrite), description, ms=(time.perf_counter() - started) * 1e3))
        return after


def _continues(hit: Hit, before: Hit) -> bool:
    """Whether the hit is the earlier one with another reference: that of the section in which a stage found more."""
    return hit.ref.doc == before.ref.doc and hit.why[: len(before.why)] == before.why


def folded_count(steps: Sequence[TraceStep]) -> int:
    """The number of near-duplicates that the steps folded into other hits."""
    return sum(step.before - step.after for step in steps if has_role(step.part, "duplicates"))


def hit_counts(steps: Sequence[TraceStep]) -> Mapping[str, int]:
    """The number of hits in the output of each step."""
    return {step.name: step.after for step in steps}
