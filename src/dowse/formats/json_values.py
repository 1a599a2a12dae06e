"""Values of a JSON file: loaded with the place of an error, and taken as text that an index can store."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

_SURROGATE = re.compile("[\ud800-\udfff]")  # JSON can state half of a pair, which no encoding has


def load_json(text: str) -> object:
    """The value. Raises ValueError with the line and the column of an error, and for too many nested brackets."""
    try:
        loaded: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise ValueError("too many nested brackets") from error
    return loaded


def objects_in(value: object) -> Iterator[Mapping[str, object]]:
    """The objects in a list, without other values; none if the value is no list."""
    return (each for each in value if isinstance(each, dict)) if isinstance(value, list) else iter(())


def storable(text: str) -> str:
    """The text without what an index cannot store: half of a surrogate pair, and NUL, at which a text may end there."""
    return _SURROGATE.sub("\ufffd", text).replace("\0", " ")


def with_line_feeds(text: str) -> str:
    """The text with a line feed at the end of each line."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
