"""The pieces of a text of any script with the places where they begin, by numpy.

BERT cuts at blanks, and around punctuation and Chinese characters.  Of these, the ASCII punctuation, the most common
Chinese characters and the full stops beside them are one token each, wherever they stand.
"""

from __future__ import annotations

from string import punctuation
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DELETED = "\x0b\x0c\x1c\x1d\x1e\x1f\x85"  # BERT deletes these like other control characters, and joins what is around
_BLANKS = (
    "\t\n\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
_STOPS = "。！？"
_BLANK, _SIGN, _GONE = 1, 2, 3  # kinds of characters; 0 for any other, which is inside of a piece


def _kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(0x10000, np.uint8)
    for kind, chars in ((_BLANK, _BLANKS), (_SIGN, punctuation + _STOPS), (_GONE, DELETED)):
        kinds[[*map(ord, chars)]] = kind
    kinds[0x3400:0x4DC0] = kinds[0x4E00:0xA000] = _SIGN
    return kinds


_KIND = _kinds()


class SeparatedPieces(NamedTuple):
    """The signs of a text, each of which is one token, and the pieces between them."""

    is_sign: NDArray[np.bool_]  # of each character
    starts: NDArray[np.intp]  # of the pieces
    spaced: str  # without deleted characters, and with blanks instead of signs
    bounds: tuple[NDArray[np.intp], NDArray[np.intp]]  # where the pieces start and end there
    is_cut: bytes  # whether the text is cut at each offset: neither inside of a piece nor beside a deleted character

    def pieces(self, numbers: NDArray[np.intp]) -> list[str]:
        """The pieces of these numbers."""
        starts, ends = self.bounds
        spans = zip(starts[numbers].tolist(), ends[numbers].tolist(), strict=True)
        return [self.spaced[start:end] for start, end in spans]


def separated(text: str) -> SeparatedPieces:
    """The pieces of the text."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _KIND[np.minimum(codes, len(_KIND) - 1)]
    kept = np.flatnonzero(kinds != _GONE)
    is_inside = kinds[kept] == 0
    edges = np.flatnonzero(np.diff(is_inside, prepend=False, append=False))
    begins = edges[::2]
    spaced = np.where(is_inside, codes[kept], ord(" ")).astype("<u4")
    is_apart = (kinds == _BLANK) | (kinds == _SIGN)
    is_cut = np.append(is_apart, True) | np.append(True, is_apart)
    decoded = spaced.tobytes().decode("utf-32-le", "surrogatepass")
    return SeparatedPieces(kinds == _SIGN, kept[begins], decoded, (begins, edges[1::2]), is_cut.tobytes())
