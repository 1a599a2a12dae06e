"""Text from files and queries, fit for a terminal."""

from __future__ import annotations

# A note may hold escape codes, which would otherwise reach the terminal. Line ends and tabs are meant where they stand.
_CONTROLS = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
_LONGEST = 1000  # characters of a message; more is a query or a name that somebody pasted


def visible(text: str) -> str:
    """The text with each control character replaced by one that shows."""
    return text.translate(_CONTROLS)


def message(text: str) -> str:
    """The text, visible and at most a screen long."""
    return visible(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")
