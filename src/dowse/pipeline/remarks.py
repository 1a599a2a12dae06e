"""What the user should know about an answer, besides mistakes in the query."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.tokens import words
from ..model.hit import Hit, Hits
from ..model.kinds import KINDS
from ..ports import FieldWeights, Reader
from ..query.ast import Anything, Expr, Is, Note, Property, Query, walk
from ..query.fields import LANGUAGES
from ..query.reading import likenesses, scoring_texts
from ..query.select import has, holds
from ..retrieval.keyword import MOST_WORDS, scoring_words
from .binding import NOTHING, Bound, place
from .suggest import SUGGESTED, missing

_ALL_ARCHIVED = "what this selects is archived; add archived:yes to list it"


def remarks(query: Query, asked: Expr, bound: Bound, hits: Hits, reader: Reader) -> Iterator[Note]:
    """Notes in the order of their weight; `asked` is the selection of query and options as written."""
    texts = scoring_texts(query.where)
    if not texts and not likenesses(query.where) and asked == Anything() and not query.notes:
        yield Note(0, "the query is empty; write a word, a question or a filter such as tag:x")
    count = sum(len(words(text)) for text in texts)
    if count > MOST_WORDS:
        yield Note(0, f"the query has {count} words; documents are looked up by the first {MOST_WORDS}")
    yield from _unknown(query, asked, hits, reader)
    narrowed = asked != Anything() and not likenesses(query.where)
    if not hits and (texts or narrowed) and bound.archived != NOTHING and _holds_any(query, bound.archived, reader):
        yield Note(0, "what holds these words is archived; add archived:yes to find it" if texts else _ALL_ARCHIVED)


def _unknown(query: Query, asked: Expr, hits: Hits, reader: Reader) -> Iterator[Note]:
    """Values that no document has, with the nearest one that some document has."""
    for leaf in dict.fromkeys(node for node in walk(asked) if isinstance(node, Is | Property)):
        field, value = _named(leaf)
        if field not in SUGGESTED or any(_proves(hit, leaf) for hit in hits) or reader.select(leaf, 1):
            continue
        if hint := missing(field, value, _known(field, reader)):
            yield Note(place(query.text, "property" if isinstance(leaf, Property) else field, value), hint)


def _named(leaf: Is | Property) -> tuple[str, str]:
    """The field and the value that nobody may have; of a property its name, since its values may be anything."""
    return ("property", leaf.key) if isinstance(leaf, Property) else (leaf.field, leaf.value)


def _proves(hit: Hit, leaf: Is | Property) -> bool:
    if isinstance(leaf, Property):
        return has(leaf.key, None, hit.head)
    return holds(leaf.field, leaf.value, hit.head)


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
