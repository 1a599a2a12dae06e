"""What is said about a word that no document contains but some have as the key of a property."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..ports.pipeline import Run
from ..ports.questions import CountQuestion
from ..query.ast import Note, Property
from .profile import Profile
from .unknown_words import unknown_word_questions

_MOST_WORDS = 3


def property_questions(profile: Profile, run: Run) -> Iterator[CountQuestion]:
    """The questions of `property_notes`, once the words without a document are known."""
    for question in unknown_word_questions(profile, run):
        found = question.of(run.reader)
        yield from map(_question, _named([word for word, each in found.items() if each is None or not each.typed], run))


def property_notes(unknown: Iterable[str], run: Run) -> Iterator[Note]:
    """A note for each of the first words that is the key of a property, with the filter that finds it."""
    for word in _named(unknown, run):
        if count := _question(word).of(run.reader):
            have = "1 document has" if count == 1 else f"{count:,} documents have"
            yield Note(0, f"{have} the property {word!r}: [{word}]")


def _named(unknown: Iterable[str], run: Run) -> list[str]:
    """The first words, without those that another note calls a property: `rating` of `rating:>6`."""
    noted = {field.name for field in run.query.unknown_fields}
    return [word for word in unknown if word not in noted][:_MOST_WORDS]


def _question(word: str) -> CountQuestion:
    return CountQuestion(Property(word))
