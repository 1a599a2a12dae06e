"""What the user should know about an answer, besides mistakes in the query."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.tokens import words
from ..model.hit import Hit, Hits
from ..model.kinds import KINDS
from ..ports import FieldWeights, Reader
from ..query.ast import Anything, Compare, Expr, Is, Note, Or, Property, Query, walk
from ..query.fields import LANGUAGES
from ..query.reading import likenesses, scoring_texts, selecting
from ..query.select import has, holds
from ..retrieval.keyword import MOST_WORDS, scoring_words
from ..stages.confidence import CONFIDENCE
from .binding import Bound, place
from .suggest import SUGGESTED, missing

_ONLY_NEAR = "; what follows is only near in meaning"
_NOT_EVEN_NEAR = ", and nothing is near it in meaning"
_DOUBTFUL = 0.2  # confidence; see docs/quality.md


def remarks(
    query: Query, asked: Expr, bound: Bound, hits: Hits, reader: Reader, *, by_meaning_alone: bool
) -> Iterator[Note]:
    """Notes in the order of their weight; `asked` is the selection of query and options as written.

    `by_meaning_alone` says that there were candidates though none of them holds a word of the query.
    """
    if by_meaning_alone:
        held = "no document holds a word" if bound.where == Anything() else "nothing that is searched holds a word"
        yield Note(0, f"{held} of the query" + (_ONLY_NEAR if hits else _NOT_EVEN_NEAR))
    elif hits and all(_confidence(hit) < _DOUBTFUL for hit in hits):
        yield Note(0, "nothing fits for certain; these hold few of the words and are not near in meaning")
    texts = scoring_texts(query.where)
    if not texts and not likenesses(query.where) and asked == Anything() and not query.notes:
        yield Note(0, "the query is empty; write a word, a question or a filter such as tag:x")
    count = sum(len(words(text)) for text in texts)
    if count > MOST_WORDS:
        yield Note(0, f"the query has {count} words; documents are looked up by the first {MOST_WORDS}")
    if any(_selects_all_beside(node) for node in walk(query.where) if isinstance(node, Or)):
        yield Note(0, "similar: and like: rank and do not select, so that OR beside them selects every document")
    yield from _unknown(query, asked, hits, reader)
    narrowed = asked != Anything() and not likenesses(query.where)
    unfound = not hits or by_meaning_alone
    for reason in bound.left_out if unfound and (texts or narrowed) else ():
        if _holds_any(query, reason.where, reader):
            held, end = ("what holds these words", "find") if texts else ("what this selects", "list")
            yield Note(0, f"{held} is {reason.what}; add {reason.remedy} to {end} it")


def _confidence(hit: Hit) -> float:
    """How sure it is that the hit is to the point; 1 where no step says, and for what the query calls by its name."""
    sources = {reason.source: reason.value for reason in hit.why}
    return 1.0 if "pin" in sources else sources.get(CONFIDENCE, 1.0)


def _unknown(query: Query, asked: Expr, hits: Hits, reader: Reader) -> Iterator[Note]:
    """Values that no document has, with the nearest one that some document has."""
    for leaf in dict.fromkeys(node for node in walk(asked) if isinstance(node, Is | Property | Compare)):
        field, value = _named(leaf)
        if field not in SUGGESTED or any(_proves(hit, leaf) for hit in hits) or reader.select(leaf, 1):
            continue
        if hint := missing(field, value, _known(field, reader)):
            yield Note(place(query.text, field, value), hint)


def _named(leaf: Is | Property | Compare) -> tuple[str, str]:
    """The field and the value that nobody may have; of a property its name, since its values may be anything."""
    return (leaf.field, leaf.value) if isinstance(leaf, Is) else ("property", leaf.key)


def _proves(hit: Hit, leaf: Is | Property | Compare) -> bool:
    return holds(leaf.field, leaf.value, hit.head) if isinstance(leaf, Is) else has(leaf.key, None, hit.head)


def _selects_all_beside(either: Or) -> bool:
    """Whether one side only ranks while another selects."""
    return selecting(either) == Anything() and any(selecting(item) != Anything() for item in either.items)


def _known(field: str, reader: Reader) -> tuple[str, ...]:
    match field:
        case "kind":
            return KINDS
        case "lang":
            return tuple(LANGUAGES)
        case _:
            return tuple(reader.vocabulary(field))


def _holds_any(query: Query, where: Expr, reader: Reader) -> bool:
    """Whether a document that `where` selects holds a word of the query, or is selected when there are no words."""
    asked = scoring_words(query.where)[:MOST_WORDS]
    return bool(reader.match(asked, where, 1, weights=FieldWeights()) if asked else reader.select(where, 1))
