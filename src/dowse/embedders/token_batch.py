"""The token ids of many pieces at once, by numpy.

WordPiece takes the longest token at each place.  The tokenizer needs 1 to 50 µs for a piece, and a note may have one
every five bytes.  Here all pieces go through the vocabulary together.  The pieces of a text are counted in the same
way, without cutting them out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from string import punctuation
from typing import TYPE_CHECKING

import numpy as np

from .letter_tokens import FIRST_OTHER
from .token_tree import TokenTree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint16]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.intp]
    PieceBounds = tuple[Numbers, Numbers]  # starts and ends


_TOGETHER = 50_000  # pieces, some 10 MB
_LONGEST = 100  # characters; a longer piece is one unknown token
_ASCII = [chr(code) for code in range(128)]
_IS_SIGN = np.array([char in punctuation for char in _ASCII])  # each is a token, and the pieces around it end
_IS_INSIDE = np.array([char.isalnum() for char in _ASCII])
_SIGNS_BLANKED = bytes(ord(" ") if code < 128 and _IS_SIGN[code] else code for code in range(256))
_END = 0  # the code of blanks and signs, and of no letter or digit
_REFUSED, _UNSEEN = 0xFFFF, 0xFFFE  # codes of characters that the tokenizer must handle, and of those not seen before


def piece_bounds(text: str) -> PieceBounds:
    """Where each piece of letters and digits of a printable text begins and ends, see `printable_stretches`."""
    characters = np.frombuffer(text.encode("ascii"), np.uint8)
    edges = np.flatnonzero(np.diff(_IS_INSIDE[characters], prepend=False, append=False))
    return edges[::2], edges[1::2]


def bounded_pieces(text: str) -> list[str]:
    """The pieces between these bounds, in lower case."""
    return text.lower().encode("ascii").translate(_SIGNS_BLANKED).decode("ascii").split()


def tokens_at(is_sign: NDArray[np.bool_], starts: Numbers, counts: Numbers) -> NDArray[np.int32]:
    """For each character the number of tokens of the piece that begins there, or 1 for a sign."""
    found = is_sign.astype(np.int32)
    found[starts] = counts
    return found


def are_signs(text: str) -> NDArray[np.bool_]:
    """Whether each character of a printable text is a sign."""
    return _IS_SIGN[np.frombuffer(text.encode("ascii"), np.uint8)]


def tokens_before(begun: Sequence[NDArray[np.int32]]) -> Sequence[int]:
    """For each offset the number of tokens that begin before it."""
    zero = np.zeros(1, np.int32)
    return array("i", np.cumsum(np.concatenate([zero, *begun]), dtype=np.int32).tobytes())


class BatchTokens:
    """Tokenizes pieces with the vocabulary of a WordPiece tokenizer.

    `forms` has what the tokenizer makes of each character beyond ASCII, see `LetterForms`.
    """

    def __init__(self, vocabulary: Mapping[str, int], forms: Mapping[int, str]) -> None:
        self._tree = TokenTree(vocabulary)
        self._forms = forms
        self._code = np.full(FIRST_OTHER + 1, _UNSEEN, np.uint16)  # of each character, the last one for all others
        self._code[-1] = _REFUSED
        for n, char in enumerate(_ASCII):
            is_end = char in punctuation or char.isspace()
            self._code[n] = _END if is_end else self._tree.codes.get(char.lower(), _REFUSED)

    def __call__(self, pieces: Sequence[str]) -> Iterator[bytes]:
        """The ids of each piece as the bytes of uint16; empty for a piece that the tokenizer must handle."""
        for start in range(0, len(pieces), _TOGETHER):
            yield from self._ids(pieces[start : start + _TOGETHER])

    def counts(self, text: str, pieces: PieceBounds) -> Numbers:
        """The number of ids of each of these pieces of a text; 0 for a piece that the tokenizer must handle."""
        starts, ends = pieces
        code = self._coded(text)
        counts = self._is_handled(code, starts).astype(np.intp)
        short = np.flatnonzero((counts > 0) & (ends - starts <= _LONGEST))
        counts[short] = 0
        for first in range(0, len(short), _TOGETHER):
            group = short[first : first + _TOGETHER]
            for which, _ in self._tree.tokens_at(code, starts.take(group)):
                counts[group.take(which)] += 1
        return counts

    def _ids(self, pieces: Sequence[str]) -> Iterator[bytes]:
        lengths = np.fromiter(map(len, pieces), np.intp, len(pieces))
        ends = np.cumsum(lengths + 1) - 1
        starts = ends - lengths
        code = self._coded(" ".join(pieces))
        is_handled = self._is_handled(code, starts) & (code[starts] != _END) & (lengths <= _LONGEST)
        handled = np.flatnonzero(is_handled)
        found = list(self._tree.tokens_at(code, starts[handled]))
        owners = handled[np.concatenate([handled[:0], *(owner for owner, _ in found)])]
        ids = np.concatenate([handled[:0], *(token for _, token in found)])[np.argsort(owners, kind="stable")]
        data = ids.astype(np.uint16).tobytes()
        bounds = (2 * np.cumsum(np.bincount(owners, minlength=len(pieces)))).tolist()
        return (data[start:end] for start, end in zip([0, *bounds], bounds, strict=False))

    def _coded(self, text: str) -> Codes:
        """The code of each character, and an end."""
        if text.isascii():
            return self._code.take(np.frombuffer(f"{text} ".encode("ascii"), np.uint8))
        characters = np.frombuffer(f"{text} ".encode("utf-32-le", "surrogatepass"), np.uint32)
        characters = np.minimum(characters, FIRST_OTHER)
        found = self._code.take(characters)
        unseen = np.flatnonzero(found == _UNSEEN)
        if len(unseen):
            for char in np.flatnonzero(np.bincount(characters[unseen])).tolist():
                self._code[char] = self._tree.codes.get(self._forms[char], _REFUSED)
            found = self._code.take(characters)
        return found

    def _is_handled(self, code: Codes, starts: Numbers) -> Flags:
        """Whether each piece that begins there has no character for the tokenizer."""
        is_refused = code == _REFUSED
        if not is_refused.any():
            return np.ones(len(starts), np.bool_)
        return ~np.logical_or.reduceat(is_refused, starts)
