"""Signatures of documents, whose comparison estimates the share of word sequences that two documents have in common."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..model.document import SIGNATURE_BYTES

DIGEST_BYTES = 8  # of a signature, from its start; the other bytes are those of the classes
_ROUNDING = 1e-9  # of 1 − `least`


def are_equal(one: bytes, other: bytes) -> bool:
    """Whether the signatures are those of equal texts."""
    return len(one) >= DIGEST_BYTES and len(one) == len(other) and one[:DIGEST_BYTES] == other[:DIGEST_BYTES]


def resemblance(one: bytes, other: bytes) -> float:
    """The estimated share of word sequences in common; of short documents 1 if they are equal, else 0."""
    if are_equal(one, other):
        return 1.0
    if not len(one) == len(other) == SIGNATURE_BYTES:
        return 0.0
    classes = SIGNATURE_BYTES - DIGEST_BYTES
    a, b = int.from_bytes(one[DIGEST_BYTES:]), int.from_bytes(other[DIGEST_BYTES:])  # a fifth of the time of a loop
    empty = (a | b).to_bytes(classes).count(0)
    filled = classes - empty
    return ((a ^ b).to_bytes(classes).count(0) - empty) / filled if filled else 0.0


def common_parts(signature: bytes, least: float) -> Iterator[tuple[int, bytes]]:
    """Parts of a signature, of which signatures with a resemblance of at least `least` have at least one in common.

    The classes are in one block more than classes may differ, so that one block is equal.
    """
    yield 0, signature[:DIGEST_BYTES]
    if len(signature) == SIGNATURE_BYTES:
        classes = SIGNATURE_BYTES - DIGEST_BYTES
        blocks = min(classes, math.floor(classes * (1 - least) + _ROUNDING) + 1)
        for n in range(blocks):
            yield n + 1, signature[DIGEST_BYTES + classes * n // blocks : DIGEST_BYTES + classes * (n + 1) // blocks]
