"""Notes on an answer, other than those on syntax errors in the query."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.tokens import words
from ..model.hit import Hit, Hits
from ..model.kinds import KINDS
from ..ports.pipeline import Run
from ..ports.storage import FieldWeights, Reader
from ..query.ast import Compare, Expr, FieldEquals, MatchAll, Not, Note, Or, Property, Query, walk
from ..query.extract import likenesses, scoring_texts, selecting
from ..query.fields import LANGUAGES
from ..query.select import has, holds
from ..retrieval.keyword import MOST_WORDS, Keyword, all_words, scoring_words
from .binding import BoundQuery, place
from .profile import Profile
from .suggest import SUGGESTED, missing

_SCOPES = {
    "under": "{} has no descendants",
    "children": "{} has no children",
    "links": "no document links to {}",
    "linked": "{} links to no document",
    "related": "no document is linked with {}",
}


def remarks(asked: Expr, bound: BoundQuery, hits: Hits, run: Run, profile: Profile, *, unfound: bool) -> Iterator[Note]:
    """Notes by importance; `asked` is the selection of the query and the options before binding.

    `unfound`: no hit contains a word of the query.
    """
    query = run.query
    texts = scoring_texts(query.where)
    if not texts and not likenesses(query.where) and asked == MatchAll() and not query.notes:
        yield Note(0, "the query is empty; write a word, a question or a filter such as tag:x")
    count = len(all_words(query.where))
    if count > MOST_WORDS:
        what = "words" if count == sum(len(words(text)) for text in texts) else "words and pairs of characters"
        yield Note(0, f"the query has {count} {what}; keyword search uses the first {MOST_WORDS}")
    if any(_selects_all_beside(node) for node in walk(query.where) if isinstance(node, Or)):
        yield Note(0, "similar: and like: only rank, so OR with one of them selects every document")
    yield from _unknown(query, asked, hits, run.reader)
    if not hits:
        yield from _empty_scopes(query, asked)
    narrowed = asked != MatchAll() and not likenesses(query.where)
    for reason in bound.left_out if texts or narrowed else ():
        best = _best(query, reason.where, run, profile)
        if best is None:
            continue
        if unfound:
            held, end = ("documents with these words", "find") if texts else ("the selected documents", "list")
            yield Note(0, f"{held} are {reason.what}; add {reason.remedy} to {end} them")
        elif texts and reason.is_offered and best > max((_words_score(hit) for hit in hits), default=0.0):
            yield Note(0, f"a better match is {reason.what}; add {reason.remedy} to find it")


def _empty_scopes(query: Query, asked: Expr) -> Iterator[Note]:
    """Notes on the empty scopes of a query without hits, except for names that another note reports as unknown."""
    noted = {note.at for note in query.notes}
    negated = {leaf for node in walk(asked) if isinstance(node, Not) for leaf in walk(node)}
    rest = (
        ""
        if isinstance(asked, FieldEquals) and not scoring_texts(query.where)
        else ", or none that matches the rest of the query"
    )
    for leaf in walk(asked):
        if isinstance(leaf, FieldEquals) and leaf.field in _SCOPES and leaf not in negated:
            at = place(query.text, leaf.field, leaf.value)
            if at not in noted:
                yield Note(at, _SCOPES[leaf.field].format(leaf.value) + rest)


def _words_score(hit: Hit) -> float:
    return next((reason.value for reason in hit.why if reason.source == "keyword"), 0.0)


def _unknown(query: Query, asked: Expr, hits: Hits, reader: Reader) -> Iterator[Note]:
    """Notes on values that no document has, with the most similar existing value."""
    for leaf in dict.fromkeys(node for node in walk(asked) if isinstance(node, FieldEquals | Property | Compare)):
        field, value = _named(leaf)
        if field not in SUGGESTED or any(_proves(hit, leaf) for hit in hits) or reader.select(leaf, 1):
            continue
        if hint := missing(field, value, _known(field, reader)):
            yield Note(place(query.text, field, value), hint)


def _named(leaf: FieldEquals | Property | Compare) -> tuple[str, str]:
    """The field and the value to look up; for a property its name, since its values are free."""
    return (leaf.field, leaf.value) if isinstance(leaf, FieldEquals) else ("property", leaf.key)


def _proves(hit: Hit, leaf: FieldEquals | Property | Compare) -> bool:
    return holds(leaf.field, leaf.value, hit.head) if isinstance(leaf, FieldEquals) else has(leaf.key, None, hit.head)


def _selects_all_beside(either: Or) -> bool:
    """Whether one side only ranks while another selects."""
    return selecting(either) == MatchAll() and any(selecting(item) != MatchAll() for item in either.items)


def _known(field: str, reader: Reader) -> tuple[str, ...]:
    match field:
        case "kind":
            return KINDS
        case "lang":
            return tuple(LANGUAGES)
        case _:
            return tuple(reader.vocabulary(field))


def _best(query: Query, where: Expr, run: Run, profile: Profile) -> float | None:
    """The best BM25 score within `where`; 0 for a query without words, None if `where` selects no document."""
    asked = scoring_words(query.where)[:MOST_WORDS]
    keyword = (each for each in profile.retrievers if isinstance(each, Keyword))
    weights = next((each.weights_in(run.reader) for each in keyword), FieldWeights())
    found = run.reader.match(asked, where, 1, weights=weights) if asked else run.reader.select(where, 1)
    return (found[0].score if asked else 0.0) if found else None
