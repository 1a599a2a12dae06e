"""Names of documents with a date at the beginning or the end: "2023-09-12 Meeting with Steph"."""

from __future__ import annotations

from functools import lru_cache

from ...model.lazy_pattern import lazy_pattern
from ..folding import name_key

# The date in the form of name_key, with or without blanks, and with the time of the day: `2023 09 12`, `202309121530`.
_TIME = r"(?:[ t]?(?:[01]\d|2[0-3]) ?[0-5]\d(?: ?[0-5]\d)?)?"
_DATE = rf"(?:19|20)\d\d ?(?:0[1-9]|1[0-2]) ?(?:0[1-9]|[12]\d|3[01]){_TIME}"
_AT_AN_END = lazy_pattern(rf"\A{_DATE} | {_DATE}\Z")
# The same in text that is not folded, and perhaps something else.  A pattern that begins with a literal is searched in
# a tenth of the time of one with alternatives.
_BEHIND_CENTURY = r"\d\d[\W_]*[01０１]\d[\W_]*[0-3０-３]\d"
_UNFOLDED_DATES = lazy_pattern(f"19{_BEHIND_CENTURY}"), lazy_pattern(f"20{_BEHIND_CENTURY}")
_WIDE_DATE = lazy_pattern(f"(?:１９|２０){_BEHIND_CENTURY}")
_DIGIT = lazy_pattern(r"\d")


def may_have_date(text: str) -> bool:
    """Whether a name in the text may have a date; one look at many names is much faster than one at each."""
    has_date = any(date.search(text) for date in _UNFOLDED_DATES)
    return has_date or (not text.isascii() and _WIDE_DATE.search(text) is not None)


@lru_cache(4096)  # the next search has mostly the same hits
def name_without_date(name: str) -> str:
    """The name_key of the name without the dates at its ends; empty for a name without a date, and for a date alone.

    `2023-09-12 Meeting`, `[20230912] Meeting` and `Meeting (2023.09.12)` give `meeting`.
    """
    if not _DIGIT.search(name[:2] + name[-2:]):
        return ""
    key = name_key(name)
    rest = _AT_AN_END.sub("", key)
    return "" if rest == key else rest
