"""Explanations as text: the steps and the evidence that the pipeline recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...app.results.search_result import HitResult, SearchResult
from ...app.results.trace_result import FilterResult, RankChangeResult, StepResult
from .sanitize import visible_line

if TYPE_CHECKING:
    from ...app.results.search_result import WhyNotResult
    from .text_style import TextStyle

_MAX_HITS = 3  # hits that a step moved or removed


def step_lines(result: SearchResult, style: TextStyle) -> Iterator[str]:
    """The parsed query, the counts of its filters, then each step: counts, time, and the hits that it moved."""
    yield f"{style.paint('parsed as', '1')} {visible_line(result.reading or '')}"
    yield style.paint(f"profile {result.profile}, mode {result.mode}", "1")
    yield from _setting_lines(result)
    for count in result.filters or ():
        yield f"  {'filter':<14} {count.before:>5} → {count.after:<5} {'':>10}  {visible_line(count.what)}"
        if count.excluded:
            yield style.paint(f"      {_excluded(count)}", "2")
    for step in result.steps or ():
        yield f"  {step.name:<14} {step.before:>5} → {step.after:<5} {step.ms:>7.1f} ms{_first_hit(step)}"
        yield from (style.paint(f"      {line}", "2") for line in _changes(step))
    yield ""


def _setting_lines(result: SearchResult) -> Iterator[str]:
    """The settings that the query or an option states, a line each; those of the profile; and the unused steps."""
    settings = result.settings or ()
    for each in settings:
        if each.source != "profile":
            instead = f", instead of the profile's {each.replaced}" if each.replaced else ""
            yield f"  {each.name}: {visible_line(each.value)} ({each.source}{visible_line(instead)})"
    own = "; ".join(f"{each.name} {each.value}" for each in settings if each.source == "profile")
    if own:
        yield f"  from the profile: {visible_line(own)}"
    names: dict[str, list[str]] = {}
    for step in result.unused or ():
        names.setdefault(step.reason, []).append(step.name)
    if names:
        grouped = (f"{', '.join(steps)} ({reason})" for reason, steps in names.items())
        yield f"  unused: {'; '.join(grouped)}"


def evidence_lines(hit: HitResult, style: TextStyle) -> Iterator[str]:
    """The evidence behind a score, in the order of the pipeline."""
    for evidence in hit.why or ():
        rank = f"  (rank {evidence.rank})" if evidence.rank is not None else ""
        names = f"  ({visible_line(', '.join(evidence.names))})" if evidence.names else ""
        is_lowest = evidence.value == 0 and evidence.source.startswith("weighted.")
        zero = "  (the lowest of its list, or of weight 0)" if is_lowest else ""
        yield style.paint(f"      {evidence.source:<20} {evidence.value:>8.4f}{rank}{names}{zero}", "2")


def _excluded(count: FilterResult) -> str:
    texts = (
        visible_line(f"{each.path}{f' ({each.values})' if each.values else ''}") for each in count.excluded[:_MAX_HITS]
    )
    return f"excluded: {', '.join(texts)}{_and_more(count.before - count.after)}"


def _first_hit(step: StepResult) -> str:
    return f"  first: {visible_line(step.top[0].ref)}" if step.top else f"  {step.about}".rstrip()


def _changes(step: StepResult) -> Iterator[str]:
    """The effect in words, the hits that rose and fell most, and the hits that were removed."""
    if step.effect:
        yield visible_line(step.effect)
    rose, fell, removed = step.changes
    yield from _move_lines("rose", step.rose, rose)
    yield from _move_lines("fell", step.fell, fell)
    if removed:
        texts = (f"{visible_line(hit.ref)} {hit.score:.2f}" for hit in step.removed[:_MAX_HITS])
        yield f"removed{f' ({step.about})' if step.about else ''}: {', '.join(texts)}{_and_more(removed)}"


def _move_lines(direction: str, moves: Sequence[RankChangeResult], count: int) -> Iterator[str]:
    if count:
        texts = (
            f"{visible_line(move.ref)} {move.before} → {move.after} ({move.score_after - move.score_before:+.2f})"
            for move in moves[:_MAX_HITS]
        )
        yield f"{direction}: {', '.join(texts)}{_and_more(count)}"


def _and_more(count: int) -> str:
    return f" and {count - _MAX_HITS:,} more" if count > _MAX_HITS else ""


def why_not_lines(verdict: WhyNotResult, style: TextStyle) -> Iterator[str]:
    """Why a document is not a hit: the step that dropped it, the reasons, and tested changes."""
    name = style.paint(verdict.path, "1")
    if verdict.rank is not None:
        yield f"{name} is found: {verdict.reasons[0]}"
        return
    yield f"{name} is not among the hits"
    step = "retrieval: no candidate list has the document" if verdict.step == "lists" else verdict.step
    yield from _labelled_lines("dropped by", [step])
    yield from _labelled_lines("because", verdict.reasons)
    changes = [f"{remedy.change}: hit {remedy.rank}" for remedy in verdict.remedies]
    yield from _labelled_lines("try", changes or ["none of the tested changes makes it a hit"])


def _labelled_lines(title: str, lines: Iterable[str]) -> Iterator[str]:
    for n, line in enumerate(lines):
        yield f"  {title if not n else '':<12}{visible_line(line)}"
