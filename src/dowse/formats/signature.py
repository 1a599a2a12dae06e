"""Signatures of documents, whose comparison estimates the share of word sequences that two documents have in common."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from zlib import crc32

from ..model.document import SIGNATURE_BYTES, Document

DIGEST_BYTES = 8
_CLASSES = SIGNATURE_BYTES - DIGEST_BYTES
_SHORT = 30  # words; short texts have so few sequences that one word decides, so only equal ones are near-duplicates
_LONGEST = 400_000  # characters of one document


def signed(document: Document) -> Document:
    """The document with its signature."""
    return replace(document, head=replace(document.head, signature=signature(document)))


def signature(document: Document) -> bytes:
    """A digest of the text; of 30 words or more also a byte for each of 56 classes of sequences of three words.

    The byte is from the least hash of the class, and 0 for an empty class: one-permutation hashing (Li, Owen and Zhang,
    NIPS 2012) with b bits a class (Li and König, WWW 2010).  The properties count in a short document alone.
    """
    words = _words(document.body[:_LONGEST])
    if len(words) < _SHORT:
        return _digest(_words(document.text[:_LONGEST]))
    sequences = map(b" ".join, zip(words, words[1:], words[2:], strict=False))
    least = {n % _CLASSES: n // _CLASSES for n in sorted(map(crc32, sequences), reverse=True)}
    return _digest(words) + bytes(least[n] % 255 + 1 if n in least else 0 for n in range(_CLASSES))


def are_equal(one: bytes, other: bytes) -> bool:
    """Whether the signatures are those of equal texts."""
    return len(one) >= DIGEST_BYTES and len(one) == len(other) and one[:DIGEST_BYTES] == other[:DIGEST_BYTES]


def resemblance(one: bytes, other: bytes) -> float:
    """The estimated share of word sequences in common; of short documents 1 if they are equal, else 0."""
    if are_equal(one, other):
        return 1.0
    if not len(one) == len(other) == SIGNATURE_BYTES:
        return 0.0
    filled = [(a, b) for a, b in zip(one[DIGEST_BYTES:], other[DIGEST_BYTES:], strict=True) if a or b]
    return sum(a == b for a, b in filled) / len(filled) if filled else 0.0


def _words(text: str) -> list[bytes]:
    return text.casefold().encode("utf-8", "surrogatepass").split()


def _digest(words: list[bytes]) -> bytes:
    return blake2b(b" ".join(words), digest_size=DIGEST_BYTES).digest()
