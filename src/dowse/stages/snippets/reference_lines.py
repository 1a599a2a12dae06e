"""The lines of a symbol with the reference for which `calls:` or `imports:` selects it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ...analysis.code.symbol_names import parts_of_name
from ...chunking.spans import trimmed
from ...model.document import Document, Span, Unit
from ...model.lazy_pattern import lazy_pattern
from ...model.ref import Ref
from ...query.ast import Expr, FieldEquals, OneOf, walk

_CALL = lazy_pattern(r"\s*(?:<[^()\n]*>)?\s*\(")  # behind a name that is called
_IMPORT = lazy_pattern(r"\b(?:import|from|require|use|using|include|export)\b")  # in a line, before the imported name
_FIELDS = frozenset({"calls", "imports"})


def reference_lines(document: Document, ref: Ref, where: Expr, resolved: Sequence[int] = ()) -> list[Span]:
    """The lines of the symbol, outside of the symbols inside it, that have the name of a `calls:` or `imports:` of the
    query; of a reference without a section those of the whole text.

    Those in which the name is called or imported, unless there are none.  First the `resolved` ones, by number: other
    lines may have the name of another symbol, and these another name.
    """
    first = [_numbered_line(document.text, number) for number in sorted(resolved)]
    others = _named_lines(document, ref, where, only_references=bool(first))
    return [*first, *(line for line in others if not any(start <= line[0] <= end for start, end in first))]


def resolved_lines(where: Expr) -> Mapping[Ref, Sequence[int]]:
    """The lines of resolved references in each place that the scopes of the bound query select."""
    found: defaultdict[Ref, list[int]] = defaultdict(list)
    for ref, line in {each for node in walk(where) if isinstance(node, OneOf) for each in node.lines}:
        found[ref].append(line)
    return found


def mention_spans(
    document: Document, doc: str, within: Span, names: Sequence[str], lines: Mapping[Ref, Sequence[int]]
) -> tuple[Span, ...]:
    """Where one of the names stands in those of the numbered lines of the document that the span touches; a line
    without one counts.
    """
    numbers = {number for ref, own in lines.items() if ref.doc == doc for number in own}
    if not numbers:
        return ()
    found = set[Span]()
    pattern = re.compile("|".join(rf"(?<![\w$]){re.escape(name)}(?![\w$])" for name in names) or "(?!)")
    for number in numbers:
        line = trimmed(document.text, *_numbered_line(document.text, number))
        if line[0] < within[1] and line[1] > within[0]:
            match = pattern.search(document.text, *line)
            found.add(match.span() if match else line)
    return tuple(sorted(found))


def _named_lines(document: Document, ref: Ref, where: Expr, *, only_references: bool) -> list[Span]:
    text = document.text
    named, found = set[Span](), set[Span]()
    imports: dict[Span, int] = {}  # the end of the first word of an import in a line, of a line without one its end
    for leaf in _referring(where):
        parts = parts_of_name(leaf.value)
        if not parts:
            continue
        name = re.compile(rf"(?<![\w$]){re.escape(parts[-1])}(?![\w$])")
        for span in own_spans(document, ref):
            for match in name.finditer(text, *span):
                line = _line_of(text, match.start(), span)
                named.add(line)
                if leaf.field == "calls":
                    is_reference = _CALL.match(text, match.end(), span[1]) is not None
                else:
                    if line not in imports:  # once a line, which may have the name a thousand times
                        word = _IMPORT.search(text, *line)
                        imports[line] = word.end() if word else line[1]
                    is_reference = imports[line] <= match.start()
                if is_reference:
                    found.add(line)
    return sorted(found if only_references else found or named)


def own_spans(document: Document, ref: Ref) -> list[Span]:
    """The text of the symbol without the symbols inside it; the whole text without a section."""
    unit = next((unit for unit in document.units if unit.name == ref.section), None) if ref.section else None
    if unit is None:
        return [] if ref.section else [(0, len(document.text))]
    return without_members(unit, document.units)


def without_members(unit: Unit, others: Sequence[Unit]) -> list[Span]:
    """The span of the unit without those of the others that are inside it."""
    spans, at = list[Span](), unit.start
    for other in sorted(others, key=lambda each: each.start):
        if other.name != unit.name and at <= other.start and other.end <= unit.end:
            spans.append((at, other.start))
            at = other.end
    return [span for span in (*spans, (at, unit.end)) if span[0] < span[1]]


def _referring(where: Expr) -> Iterator[FieldEquals]:
    return (node for node in walk(where) if isinstance(node, FieldEquals) and node.field in _FIELDS)


def _numbered_line(text: str, number: int) -> Span:
    """The line of that number, 1-based, without its end."""
    start = 0
    for _ in range(number - 1):
        end = text.find("\n", start)
        if end < 0:
            break
        start = end + 1
    return _line_of(text, start, (0, len(text)))


def _line_of(text: str, at: int, within: Span) -> Span:
    """The line at the offset, as far as it is in the span."""
    end = text.find("\n", at, within[1])
    return max(within[0], text.rfind("\n", 0, at) + 1), end if end >= 0 else within[1]
