"""The postings of one term as bytes, in as few as numpy unpacks at once.

Of a term in every document, all steps from one document to the next are 1, and most counts are equal: zlib leaves a
tenth.  Posting lists of a tree of source take a third of two bytes a place and two a count.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...indexed_fields import FIELD_ORDER
from ..sqlite_errors import RowError
from ..texts.bounded_decompression import decompressed_bytes
from .boilerplate import FIELD_BITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

COUNT_BITS = 16 - FIELD_BITS
MOST_COUNTED = (1 << COUNT_BITS) - 1  # in one posting; a more frequent term has several for one document and field
_SHORT_BITS = 8 - FIELD_BITS
_MOST_SHORT = (1 << _SHORT_BITS) - 1  # in a count of one byte
_WIDTH, _SHORT, _COMPRESSED = 3, 4, 8  # bits of the form: bytes a place, counts of one byte, compressed by zlib
_LEVEL = 6
_SAVING = 3 / 4  # at most; compressed postings take 8 µs more to read
_FEWEST_COMPRESSED = 40  # bytes
_LONGEST = 5  # bytes of a posting
_MOST_BYTES = 1 << 26  # of the postings of a term


class PostingList(NamedTuple):
    """The postings of one term, by document: three columns of one length."""

    place: NDArray[np.intp]  # of the document among the posted ones
    field: NDArray[np.uint16]  # in FIELD_ORDER
    frequency: NDArray[np.uint16]  # occurrences in the field outside of boilerplate


class PackedPostings:
    """The postings of many terms, each as a row of bytes: one conversion for all takes a third of the time.

    A row has a byte for the form, and the columns one behind the other: each place less the one before it, and the
    counts.  A column has as few bytes a number as its greatest one needs; the whole is compressed where that saves a
    quarter.
    """

    def __init__(self, places: NDArray[np.int64], counts: NDArray[np.int64], starts: NDArray[np.int64]) -> None:
        # `starts` has where the postings of each term begin: one at least for each term.
        steps = np.diff(places, prepend=0)
        steps[starts] = places[starts]
        self._bounds = [*starts.tolist(), len(places)]
        self._greatest = np.maximum.reduceat(steps, starts).tolist()
        self._most_counted = np.maximum.reduceat(counts & MOST_COUNTED, starts).tolist()
        # As bytes, of which a slice takes a fifth of the time of a slice of an array.
        self._steps = {1: steps.astype(np.uint8).tobytes(), 2: steps.astype(np.uint16).tobytes()}
        self._high = (steps >> 16).astype(np.uint8).tobytes()
        self._short = (counts >> COUNT_BITS << _SHORT_BITS | counts & _MOST_SHORT).astype(np.uint8).tobytes()
        self._counts = counts.astype(np.uint16).tobytes()

    def row(self, term: int) -> bytes:
        """The row of the term with this number."""
        start, end = self._bounds[term], self._bounds[term + 1]
        greatest, is_short = self._greatest[term], self._most_counted[term] <= _MOST_SHORT
        width = 1 if greatest < 1 << 8 else 2 if greatest < 1 << 16 else 3
        low = min(width, 2)
        data = self._steps[low][low * start : low * end] + (self._high[start:end] if width == 3 else b"")
        data += self._short[start:end] if is_short else self._counts[2 * start : 2 * end]
        form = width | (_SHORT if is_short else 0)
        smaller = zlib.compress(data, _LEVEL) if len(data) >= _FEWEST_COMPRESSED else data
        if len(smaller) <= _SAVING * len(data):
            form, data = form | _COMPRESSED, smaller
        return bytes([form]) + data


def unpacked(data: bytes, documents: int, tokens: int) -> PostingList:
    """The postings of a term, in an index with so many documents and tokens.

    Raises RowError for what PackedPostings does not write, such as more postings than these documents can have: a row
    of a kilobyte would be decompressed to a million.
    """
    most = documents * len(FIELD_ORDER) + tokens  # a frequent term has several for a document and field
    form, columns = data[0] if data else 0, data[1:]
    if form & _COMPRESSED:
        columns = _decompressed(columns, min(most * _LONGEST, _MOST_BYTES))
    width, is_short = form & _WIDTH, bool(form & _SHORT)
    number, rest = divmod(len(columns), width + (1 if is_short else 2)) if 0 < width <= 3 else (0, 1)
    if rest or number > most:
        raise RowError("the postings of a term are cut off, or too many")
    steps = _numbers(columns, min(width, 2), number).astype(np.intp)
    if width == 3:
        steps |= _numbers(columns, 1, number, 2 * number).astype(np.intp) << 16
    places = steps.cumsum()
    if number and int(places[-1]) >= documents:
        raise RowError("a posting belongs to no document")
    counts = _numbers(columns, 1 if is_short else 2, number, width * number)
    bits = np.uint16(_SHORT_BITS if is_short else COUNT_BITS)
    return PostingList(places, counts >> bits, counts & np.uint16((1 << int(bits)) - 1))


def uncompressed(data: bytes) -> bytes:
    """A row of postings as it is before compression, whose bytes depend on the version of zlib. Raises RowError."""
    form, columns = data[:1], data[1:]
    if not form or not form[0] & _COMPRESSED:
        return data
    return bytes([form[0] & ~_COMPRESSED]) + _decompressed(columns, _MOST_BYTES)


def _numbers(data: bytes, width: int, number: int, offset: int = 0) -> NDArray[np.uint16]:
    """So many numbers of one or two bytes."""
    if width == 1:
        return np.frombuffer(data, np.uint8, number, offset=offset).astype(np.uint16)
    return np.frombuffer(data, np.uint16, number, offset=offset)


def _decompressed(data: bytes, most: int) -> bytes:
    return decompressed_bytes(data, most, "the postings of a term")
