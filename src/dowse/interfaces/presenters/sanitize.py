"""Text from files and queries, sanitized for a terminal."""

from __future__ import annotations

# A note may contain escape codes, which must not reach the terminal. Line ends and tabs are kept.
_CONTROLS = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
_LONGEST = 1000  # characters of a message; a longer one contains a pasted query or name


def visible(text: str) -> str:
    """The text with each control character replaced by a visible one."""
    return text.translate(_CONTROLS)


def message(text: str) -> str:
    """The text, sanitized and at most one screen long."""
    return visible(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")
