"""Explanations for people: what the pipeline recorded anyway, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .sanitize import visible

if TYPE_CHECKING:
    from ...model.hit import Hit
    from ...search.execute import Answer
    from ...search.trace import TraceStep
    from ...search.why_not import WhyNot
    from .text_style import TextStyle

_MOST_NAMED = 3  # hits that a step moved or removed


def step_lines(answer: Answer, style: TextStyle) -> Iterator[str]:
    """How the query was read, what its filters leave, then each step: counts, time, who rose, fell, went."""
    yield f"{style.paint('parsed as', '1')} {visible(answer.reading)}"
    yield style.paint(f"profile {answer.profile}, mode {answer.mode}", "1")
    for cut in answer.filters:
        yield f"  {'filter':<14} {cut.before:>5} → {cut.after:<5} {'':>10}  {visible(cut.what)}"
    for step in answer.steps:
        yield f"  {step.name:<14} {step.before:>5} → {step.after:<5} {step.ms:>7.1f} ms{_first(step)}"
        yield from (style.paint(f"      {line}", "2") for line in _changes(step))
    yield ""


def why_lines(hit: Hit, style: TextStyle) -> Iterator[str]:
    """The evidence behind a score, in the order of the pipeline."""
    for evidence in hit.why:
        rank = f"  (rank {evidence.rank})" if evidence.rank is not None else ""
        yield style.paint(f"      {evidence.source:<20} {evidence.value:>8.4f}{rank}", "2")


def _first(step: TraceStep) -> str:
    return f"  first: {visible(str(step.hits[0].ref))}" if step.hits else f"  {step.about}".rstrip()


def _changes(step: TraceStep) -> Iterator[str]:
    """Who rose and fell most, and who was removed."""
    moves = step.moves
    for what, chosen in (
        ("rose", [move for move in moves if move.after < move.before]),
        ("fell", [move for move in reversed(moves) if move.after > move.before]),
    ):
        if chosen:
            shown = (f"{visible(str(move.ref))} {move.before} → {move.after}" for move in chosen[:_MOST_NAMED])
            yield f"{what}: {', '.join(shown)}{_and_more(len(chosen))}"
    gone = step.removed
    if gone:
        shown = (f"{visible(str(hit.ref))} {hit.score:.2f}" for hit in gone[:_MOST_NAMED])
        yield f"removed{f' ({step.about})' if step.about else ''}: {', '.join(shown)}{_and_more(len(gone))}"


def _and_more(count: int) -> str:
    return f" and {count - _MOST_NAMED:,} more" if count > _MOST_NAMED else ""


def why_not_lines(verdict: WhyNot, style: TextStyle) -> Iterator[str]:
    """What became of a document: the step that lost it, with numbers, and what would bring it back."""
    name = style.paint(verdict.path, "1")
    if verdict.rank is not None:
        yield f"{name} is found: {verdict.reasons[0]}"
        return
    yield f"{name} is not among the hits"
    yield from _column("dropped by", [verdict.step])
    yield from _column("because", verdict.reasons)
    tried = [f"{remedy.change}: hit {remedy.rank}" for remedy in verdict.remedies]
    yield from _column("try", tried or ["none of the tested changes makes it a hit"])


def _column(title: str, lines: Iterable[str]) -> Iterator[str]:
    for n, line in enumerate(lines):
        yield f"  {title if not n else '':<12}{visible(line)}"
