"""Words typed on a keyboard of another layout: `ghbdtn` for *привет*, `ыщдшв` for *solid*."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.lazy_pattern import lazy_pattern

_LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC = ("ёйцукенгшщзхъфывапролджэячсмитьбю", "'йцукенгшщзхїфівапролджєячсмитьбю")  # of Russian and of Ukrainian
_SHIFTED = str.maketrans("`[];',.", '~{}:"<>')
_FROM_LATIN = tuple(
    str.maketrans(_LATIN.upper().translate(_SHIFTED) + _LATIN, letters.upper() + letters) for letters in _CYRILLIC
)
_TO_LATIN = str.maketrans("".join(_CYRILLIC), 2 * _LATIN)
_A_LATIN, _A_CYRILLIC = lazy_pattern("[A-Za-z]"), lazy_pattern("[Ѐ-ӿ]")
_NO_WORDS = lazy_pattern(r"[^\w\s'’-]")  # what no text of words has


def retyped(text: str) -> Iterator[str]:
    """The text as the same keys write it with the Cyrillic layouts, or with the Latin one; none of a mixed text."""
    if not _A_CYRILLIC.search(text):
        forms = [text.translate(table) for table in _FROM_LATIN] if _A_LATIN.search(text) else []
    else:
        forms = [] if _A_LATIN.search(text) else [text.lower().translate(_TO_LATIN)]
    yield from (form for form in dict.fromkeys(forms) if not _NO_WORDS.search(form))
