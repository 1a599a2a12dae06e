"""The longest token at each of many places of a text, by numpy.

The vocabulary of a WordPiece tokenizer is a tree whose nodes are the beginnings of tokens, and all places go through it
together, character by character.  Most nodes have a row of 37 characters; the few that go on with a letter beyond ASCII
have a second row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from .letter_tokens import FIRST_OTHER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint16]
    Nodes = NDArray[np.int32]
    Numbers = NDArray[np.intp]

_BEHIND = "##"  # before a token that continues a piece
_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_WIDTH = len(_CHARACTERS) + 1  # of a row of the tree; 0 is the end of a piece
_NOWHERE, _FIRST, _CONTINUED = range(3)  # nodes: no token begins so; a piece begins; a token has ended inside of one


class TokenTree:
    """The tokens of letters and digits of a vocabulary.

    `codes` has the number of each character in a text of pieces: 0 ends a piece, and any other one is a token, so that
    each piece has tokens.
    """

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self.codes = {char: n for n, char in enumerate((*_CHARACTERS, *_letters(vocabulary)), start=1)}
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
        others = {token: n for token, n in vocabulary.items() if not token.isascii()}
        room = nodes + sum(map(len, others))
        self._next = np.zeros(room * _WIDTH, np.int32)  # a row of characters for each node
        self._next[starts * _WIDTH + characters] = reached
        self._token = np.full(room, -1, np.int32)
        self._token[np.concatenate(ends, axis=1)[0]] = np.concatenate(ends, axis=1)[1]
        self._add_others(others, nodes)

    def _levels(self, tokens: Mapping[str, int], root: int, nodes: int) -> Iterator[tuple[Numbers, Numbers]]:
        """For each length the new nodes of the tree, as (from, character, to), and its tokens, as (node, id)."""
        code = np.zeros(128, np.uint8)
        code[[*map(ord, _CHARACTERS)]] = range(1, _WIDTH)
        written = np.array([*tokens], "S")
        order = np.argsort(written)
        ids = np.fromiter(tokens.values(), np.intp, len(tokens))[order]
        characters = code[written[order].view(np.uint8).reshape(len(tokens), -1)]
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

    def _add_others(self, tokens: Mapping[str, int], nodes: int) -> None:
        """Adds the tokens with letters beyond ASCII to the tree of so many nodes, one by one: there are few."""
        reached: dict[tuple[int, int], int] = {}
        ends: dict[int, int] = {}
        old = nodes
        for token, n in tokens.items():
            written = token.removeprefix(_BEHIND)
            if not self.codes.keys() >= {*written}:
                continue  # it has a sign
            node = _FIRST if written == token else _CONTINUED
            for code in map(self.codes.__getitem__, written):
                after = int(self._next[node * _WIDTH + code]) if node < old and code < _WIDTH else _NOWHERE
                if after == _NOWHERE and (after := reached.setdefault((node, code), nodes)) == nodes:
                    nodes += 1
                node = after
            ends[node] = n
        self._token[[*ends]] = [*ends.values()]
        self._other_width = len(self.codes) + 1 - _WIDTH
        rows = {node: n for n, node in enumerate({node: 0 for node, code in reached if code >= _WIDTH}, start=1)}
        self._other_row = np.zeros(nodes, np.intp)  # the number of the second row of each node; that of most is empty
        self._other_row[[*rows]] = [*rows.values()]
        self._other_next = np.zeros((len(rows) + 1) * self._other_width, np.int32)
        for (node, code), after in reached.items():
            if code < _WIDTH:
                self._next[node * _WIDTH + code] = after
            else:
                self._other_next[rows[node] * self._other_width + code - _WIDTH] = after

    def tokens_at(self, text: Codes, at: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """The pieces that begin at these places with their first tokens, then those that go on with the next ones."""
        after = self._after if int(text.max(initial=0)) < _WIDTH else self._after_any
        piece, root = np.arange(len(at)), _FIRST
        while len(piece):
            token, end = np.zeros(len(at), np.intp), at.copy()
            left, node = np.arange(len(at)), np.full(len(at), root, np.int32)
            while len(left):
                node = after(node, text.take(at))
                at = at + 1
                here = self._token.take(node)
                is_token = here >= 0
                token[left[is_token]], end[left[is_token]] = here[is_token], at[is_token]
                goes_on = np.flatnonzero(node)
                left, node, at = left.take(goes_on), node.take(goes_on), at.take(goes_on)
            yield piece, token
            is_inside = np.flatnonzero(text.take(end))
            piece, at, root = piece.take(is_inside), end.take(is_inside), _CONTINUED

    def _after(self, node: Nodes, code: Codes) -> Nodes:
        """The node after each of these with the next character of ASCII."""
        return self._next.take(node * np.intp(_WIDTH) + code)

    def _after_any(self, node: Nodes, code: Codes) -> Nodes:
        """The same for any character."""
        found = self._after(node, np.where(code < _WIDTH, code, np.uint16(0)))
        others = np.flatnonzero(code >= _WIDTH)
        row = self._other_row.take(node.take(others))
        found[others] = self._other_next.take(row * self._other_width + code.take(others) - _WIDTH)
        return found


def _letters(vocabulary: Mapping[str, int]) -> list[str]:
    """The letters beyond ASCII that are tokens, at the beginning of a piece and inside."""
    return [
        token
        for token in vocabulary
        if len(token) == 1 and "\x7f" < token < chr(FIRST_OTHER) and token.isalnum() and _BEHIND + token in vocabulary
    ]
