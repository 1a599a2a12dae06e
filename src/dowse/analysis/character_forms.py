"""Texts with characters that do not fold to one each: ligatures, forms of Arabic and Hebrew for print, half-width kana,
and syllables of Korean, kana or vowels of Thai as several characters; and with wide letters and digits.

Matches in such a text are found in its form with the characters of the index, which knows the places in the text.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from ..model.lazy_pattern import lazy_pattern
from .folding import VOWELS, unaccented

_FORMS = lazy_pattern(
    "[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdff\ufe80-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]"
    "|[\uff66-\uff9d][\uff9e\uff9f]?|[\u3041-\u30ff][\u3099\u309a]"
    f"|{'|'.join(VOWELS)}"
    "|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?"
)
# In UTF-8 an expression that begins with one byte takes a tenth of the time of the one above.
_MARKS = ("\u3099", "\u309a", *VOWELS)
_OF_PRINT = lazy_pattern(
    b"\xef(?:[\xac-\xb7\xba]|\xbb[\x80-\xbc]|\xbc[\x90-\x99\xa1-\xba]|\xbd[\x81-\x9a\xa6-\xbf]|\xbe[\x80-\x9d])"
)
_OF_KOREAN = lazy_pattern(b"\xe1[\x84\x85]")


class CharacterForms:
    """The text with the characters of the index, before they are folded, and the places of its characters."""

    def __init__(self, text: str) -> None:
        parts, done, length = list[str](), 0, 0
        self._starts, self._ends = list[int](), list[int]()  # of the parts with another length, in the text
        self._form_starts, self._form_ends = list[int](), list[int]()  # and in its form
        for found in _FORMS.finditer(text):
            start, end = found.span()
            form = unaccented(found[0]) or found[0]
            parts += text[done:start], form
            length += start - done
            if len(form) != end - start:
                self._starts.append(start)
                self._ends.append(end)
                self._form_starts.append(length)
                self._form_ends.append(length + len(form))
            length, done = length + len(form), end
        self.text = "".join((*parts, text[done:]))

    def inside(self, start: int, end: int) -> tuple[int, int]:
        """Where this part of the text is in the form, without characters that it cuts."""
        first = _moved(start, self._starts, self._ends, self._form_starts, self._form_ends)
        return first[1], max(first[1], _moved(end, self._starts, self._ends, self._form_starts, self._form_ends)[0])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where this part of the form is in the text, with all of its characters."""
        first = _moved(start, self._form_starts, self._form_ends, self._starts, self._ends)[0]
        return first, _moved(end, self._form_starts, self._form_ends, self._starts, self._ends)[1]


@lru_cache(16)  # the steps of a search read a text several times
def character_forms(text: str) -> CharacterForms | None:
    """The form of the text; None if it has no such characters."""
    encoded = text.encode("utf-8", "surrogatepass")
    may_have = any(mark in text for mark in _MARKS) or _OF_PRINT.search(encoded) or _OF_KOREAN.search(encoded)
    return CharacterForms(text) if may_have and _FORMS.search(text) else None


def _moved(
    at: int, starts: list[int], ends: list[int], other_starts: list[int], other_ends: list[int]
) -> tuple[int, int]:
    """The other place of an offset; inside of a part that has another length, its beginning and its end."""
    part = bisect_right(starts, at) - 1
    if part < 0:
        return at, at
    if at == starts[part]:
        return other_starts[part], other_starts[part]
    if at < ends[part]:
        return other_starts[part], other_ends[part]
    moved = other_ends[part] + at - ends[part]
    return moved, moved
