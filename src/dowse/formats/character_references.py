"""Character references of HTML, such as `&nbsp;` and `&#8212;`, in text that a page shows."""

from __future__ import annotations

import html

from ..model.lazy_pattern import lazy_pattern

REFERENCE = r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
CHARACTER_REFERENCE = lazy_pattern(REFERENCE)
_JOINERS = "\u200c\u200d"  # `&zwnj;`, as in Persian, and `&zwj;`


def shown_character(reference: str) -> str:
    """What a page shows of the reference: a blank for any white space, nothing for an invisible character such as
    `&shy;`, and an unknown reference as written. Joiners stay, which choose the forms of the letters beside them.
    """
    characters = html.unescape(reference)
    if characters.isprintable() or characters in _JOINERS:
        return characters
    return " " if characters.isspace() else ""


def with_characters(text: str) -> str:
    """The text with the characters in the place of their references."""
    if "&" not in text:
        return text
    return CHARACTER_REFERENCE.sub(lambda found: shown_character(found[0]), text)
