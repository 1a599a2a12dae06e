"""The token ids of words with letters beyond ASCII.

WordPiece tries all lengths up to the rest of the word at each place: a millisecond for a word of 80 letters, whose
tokens have one to three.  Here no more letters are tried than a token that begins so has, in a tenth of the time, and
letters are normalized by a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_BEHIND = "##"  # before a token that continues a word
_LONGEST = 100  # characters; a longer word is one unknown token
REFUSED = "\0"  # a character that the tokenizer must handle
FIRST_OTHER = 0x3400  # Chinese characters are words of their own, and syllables of Hangul are many


class LetterTokens:
    """Tokenizes words of letters and digits with a WordPiece tokenizer of BERT."""

    def __init__(self, tokenizer: Tokenizer, unknown: bytes) -> None:
        vocabulary: Mapping[str, int] = tokenizer.get_vocab(with_added_tokens=False)
        self._letters = LetterForms(tokenizer)
        self._unknown = unknown
        self._first = {token: n.to_bytes(2, "little") for token, n in vocabulary.items()}
        self._behind = {token[len(_BEHIND) :]: n for token, n in self._first.items() if token.startswith(_BEHIND)}
        self._longest_first, self._longest_behind = _longest(self._first), _longest(self._behind)

    def __call__(self, piece: str) -> bytes | None:
        """The ids as the bytes of uint16; None for a piece with other characters."""
        word = piece.translate(self._letters)
        if REFUSED in word or not word:
            return None
        if len(word) > _LONGEST:
            return self._unknown
        found: list[bytes] = []
        tokens, longest = self._first, self._longest_first
        at = 0
        while at < len(word):
            end = min(at + longest.get(word[at], 0), len(word))
            while end > at and word[at:end] not in tokens:
                end -= 1
            if end == at:
                return self._unknown
            found.append(tokens[word[at:end]])
            at, tokens, longest = end, self._behind, self._longest_behind
        return b"".join(found)


class LetterForms(dict[int, str]):
    """Each letter and digit as the tokenizer normalizes it alone, if it does the same inside of a word."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, code: int) -> str:
        normalized = self[code] = self._normalized(chr(code))
        return normalized

    def _normalized(self, char: str) -> str:
        if not char.isalnum() or char >= chr(FIRST_OTHER):
            return REFUSED
        normalize, cut = self._tokenizer.normalizer.normalize_str, self._tokenizer.pre_tokenizer.pre_tokenize_str
        word = normalize(f"a{char}b")
        is_inside = word == f"a{normalize(char)}b" and len(word) > 2 and [each for each, _ in cut(word)] == [word]
        return word[1:-1] if is_inside else REFUSED


def _longest(tokens: Iterable[str]) -> Mapping[str, int]:
    """The length of the longest token that begins with each character."""
    found: dict[str, int] = {}
    for token in sorted(tokens, key=len):
        found[token[:1]] = len(token)
    return found
