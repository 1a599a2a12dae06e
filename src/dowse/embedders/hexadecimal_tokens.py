"""The token ids of hexadecimal numbers, by one regular expression.

WordPiece takes the longest token at each place, and tries all lengths up to the rest of the piece: 10 µs for a piece of
16 digits, whose tokens have one or two characters.  A token in a number consists of its digits alone, and these tokens
are so few that an expression finds them, in a third of the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

_HEXADECIMAL = re.compile(r"[0-9a-f]+")
_BEHIND = "##"  # before a token that continues a piece


class HexadecimalTokens:
    """Tokenizes pieces of hexadecimal digits with the vocabulary of a WordPiece tokenizer in lower case."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        first = {token: n for token, n in vocabulary.items() if _HEXADECIMAL.fullmatch(token)}
        behind = {
            token.removeprefix(_BEHIND): n
            for token, n in vocabulary.items()
            if token.startswith(_BEHIND) and _HEXADECIMAL.fullmatch(token, len(_BEHIND))
        }
        self._first, self._first_id = _longest(first), _bytes_of(first)
        self._behind, self._behind_id = _longest(behind), _bytes_of(behind)

    def __call__(self, piece: str) -> bytes:
        """The ids as the bytes of uint16; every hexadecimal digit must be a token."""
        found = self._first.match(piece)
        assert found is not None
        return self._first_id(found[0]) + b"".join(map(self._behind_id, self._behind.findall(piece, found.end())))


def is_hexadecimal(piece: str) -> bool:
    """Whether the piece consists of hexadecimal digits in lower case."""
    return _HEXADECIMAL.fullmatch(piece) is not None


def _bytes_of(ids: Mapping[str, int]) -> Callable[[str], bytes]:
    return {token: n.to_bytes(2, "little") for token, n in ids.items()}.__getitem__


def _longest(tokens: Iterable[str]) -> re.Pattern[str]:
    """An expression that matches the longest of the tokens."""
    return re.compile(_alternatives(sorted(tokens)))


def _alternatives(endings: list[str]) -> str:
    """The sorted endings as a pattern that tries the next character first, and ends where an ending does."""
    is_end = endings[0] == ""
    branches = [
        first + _alternatives([ending[1:] for ending in group])
        for first, group in groupby(endings[is_end:], key=lambda ending: ending[0])
    ]
    return f"(?:{'|'.join(branches)}){'?' * is_end}" if branches else ""
