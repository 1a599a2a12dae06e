"""Cut a snippet of source code: the signature of a symbol, the first line of its documentation, the matching lines."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from operator import attrgetter, itemgetter

from ...analysis.languages.stopwords import STOP_WORDS
from ...analysis.phrase_match import phrase_spans_from
from ...analysis.term_matching import TermMatch, TermMatcher
from ...formats.code.languages import NOTEBOOK_ENDING
from ...formats.lazy_formats import shown_lines_of_notebook
from ...model.document import Document, Span, SymbolFacts, Unit
from ..code.code_passage import best_passage, innermost
from ..code.signature_spans import documentation, line_at, name_behind_body, signature_end
from .code_lines import (
    GAP,
    GAP_COST,
    INDENT,
    LINE_COST,
    SHORTEST_LINE,
    CodeLine,
    best_lines,
    common_indentation,
    cut_line,
    first_text,
    following_lines,
    plain_line,
)
from .licence_banner import behind_licence
from .snippet_text import SnippetText

_SEARCHED = 200_000  # characters of a span that are searched for words
_MOST_OCCURRENCES = 100  # of a quotation that are compared
_start, _definition = attrgetter("start"), attrgetter("definition")
# By number, in half of the time: of all units in the file of each hit.
_unit_start, _unit_end = map(itemgetter, map(Unit._fields.index, ("start", "end")))


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
        else first_text(text, (max(likely[0], _behind_licence(text, likely)), likely[1]))
    )
    unit = innermost(document.units, at)
    facts = _facts_of(document, unit) if unit else None
    within = (unit.start, unit.end) if unit else _between(borders, at, len(text))
    inside = _outside_of_members(document.units, unit, marks[slice(*_indices(marks, within))])
    head = _head(text, unit, facts, inside, size) if unit and facts else []
    if met and marks:  # the whole line of the place before the documentation
        line_met = line_at(text, marks[0][0])
        cost = len(plain_line(text[slice(*line_met)]).strip()) + GAP_COST + LINE_COST
        head = head if cost <= size - sum(len(line.text) + LINE_COST for line in head) else head[:1]
    left = size - sum(len(line.text) + LINE_COST for line in head)
    in_signature = [name_behind_body(text, unit, facts)] if unit and facts else []
    rest, in_head = _divided(inside, [*((line.start, line.end) for line in head), *in_signature])
    if rest:
        known = {stem for *_, stem in in_head}
        shown = best_lines(text, within, rest, known, left, around=not head, names=names)
    elif inside:
        shown = []
    else:
        begin = max(at, *(line.end for line in head)) if head else at
        shown = following_lines(text, begin, within[1], left, skipped=head)
    if document.head.path.lower().endswith(NOTEBOOK_ENDING):
        head, shown = _as_shown(head, text), _as_shown(shown, text)
    return _assembled(document, unit, head, shown)


def _matches_in(text: str, spotter: TermMatcher, line: Span) -> list[TermMatch]:
    """The matches in the line, which is one itself otherwise."""
    return list(spotter.marks(text, *line)) or [(first_text(text, line), line[1], "")]


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


def _head(text: str, unit: Unit, facts: SymbolFacts, marks: Sequence[TermMatch], size: int) -> list[CodeLine]:
    """The signature on one line, and the first line of the documentation as written."""
    signature, end = facts.signature, signature_end(text, unit, facts)
    line = line_at(text, end)
    if _has_match(marks, end, line[1]) and line[0] <= facts.definition:
        signature, end = text[facts.definition : min(line[1], unit.end)].strip(), line[1]  # a definition on one line
    documented = documentation(text, unit, facts, end)
    shown = [(facts.definition, end), *((documented,) if documented else ())]
    is_all = all(any(a <= start < b for a, b in shown) for start, _, _ in marks) and bool(marks)
    first = cut_line(signature, size if is_all and not documented else size * 2 // 5)
    head = [CodeLine(facts.definition, end, first, _has_match(marks, facts.definition, end))]
    left = size - len(first) - LINE_COST if is_all else (size - len(first)) // 2
    if documented and left > SHORTEST_LINE:
        head.append(
            CodeLine(*documented, cut_line(plain_line(text[slice(*documented)]), left), _has_match(marks, *documented))
        )
    return head


def _as_shown(lines: Sequence[CodeLine], script: str) -> list[CodeLine]:
    """The lines of a notebook as Jupyter shows them."""
    texts = shown_lines_of_notebook(script, [(line.start, line.text) for line in lines])
    return [replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


def _assembled(
    document: Document, unit: Unit | None, head: Sequence[CodeLine], shown: Sequence[CodeLine]
) -> SnippetText:
    definition = head[0].start if head else 0
    above_it = common_indentation(line.text for line in shown if line.start < definition)  # of its documentation
    inside = common_indentation(line.text for line in shown if line.start >= definition)
    lines = [line.text.strip() if not n else INDENT + line.text.strip() for n, line in enumerate(head)]
    indent = INDENT if head else ""
    for line in shown:
        above = max((each.end for each in (*head, *shown) if each.end <= line.start), default=None)
        if above is not None and lines and _is_gap(document.text[above : line.start]):
            lines.append(f"{indent}{GAP}")
        indentation = above_it if line.start < definition else inside
        lines.append(indent + line.text[len(indentation) :].rstrip())
    every = [*head, *shown]
    matched = [line for line in every if line.is_matched] or every
    at, end = min(map(_start, matched), default=0), max((line.end for line in matched), default=0)
    at = max(at, head[0].start) if head else at  # the place of a symbol is its definition, not the comment above
    return SnippetText("\n".join(lines), unit, at, at, max(end, head[0].end) if head else end)


def _is_gap(between: str) -> bool:
    return any(map(str.isalnum, between))


def _has_match(marks: Sequence[TermMatch], start: int, end: int) -> bool:
    first, last = _indices(marks, (start, end))
    return first < last
