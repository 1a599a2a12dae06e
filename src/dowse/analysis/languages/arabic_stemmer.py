"""Light stemming of Arabic: the article, conjunctions and prepositions before a word, and endings, are left out.

The lists are those of light10 (Larkey, Ballesteros and Connell, "Improving stemming for Arabic information retrieval",
SIGIR 2002), and the least lengths those of Lucene's ArabicStemmer.
"""

from __future__ import annotations

from ...model.lazy_pattern import lazy_pattern

# A folded word with another letter is of Persian, Urdu or another language in this script. Their other words have the
# letters of Arabic, and lose the endings of plurals of Persian, `ها`, `ان` and `ات`, as well.
_ARABIC = lazy_pattern("[\u0621-\u063a\u0641-\u064a]+")
_SAME_LETTERS = str.maketrans("ةى", "هي")  # at the end of a word
_PREFIXES = ("ال", "وال", "بال", "كال", "فال", "لل", "و")
_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي")
_LEAST_STEM = 2  # letters
_LEAST_BEHIND_LETTER = 3  # letters behind a prefix of one letter


def is_arabic(letter: str) -> bool:
    """Whether it is a letter of Arabic; false of no letter."""
    return "\u0621" <= letter <= "\u064a"


def arabic_stem(folded: str) -> str:
    """The part of a folded word without its first prefix and its suffixes: `والكتاب`, `كتابها` → `كتاب`."""
    if not _ARABIC.fullmatch(folded):
        return folded
    same = folded.translate(_SAME_LETTERS)
    start, end = 0, len(same)
    for prefix in _PREFIXES:
        least = _LEAST_BEHIND_LETTER if len(prefix) == 1 else _LEAST_STEM
        if same.startswith(prefix) and end - len(prefix) >= least:
            start = len(prefix)
            break
    for suffix in _SUFFIXES:
        if end - len(suffix) - start >= _LEAST_STEM and same.endswith(suffix, start, end):
            end -= len(suffix)
    return folded[start:end]
