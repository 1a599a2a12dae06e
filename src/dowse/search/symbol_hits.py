"""Hits at the symbols that a filter selects: `symbol:parse*` finds the definition and not only its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..analysis.code.source_paths import is_aside
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.term_matching import TermMatcher, matcher_of
from ..model.document import Document, Unit
from ..model.hit import Hit, Hits
from ..model.ref import Ref
from ..ports.pipeline import Run
from ..query.ast import And, Expr, FieldEquals, Not, OneOf, Or, SymbolCondition
from ..query.symbol_match import is_as_written, meets
from ..retrieval.keyword import words_of_run
from ..stages.code.code_passage import best_passage, enclosing, innermost
from .selected_pages import selected_pages

_MOST_COUNTED = 10_000  # documents whose symbols are counted
_MOST_PLACES = 50_000  # symbols in them
_GROUP = 500  # of them at once
_SEARCHED = 200_000  # characters of a file that are searched for words
_PASSAGE = 480  # characters in which words count together, as in a snippet
_MOST_ASIDE = 10_000  # documents among which files of the application are looked for
_LEAST_PAGE = 1_000  # of them at once
_IS_TEST = FieldEquals("test", "yes")


def at_selected_symbols(hits: Hits, run: Run) -> Hits:
    """The hits, those for whole documents at the symbol that the filters of the query select.

    Of several symbols in a document, the one whose name and text fit the words of the query best comes first, then the
    one with the best place of the hit, then the first in the text; a condition with a name comes before one on kinds
    alone.
    """
    conditions = sorted(_required(run.where), key=_precedence)
    if not conditions:
        return hits
    documents = run.reader.documents({hit.ref.doc for hit in hits if not hit.ref.section})
    spotter = matcher_of(tuple(words_of_run(run)))
    return tuple(
        _moved(hit, document, conditions, spotter) if (document := documents.get(hit.ref.doc)) else hit for hit in hits
    )


def at_each_place(hits: Hits, run: Run) -> Hits:
    """A hit of its own for each place that a scope of references selects, such as `calls:`, or else for each symbol
    that has the name of a `symbol:`, or else for each of a kind; by position in a document, and names as written before
    those in another case.  The hits without such a condition.
    """
    conditions = _listed(run.where)
    if not conditions:
        return hits
    units = run.reader.units({hit.ref.doc for hit in hits})
    placed = tuple(moved for hit in hits for moved in _at_places(hit, units.get(hit.ref.doc, ()), conditions))
    named = [each for each in conditions if isinstance(each, SymbolCondition)]
    written = {
        Ref(doc, unit.name)
        for doc, own in units.items()
        for unit in own
        if any(each.name is None or is_as_written(each, unit) for each in named)
    }
    return tuple(sorted(placed, key=lambda hit: hit.ref not in written))


def first_of_files(hits: Hits) -> Hits:
    """The first hit of each file."""
    first: dict[str, Hit] = {}
    for hit in hits:
        first.setdefault(hit.ref.doc, hit)
    return tuple(first.values())


def count_of_places(run: Run) -> int:
    """The number of hits of `at_each_place` for all selected documents; of very many, a further one counts once."""
    conditions = _listed(run.where)
    scopes = [each for each in conditions if isinstance(each, OneOf)]
    if scopes:  # whose places are known without the units of the documents
        places = Counter(ref.doc for ref in frozenset().union(*(each.places for each in scopes)) if ref.section)
        found = (hit.ref.doc for hits in selected_pages(run.reader, run.where, _MOST_COUNTED) for hit in hits)
        return sum(max(1, places[doc]) for doc in found)
    hits = run.reader.select(run.where, _MOST_COUNTED)
    groups = (hits[start : start + _GROUP] for start in range(0, len(hits), _GROUP))
    documents = places_of_symbols = 0
    for group in groups:
        if places_of_symbols >= _MOST_PLACES:
            break
        documents, places_of_symbols = documents + len(group), places_of_symbols + len(at_each_place(group, run))
    return places_of_symbols + run.reader.count(run.where) - documents


def selects_places(where: Expr) -> bool:
    """Whether a list of the selection has a hit for each place in a document."""
    return bool(_listed(where))


def is_selected(hit: Hit, units: Sequence[Unit], where: Expr) -> bool:
    """Whether a scope of references, or a condition on symbols, selects the place of the hit."""
    conditions = _listed(where)
    if not hit.ref.section:
        return any(isinstance(each, OneOf) and hit.ref in each.places for each in conditions)
    unit = next((unit for unit in units if unit.name == hit.ref.section), None)
    return unit is not None and any(_selects(condition, unit, hit) for condition in conditions)


def _listed(where: Expr) -> Sequence[SymbolCondition | OneOf]:
    """The conditions of which each place is listed: the scopes, or else those on a name, or else those on kinds."""
    required = list(_required(where))
    scopes = [each for each in required if isinstance(each, OneOf)]
    return scopes or [each for each in required if isinstance(each, SymbolCondition) and each.name] or required


def _at_places(hit: Hit, units: Sequence[Unit], conditions: Sequence[SymbolCondition | OneOf]) -> Iterator[Hit]:
    names = [unit.name for unit in units if any(_selects(condition, unit, hit) for condition in conditions)]
    for ref in (Ref(hit.ref.doc, name) for name in names):
        yield hit._replace(ref=ref, spot=ref)
    if not names:
        yield hit


def _precedence(condition: SymbolCondition | OneOf) -> int:
    """Low for a condition on few symbols."""
    return 0 if isinstance(condition, OneOf) else 1 + (condition.name is None)


def _required(where: Expr) -> Iterator[SymbolCondition | OneOf]:
    """The conditions on symbols that are not negated, and the scopes that select symbols."""
    match where:
        case And(items) | Or(items):
            for item in items:
                yield from _required(item)
        case SymbolCondition():
            yield where
        case OneOf(_, places) if places:
            yield where
        case _:
            pass


def _selects(condition: SymbolCondition | OneOf, unit: Unit, hit: Hit) -> bool:
    if isinstance(condition, OneOf):
        return Ref(hit.ref.doc, unit.name) in condition.places
    return meets(condition, unit)


def _moved(hit: Hit, document: Document, conditions: Sequence[SymbolCondition | OneOf], spotter: TermMatcher) -> Hit:
    if hit.ref.section:
        return hit
    best = hit.spot.section if hit.spot else ""
    for condition in conditions:
        units = [unit for unit in document.units if _selects(condition, unit, hit)]
        if units:
            unit = _best_match(units, document, spotter, best) if len(units) > 1 else units[0]
            unit = unit or max(units, key=lambda unit: len(unit.name) if f"{best}.".startswith(f"{unit.name}.") else 0)
            ref = Ref(hit.ref.doc, unit.name)
            return hit._replace(ref=ref, spot=hit.spot if unit.name == best else ref)
    return hit


def _best_match(units: Sequence[Unit], document: Document, spotter: TermMatcher, best: str) -> Unit | None:
    """The symbol whose name and text fit the words best, as in a snippet; None if none has any of them."""
    text, start, end = document.text, units[0].start, min(max(unit.end for unit in units), units[0].start + _SEARCHED)
    found = [mark for mark in spotter.marks(text, start, end) if mark[2] not in STOP_WORDS] if spotter.stems else []
    around = enclosing(units)
    marks = [mark for mark in found if around(mark[0])]
    if not marks:
        return None
    borders = sorted(at for unit in units for at in (unit.start, unit.end))
    likely = next(((unit.start, unit.end) for unit in document.units if unit.name == best), (0, 0))
    return innermost(units, best_passage(units, marks, borders, text=text, size=_PASSAGE, likely=likely))


def application_first(run: Run, limit: int) -> Hits:
    """The selected documents, newest first; for places in source code tests and examples come last."""
    hits = run.reader.select(run.where, limit)
    if not selects_places(run.where):
        return hits
    if len(hits) == limit:  # tests and examples may have crowded out older files of the application
        others = _until_application(run, limit)
        known = {hit.ref.doc for hit in others}
        hits = (*others, *(hit for hit in hits if hit.ref.doc not in known))
    return tuple(sorted(hits, key=lambda hit: is_aside(hit.head)))[:limit]


def _until_application(run: Run, limit: int) -> Hits:
    """The selected documents but tests, up to those with `limit` files of the application, or up to a number."""
    wanted = And((run.where, Not(_IS_TEST)))
    found: Hits = ()
    for hits in selected_pages(run.reader, wanted, max(limit, _LEAST_PAGE)):
        found += hits
        if len(found) >= _MOST_ASIDE or sum(not is_aside(hit.head) for hit in found) >= limit:
            break
    return found
