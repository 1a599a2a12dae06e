"""MinHash of the text of a document: its signature."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, cast
from zlib import crc32

import numpy as np

from ..model.document import SIGNATURE_BYTES, Document
from .signature import DIGEST_BYTES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CLASSES = SIGNATURE_BYTES - DIGEST_BYTES
_SHORT = 30  # words; short texts have so few sequences that one word decides, so only equal ones are near-duplicates
_LONGEST = 400_000  # characters of one document
_EMPTY = np.iinfo(np.uint64).max
# Odd factors, one for each word of a sequence: primes of xxHash (Collet).
_FIRST, _SECOND, _THIRD = (np.uint64(factor) for factor in (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))


def signed(document: Document) -> Document:
    """The document with its signature."""
    return replace(document, head=document.head._replace(signature=signature(document)))


def signature(document: Document) -> bytes:
    """A digest of the text; of 30 words or more also a byte for each of 56 classes of sequences of three words.

    Empty for a short document without a word below its headings: notes of one template are no copies of each other.

    The byte is from the least hash of the class, and 0 for an empty class: one-permutation hashing (Li, Owen and Zhang,
    NIPS 2012) with b bits a class (Li and König, WWW 2010).  The properties count in a short document alone.
    """
    words = _words(document.body[:_LONGEST])
    if len(words) < _SHORT:
        return _digest(_words(document.text[:_LONGEST])) if _has_text(document) else b""
    least = np.full(_CLASSES, _EMPTY, np.uint64)
    hashes, classes = np.divmod(_sequences(words), np.uint64(_CLASSES))
    np.minimum.at(least, classes, hashes)
    return (
        _digest(words) + np.where(least == _EMPTY, 0, least % np.uint64(255) + np.uint64(1)).astype(np.uint8).tobytes()
    )


def _has_text(document: Document) -> bool:
    """Whether anything but headings has a word."""
    parts = ((document.text[unit.start : unit.end], unit.is_heading) for unit in document.units)
    below = (text.partition("\n")[2] if is_heading else text for text, is_heading in parts)
    return document.is_source or any(any(map(str.isalnum, text)) for text in below)


def _sequences(words: list[bytes]) -> NDArray[np.uint64]:
    """A hash of 32 bits of each sequence of three words."""
    hashes = np.fromiter(map(crc32, words), np.uint64, len(words))
    hashes = hashes[:-2] * _FIRST ^ hashes[1:-1] * _SECOND ^ hashes[2:] * _THIRD
    return cast("NDArray[np.uint64]", hashes >> np.uint64(32))


def _words(text: str) -> list[bytes]:
    return text.casefold().encode("utf-8", "surrogatepass").split()


def _digest(words: list[bytes]) -> bytes:
    return blake2b(b" ".join(words), digest_size=DIGEST_BYTES).digest()
