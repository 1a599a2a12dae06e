"""The known name of which an unknown one is probably a misspelling, or a part."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from ...analysis.folding import fold
from ...analysis.spelling.spelling_correction import distance
from ...query.symbol_match import last_part

_CANDIDATES, _CUTOFF = 5, 0.6  # of difflib, which counts the letters in common: `emergence` is near `reference`
_SHORTEST = 3  # letters of a part
_LETTERS, _MOST_EDITS = 4, 3  # letters for each edit, and edits
_PUNCTUATION, _MOST_WORDS = ".#/ ", 8
_WORDS = re.compile(rf"[^\W_]{{{_SHORTEST},}}")


def similar_name(name: str, known: Iterable[str]) -> str:
    """The most similar of the known names, all folded; empty if none is probably meant.

    They, or a word of each, differ by few edits, or one begins with the other.
    """
    close = difflib.get_close_matches(name, list(known), n=_CANDIDATES, cutoff=_CUTOFF)
    return next((each for each in close if _is_probable(name, each)), "")


def similar_symbol(key: str, names: Iterable[str]) -> str:
    """The name of a symbol that is most similar to one of code, a folded one; empty if none is probably meant.

    Their last parts differ by few edits, without `_`, or one begins or ends with the other.
    """
    written = {fold(each): each for each in names}
    close = difflib.get_close_matches(key, written, n=_CANDIDATES, cutoff=_CUTOFF)
    return next((written[each] for each in close if _is_similar_symbol(_joined(key), _joined(each))), "")


def _joined(name: str) -> str:
    return last_part(name).replace("_", "")


def _is_similar_symbol(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return _is_near(one, other) or (len(shorter) >= _LETTERS and longer.endswith(shorter))


def _is_probable(name: str, other: str) -> bool:
    return any(_is_near(own, each) for own in _parts(name) for each in _parts(other))


def _parts(name: str) -> tuple[str, ...]:
    """The whole name, and its words."""
    return name.strip(_PUNCTUATION), *_WORDS.findall(name)[:_MOST_WORDS]


def _is_near(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= _SHORTEST and longer.startswith(shorter):
        return True
    most = min(_MOST_EDITS, max(1, len(shorter) // _LETTERS))
    return len(shorter) > 1 and distance(one, other, most) <= most
