"""The American spelling of a British word, and the British one of an American word: `colour` and `color`."""

from __future__ import annotations

import re
from functools import lru_cache

from ...model.lazy_pattern import lazy_pattern
from ..tokens import stem
from .term_lines import Term, TermLines, matching

# Beginnings of words, as the British and as the Americans spell them. What is no word is in no index.
_OUR = (
    "arm", "behavi", "cand", "clam", "col", "endeav", "fav", "flav", "harb", "hon", "hum", "lab", "neighb", "od",
    "parl", "rig", "rum", "sav", "splend", "tum", "val", "vap", "vig",
)  # fmt: skip
_BEGINNINGS = (
    *((f"{each}our", f"{each}or") for each in _OUR),
    ("acknowledgement", "acknowledgment"),
    ("ageing", "aging"),
    ("artefact", "artifact"),
    ("defence", "defense"),
    ("enrolment", "enrollment"),
    ("fulfilment", "fulfillment"),
    ("grey", "gray"),
    ("instalment", "installment"),
    ("judgement", "judgment"),
    ("licence", "license"),
    ("manoeuvre", "maneuver"),
    ("mould", "mold"),
    ("offence", "offense"),
    ("practise", "practice"),
    ("sceptic", "skeptic"),
)
_WHOLE = (
    *(
        (f"{each}re{ending}", f"{each}er{ending}")
        for each in ("calib", "cent", "fib", "lit", "met", "millimet", "centimet", "kilomet", "spect", "theat")
        for ending in ("", "s")
    ),
    ("centred", "centered"),
    ("centring", "centering"),
    *((f"{each}ogue{ending}", f"{each}og{ending}") for each in ("anal", "catal", "dial") for ending in ("", "s")),
)
_OTHER_WHOLE = {**dict(_WHOLE), **{american: british for british, american in _WHOLE}}
_OTHER_BEGINNING = {**dict(_BEGINNINGS), **{american: british for british, american in _BEGINNINGS}}
_BEGINNING = lazy_pattern("|".join(sorted(_OTHER_BEGINNING, key=len, reverse=True)))
_ENDING = lazy_pattern(
    r"(?<=...)(?:i([sz])(?=ation|e|ing)|(?<=l)y([sz])(?=e|ing))(?:ation(?:s|al)?|able|e[drs]?|ers|es|ing)\Z"
)
_PREFIX = lazy_pattern("(?:bi|dis|multi|re|tri|un)(?=...)")
_OTHER_LETTER = {"s": "z", "z": "s"}


@lru_cache(4096)
def other_spelling(word: str) -> str:
    """The other spelling of a word in small letters, which may be no word; empty without one."""
    if whole := _OTHER_WHOLE.get(word):
        return whole
    if (found := _BEGINNING.match(word)) or (
        (before := _PREFIX.match(word)) and (found := _BEGINNING.match(word, before.end()))
    ):
        return word[: found.start()] + _OTHER_BEGINNING[found[0]] + word[found.end() :]
    return _with_other_ending(ending, word) if (ending := _ENDING.search(word)) else ""


def spelling_in_index(word: str, terms: TermLines) -> Term | None:
    """The term of the other spelling of the folded word, if it is another one and the index has it."""
    term = stem(other_spelling(word))
    if not term or term == stem(word):
        return None
    return next((each for _, lines in terms((term,)) for each in matching(re.escape(term), lines)), None)


def _with_other_ending(ending: re.Match[str], word: str) -> str:
    at = ending.start() + 1
    return word[:at] + _OTHER_LETTER[word[at]] + word[at + 1 :]
