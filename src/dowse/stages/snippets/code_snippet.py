"""Cut a snippet of source code: the signature of a symbol, the first line of its documentation, the matching lines."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import islice, takewhile
from operator import attrgetter, itemgetter

from ...analysis.languages.stopwords import STOP_WORDS
from ...analysis.phrase_match import phrase_spans_from
from ...analysis.term_matching import TermMatch, TermMatcher
from ...formats.code.languages import NOTEBOOK_ENDING
from ...formats.lazy_formats import without_markup_of_notebook
from ...model.document import Document, Span, SymbolFacts, Unit
from ...model.lazy_pattern import lazy_pattern
from ...model.value_class import dataclass
from ..code.code_passage import best_passage, innermost
from ..code.signature_spans import documentation, line_at, name_behind_body, signature_end
from .licence_banner import behind_licence
from .snippet_text import SnippetText

_CONTROLS = lazy_pattern(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")  # some end a line
_GAP = "…"
_INDENT = "  "  # of the lines below a signature
_LINE_COST = len(_INDENT) + 1  # characters of a line besides its text: its indentation and its end
_GAP_COST = len(_GAP) + _LINE_COST
_SHORTEST_LINE = 12  # characters that are worth a line
_MOST_LINES = 200  # lines with a match that are compared
_MOST_CANDIDATES = 20  # of these, those with most words
_SEARCHED = 200_000  # characters of a span that are searched for words
_MOST_OCCURRENCES = 100  # of a quotation that are compared
_start, _definition = attrgetter("start"), attrgetter("definition")
_stem_of_match = itemgetter(2)
# By number, in half of the time: of all units in the file of each hit.
_unit_start, _unit_end = map(itemgetter, map(Unit._fields.index, ("start", "end")))


@dataclass(frozen=True, slots=True)
class _Line:
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


def code_snippet(
    document: Document,
    spotter: TermMatcher,
    quoted: Sequence[str],
    *,
    spans: Sequence[Span],
    size: int,
    line: Span | None = None,
    met: Sequence[Span] = (),
) -> SnippetText:
    """At most `size` characters of the symbol with most words of the query, in the first of the spans with a match.

    Of equal symbols that in the last span; without a match the beginning of the last span.  Text between symbols is
    shown without a signature, each matching line with the lines around it.  `line`, the first span, is shown even
    without a word of the query.  `met` are places that meet conditions of the query, and count as quotations do.
    A place with a whole identifier of the query comes before one with words of it.
    """
    text, likely = document.text, spans[-1]
    is_line = line is not None and not quoted and not met
    marks = _matches_in(text, spotter, spans[0]) if is_line else _matches(text, spotter, quoted, spans, size, met=met)
    names = spotter.identifiers
    borders = sorted([*map(_unit_start, document.units), *map(_unit_end, document.units)])
    at = (
        best_passage(document.units, marks, borders, text=text, size=2 * size, likely=likely, names=names)
        if marks
        else _first_text(text, (max(likely[0], _behind_licence(text, likely)), likely[1]))
    )
    unit = innermost(document.units, at)
    facts = _facts_of(document, unit) if unit else None
    within = (unit.start, unit.end) if unit else _between(borders, at, len(text))
    inside = _outside_of_members(document.units, unit, marks[slice(*_indices(marks, within))])
    head = _head(text, unit, facts, inside, size) if unit and facts else []
    if met and marks:  # the whole line of the place before the documentation
        line_met = line_at(text, marks[0][0])
        cost = len(_plain(text[slice(*line_met)]).strip()) + _GAP_COST + _LINE_COST
        head = head if cost <= size - sum(len(line.text) + _LINE_COST for line in head) else head[:1]
    left = size - sum(len(line.text) + _LINE_COST for line in head)
    in_signature = [name_behind_body(text, unit, facts)] if unit and facts else []
    rest, in_head = _divided(inside, [*((line.start, line.end) for line in head), *in_signature])
    if rest:
        known = {stem for *_, stem in in_head}
        shown = _best(text, within, rest, known, left, around=not head, names=names)
    elif inside:
        shown = []
    else:
        begin = max(at, *(line.end for line in head)) if head else at
        shown = _following(text, begin, within[1], left, skipped=head)
    found = _assembled(document, unit, head, shown)
    is_notebook = document.head.path.lower().endswith(NOTEBOOK_ENDING)
    return replace(found, text=without_markup_of_notebook(found.text)) if is_notebook else found


def _matches_in(text: str, spotter: TermMatcher, line: Span) -> list[TermMatch]:
    """The matches in the line, which is one itself otherwise."""
    return list(spotter.marks(text, *line)) or [(_first_text(text, line), line[1], "")]


def _matches(
    text: str,
    spotter: TermMatcher,
    quoted: Sequence[str],
    spans: Iterable[Span],
    size: int,
    *,
    met: Sequence[Span],
) -> list[TermMatch]:
    """The matches in the first span with one; of quotations, those from the occurrence with most words to its end."""
    for start, end in spans if quoted or met else ():
        found = [
            span for phrase in quoted for span in islice(phrase_spans_from(text, phrase, start, end), _MOST_OCCURRENCES)
        ]
        found += [span for span in met if start <= span[0] < end]
        if found:
            words = {span: len({stem for *_, stem in spotter.marks(text, span[0], span[0] + size)}) for span in found}
            best = max(found, key=lambda span: (words[span], -span[0]))
            return _named(text, list(spotter.marks(text, *best)), spotter.identifiers) or [(*best, "")]
    for start, end in spans:
        # `forEach` is no stop word, though its first word is one.
        if marks := _named(text, list(spotter.marks(text, start, min(end, start + _SEARCHED))), spotter.identifiers):
            if spotter.stems.isdisjoint(STOP_WORDS):
                return marks
            return [mark for mark in marks if mark[2] not in STOP_WORDS] or marks
    return []


def _named(text: str, marks: list[TermMatch], names: Mapping[str, int]) -> list[TermMatch]:
    """The marks, those of whole identifiers of the query as words of their own: else they count as their first word."""
    if not names:
        return marks
    return [(at, end, name if (name := text[at:end].lower()) in names else stem) for at, end, stem in marks]


def _behind_licence(text: str, span: Span) -> int:
    """Where the licence at the beginning of the file ends, if the span has more than that."""
    behind = behind_licence(text) if span[0] == 0 else 0
    return behind if text[behind : span[1]].strip() else 0


def _first_text(text: str, span: Span) -> int:
    """The first character of the span that is no blank."""
    at, end = span
    while at < end and text[at].isspace():
        at += 1
    return min(at, max(span[0], end - 1))


def _facts_of(document: Document, unit: Unit) -> SymbolFacts | None:
    symbols = document.symbols
    near = bisect_left(symbols, unit.start, key=_definition)  # in a file with hundreds, it is one of the next
    in_turn = (symbols[(near + n) % len(symbols)] for n in range(len(symbols)))
    return next((each for each in in_turn if each.unit == unit.name), None)


def _outside_of_members(units: Sequence[Unit], unit: Unit | None, marks: Sequence[TermMatch]) -> Sequence[TermMatch]:
    """Those marks that are in no symbol inside of the unit."""
    if unit is None:
        return marks
    first = bisect_right(units, unit.start, key=_unit_start)
    members = iter(takewhile(lambda member: member.start < unit.end, units[first:]))
    start, end = unit.start, unit.start  # of the member at or before the mark
    left = []
    for mark in marks:
        while mark[0] >= end and (member := next(members, None)) is not None:
            start, end = (member.start, member.end) if member.start >= end else (start, end)
        if not start <= mark[0] < end:
            left.append(mark)
    return left


def _divided(marks: Sequence[TermMatch], spans: Iterable[Span]) -> tuple[Sequence[TermMatch], Sequence[TermMatch]]:
    """The marks that begin in none of the spans, and those that begin in one."""
    rest, inside = marks, list[TermMatch]()
    for span in spans:
        first, last = _indices(rest, span)
        if first < last:
            inside += rest[first:last]
            rest = [*rest[:first], *rest[last:]]
    return rest, inside


def _indices(marks: Sequence[TermMatch], span: Span) -> tuple[int, int]:
    """Of the marks that begin in the span, from one to another."""
    return bisect_left(marks, (span[0],)), bisect_left(marks, (span[1],))


def _between(borders: Sequence[int], at: int, length: int) -> Span:
    n = bisect_right(borders, at)
    return borders[n - 1] if n else 0, borders[n] if n < len(borders) else length


def _head(text: str, unit: Unit, facts: SymbolFacts, marks: Sequence[TermMatch], size: int) -> list[_Line]:
    """The signature on one line, and the first line of the documentation as written."""
    signature, end = facts.signature, signature_end(text, unit, facts)
    line = line_at(text, end)
    if _has_match(marks, end, line[1]) and line[0] <= facts.definition:
        signature, end = text[facts.definition : min(line[1], unit.end)].strip(), line[1]  # a definition on one line
    documented = documentation(text, unit, facts, end)
    shown = [(facts.definition, end), *((documented,) if documented else ())]
    is_all = all(any(a <= start < b for a, b in shown) for start, _, _ in marks) and bool(marks)
    first = _cut(signature, size if is_all and not documented else size * 2 // 5)
    head = [_Line(facts.definition, end, first, _has_match(marks, facts.definition, end))]
    left = size - len(first) - _LINE_COST if is_all else (size - len(first)) // 2
    if documented and left > _SHORTEST_LINE:
        head.append(_Line(*documented, _cut(_plain(text[slice(*documented)]), left), _has_match(marks, *documented)))
    return head


def _best(
    text: str,
    within: Span,
    marks: Sequence[TermMatch],
    known: Iterable[str],
    size: int,
    *,
    around: bool,
    names: Mapping[str, int],
) -> list[_Line]:
    """The lines with most words that are not known, then those with most words, in order."""
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
    seen, chosen = sum(bits.get(stem, 0) for stem in set(known)), dict[Span, _Line]()
    indentation = len(_common_indentation(text[slice(*line)] for line in waiting)) if not around else 0
    while waiting and (size > _SHORTEST_LINE or (around and not chosen)):
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
        room = size - _GAP_COST - _LINE_COST + indentation
        whole = _plain(text[slice(*line)])
        shown = _Line(*line, _around(whole, first_match[line] - line[0], max(room, 1)), is_matched=True)
        if shown.text != whole and (chosen or (not around and room < 2 * _SHORTEST_LINE)):
            continue
        seen |= stems
        chosen[line] = shown
        size -= len(shown.text) - indentation + _LINE_COST + _GAP_COST
        for beside in _beside(text, line, within) if around else ():
            cost = beside[1] - beside[0] + _LINE_COST
            if beside not in chosen and beside not in waiting and cost <= size:
                chosen[beside] = _Line(*beside, _plain(text[slice(*beside)]))
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


def _following(text: str, at: int, end: int, size: int, *, skipped: Sequence[_Line]) -> list[_Line]:
    """The lines from the offset on, as many as fit."""
    shown: list[_Line] = []
    size -= _GAP_COST
    while at < end and size > _LINE_COST + _SHORTEST_LINE:
        at = _first_text(text, (at, end))
        line = line_at(text, at)
        content = _plain(text[slice(*line)])
        at = line[1] + 1
        if not content.strip() or any(each.start < line[1] and line[0] < each.end for each in skipped):
            continue
        if shown and len(content) + _LINE_COST > size:
            break
        shown.append(_Line(*line, _cut(content, size - _LINE_COST)))
        size -= len(shown[-1].text) + _LINE_COST
    return shown


def _assembled(document: Document, unit: Unit | None, head: Sequence[_Line], shown: Sequence[_Line]) -> SnippetText:
    indentation = _common_indentation(line.text for line in shown)
    lines = [line.text.strip() if not n else _INDENT + line.text.strip() for n, line in enumerate(head)]
    indent = _INDENT if head else ""
    for line in shown:
        above = max((each.end for each in (*head, *shown) if each.end <= line.start), default=None)
        if above is not None and lines and _is_gap(document.text[above : line.start]):
            lines.append(f"{indent}{_GAP}")
        lines.append(indent + line.text[len(indentation) :].rstrip())
    every = [*head, *shown]
    matched = [line for line in every if line.is_matched] or every
    at, end = min(map(_start, matched), default=0), max((line.end for line in matched), default=0)
    at = max(at, head[0].start) if head else at  # the place of a symbol is its definition, not the comment above
    return SnippetText("\n".join(lines), unit, at, at, max(end, head[0].end) if head else end)


def _is_gap(between: str) -> bool:
    return any(map(str.isalnum, between))


def _beside(text: str, line: Span, within: Span) -> Iterable[Span]:
    """The line before and the line after, without blank lines and those outside of the span."""
    ends = text[line[1] : line[1] + 2]
    for at in (line[0] - 1, line[1] + (2 if ends == "\r\n" else 1)):
        if within[0] <= at < within[1]:
            before = at - 1 if at < line[0] and text[at - 1 : at + 1] == "\r\n" else at
            span = line_at(text, before)
            if text[slice(*span)].strip() and span != line:
                yield span


def _common_indentation(lines: Iterable[str]) -> str:
    indentations = {_indentation(line) for line in lines}
    if not indentations:
        return ""
    common, last = min(indentations), max(indentations)
    while not last.startswith(common):
        common = common[:-1]
    return common


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _has_match(marks: Sequence[TermMatch], start: int, end: int) -> bool:
    first, last = _indices(marks, (start, end))
    return first < last


def _plain(text: str) -> str:
    """The text with a blank for each control character but tabs."""
    return text.rstrip() if text.isprintable() else _CONTROLS.sub(" ", text).rstrip()


def _cut(text: str, size: int) -> str:
    """The beginning of the text, with … after it if a part is missing."""
    if len(text) <= size:
        return text
    end = text.rfind(" ", size // 2, size)
    return f"{text[: end if end > 0 else size - 1].rstrip()}{_GAP}"


def _around(whole: str, at: int, size: int) -> str:
    """The line, or at most `size` characters of a long one around the offset, after the indentation of the line."""
    if len(whole) <= size:
        return whole
    indentation = _indentation(whole)[: size // 2]
    from_ = max(len(indentation), at - size // 4)
    before = _GAP if from_ > len(indentation) else ""
    return indentation + before + _cut(whole[from_:], size - len(indentation) - len(before))
