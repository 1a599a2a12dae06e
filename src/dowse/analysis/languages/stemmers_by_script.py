"""The stem of a word by its first letter: porter, and the stemmer of a language where the script tells it.

Arabic has light10, Russian and Ukrainian Savoy's light stemmer, Greek and Devanagari the stemmers of Snowball for Greek
(Ntais, 2006) and Hindi (Ramanathan and Rao, 2003), whose stems are beginnings of the words.
"""

from __future__ import annotations

from collections.abc import Callable

import Stemmer

from .arabic_stemmer import arabic_stem, is_arabic
from .russian_stemmer import is_last_letter, russian_stem

# Porter leaves words of two letters alone; this stemmer makes `s` empty, `js` the letter j and `is` the word i.
SHORTEST_STEMMED = 3  # characters
_LEAST_STEM = 2  # characters; shorter ones, of `των` and `για`, would be letters of formulas

# Folded words that begin with a letter of the script are between these texts. A slice of a letter would take as long as
# stemming by porter.
_FIRST_GREEK, _BEHIND_GREEK = "\u03b1", "\u03ca"
_FIRST_RUSSIAN, _BEHIND_RUSSIAN = "\u0430", "\u0457"  # with Ukrainian
_FIRST_ARABIC, _BEHIND_ARABIC = "\u0621", "\u064b"
_FIRST_DEVANAGARI, _BEHIND_DEVANAGARI = "\u0904", "\u0940"
_MARKS_OF_DEVANAGARI = "\u0900", "\u097f"

porter_stem: Callable[[str], str] = Stemmer.Stemmer("porter", 0).stemWord  # no cache of its own: word_tokens has one
_greek: Callable[[str], str] = Stemmer.Stemmer("greek", 0).stemWord
_hindi: Callable[[str], str] = Stemmer.Stemmer("hindi", 0).stemWord


def stemmed(folded: str) -> str:
    """The stem of a folded word in any script; of a symbol before a word of English, `μservices`, by porter."""
    if folded >= _FIRST_GREEK:
        if folded < _BEHIND_GREEK:
            if folded[-1] >= _FIRST_GREEK:
                return _long_enough(_greek(folded), folded)
        elif folded < _BEHIND_RUSSIAN:
            return russian_stem(folded) if folded >= _FIRST_RUSSIAN else folded
        elif _FIRST_ARABIC <= folded < _BEHIND_ARABIC:
            return arabic_stem(folded)
        elif _FIRST_DEVANAGARI <= folded < _BEHIND_DEVANAGARI:
            return _long_enough(_hindi(folded), folded)
    return folded if len(folded) < SHORTEST_STEMMED else porter_stem(folded)


def is_in_ending(letter: str) -> bool:
    """Whether a word beyond ASCII that ends in the letter, small or capital, may be longer than its stem."""
    lowered = letter.lower()
    is_of_snowball = _FIRST_GREEK <= lowered < _BEHIND_GREEK or (
        _MARKS_OF_DEVANAGARI[0] <= letter <= _MARKS_OF_DEVANAGARI[1]
    )
    return is_of_snowball or is_arabic(letter) or is_last_letter(letter)


def _long_enough(stem: str, folded: str) -> str:
    return stem if len(stem) >= _LEAST_STEM and folded.startswith(stem) else folded
