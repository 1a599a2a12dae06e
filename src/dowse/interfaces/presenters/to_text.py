"""Answers for people: what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...model.hit import Hit, Snippet
from .explain import step_lines, why_lines
from .sanitize import visible
from .text_style import TextStyle

if TYPE_CHECKING:  # `find` starts without a search
    from ...app.link_report import LinkStatus
    from ...indexing.freshness import IndexState, VaultStatus
    from ...search.execute import Answer

_BAR = " ▏▎▍▌▋▊▉█"
_BAR_WIDTH = 6
_LEAST_WIDTH = 40  # columns for text; a narrower terminal breaks lines as it likes


def counted(count: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def answer_lines(answer: Answer, state: IndexState, style: TextStyle, *, explain: bool) -> Iterator[str]:
    """The hits, each with its place and snippet; then, if asked for, what the pipeline did."""
    for number, hit in enumerate(answer.hits, start=1):
        yield from _hit_lines(number, hit, style)
        if explain:
            yield from why_lines(hit, style)
        yield ""
    if explain:
        yield from step_lines(answer, style)
    if answer.hits:
        yield style.paint(_summary(answer, state), "2")


def _hit_lines(number: int, hit: Hit, style: TextStyle) -> Iterator[str]:
    head, snippet = hit.head, hit.snippet
    score = f"{_bar(hit.score)} {hit.score:.2f}"
    yield f"{number:>2}. {style.paint(head.title or head.path, '1')}  {style.paint(score, '32')}"
    place = f"{head.path}:{snippet.line}" if snippet else head.path
    heading = f" › {visible(snippet.heading)}" if snippet and snippet.heading and snippet.heading != head.title else ""
    tags = " ".join(f"#{tag}" for tag in sorted(head.tags)[:5])
    yield f"    {style.linked(style.paint(place, '36'), head.path)}{heading}  {style.paint(tags, '35')}".rstrip()
    if snippet and snippet.text:
        yield from (f"    {line}" for line in _marked(snippet, style))


def _bar(score: float) -> str:
    eighths = round(max(0.0, min(1.0, score)) * _BAR_WIDTH * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_BAR[rest] if rest else "")).ljust(_BAR_WIDTH)


def _marked(snippet: Snippet, style: TextStyle) -> Iterator[str]:
    """The lines of the snippet, the words in it that were found marked."""
    for first, last in _broken(snippet.text, style.width - 4):
        pieces, at = [], first
        for start, end in snippet.marks:
            if first <= start < last:
                pieces += [visible(snippet.text[at:start]), style.paint(snippet.text[start : min(end, last)], "1;33")]
                at = min(end, last)
        yield "".join((*pieces, visible(snippet.text[at:last])))


def _broken(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Where the lines begin and end, broken at blanks; one line when the width is unknown or too small for words."""
    start = 0
    while width >= _LEAST_WIDTH and len(text) - start > width:
        blank = text.rfind(" ", start, start + width + 1)
        end = blank if blank > start else start + width
        yield start, end
        start = end + (blank > start)
    yield start, len(text)


def _summary(answer: Answer, state: IndexState) -> str:
    shown = len(answer.hits)
    more = f" of {answer.total:,}" if answer.total > shown else ""
    healed = f", {counted(state.changed, 'new or changed file')} indexed first" if state.state == "healed" else ""
    return f"{shown:,}{more} hit{'s' if answer.total != 1 else ''}{healed}"


def status_lines(status: VaultStatus, doubtful: Sequence[LinkStatus], style: TextStyle) -> Iterator[str]:
    """The index of a vault, its links, and every file that was skipped or parsed with warnings."""
    counts = status.counts
    yield style.paint(status.vault, "1") + f"  {status.folder}"
    held = f"{counted(counts.documents, 'document')}, {counted(counts.chunks, 'chunk')}"
    yield f"  {held}, {counts.embedded:,} embedded"
    unused = " (not confirmed, not used)" if status.embedder in status.unconfirmed else ""
    yield f"  embedder {status.embedder}{unused}; index {counts.size_bytes / 1e6:,.1f} MB in {status.index_folder}"
    yield f"  {_links(counts.links, doubtful)}"
    yield f"  {_freshness(status)}"
    for remark in status.index.remarks:
        yield f"  {remark}"
    yield from _trouble_lines("skipped", status.skipped, style)
    yield from _trouble_lines("parsed with warnings", status.odd, style)


_WRONG = {"broken": "without a target note", "ambiguous": "ambiguous"}


def _links(total: int, doubtful: Sequence[LinkStatus]) -> str:
    """How many links there are; of those that are not well, how to see them."""
    ways = ((state, sum(each.state == state for each in doubtful)) for state in ("broken", "ambiguous"))
    wrong = [f"{count:,} {_WRONG[state]} (`dowse links --{state}`)" for state, count in ways if count]
    return ", ".join([counted(total, "link"), *wrong])


def _freshness(status: VaultStatus) -> str:
    if not status.index.changed:
        return "up to date"
    files = counted(status.index.changed, "file")
    how = f"{files} changed since indexing" if status.counts.documents else f"{files} not indexed yet"
    return f"{how}; the next search or `dowse index` indexes them"


def _trouble_lines(title: str, troubles: Sequence[tuple[str, str]], style: TextStyle) -> Iterator[str]:
    if troubles:
        yield style.paint(f"  {len(troubles):,} {title}:", "33")
    for path, why in troubles:
        yield f"    {visible(path)}: {why}"
