"""The token ids of many pieces at once, by numpy.

WordPiece takes the longest token at each place.  The tokenizer needs 1 to 50 µs for a piece, and a note may have one
every five bytes.  Here all pieces go through the vocabulary together, character by character: a tree whose nodes are
the beginnings of tokens.  The pieces of a text are counted in the same way, without cutting them out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from string import punctuation
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Characters = NDArray[np.uint8]
    Numbers = NDArray[np.intp]
    PieceBounds = tuple[Numbers, Numbers]  # starts and ends


def is_alphanumeric(piece: str) -> bool:
    """Whether the piece consists of ASCII letters and digits."""
    return piece.isascii() and piece.isalnum()


_BEHIND = "##"  # before a token that continues a piece
_CHARACTERS = b"0123456789abcdefghijklmnopqrstuvwxyz"
_WIDTH = len(_CHARACTERS) + 1  # of a row of the tree; 0 is the end of a piece
_NOWHERE, _FIRST, _CONTINUED = range(3)  # nodes: no token begins so; a piece begins; a token has ended inside of one
_TOGETHER = 50_000  # pieces, some 10 MB
_LONGEST = 100  # characters; a longer piece is one unknown token
_ASCII = [chr(code) for code in range(128)]
_IS_SIGN = np.array([char in punctuation for char in _ASCII])  # each is a token, and the pieces around it end
_IS_INSIDE = np.array([is_alphanumeric(char) for char in _ASCII])
_SIGNS_BLANKED = bytes(ord(" ") if code < 128 and _IS_SIGN[code] else code for code in range(256))


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
    """Tokenizes pieces of ASCII letters and digits with the vocabulary of a WordPiece tokenizer."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._code = np.zeros(128, np.uint8)
        for n, char in enumerate(_CHARACTERS, start=1):
            self._code[[char, ord(chr(char).upper())]] = n
        ascii_tokens = [(token, n) for token, n in vocabulary.items() if token.isascii()]
        first = {token: n for token, n in ascii_tokens if token.isalnum()}
        rests = [(token[len(_BEHIND) :], n) for token, n in ascii_tokens if token.startswith(_BEHIND)]
        behind = {rest: n for rest, n in rests if rest.isalnum()}
        nodes, edges, ends = _CONTINUED + 1, [], []
        for root, tokens in ((_FIRST, first), (_CONTINUED, behind)):
            for edge, end in self._levels(tokens, root, nodes):
                nodes += len(edge[0])
                edges.append(edge)
                ends.append(end)
        starts, characters, reached = np.concatenate(edges, axis=1)
        self._next = np.zeros(nodes * _WIDTH, np.int32)  # a row of characters for each node
        self._next[starts * _WIDTH + characters] = reached
        self._token = np.full(nodes, -1, np.int32)
        self._token[np.concatenate(ends, axis=1)[0]] = np.concatenate(ends, axis=1)[1]

    def _levels(self, tokens: Mapping[str, int], root: int, nodes: int) -> Iterator[tuple[Numbers, Numbers]]:
        """For each length the new nodes of the tree, as (from, character, to), and its tokens, as (node, id)."""
        written = np.array([*tokens], "S")
        order = np.argsort(written)
        ids = np.fromiter(tokens.values(), np.intp, len(tokens))[order]
        characters = self._code[written[order].view(np.uint8).reshape(len(tokens), -1)]
        lengths = np.count_nonzero(characters, axis=1)
        node = np.full(len(tokens), root)
        is_other = np.zeros(len(tokens), np.bool_)  # than the beginning of the token before it
        is_other[0] = True
        for at in range(characters.shape[1]):
            column = characters[:, at]
            is_other[1:] |= column[1:] != column[:-1]
            is_new = is_other & (lengths > at)
            reached = np.cumsum(is_new) - 1 + nodes
            yield (
                np.stack([node[is_new], column[is_new], reached[is_new]]),
                np.stack([reached[lengths == at + 1], ids[lengths == at + 1]]),
            )
            nodes += int(np.count_nonzero(is_new))
            node = reached

    def __call__(self, pieces: Sequence[str]) -> Iterator[bytes]:
        """The ids of each piece as the bytes of uint16; every letter and digit must be a token."""
        for start in range(0, len(pieces), _TOGETHER):
            yield from self._ids(pieces[start : start + _TOGETHER])

    def counts(self, text: str, pieces: PieceBounds) -> Numbers:
        """The number of ids of each of these pieces of a text."""
        starts, ends = pieces
        code = self._code[np.frombuffer(f"{text} ".encode("ascii"), np.uint8)]
        counts = np.ones(len(starts), np.intp)
        is_short = ends - starts <= _LONGEST
        counts[is_short] = self._counts(code, starts[is_short])
        return counts

    def _counts(self, text: Characters, starts: Numbers) -> Numbers:
        """The number of tokens of the pieces that begin there."""
        counts = np.zeros(len(starts), np.intp)
        for first in range(0, len(starts), _TOGETHER):
            for pieces, _ in self._found(text, starts[first : first + _TOGETHER]):
                counts[first + pieces] += 1
        return counts

    def _ids(self, pieces: Sequence[str]) -> Iterator[bytes]:
        text = self._code[np.frombuffer(f"{' '.join(pieces)} ".encode("ascii"), np.uint8)]
        found = list(self._found(text, np.concatenate(([0], np.flatnonzero(text == 0)[:-1] + 1))))
        owners = np.concatenate([owner for owner, _ in found])
        ids = np.concatenate([token for _, token in found])[np.argsort(owners, kind="stable")]
        data = ids.astype(np.uint16).tobytes()
        ends = (2 * np.cumsum(np.bincount(owners, minlength=len(pieces)))).tolist()
        return (data[start:end] for start, end in zip([0, *ends], ends, strict=False))

    def _found(self, text: Characters, at: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """The pieces that begin at these places with their first tokens, then those that go on with the next ones."""
        piece, root = np.arange(len(at)), _FIRST
        while len(piece):
            token, at = self._longest(text, at, root)
            yield piece, token
            is_inside = np.flatnonzero(text.take(at))
            piece, at, root = piece.take(is_inside), at.take(is_inside), _CONTINUED

    def _longest(self, text: Characters, at: Numbers, root: int) -> tuple[Numbers, Numbers]:
        """The longest token at each of these places, and where it ends."""
        token, end = np.zeros(len(at), np.intp), at.copy()
        left, node = np.arange(len(at)), np.full(len(at), root)
        while len(left):
            node = self._next.take(node * np.intp(_WIDTH) + text.take(at))
            at = at + 1
            here = self._token.take(node)
            is_token = here >= 0
            token[left[is_token]], end[left[is_token]] = here[is_token], at[is_token]
            goes_on = np.flatnonzero(node)
            left, node, at = left.take(goes_on), node.take(goes_on), at.take(goes_on)
        return token, end
