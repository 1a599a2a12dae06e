"""Words of Cyrillic, German and the Nordic languages in plain Latin letters, as site generators write them in slugs."""

from __future__ import annotations

from ...model.lazy_pattern import lazy_pattern
from ..folding import fold

_GERMAN = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "æ": "ae"}
_CYRILLIC_LETTERS = "абвгґдеёжзиіїйклмнопрстуфхцчшщъыьэюяє"
_IN_LATIN = "a b v g g d e e zh z i i i i k l m n o p r s t u f h c ch sh sh - i - e iu ia e"  # a hyphen is no letter
_LETTERS = str.maketrans({**_GERMAN, **dict(zip(_CYRILLIC_LETTERS, _IN_LATIN.split(), strict=True))})
CYRILLIC = lazy_pattern(f"[{_CYRILLIC_LETTERS}]")
TRANSLITERATED = lazy_pattern(f"[{_CYRILLIC_LETTERS}{''.join(_GERMAN)}]")
# What the tables of transliteration write in several ways: щ as shch, sch or shh, х as kh or x, ц as ts, й and ы as y
# or j, ё as yo, and є as ye.
_SAME = (
    (lazy_pattern("shch|sch|shh"), "sh"),
    (lazy_pattern("kh|x"), "h"),
    (lazy_pattern("ts"), "c"),
    (lazy_pattern("[jy]"), "i"),
    (lazy_pattern("i{2,}"), "i"),
    (lazy_pattern("i[eo]"), "e"),
)


def latin_letters(text: str) -> str:
    """The letters and digits of the text, in a form that is the same for the text and for its transliterations."""
    latin = fold(text.casefold().translate(_LETTERS))
    for pattern, form in _SAME:
        latin = pattern.sub(form, latin)
    return "".join(filter(str.isalnum, latin))
