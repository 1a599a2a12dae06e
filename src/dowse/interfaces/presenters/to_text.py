"""Results as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from unicodedata import category

from ...app.results.search_result import CommunityResult, HitResult, SearchResult
from .explain import evidence_lines, step_lines
from .sanitize import visible
from .text_style import TextStyle, pluralize, title_with_path
from .text_table import char_width, is_wide

_BAR = " ▏▎▍▌▋▊▉█"
_BAR_WIDTH = 6
_LEAST_SCORE = 0.05  # shown; a lower one says that a hit is among the last of its lists, whatever it contains
_BEFORE_NO_BREAK = frozenset({"Ps", "Pi"})  # categories of opening marks, such as 「
_NO_BREAK_BEFORE = frozenset({"Pe", "Pf", "Po", "Lm", "Mn", "Me", "Cf"})  # of 」 、 。 ー and accents
_LEAST_WIDTH = 20  # columns for text; a narrower terminal wraps lines itself


def search_lines(result: SearchResult, style: TextStyle, *, explain: bool) -> Iterator[str]:
    """The hits, each with place and snippet; with `explain` also the evidence and the steps of the pipeline."""
    if result.nearest:
        yield from (visible(result.nearest_heading), "")
    for number, hit in enumerate(result.hits or result.nearest or (), start=1):
        yield from _hit_lines(number, hit, style)
        if explain:
            yield from evidence_lines(hit, style)
        yield ""
    if explain:
        yield from step_lines(result, style)
    if result.hits:
        yield style.paint(_summary(result), "2")


def _hit_lines(number: int, hit: HitResult, style: TextStyle) -> Iterator[str]:
    score = f"  {style.paint(f'{_bar(hit.score)} {hit.score:.2f}', '32')}" if hit.score >= _LEAST_SCORE else ""
    dead = f"  {style.paint('dead link', '31')}" if hit.dead_link else ""
    yield f"{number:>2}. {style.paint(hit.name, '1')}{score}{dead}"
    place = f"{hit.address}:{hit.line}" if hit.snippet else hit.address
    heading = f" › {visible(hit.section)}" if hit.section and hit.section != hit.title else ""
    position = style.paint(f" · {hit.position}", "2") if hit.position else ""
    tags = style.paint(" ".join(f"#{tag}" for tag in hit.tags[:5]), "35")
    yield f"    {style.link(style.paint(place, '36'), hit.address, hit.line)}{heading}{position}  {tags}".rstrip()
    if hit.snippet:
        yield from (f"    {line}" for line in _snippet_lines(hit, style))
    elif hit.empty:
        yield style.paint("    empty note", "2")
    if hit.folded:
        yield f"    {style.paint(hit.folded, '2')}"


def _bar(score: float) -> str:
    eighths = round(max(0.0, min(1.0, score)) * _BAR_WIDTH * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_BAR[rest] if rest else "")).ljust(_BAR_WIDTH)


def _snippet_lines(hit: HitResult, style: TextStyle) -> Iterator[str]:
    """The lines of the snippet with its matched words marked; long lines are wrapped."""
    text = hit.snippet
    for first, last in _wrapped_lines(text, style.width - 4):
        pieces, position = [], first
        for start, end in hit.marks or ():
            if first <= start < last:
                pieces += [visible(text[position:start]), style.paint(text[start : min(end, last)], "1;33")]
                position = min(end, last)
        yield "".join((*pieces, visible(text[position:last])))


def _wrapped_lines(text: str, width: int) -> Iterator[tuple[int, int]]:
    """The spans of the lines, wrapped at blanks and wide characters; whole if the width is unknown or too small."""
    start = 0
    for line in text.split("\n"):
        yield from _wrapped_spans(text, width, start, start + len(line))
        start += len(line) + 1


def _wrapped_spans(text: str, width: int, start: int, stop: int) -> Iterator[tuple[int, int]]:
    while width >= _LEAST_WIDTH and (full := _full_line(text, width, start, stop)) < stop:
        breaks = (at for at in range(full, start, -1) if _may_break(text, at))
        end = next((at for at in breaks if text[start:at].strip()), full)
        yield start, end
        start = end + (text[end] == " ")
    yield start, stop


def _full_line(text: str, width: int, start: int, stop: int) -> int:
    """Where a line that begins at `start` has no room left."""
    widths = accumulate(map(char_width, text[start:stop]))
    return next((at for at, used in enumerate(widths, start) if used > width), stop)


def _may_break(text: str, at: int) -> bool:
    """Whether a line may end before that character: a blank, or a wide one beside which no mark needs its neighbour."""
    before, after = text[at - 1], text[at]
    is_between = is_wide(before) or is_wide(after)
    return after == " " or (
        is_between and category(before) not in _BEFORE_NO_BREAK and category(after) not in _NO_BREAK_BEFORE
    )


def _summary(result: SearchResult) -> str:
    count, index = len(result.hits), result.index
    is_cut = result.total > count
    files = pluralize(index.changed, "new, changed or removed file")
    indexed = f", index updated for {files}" if index.state == "healed" else ""
    is_mixed = result.by_word is not None and result.by_word < result.total
    by_word = f" ({result.by_word:,} with words of the query)" if is_mixed else ""
    return f"{f'{count:,} of ' if is_cut else ''}{result.counted_hits}{by_word}{indexed}"


def communities_lines(communities: Iterable[CommunityResult], style: TextStyle) -> Iterator[str]:
    """Each community with its label and size, and its central documents below."""
    for community in communities:
        size = style.paint(pluralize(community.size, "document"), "32")
        yield f"{community.id:>2}. {style.paint(community.label, '1')}  {size}"
        yield from (f"    {title_with_path(title, path, style)}" for path, title in community.titles)
