"""Choose the lines of source code that a snippet shows: those with most words of a query, or those that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from operator import attrgetter, itemgetter

from ...analysis.term_matching import TermMatch
from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from ...model.value_class import dataclass
from ..code.signature_spans import line_at

_CONTROLS = lazy_pattern(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")  # some end a line
GAP = "…"
INDENT = "  "  # of the lines below a signature
LINE_COST = len(INDENT) + 1  # characters of a line besides its text: its indentation and its end
GAP_COST = len(GAP) + LINE_COST
SHORTEST_LINE = 12  # characters that are worth a line
_MOST_LINES = 200  # lines with a match that are compared
_MOST_CANDIDATES = 20  # of these, those with most words
_start = attrgetter("start")
_stem_of_match = itemgetter(2)


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line to show, or a signature on one line."""

    start: int
    end: int  # without the line end
    text: str
    is_matched: bool = False


class _WorthOfStems(dict[int, float]):
    """What some words are worth together, as bits: many lines have the same words."""

    def __init__(self, worth: Sequence[float]) -> None:
        super().__init__()
        self._worth = worth

    def __missing__(self, stems: int) -> float:
        found = self[stems] = round(sum(each for n, each in enumerate(self._worth) if stems >> n & 1), 6)
        return found


def first_text(text: str, span: Span) -> int:
    """The first character of the span that is no blank."""
    at, end = span
    while at < end and text[at].isspace():
        at += 1
    return min(at, max(span[0], end - 1))


def best_lines(
    text: str,
    within: Span,
    marks: Sequence[TermMatch],
    known: Iterable[str],
    size: int,
    *,
    around: bool,
    names: Mapping[str, int],
) -> list[CodeLine]:
    """The lines with most words that are not known, then those with most words, in order.

    As many as fit in `size` characters; `around`: each with the lines beside it.  `names` as in `best_passage`.
    """
    counts = Counter(map(_stem_of_match, marks))
    bits = {stem: 1 << n for n, stem in enumerate(counts)}
    worth = _WorthOfStems([(1 + names.get(stem, 0)) / (1 + 0.1 * count) for stem, count in counts.items()])
    stems_of: dict[Span, int] = {}  # bits
    first_match: dict[Span, int] = {}
    line = 0, 0
    for start, _, stem in marks:
        if not line[0] <= start < line[1]:
            line = line_at(text, start)
        if line in stems_of:
            stems_of[line] |= bits[stem]
            continue
        stems_of[line] = bits[stem]
        first_match[line] = start
        if len(stems_of) > _MOST_LINES:
            break
    waiting = set(_candidates(stems_of, worth))
    of_stems: dict[int, list[Span]] = {}  # the lines with the same words, the last one first
    for line in sorted(waiting, reverse=True):
        of_stems.setdefault(stems_of[line], []).append(line)
    seen, chosen = sum(bits.get(stem, 0) for stem in set(known)), dict[Span, CodeLine]()
    indentation = len(common_indentation(text[slice(*line)] for line in waiting)) if not around else 0
    while waiting and (size > SHORTEST_LINE or (around and not chosen)):
        # The line with most words that are not seen, of equal ones that with most words, then the first.
        new, most = max((worth[stems & ~seen], worth[stems]) for stems, lines in of_stems.items() if lines)
        line = min(
            lines[-1]
            for stems, lines in of_stems.items()
            if lines and worth[stems] == most and worth[stems & ~seen] == new
        )
        stems = stems_of[line]
        of_stems[stems].pop()
        waiting.remove(line)
        room = size - GAP_COST - LINE_COST + indentation
        whole = plain_line(text[slice(*line)])
        shown = CodeLine(*line, _around(whole, first_match[line] - line[0], max(room, 1)), is_matched=True)
        if shown.text != whole and (chosen or (not around and room < 2 * SHORTEST_LINE)):
            continue
        seen |= stems
        chosen[line] = shown
        size -= len(shown.text) - indentation + LINE_COST + GAP_COST
        for beside in _beside(text, line, within) if around else ():
            cost = beside[1] - beside[0] + LINE_COST
            if beside not in chosen and beside not in waiting and cost <= size:
                chosen[beside] = CodeLine(*beside, plain_line(text[slice(*beside)]))
                size -= cost
    return sorted(chosen.values(), key=_start)


def _candidates(stems_of: Mapping[Span, int], worth: Mapping[int, float]) -> Iterable[Span]:
    """The lines with most words, and the first line with each of the words."""
    if len(stems_of) <= _MOST_CANDIDATES:
        return stems_of
    best = nlargest(_MOST_CANDIDATES, stems_of, key=lambda line: worth[stems_of[line]])
    held = 0
    for line, stems in stems_of.items():
        if stems & ~held:
            best.append(line)
            held |= stems
    return best


def following_lines(text: str, at: int, end: int, size: int, *, skipped: Sequence[CodeLine]) -> list[CodeLine]:
    """The lines from the offset on, as many as fit."""
    shown: list[CodeLine] = []
    size -= GAP_COST
    while at < end and size > LINE_COST + SHORTEST_LINE:
        at = first_text(text, (at, end))
        line = line_at(text, at)
        content = plain_line(text[slice(*line)])
        at = line[1] + 1
        if not content.strip() or any(each.start < line[1] and line[0] < each.end for each in skipped):
            continue
        if shown and len(content) + LINE_COST > size:
            break
        shown.append(CodeLine(*line, cut_line(content, size - LINE_COST)))
        size -= len(shown[-1].text) + LINE_COST
    return shown


def _beside(text: str, line: Span, within: Span) -> Iterable[Span]:
    """The line before and the line after, without blank lines and those outside of the span."""
    ends = text[line[1] : line[1] + 2]
    for at in (line[0] - 1, line[1] + (2 if ends == "\r\n" else 1)):
        if within[0] <= at < within[1]:
            before = at - 1 if at < line[0] and text[at - 1 : at + 1] == "\r\n" else at
            span = line_at(text, before)
            if text[slice(*span)].strip() and span != line:
                yield span


def common_indentation(lines: Iterable[str]) -> str:
    """The blanks and tabs at the beginning of all of the lines."""
    indentations = {_indentation(line) for line in lines}
    if not indentations:
        return ""
    common, last = min(indentations), max(indentations)
    while not last.startswith(common):
        common = common[:-1]
    return common


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def plain_line(text: str) -> str:
    """The text with a blank for each control character but tabs."""
    return text.rstrip() if text.isprintable() else _CONTROLS.sub(" ", text).rstrip()


def cut_line(text: str, size: int) -> str:
    """The beginning of the text, with … after it if a part is missing."""
    if len(text) <= size:
        return text
    end = text.rfind(" ", size // 2, size)
    return f"{text[: end if end > 0 else size - 1].rstrip()}{GAP}"


def _around(whole: str, at: int, size: int) -> str:
    """The line, or at most `size` characters of a long one around the offset, from the beginning of a word if one is
    there, after the indentation of the line.
    """
    if len(whole) <= size:
        return whole
    indentation = _indentation(whole)[: size // 2]
    from_ = max(len(indentation), at - size // 4)
    if from_ > len(indentation) and (blank := whole.find(" ", from_ - 1, at)) >= 0:
        from_ = blank + 1
    before = GAP if from_ > len(indentation) else ""
    return indentation + before + cut_line(whole[from_:], size - len(indentation) - len(before))
