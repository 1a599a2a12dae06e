"""Where source code sets the value of a key: `"SESSION_COOKIE_NAME": "session"` in a table of settings."""

from __future__ import annotations

import re

from ..analysis.heading_stems import heading_stems
from ..analysis.tokens import words
from ..model.document import Span
from .signature_spans import line_at

_LONGEST = 500_000  # characters of a text that are searched
_MOST_WORDS = 4  # stems of a query that may ask for a value: "default value of SECRET_KEY in tests"


def setting_name(query: str) -> str:
    """The one identifier in a query of few words such as SECRET_KEY; empty without one or with several.

    A longer query asks for more than the value.
    """
    if len(heading_stems(query)) > _MOST_WORDS:
        return ""
    names = {word for word in words(query) if "_" in word.strip("_")}
    return names.pop() if len(names) == 1 else ""


def setting_line(text: str, name: str) -> Span | None:
    """The first line in which the name is a key in quotation marks, or a symbol of Ruby, with its value."""
    if not name or name not in text:
        return None
    key = rf"""(?:^|[{{\[(,])[ \t]*+(?:"{name}"|'{name}'|(?=:{name}\s*=>):{name})[ \t]*+(?::(?!:)|=>)"""
    found = re.compile(key, re.MULTILINE).search(text, 0, _LONGEST)
    return line_at(text, found.end() - 1) if found else None
