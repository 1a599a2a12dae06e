"""How a value of a settings file stands in a message."""

from __future__ import annotations

_LONGEST = 40  # characters


def shown(value: object) -> str:
    """The value as a file would have it, cut when it is long."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
