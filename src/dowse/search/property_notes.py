"""What is said about a word that no document contains but some have as the key of a property, or as a value.

Such a value is a date or a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..ports.pipeline import Run
from ..ports.questions import CountQuestion
from ..query.ast import MatchAll, Not, Note, Or, Property
from ..query.dates import date_range
from ..query.extract import conjunction
from ..query.leaf_parser import property_leaf
from .profile import Profile
from .unknown_words import unknown_word_questions

_MOST_WORDS = 3
_MOST_KEYS = 100  # properties that are asked for a date
_MOST_DATES = 3  # properties with the date that are named
_CREATED, _CREATION_KEYS = "created", ("created_at", "date")  # the property that stands for these, too


def property_questions(profile: Profile, run: Run) -> Iterator[CountQuestion]:
    """The questions of `property_notes`, once the words without a document are known."""
    for question in unknown_word_questions(profile, run):
        found = question.of(run.reader)
        yield from map(_question, _named([word for word, each in found.items() if each is None or not each.typed], run))


def property_notes(unknown: Iterable[str], run: Run) -> Iterator[Note]:
    """A note for each of the first words that is the key of a property, with the filter that finds it."""
    for word in _named(unknown, run):
        if count := _question(word).of(run.reader):
            yield Note(0, f"{_have(count)} the property {word!r}: [{word}]")


def date_notes(run: Run) -> Iterator[Note]:
    """A note for each of the first properties with the date or number that is the query: neither is a word.

    For a query without a document that contains it.  Only documents that the search may list are counted.
    """
    text = run.query.text.strip()
    if not is_number_or_date(text):
        return
    is_date = "-" in text
    leaves = {key: property_leaf(key, text) for key in run.reader.vocabulary("property")[:_MOST_KEYS]}
    asked = {key: leaf for key, leaf in leaves.items() if not isinstance(leaf, str)}
    if not asked or not run.reader.count(conjunction(Or(tuple(asked.values())), run.where)):
        return
    stated = tuple(asked[key] for key in _CREATION_KEYS if key in asked)
    own = {_CREATED: Not(Or(stated))} if stated else {}  # every document with one of the keys has the derived property
    counts = (
        (key, run.reader.count(conjunction(leaf, own.get(key, MatchAll()), run.where))) for key, leaf in asked.items()
    )
    for key, count in islice(((key, count) for key, count in counts if count), _MOST_DATES):
        yield Note(0, f"{_have(count)} {'the date ' if is_date else ''}{text} in the property {key!r}: [{key}:{text}]")


def is_number_or_date(text: str) -> bool:
    """Whether the text is a value that properties have beside their words: `1982`, `2023-09-12`."""
    return (text.isascii() and text.isdigit()) or ("-" in text and bool(date_range(text)))


def _have(count: int) -> str:
    return "1 document has" if count == 1 else f"{count:,} documents have"


def _named(unknown: Iterable[str], run: Run) -> list[str]:
    """The first words, without those that another note calls a property: `rating` of `rating:>6`."""
    noted = {field.name for field in run.query.unknown_fields}
    return [word for word in unknown if word not in noted][:_MOST_WORDS]


def _question(word: str) -> CountQuestion:
    return CountQuestion(Property(word))
