"""The positions of terms in the bodies of documents, and the parts of bodies by the numbers of their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ..model.ref import Ref

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PartKind = Literal["section", "unit", "chunk"]


class TermPositions(NamedTuple):
    """The occurrences of some terms in the body of one document: two columns, ordered by term and by position."""

    term: NDArray[np.int64]  # its number among the terms
    at: NDArray[np.int64]  # the number of the token in the body, from 0


class TextParts(NamedTuple):
    """Parts of the body of one document in the order of its text: four columns."""

    refs: tuple[Ref, ...]
    lengths: NDArray[np.int64]  # characters
    starts: NDArray[np.int64]  # the number of the first token in the body
    ends: NDArray[np.int64]  # the number of the token after the last one
