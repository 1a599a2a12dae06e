"""The explanation of a search: evidence, filters, settings and steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal

from ...model.hit import Evidence, Hit
from ...model.value_class import dataclass
from ...search.reasons.removal_reasons import MOST_REMOVED, removal_reason
from .json_fields import INTERNAL, OPTIONAL, Description, Result

if TYPE_CHECKING:  # these bring numpy, which a server's handshake and `find` do without
    from ...search.reasons.effective_settings import EffectiveSetting
    from ...search.reasons.filter_counts import FilterCount
    from ...search.trace import HitEffect, RankChange, TraceStep

_MOST_NAMED = 20  # hits of a step; Temoa's viewer shows as many

_Ref = Annotated[str, Description("the hit")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceResult(Result):
    """One contribution to a score."""

    source: Annotated[str, Description("the step that added the evidence")]
    value: Annotated[float, Description("the value that the step measured")]
    rank: Annotated[int | None, Description("the rank in that step's list, from 1")]
    names: Annotated[tuple[str, ...] | None, Description("what the value counts, such as the matching tags")] = field(
        default=None, metadata=OPTIONAL
    )

    @classmethod
    def of(cls, evidence: Evidence) -> EvidenceResult:
        """The same of a piece of evidence."""
        source, value, rank, names = evidence
        return cls(source=source, value=round(value, 4), rank=rank, names=names or None)


def evidence_of(hit: Hit) -> tuple[EvidenceResult, ...]:
    """The evidence behind the score of a hit."""
    return tuple(map(EvidenceResult.of, hit.why))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedDocumentResult(Result):
    """A document that a filter excludes."""

    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    values: Annotated[
        str, Description("its values that the filter reads, as in `type: daily`; empty for a filter on paths or texts")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterResult(Result):
    """One filter of a search."""

    what: Annotated[str, Description("the filter, in a sentence")]
    before: Annotated[int, Description("number of documents before the filter")]
    after: Annotated[int, Description("number of documents after the filter")]
    excluded: Annotated[
        tuple[ExcludedDocumentResult, ...],
        Description("up to a hundred documents that the filter excludes, the best matches of the query first"),
    ]

    @classmethod
    def of(cls, count: FilterCount) -> FilterResult:
        """The filter as it was counted."""
        excluded = (ExcludedDocumentResult(path=e.path, title=e.title, values=e.values) for e in count.excluded)
        return cls(what=count.what, before=count.before, after=count.after, excluded=tuple(excluded))


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingResult(Result):
    """One setting of a search."""

    name: Annotated[
        str,
        Description(
            "`types`, `modified`, `archived`, `limit`, `min_score`, `min_similarity`, `weights`, `rerank`, `expand` or "
            "`time_boost`"
        ),
    ]
    value: Annotated[str, Description("the value that applied")]
    source: Annotated[
        Literal["query", "option", "settings", "profile"],
        Description("what states the value: `query`, `option`, `settings` or `profile`"),
    ]
    replaced: Annotated[str, Description("the value of the profile that the source replaced; empty if none")]

    @classmethod
    def of(cls, setting: EffectiveSetting) -> SettingResult:
        """The same of a setting of the search."""
        return cls(name=setting.name, value=setting.value, source=setting.source, replaced=setting.replaced)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedStepResult(Result):
    """A step of the profile, or one that an option could add, that had no part in the search."""

    name: Annotated[str, Description("the step")]
    reason: Annotated[str, Description("why the step had no part")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRefResult(Result):
    """A hit of a step."""

    ref: _Ref
    score: Annotated[float, Description("its score after the step; in [0, 1] from the fusion on")]
    score_before: Annotated[
        float | None, Description("its score before the step; null for a list, for a fusion and for a new hit")
    ]
    why: Annotated[tuple[EvidenceResult, ...], Description("the evidence that the step added, as in `hits[].why`")]

    @classmethod
    def of(cls, effect: HitEffect) -> ScoredRefResult:
        """The hit of an effect."""
        before = effect.score_before
        return cls(
            ref=str(effect.hit.ref),
            score=round(effect.hit.score, 4),
            score_before=None if before is None else round(before, 4),
            why=tuple(map(EvidenceResult.of, effect.evidence)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredHitResult(Result):
    """A hit that a step removed."""

    ref: _Ref
    score: Annotated[float, Description("its score before the step")]
    why: Annotated[str, Description("the reason")]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChangeResult(Result):
    """A hit that a step moved."""

    ref: _Ref
    before: Annotated[int, Description("its rank before, among the hits that stayed; from 1")]
    after: Annotated[int, Description("its rank after")]
    score_before: Annotated[float, Description("its score before")]
    score_after: Annotated[float, Description("its score after")]

    @classmethod
    def all(cls, moves: Iterable[RankChange]) -> tuple[RankChangeResult, ...]:
        """The first moves."""
        return tuple(
            cls(
                ref=str(move.ref),
                before=move.before,
                after=move.after,
                score_before=round(move.score_before, 4),
                score_after=round(move.score_after, 4),
            )
            for move in islice(moves, _MOST_NAMED)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult(Result):
    """One step of the pipeline."""

    name: Annotated[str, Description("the step")]
    before: Annotated[int, Description("number of hits before the step")]
    after: Annotated[int, Description("number of hits after the step")]
    ms: Annotated[float, Description("milliseconds")]
    top: Annotated[tuple[ScoredRefResult, ...], Description("the first twenty after the step")]
    about: Annotated[str, Description("the parameters of the step, or its effect")]
    rose: Annotated[
        tuple[RankChangeResult, ...], Description("up to twenty hits that the step moved up, the largest moves first")
    ]
    fell: Annotated[tuple[RankChangeResult, ...], Description("up to twenty hits that the step moved down")]
    removed: Annotated[
        tuple[ScoredHitResult, ...], Description("up to a hundred hits that the step removed, best first")
    ]
    effect: str = field(default="", metadata=INTERNAL)  # the end of `about`
    changes: tuple[int, int, int] = field(default=(0, 0, 0), metadata=INTERNAL)  # hits that rose, fell, were removed

    @classmethod
    def of(cls, step: TraceStep) -> StepResult:
        """The step as it was recorded."""
        moves, removed = step.moves, step.removed
        rose = [move for move in moves if move.after < move.before]
        fell = [move for move in reversed(moves) if move.after > move.before]
        return cls(
            name=step.name,
            before=step.before,
            after=step.after,
            ms=round(step.ms, 2),
            top=tuple(map(ScoredRefResult.of, step.effects(_MOST_NAMED))),
            about=step.about,
            rose=RankChangeResult.all(rose),
            fell=RankChangeResult.all(fell),
            removed=tuple(
                ScoredHitResult(ref=str(h.ref), score=round(h.score, 4), why=removal_reason(h, step))
                for h in removed[:MOST_REMOVED]
            ),
            effect=step.effect,
            changes=(len(rose), len(fell), len(removed)),
        )
