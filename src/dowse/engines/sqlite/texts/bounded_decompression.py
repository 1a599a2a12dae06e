"""Decompression of what a row holds, up to a limit: a row of a kilobyte may decompress to a million."""

from __future__ import annotations

import zlib

from ..sqlite_errors import RowError


def decompressed_bytes(data: object, most: int, name: str, dictionary: bytes = b"") -> bytes:
    """The bytes of a zlib stream, of which there are at most so many.

    Raises RowError, which names the value, for anything else, such as a longer stream or one that is cut off.
    """
    if not isinstance(data, bytes):
        raise RowError(f"cannot decompress {name}: not bytes")
    reader = zlib.decompressobj(zlib.MAX_WBITS, dictionary) if dictionary else zlib.decompressobj()
    try:
        found = reader.decompress(data, most + 1)
    except zlib.error as error:
        raise RowError(f"cannot decompress {name}: {error}") from error
    if not reader.eof or len(found) > most:
        raise RowError(f"cannot decompress {name}: cut off, or longer than {most:,} bytes")
    return found
