"""The place in a document that a name means: a section, a symbol, a block or lines."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...analysis.code.symbol_names import parts_of_name
from ...analysis.folding import fold
from ...graph.anchors import UnitNames, block_span, is_place, line_span
from ...model.document import Document, Span, Unit
from ...model.ref import PREAMBLE
from ...model.value_class import dataclass
from .missing_sections import block_id_of

_NUMBERS = re.compile(r"(?:\A|:)\d+(?:[:-]\d+)?\Z")  # of lines, after a reference


@dataclass(frozen=True, slots=True)
class SectionMatch:
    """A place in a document, by default its whole text."""

    section: str = ""
    is_preamble: bool = False
    block: tuple[str, Span] | None = None


def match_section(document: Document, wanted: str) -> SectionMatch | None:
    """The section, the block or the lines that the name means in the document."""
    if block := _block(document, wanted):
        return SectionMatch(block=block)
    section, is_preamble = _section(document, wanted), False
    if section is None:
        is_preamble = fold(wanted) == PREAMBLE
        is_title = is_preamble and not document.is_source
        section = _title_section(document) if is_title else _linked_section(document, wanted)
    if section is None and not is_place(document, wanted):
        return None
    lines = line_span(document, wanted) if section is None else None
    return SectionMatch(section.name if section else "", is_preamble, (wanted, lines) if lines else None)


def _block(document: Document, anchor: str) -> tuple[str, Span] | None:
    """The id and the span of the block that `^id` or `heading#^id` names."""
    block_id = block_id_of(anchor)
    span = block_span(document, block_id) if block_id and not document.is_source else None
    return (f"^{block_id}", span) if span else None


def _section(document: Document, wanted: str) -> Unit | None:
    from ...formats.markdown.html_anchors import html_section  # noqa: PLC0415  # the blocks of Markdown, for few names

    by_name = {unit.name: unit for unit in document.units}
    by_folded_name = {fold(unit.name): unit for unit in reversed(document.units)}
    by_title: Mapping[str, Unit] = {fold(unit.title): unit for unit in reversed(document.units)}
    qualified = ".".join(parts_of_name(wanted)) if document.is_source else wanted
    named = by_name.get(wanted) or by_name.get(qualified) or by_folded_name.get(fold(qualified))
    return named or by_title.get(fold(wanted)) or html_section(document, wanted)


def _linked_section(document: Document, anchor: str) -> Unit | None:
    """The section that the anchor of a link names; none for the numbers of lines."""
    name = "" if document.is_source or _NUMBERS.search(anchor) else UnitNames(document.units).named(anchor)
    return next((unit for unit in document.units if unit.name == name), None)


def _title_section(document: Document) -> Unit | None:
    """The `#` section with which the body begins, in the place of a missing `_preamble`."""
    return document.units[0] if document.units and document.units[0].level == 1 else None
