"""Hits at the symbols that a filter selects: `symbol:parse*` finds the definition and not only its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model.document import Unit
from ..model.hit import Hit, Hits
from ..model.ref import Ref
from ..ports.pipeline import Run
from ..query.ast import And, Expr, Or, SymbolCondition
from ..query.symbol_match import meets


def at_selected_symbols(hits: Hits, run: Run) -> Hits:
    """The hits, those for whole documents at the symbol that the filters of the query select.

    Of several symbols in a document, the one with the best place of the hit comes first, then the first in the text;
    a condition with a name comes before one on kinds alone.
    """
    conditions = sorted(_required(run.where), key=lambda condition: condition.name is None)
    if not conditions:
        return hits
    units = run.reader.units({hit.ref.doc for hit in hits if not hit.ref.section})
    return tuple(_moved(hit, units.get(hit.ref.doc, ()), conditions) for hit in hits)


def _required(where: Expr) -> Iterator[SymbolCondition]:
    """The conditions on symbols that are not negated."""
    match where:
        case And(items) | Or(items):
            for item in items:
                yield from _required(item)
        case SymbolCondition():
            yield where
        case _:
            pass


def _moved(hit: Hit, units: Sequence[Unit], conditions: Sequence[SymbolCondition]) -> Hit:
    if hit.ref.section:
        return hit
    best = hit.spot.section if hit.spot else ""
    for condition in conditions:
        names = [unit.name for unit in units if meets(condition, unit)]
        if names:
            name = max(names, key=lambda name: len(name) if f"{best}.".startswith(f"{name}.") else 0)
            ref = Ref(hit.ref.doc, name)
            return hit._replace(ref=ref, spot=hit.spot if name == best else ref)
    return hit
