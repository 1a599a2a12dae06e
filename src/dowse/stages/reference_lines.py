"""The lines of a symbol with the reference for which `calls:` or `imports:` selects it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..analysis.symbol_names import parts_of_name
from ..model.document import Document, Span, Unit
from ..model.ref import Ref
from ..query.ast import Expr, FieldEquals, walk

# What follows the name, or precedes it in the line, where it is a reference and not a mention in a comment.
_FORMS: Mapping[str, tuple[str, str]] = {
    "calls": ("", r"\s*(?:<[^()\n]*>)?\s*\("),
    "imports": (r"^.*\b(?:import|from|require|use|using|include|export)\b.*", ""),
}


def reference_lines(document: Document, ref: Ref, where: Expr) -> list[Span]:
    """The lines of the symbol, outside of the symbols inside it, that have the name of a `calls:` or `imports:` of the
    query; of a reference without a section those of the whole text.

    Those in which the name is called or imported, unless there are none.
    """
    spans, text = own_spans(document, ref), document.text
    names = [(leaf.field, parts[-1]) for leaf in _referring(where) if (parts := parts_of_name(leaf.value))]
    for forms in (_FORMS, dict.fromkeys(_FORMS, ("", ""))):
        patterns = [
            re.compile(
                rf"{forms[field][0]}(?<![\w$])(?P<name>{re.escape(name)})(?![\w$]){forms[field][1]}", re.MULTILINE
            )
            for field, name in names
        ]
        found = {
            _line_of(text, match.start("name"), span)
            for span in spans
            for pattern in patterns
            for match in pattern.finditer(text, *span)
        }
        if found:
            return sorted(found)
    return []


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
    return (node for node in walk(where) if isinstance(node, FieldEquals) and node.field in _FORMS)


def _line_of(text: str, at: int, within: Span) -> Span:
    """The line at the offset, as far as it is in the span."""
    end = text.find("\n", at, within[1])
    return max(within[0], text.rfind("\n", 0, at) + 1), end if end >= 0 else within[1]
