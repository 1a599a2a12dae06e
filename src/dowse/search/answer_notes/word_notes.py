"""Notes on the words of a query that no document contains, or that a search does not read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from ...analysis.document_numbers import document_numbers, numbered_name
from ...analysis.folding import fold, unaccented
from ...analysis.languages.stopwords import telling
from ...analysis.tokens import spans, words
from ...model.hit import Hits
from ...ports.pipeline import Run
from ...query.ast import And, Expr, MatchAll, Not, Note, Query, quoted_word
from ...query.extract import scoring_texts
from ...retrieval.compound_names import is_number_alone
from ...stages.pinned_hits import is_pinned
from ..corrections.unknown_words import UnknownWords
from .property_notes import is_address, is_property_value

_MOST_WORDS = 3  # in a note
_LONGEST_REPEATED = 100  # characters of a query that a note repeats
_ABBREVIATION = re.compile(r"""(?<!\w)[\u05d0-\u05ea]+["\u05f4\u201d][\u05d0-\u05ea]+(?!\w)""")
# A word with a star behind it, as [1] and without it as [2]: no field, phrase, pattern or emphasis.
_WITH_STAR = re.compile(r"(?<![^\s(])[+-]?((\w[\w-]++)(?<=\w)\*)(?=[\s)]|\Z)")
_WORD = re.compile(r"\w+")
_MOST_DIGITS = 9  # of the number of a document


def unknown_word_notes(
    unknown: UnknownWords, text: str, beside: str, *, says_all: bool, stated: Collection[str]
) -> Iterator[Note]:
    """The note on words without a document that stand beside places in files, unless a later note `says_all` about the
    words of the query. `stated` are values that have another note, or that a hit is called by.
    """
    if unknown.corrected:
        yield suggestion(unknown, text)
    elif not says_all:
        absent = _with_wholes(_written_words(unknown.words, text), text)
        if values := [value for value in absent if value in beside and value not in stated]:
            subject = "no text contains" if all(map(is_property_value, values)) else "no document contains"
            yield Note(0, f"{subject} {listed(values)}", is_about_index=True)


def suggestion(unknown: UnknownWords, text: str) -> Note:
    """The note that proposes the corrected query; `text` is the query."""
    hint = f"{_misspelt(unknown, text)}; did you mean {_proposed(unknown.corrected, text)}?"
    return Note(unknown.at, hint, is_about_index=True)


def listed(words: Sequence[str], joint: str = "or") -> str:
    """The first of the words in quotes, and the number of the others."""
    more = len(words) - _MOST_WORDS
    rest = f" {joint} {more} more {'word' if more == 1 else 'words'} of the query" if more > 0 else ""
    return f" {joint} ".join(map(quoted_word, words[:_MOST_WORDS])) + rest


def wildcard_notes(text: str) -> Iterator[Note]:
    """The note on the first word with a star behind it."""
    if found := _WITH_STAR.search(text):
        begins = f"/\\b{found[2]}/ finds words that begin so"
        yield Note(
            found.start(1),
            f"a search has no wildcards: {quoted_word(found[1])} means the word {quoted_word(found[2])}; {begins}",
        )


def _with_wholes(absent: Sequence[str], text: str) -> Sequence[str]:
    """The words, each part of a date or of an address as the whole."""
    wholes = [part for part in text.split() if not part.isdigit() and is_property_value(part)]
    parts = {whole: words(whole) if is_address(whole) else whole.split("-") for whole in wholes}
    return list(dict.fromkeys(next((whole for whole in wholes if word in parts[whole]), word) for word in absent))


def _proposed(corrected: str, text: str) -> str:
    """The corrected query; of a long one its changed words."""
    written, meant = _WORD.findall(text), _WORD.findall(corrected)
    if len(text) <= _LONGEST_REPEATED or len(written) != len(meant):
        return repr(corrected)
    pairs = dict.fromkeys(pair for pair in zip(meant, written, strict=True) if pair[0] != pair[1])
    more = f" and {len(pairs) - _MOST_WORDS} more" if len(pairs) > _MOST_WORDS else ""
    return ", ".join(f"{word!r} for {old!r}" for word, old in list(pairs)[:_MOST_WORDS]) + more


def _misspelt(unknown: UnknownWords, text: str) -> str:
    """The corrected words, as a clause."""
    rare = f"few documents contain {listed(as_written(unknown.rare, text))}"
    if not unknown.words:
        return rare
    absent = f"no document contains {listed(as_written(unknown.words, text))}"
    return f"{absent}, and {rare}" if unknown.rare else absent


def _written_words(unknown: Sequence[str], text: str) -> Sequence[str]:
    """The words as the text has them, without the beginning of one with an apostrophe, such as `isn't`."""
    words_of_text = as_written(unknown, text)
    return [word for word in words_of_text if not any(f"{word}{mark}" in text for mark in "'\u2019")]


def as_written(unknown: Sequence[str], text: str) -> Sequence[str]:
    """The words with the accents that they have in the text, and a part of an abbreviation of Hebrew as the whole."""
    written = {unaccented(word): word for *_, word in spans(text)}
    written |= {unaccented(part): whole for whole in _ABBREVIATION.findall(text) for *_, part in spans(whole)}
    return list(dict.fromkeys(written.get(word, word) for word in unknown))


def absence(run: Run, unknown: UnknownWords, stated: Collection[str] = ()) -> str:
    """The words that no searched document contains, as a clause; those that the query excludes only without others."""
    if (text := run.query.text.strip()) in stated:
        return f"only properties have {quoted_word(text)}"
    asked, excluded = _distinctive_words(run.query.where), _excluded_words(run.query.where)
    absent = {word for word in asked if fold(word) not in excluded}
    if asked and not absent:
        return f"the query excludes {listed(as_written(sorted(asked), run.query.text))}"
    is_unknown = run.where == MatchAll() or absent <= set(unknown.words)
    # A property may have the number, the date or the address.
    any_document = "no text contains" if is_property_value(run.query.text.strip()) else "no document contains"
    subject = any_document if is_unknown else "no searched document contains"
    return f"{subject} {_word_description(run.query, absent)}"


def _excluded_words(where: Expr) -> set[str]:
    """The words that no hit may contain, folded: `japan` in `tokyo -Japan`."""
    items = where.items if isinstance(where, And) else (where,)
    texts = (words(text) for item in items if isinstance(item, Not) for text in scoring_texts(item.item))
    return {fold(text[0]) for text in texts if len(text) == 1}


def _word_description(query: Query, distinctive: Collection[str]) -> str:
    """These words of the query for a note, which have no common words, since documents may contain those."""
    if is_number_alone(query.where):
        return quoted_word(query.text.strip())
    if len(distinctive) > 1 and all(word in distinctive for text in scoring_texts(query.where) for word in words(text)):
        return "a word of the query"
    named = as_written(sorted(distinctive), query.text)
    return listed(named) if len(distinctive) <= _MOST_WORDS else "a distinctive word of the query"


def _distinctive_words(where: Expr) -> set[str]:
    return set(telling(word for text in scoring_texts(where) for word in words(text)))


def called_by(text: str, hits: Hits) -> Iterator[str]:
    """What the query calls found documents by: `RFC` and `416` of `rfcs/0416-glimmer-components.md`."""
    names = (numbered_name(hit.head.path) for hit in hits if is_pinned(hit))
    numbers = {name.number for name in names if name}
    asked = [each for each in document_numbers(text) if each.number in numbers] if numbers else ()
    letters = {each.letters for each in asked}
    called = {each.number for each in asked}
    for word in _WORD.findall(text):
        if fold(word) in letters or (word.isdecimal() and len(word) <= _MOST_DIGITS and int(word) in called):
            yield word
