"""The integers in records of FTS5."""

from __future__ import annotations


def varints(record: bytes) -> list[int]:
    """SQLite's integers of seven bits a byte, the highest first; below 2⁵⁶."""
    values, value = [], 0
    for byte in record:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            values.append(value)
            value = 0
    return values
