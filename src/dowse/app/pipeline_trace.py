"""The trace of a search, stage by stage, in the form of Temoa's viewer.

All values come from the steps that a search with `explain` recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.hit import Hit
from ..model.value_class import dataclass
from ..retrieval.keyword import KEYWORD_BASE, TAGS_MATCHED
from ..retrieval.semantic import Semantic
from ..search.execute import Answer, TraceStep
from ..search.overrides import has_expansion, has_stage
from ..search.plan import minimum_score
from ..search.profile_docs import name_of
from ..search.reasons.filter_counts import ExcludedDocument, FilterCount
from ..search.reasons.removal_reasons import MOST_REMOVED, removal_reason
from ..search.trace import HitEffect, RankChange
from ..settings.toml_writer import kept_by
from .results.json_fields import Json

_MOST_SHOWN = 20  # hits of a step, as many as in Temoa; also moves, up and down


def pipeline_json(answer: Answer, *, vault: str, took_ms: float) -> dict[str, Json]:
    """The steps of the search, with the query, the settings and the totals."""
    ran = tuple(_stages(answer))
    stages = [_stage(n, each) for n, each in enumerate((*ran, *_unused(answer)))]
    candidates, shown = _candidates(answer), len(answer.hits)
    return {
        "query": {
            "original": answer.query.text,
            "expanded": " ".join((answer.query.text, *answer.added)) if answer.added else None,
            "vault": vault,
            "profile": answer.profile,
        },
        "config": _config(answer),
        "stages": list[Json](stages),
        "summary": {
            "total_time_ms": round(took_ms, 2),
            "initial_results": candidates,
            "final_results": shown,
            "total_filtered": max(0, candidates - shown),
            "stages_count": sum(each.metadata["applied"] is True for each in ran),
        },
    }


@dataclass(frozen=True, slots=True)
class _Stage:
    """A step as the viewer shows it."""

    name: str
    count: int  # hits, or documents that pass a filter
    metadata: dict[str, Json]
    preview: Sequence[Json] = ()
    ms: float = 0.0
    removed: Sequence[Json] = ()
    moves: Sequence[Json] = ()


def _stage(number: int, stage: _Stage) -> dict[str, Json]:
    return {
        "stage_num": number,
        "stage_name": stage.name,
        "result_count": stage.count,
        "results_preview": list(stage.preview),
        "metadata": stage.metadata,
        "timing_ms": round(stage.ms, 2),
        "removed": list(stage.removed),
        "rank_changes": list(stage.moves),
    }


def _config(answer: Answer) -> dict[str, Json]:
    """The effective settings, whether from the options, the query or the profile."""
    kept = kept_by(answer.where)
    similar = [each.least for each in answer.planned.retrievers if isinstance(each, Semantic)]
    return {
        "hybrid": answer.mode == "hybrid",
        "mode": answer.mode,
        "rerank": answer.has_reranker and has_stage("rerank", answer.planned),
        "expand_query": has_expansion(answer.planned),
        "time_boost": has_stage("recency", answer.planned),
        "limit": answer.limit,
        "min_score": minimum_score(answer.planned),
        "min_similarity": max(similar, default=None),
        "include_types": None if kept.included is None else list(kept.included),
        "exclude_types": list(kept.excluded) or None,
    }


def _stages(answer: Answer) -> Iterator[_Stage]:
    """The filters together, then every step."""
    if answer.filters:
        removed = [_excluded(document, count) for count in answer.filters for document in count.excluded]
        yield _Stage("filters", answer.filters[-1].after, _filtered(answer.filters), removed=removed)
    for step in answer.steps:
        yield _Stage(
            step.name,
            step.after,
            _metadata(step, answer),
            [_hit(effect, step) for effect in step.effects(_MOST_SHOWN)],
            step.ms,
            [{**_place(hit), "why": removal_reason(hit, step)} for hit in step.removed[:MOST_REMOVED]],
            [_move(move, step) for move in _shown(step.moves)],
        )


def _unused(answer: Answer) -> Iterator[_Stage]:
    """The stages without a step: those of the profile that had no part, and those that an option could add."""
    recorded = {step.name for step in answer.steps}
    for unused in answer.unused:
        if unused.name not in recorded:
            yield _Stage(unused.name, 0, {"kind": "unused", "applied": False, "reason": unused.reason})


def _filtered(filters: Sequence[FilterCount]) -> dict[str, Json]:
    return {
        "kind": "filters",
        "applied": True,
        "about": ", ".join(cut.what for cut in filters),
        "before": filters[0].before,
        "filters": [{"what": cut.what, "before": cut.before, "after": cut.after} for cut in filters],
        "removed_count": filters[0].before - filters[-1].after,
    }


def _excluded(document: ExcludedDocument, count: FilterCount) -> dict[str, Json]:
    values = f" ({document.values})" if document.values else ""
    why = f"the filter “{count.what}” excludes it{values}"
    return {"relative_path": document.path, "title": document.title, "ref": document.path, "why": why}


def _metadata(step: TraceStep, answer: Answer) -> dict[str, Json]:
    kind = _kind(step, answer)
    reason = {unused.name: unused.reason for unused in answer.unused}.get(step.name)
    out: dict[str, Json] = {"kind": kind, "applied": reason is None, "about": step.about, "before": step.before}
    if reason is not None:
        out["reason"] = reason
    if kind == "rewrite":
        out["original_query"] = answer.query.text
        out["expansion_terms"] = list(answer.added)
        out["applied"] = bool(answer.added)
    if step.removed:
        out["removed_count"] = len(step.removed)
    return out


def _kind(step: TraceStep, answer: Answer) -> str:
    """The kind of the step in the profile; the list of a plain selection counts as a retriever."""
    planned = answer.planned
    if step.part is planned.fusion:
        return "fusion"
    if any(step.part is stage for stage in planned.stages):
        return "stage"
    return "rewrite" if step.name in map(name_of, planned.rewrites) else "list"


def _candidates(answer: Answer) -> int:
    """The number of hits before the first stage."""
    before = [step for step in answer.steps if _kind(step, answer) != "stage"]
    return before[-1].after if before else 0


def _hit(effect: HitEffect, step: TraceStep) -> dict[str, Json]:
    hit, before = effect.hit, effect.score_before
    fused = [reason.value for reason in hit.why if reason.source.startswith("rrf.")]
    tags = next((reason for reason in hit.why if reason.source == TAGS_MATCHED), None)
    return {
        **_place(hit),
        "similarity_score": _evidence_value(hit, "semantic", step),
        "bm25_score": _evidence_value(hit, "keyword", step),
        "bm25_base_score": _evidence_value(hit, KEYWORD_BASE, step) or _evidence_value(hit, "keyword", step),
        "rrf_score": round(sum(fused), 4) if fused else None,
        "score": round(hit.score, 4),
        "score_before": None if before is None else round(before, 4),
        "score_change": None if before is None else round(hit.score - before, 4),
        "tag_boosted": tags is not None,
        "tags_matched": list(tags.names) if tags else [],
        "boosts": [{"source": source, "value": round(value, 4)} for source, value, _rank, _names in effect.evidence],
    }


def _evidence_value(hit: Hit, name: str, step: TraceStep) -> float | None:
    """The score of the hit in a list, which the fusion records as evidence."""
    value = hit.score if step.name == name else None
    value = next((reason.value for reason in hit.why if reason.source == name), value)
    return None if value is None else round(value, 4)


def _place(hit: Hit) -> dict[str, Json]:
    return {"relative_path": hit.head.path, "title": hit.head.title, "ref": str(hit.ref)}


def _shown(moves: Sequence[RankChange]) -> Iterator[RankChange]:
    """The largest moves up and the largest moves down."""
    rose = [move for move in moves if move.after < move.before]
    fell = [move for move in moves if move.after > move.before]
    yield from rose[:_MOST_SHOWN]
    yield from fell[-_MOST_SHOWN:]


def _move(move: RankChange, step: TraceStep) -> dict[str, Json]:
    """A move; `change` is above 0 for a move up."""
    path = next((hit.head.path for hit in step.hits if hit.ref == move.ref), move.ref.doc)
    return {
        "relative_path": path,
        "ref": str(move.ref),
        "before": move.before,
        "after": move.after,
        "change": move.before - move.after,
        "score_before": round(move.score_before, 4),
        "score_after": round(move.score_after, 4),
        "score_change": round(move.score_after - move.score_before, 4),
    }
