"""The token ids of many pieces at once, by numpy.

WordPiece takes the longest token at each place.  The tokenizer needs 1 to 50 µs for a piece, and a note may have one
every five bytes.  Here all pieces go through the vocabulary together, character by character: a tree whose nodes are
the beginnings of tokens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.intp]

_BEHIND = "##"  # before a token that continues a piece
_CHARACTERS = b"0123456789abcdefghijklmnopqrstuvwxyz"
_WIDTH = len(_CHARACTERS) + 1  # of a row of the tree; 0 is the end of a piece
_NOWHERE, _FIRST, _CONTINUED = range(3)  # nodes: no token begins so; a piece begins; a token has ended inside of one
_TOGETHER = 50_000  # pieces, some 10 MB


class BatchTokens:
    """Tokenizes pieces of ASCII letters and digits with the vocabulary of a WordPiece tokenizer."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._code = np.zeros(128, np.intp)
        self._code[list(_CHARACTERS)] = range(1, _WIDTH)
        first = {token: n for token, n in vocabulary.items() if is_alphanumeric(token)}
        behind = {
            token[len(_BEHIND) :]: n
            for token, n in vocabulary.items()
            if token.startswith(_BEHIND) and is_alphanumeric(token[len(_BEHIND) :])
        }
        nodes, edges, ends = _CONTINUED + 1, [], []
        for root, tokens in ((_FIRST, first), (_CONTINUED, behind)):
            for edge, end in self._levels(tokens, root, nodes):
                nodes += len(edge[0])
                edges.append(edge)
                ends.append(end)
        self._next = np.zeros((nodes, _WIDTH), np.int32)
        self._next[*np.concatenate(edges, axis=1)[:2]] = np.concatenate(edges, axis=1)[2]
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

    def _ids(self, pieces: Sequence[str]) -> Iterator[bytes]:
        text = self._code[np.frombuffer(f"{' '.join(pieces).lower()} ".encode("ascii"), np.uint8)]
        at = np.concatenate(([0], np.flatnonzero(text == 0)[:-1] + 1))
        piece, root = np.arange(len(pieces)), _FIRST
        found: list[tuple[Numbers, Numbers]] = []
        while len(piece):
            token, at = self._longest(text, at, root)
            found.append((piece, token))
            is_inside = text[at] != 0
            piece, at, root = piece[is_inside], at[is_inside], _CONTINUED
        owners = np.concatenate([owner for owner, _ in found])
        ids = np.concatenate([token for _, token in found])[np.argsort(owners, kind="stable")]
        data = ids.astype(np.uint16).tobytes()
        ends = (2 * np.cumsum(np.bincount(owners, minlength=len(pieces)))).tolist()
        return (data[start:end] for start, end in zip([0, *ends], ends, strict=False))

    def _longest(self, text: Numbers, at: Numbers, root: int) -> tuple[Numbers, Numbers]:
        """The longest token at each of these places, and where it ends."""
        token, end = np.zeros(len(at), np.intp), at.copy()
        left, node = np.arange(len(at)), np.full(len(at), root)
        while len(left):
            node = self._next[node, text[at]]
            at = at + 1
            here = self._token[node]
            is_token = here >= 0
            token[left[is_token]], end[left[is_token]] = here[is_token], at[is_token]
            goes_on = node != _NOWHERE
            left, node, at = left[goes_on], node[goes_on], at[goes_on]
        return token, end


def is_alphanumeric(piece: str) -> bool:
    """Whether the piece consists of ASCII letters and digits."""
    return piece.isascii() and piece.isalnum()
