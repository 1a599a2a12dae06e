"""Light stemming of Russian and Ukrainian: the endings of cases, numbers and genders are left out, those of verbs stay.

The endings and the least lengths are those of Savoy's light stemmer (Dolamic and Savoy, "Indexing and searching
strategies for the Russian language", JASIST 60, 2009), with `ю`, `ее` and the endings of nouns such as `музей` besides,
without three that no word of a treebank needs, and as folding writes them: `й` is `и`, `ё` is `е`, and `ї` is `і`.

Ukrainian shares most of them.  Those that have a letter of its own are of its nouns and adjectives; with them the forms
of a word have one stem in nine of ten pairs of a treebank (UD Ukrainian-IU), without them in a third.
"""

from __future__ import annotations

import re

# A word with another letter is of Serbian, Kazakh or another language in this script.
_LETTERS = re.compile("[а-яєі]+")
_LONGEST_ENDING = 4  # letters
_ENDINGS = frozenset((
    "иями", "оями", "еями",
    "иям", "иях", "оям", "оях", "еям", "еях", "ями", "ами", "ими", "ыми", "его", "ему", "ого", "ому", "оев", "еев",
    "оем", "еем",
    "ая", "яя", "ую", "юю", "ою", "ею", "ия", "ию", "ея", "ах", "ях", "их", "ых", "ам", "ям", "им", "ым", "ем", "ом",
    "ми", "ев", "ов", "еи", "ии", "ои", "ыи", "ое", "ые", "ее", "а", "е", "и", "о", "у", "ы", "ю", "я", "ь",
    # of Ukrainian
    "іями", "ість", "істю", "ості", "ією", "ієм", "іям", "іях", "іми", "ів", "іи", "іі", "оі", "ія", "ію", "ім", "іх",
    "єм", "єю", "є", "і",
))  # fmt: skip
_LEAST_STEM = 3  # letters before an ending
_LAST_SIGNS = ("ь", "и", "нн")  # behind an ending: the last letter is left out as well
_LEAST_BEFORE_SIGN = 3  # letters
_LAST_LETTERS = frozenset(ending[-1] for ending in (*_ENDINGS, *_LAST_SIGNS))


def is_last_letter(letter: str) -> bool:
    """Whether a word that ends in the letter, small or capital, may be longer than its stem."""
    return letter.lower() in _LAST_LETTERS


def russian_stem(folded: str) -> str:
    """The beginning of a folded word without its ending: `плитои`, `плитами` → `плит`, `длинная` → `длин`."""
    if not _LETTERS.fullmatch(folded):
        return folded
    end = len(folded)
    for letters in range(min(_LONGEST_ENDING, end - _LEAST_STEM), 0, -1):
        if folded[-letters:] in _ENDINGS:
            end -= letters
            break
    if end > _LEAST_BEFORE_SIGN and folded.endswith(_LAST_SIGNS, 0, end):
        end -= 1
    return folded[:end]
