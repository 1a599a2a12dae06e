"""Unicode's normal forms in linear time.

Python sorts the marks behind a letter by insertion: a run of 100,000 of them in the wrong order takes half a minute.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from .lazy_pattern import lazy_pattern

_MOST_MARKS = 64  # Unicode's Stream-Safe Text Format (UAX 15) allows 30
_MARK = r"[^\w\s\x00-\x7f\u2000-\u206f\u3000-\u3029\uff00-\uffef]"  # or a sign, but no usual punctuation
_MAYBE_MARK, _MANY_MARKS = lazy_pattern(_MARK), lazy_pattern(f"{_MARK}{{{_MOST_MARKS},}}")


def normal_form(form: Literal["NFC", "NFKD"], text: str) -> str:
    """The text in that form, in which the marks of a run are sorted 64 by 64."""
    # A run that is too long has every 64th character of the text in it.
    if len(text) <= _MOST_MARKS or not _MAYBE_MARK.search(text[::_MOST_MARKS]) or not _MANY_MARKS.search(text):
        return unicodedata.normalize(form, text)
    runs = _MANY_MARKS.finditer(text)
    cuts = [at for run in runs for at in range(run.start() + _MOST_MARKS, run.end(), _MOST_MARKS)]
    pieces = zip([0, *cuts], [*cuts, len(text)], strict=True)
    return "".join(unicodedata.normalize(form, text[start:end]) for start, end in pieces)
