"""A value of a settings file in a message."""

from __future__ import annotations

_LONGEST = 40  # characters


def shown(value: object) -> str:
    """The value as in a file, cut to 40 characters."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
