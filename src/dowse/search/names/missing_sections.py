"""Messages for a reference to a section, a symbol, a block or lines that a document does not have."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ...analysis.folding import fold
from ...formats.code.grammars import missing_grammar_hint
from ...graph.anchors import block_ids, names_place
from ...model.document import Document, Unit
from ...ports.storage import Reader
from .broken_definitions import broken_definition_hint
from .name_notes import quote_name

_MOST_CONSIDERED = 5_000  # symbols of a file, whose names are compared for a suggestion
_MOST_SECTIONS = 30  # of a document that are listed
_MOST_NEAR = 5  # sections that are proposed
_SHORTEST_SIMILAR = 4  # letters of a name that may be misspelt


def block_id_of(anchor: str) -> str:
    """The id without `^`; empty for the name of a section."""
    name = anchor.rpartition("#")[2].strip()
    return name[1:] if name.startswith("^") else ""


def missing_section_message(document: Document, name: str, reader: Reader) -> str:
    """The message for a section that the document lacks, with similar names or the names that it has."""
    if names_place(name):  # lines, since any document has a top
        last = document.text.count("\n") + (not document.text.endswith("\n"))
        return f"{document.head.path} has no lines {quote_name(name)}; its lines are 1 to {last:,}"
    if (block_id := block_id_of(name)) and not document.is_source:
        ids = block_ids(document)
        near = difflib.get_close_matches(block_id, ids[:_MOST_CONSIDERED], cutoff=0.6)
        listed = ", ".join(f"^{each}" for each in (near or ids)[:_MOST_SECTIONS])
        known = f"did you mean {listed}?" if near else f"it has {listed or 'no block with an id'}"
        return f"{document.head.path} has no block {quote_name(f'^{block_id}')}; {known}"
    names = [unit.name for unit in document.units]
    warning = f"; {document.headings_warning}" if document.headings_warning else ""
    if not document.is_source:
        if near := _near_sections(document.units, name):
            return f"{document.head.path} has no section {quote_name(name)}; did you mean {', '.join(near)}?{warning}"
        listed = ", ".join(names[:_MOST_SECTIONS]) or "no sections"
        rest = f" and {len(names) - _MOST_SECTIONS:,} more" if len(names) > _MOST_SECTIONS else ""
        return f"{document.head.path} has no section {quote_name(name)}; it has {listed}{rest}{warning}"
    if broken := broken_definition_hint(name, reader, document):
        return f"{document.head.path} has no symbol {quote_name(name)}; it is {broken}"
    if missing := missing_grammar_hint(document.head):
        return f"{document.head.path} has no symbol {quote_name(name)}; {missing}"
    folded = {fold(each): each for own in document.units for each in (own.title, own.name)}
    closest = difflib.get_close_matches(fold(name), list(folded)[:_MOST_CONSIDERED], n=1, cutoff=0.6)
    count = sum(bool(unit.title) for unit in document.units)  # without one: the text before the first symbol
    suggestion = (
        f"; did you mean {folded[closest[0]]!r}?" if closest else f"; it has {f'{count:,}' if count else 'none'}"
    )
    return f"{document.head.path} has no symbol {quote_name(name)}{suggestion}{warning}"


def _near_sections(units: Sequence[Unit], name: str) -> list[str]:
    """The names of the sections that begin with the name or contain it, else of those that are spelt similarly."""
    wanted = fold(name).strip()
    folded = {each: (fold(each), fold(unit.title)) for unit in units if (each := unit.name)}
    begun = [each for each, forms in folded.items() if any(form.startswith(wanted) for form in forms)]
    inside = [each for each, forms in folded.items() if any(wanted in form for form in forms)]
    considered = list(folded)[:_MOST_CONSIDERED]
    if (near := begun or inside) or len(wanted) < _SHORTEST_SIMILAR:
        return near[:_MOST_NEAR] if wanted else []
    return difflib.get_close_matches(wanted, considered, n=_MOST_NEAR, cutoff=0.8)
