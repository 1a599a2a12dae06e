"""What is said about a word that no document contains but some have as the key of a property, or as a value.

Such a value is a date, a number or an address, or a type or a status.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from ...analysis.tokens import words
from ...model.kinds import STATE_FIELDS
from ...ports.pipeline import Run
from ...ports.questions import CountQuestion
from ...query.ast import ExactPhrase, Expr, FieldEquals, MatchAll, Not, Note, Or, Property, Should, Word
from ...query.dates import date_range
from ...query.extract import conjunction, scoring_leaves
from ...query.leaf_parser import property_leaf
from ..corrections.unknown_words import unknown_word_questions
from ..profile import Profile

_MOST_WORDS = 3
_MOST_VALUES = 3  # dates and numbers of a query
_MOST_KEYS = 100  # properties that are asked for a date
_MOST_DATES = 3  # properties with the date that are named
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_COMPOUND = re.compile(r"\w+(?:[-/]\w+)+")
_CREATED, _CREATION_KEYS = "created", ("created_at", "date")  # the property that stands for these, too


def property_questions(profile: Profile, run: Run) -> Iterator[CountQuestion]:
    """The questions of `property_notes`, once the words without a document are known."""
    for question in unknown_word_questions(profile, run):
        found = question.of(run.reader)
        for word in _named([word for word, each in found.items() if each is None or not each.typed], run):
            yield from (_question(word), _state_question(word))
    yield from map(_state_question, _compounds(run))


def property_notes(unknown: Collection[str], run: Run) -> Iterator[Note]:
    """A note for each of the first words that is the key of a property, or a type or a status, with the filter."""
    for word in _named(unknown, run):
        if count := _question(word).of(run.reader):
            yield Note(0, f"{_have(count)} the property {word!r}: [{word}]")
        yield from _state_notes(word, run)
    for compound in _compounds(run):
        if notes := list(_state_notes(compound, run)):
            yield from notes if _is_in_no_text(compound, unknown, run) else ()


def _is_in_no_text(text: str, unknown: Collection[str], run: Run) -> bool:
    """Whether no document contains the text, of which some word may be unknown.

    Reads all texts with its words, up to 190 ms in 1,363 long pages: ask last.
    """
    return not set(words(text)).isdisjoint(unknown) or not run.reader.count(ExactPhrase(text))


def _state_notes(value: str, run: Run) -> Iterator[Note]:
    """A note for each of type, status and phase that some document has as the value."""
    if _state_question(value).of(run.reader):
        for name in STATE_FIELDS:
            if count := run.reader.count(FieldEquals(name, value)):
                yield Note(0, f"{_have(count)} the {name} {value!r}: {name}:{value}")


def _compounds(run: Run) -> list[str]:
    """The first parts of the query of several words that a status may be, such as `in-progress`."""
    parts = (part for part in _values(run.query.where) if _COMPOUND.fullmatch(part) and not is_property_value(part))
    return list(islice(parts, _MOST_WORDS))


def value_notes(unknown: Collection[str], run: Run, *, lacks_word_match: bool) -> Mapping[str, Sequence[Note]]:
    """Each date, number and address of the query that no text contains, with the notes on the properties that have it;
    also an emoji that is the whole query, with the note on the names that have it.

    `unknown` are the words that no document contains.  Only documents that the search may list are counted.
    """
    whole = run.query.text.strip()
    found: dict[str, Sequence[Note]] = {}
    if whole and not whole.isascii() and " " not in whole and not words(whole):
        found[whole] = (*_name_notes(whole, run), *_value_notes(whole, run))
    for text in islice((each for each in _values(run.query.where) if is_property_value(each)), _MOST_VALUES):
        is_missing = (text == whole and lacks_word_match) or not set(words(text)).isdisjoint(unknown)
        if text.isdigit() and not is_missing:
            continue
        notes = tuple(_value_notes(text, run))
        if notes and (is_missing or _is_in_no_text(text, unknown, run)):
            found[text] = notes
    return {text: notes for text, notes in found.items() if notes}


def _name_notes(text: str, run: Run) -> Iterator[Note]:
    """The note on the documents whose file name has the text."""
    if count := run.reader.count(conjunction(FieldEquals("file", text), run.where)):
        yield Note(0, f"{_have(count)} {text} in the file name: file:{text}")


def _values(where: Expr) -> Iterator[str]:
    """The parts of the words to search for, between blanks, each once."""
    leaves = (leaf.item if isinstance(leaf, Should) else leaf for leaf in scoring_leaves(where))
    yield from dict.fromkeys(part for leaf in leaves if isinstance(leaf, Word) for part in leaf.text.split())


def _value_notes(text: str, run: Run) -> Iterator[Note]:
    """A note for each of the first properties with the value."""
    is_date = "-" in text and not is_address(text)
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


def is_property_value(text: str) -> bool:
    """Whether the text is a value that properties have beside their words: `1982`, `2023-09-12`, `https://…`."""
    return (text.isascii() and text.isdigit()) or is_address(text) or ("-" in text and bool(date_range(text)))


def is_address(text: str) -> bool:
    """Whether the text is the address of a page that a filter can name."""
    return text.startswith(("https://", "http://")) and set(text).isdisjoint('[]"')


def _have(count: int) -> str:
    return "1 document has" if count == 1 else f"{count:,} documents have"


def _named(unknown: Iterable[str], run: Run) -> list[str]:
    """The first words, without those that another note calls a property, `rating` of `rating:>6`, and those of the
    address of a page alone.
    """
    noted = {field.name for field in run.query.unknown_fields}
    written = frozenset(words(_ADDRESS.sub(" ", run.query.text)))
    return [word for word in unknown if word not in noted and word in written][:_MOST_WORDS]


def _question(word: str) -> CountQuestion:
    return CountQuestion(Property(word))


def _state_question(word: str) -> CountQuestion:
    """How many documents have the word as their type, status or phase, which keyword search does not know."""
    return CountQuestion(Or(tuple(FieldEquals(name, word) for name in STATE_FIELDS)))
