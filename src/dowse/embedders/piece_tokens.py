"""The token ids of a text, piece by piece, each of which is tokenized once.

The tokenizer is BERT's (Devlin et al., NAACL 2019): it cuts at whitespace and punctuation before anything else, so that
the tokens of a piece between cuts do not depend on its surroundings and a dictionary can cache them.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from string import punctuation
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Tokenizer

from ..model.chunk import CountSpan
from ..model.printable_lines import printable_stretches
from .hexadecimal_tokens import HexadecimalTokens, is_hexadecimal
from .letter_tokens import LetterForms, LetterTokens
from .separated_pieces import DELETED, SeparatedPieces, separated
from .token_batch import BatchTokens, are_signs, bounded_pieces, piece_bounds, tokens_at, tokens_before

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.uint16]

_MOST_PIECES = 100_000  # about 14 MB; the words of 18,000 documents of five kinds are 35,000
_LONGEST_PIECE = 40  # characters; longer ones are encoded data and scripts without spaces, and rarely recur
_LONGEST_KEPT, _MOST_KEPT = 100, 10_000  # characters of a longer one that is kept for a while, and their number: 4 MB
_SHORT = 40  # characters
_LONG_NUMBER = 8  # hexadecimal digits; in fewer the tokenizer is as fast
_MANY_NUMBERS = 2_000  # to prepare their tokens takes 40 ms
_MANY_OTHERS = 10_000  # characters of pieces beyond ASCII; to prepare their tokens takes 10 ms
_LONG, _LONGER = 20_000, 200_000  # characters; in a longer text new pieces are found together, and the first time only
# in one that is longer still: to prepare that takes 25 ms
_SAMPLED, _SAMPLE_OF = 400, 8_000  # characters of so many each are looked at for new pieces
_MANY_NEW = 1 / 8  # of the characters; prose has less, where one by one is as fast
_SPACED = tuple((mark, f" {mark} ") for mark in punctuation)
_ASCII_PIECE = re.compile(rf"[{re.escape(punctuation)}]|[^ \t\n\r{re.escape(punctuation)}]+")
_WITHOUT_DELETED = str.maketrans("", "", DELETED)

# Two expressions that only long pieces need; to compile them takes 2 ms.
# BERT maps words of more than 100 characters to one unknown token; otherwise ten million letters take 10 s and 700 MB.
_HOPELESS = r"[^\W_\u3400-\U0010ffff]{101,}"
_FIRST_SIGN = "\u2190"  # an arrow; one sign before it is punctuation in the tokenizer's version of Unicode
_HAN = r"([\u3400-\u4dbf\u4e00-\u9fff])"  # each is a token; BERT knows more ranges, these are the bulk


class PieceTokens(dict[str, bytes]):
    """The token ids of pieces of text, as the bytes of uint16, which join faster than tuples or arrays.

    Threads may share it: each step on the dictionary is atomic and an entry has one possible value, so the worst
    is that two threads compute the same entry.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._tokenize = tokenizer.model.tokenize  # each read of the property makes an object
        self._kept: dict[str, bytes] = {}  # long pieces: a text is counted in pieces and as a whole, and then embedded
        self._numbers = 0  # hexadecimal ones that were tokenized
        self._hexadecimal: HexadecimalTokens | None = None
        self._together: BatchTokens | None = None
        self._other_characters = 0  # of pieces beyond ASCII that were tokenized
        self._letters: LetterTokens | None = None
        self._unknown = self._encoded("a" * 101)

    def ids(self, text: str) -> Ids:
        """The token ids of the text, in order, as the tokenizer gives them for the whole text."""
        return np.frombuffer(self.encoded(text), dtype=np.uint16)

    def count(self, text: str) -> int:
        """The number of token ids of the text."""
        return len(self.encoded(text)) // 2

    def encoded(self, text: str) -> bytes:
        """The token ids of the text as bytes."""
        return b"".join(map(self.__getitem__, pieces(text)))

    def encoder(self, text: str) -> Callable[[str], bytes]:
        """As `encoded`, for stretches of this text."""
        if not self._has_many_new(text):
            return self.encoded
        own = self._own(pieces(text))
        return lambda stretch: b"".join(map(own.__getitem__, pieces(stretch)))

    def _own(self, listed: Iterable[str]) -> Mapping[str, bytes]:
        """The ids of pieces of one text that has many new ones."""
        new = [*{*listed} - self.keys()]
        return _OwnPieces(self, filter(itemgetter(1), zip(new, self._batch_tokens()(new), strict=True)))

    def counter(self, text: str) -> CountSpan:
        """The number of token ids, for stretches of this text, most of which are between blanks."""
        if len(text) < _LONG:
            return lambda start, end: self.count(text[start:end])
        begun: list[NDArray[np.int32]] = []
        cuts: list[bytes] = []
        for start, end, is_printable in printable_stretches(text, _LONG):
            if is_printable:
                begun.append(self._begun(text[start:end]))
                cuts.append(b"\1" * (end - start))
            else:
                part = separated(text[start:end])
                begun.append(tokens_at(part.is_sign, part.starts, self._separated_counts(part)))
                cuts.append(part.is_cut[:-1])
        before = tokens_before(begun)
        is_cut = b"".join((*cuts, b"\1"))
        if b"\0" not in is_cut:
            return lambda start, end: before[end] - before[start]

        def count(start: int, end: int) -> int:
            return before[end] - before[start] if is_cut[start] and is_cut[end] else self.count(text[start:end])

        return count

    def _begun(self, text: str) -> NDArray[np.int32]:
        """The tokens that begin at each character of a text of printable ASCII."""
        bounds = piece_bounds(text)
        is_together = self._together or self._has_many_new(text)
        counts = self._batch_tokens().counts(text, bounds) if is_together else self._counts(bounded_pieces(text))
        return tokens_at(are_signs(text), bounds[0], counts)

    def _separated_counts(self, part: SeparatedPieces) -> NDArray[np.intp]:
        """The number of token ids of each of the pieces."""
        if not (self._together or self._has_many_new(part.spaced)):
            return self._counts(part.spaced.split())
        counts = self._batch_tokens().counts(part.spaced, part.bounds)
        others = np.flatnonzero(counts == 0)
        counts[others] = self._counts(part.pieces(others))
        return counts

    def _counts(self, listed: Sequence[str]) -> NDArray[np.intp]:
        """The number of token ids of each of the pieces."""
        return np.fromiter(map(_PieceCounts(self).__getitem__, listed), np.intp, len(listed))

    def _batch_tokens(self) -> BatchTokens:
        if self._together is None:
            self._together = BatchTokens(
                self._tokenizer.get_vocab(with_added_tokens=False), LetterForms(self._tokenizer)
            )
        return self._together

    def _has_many_new(self, text: str) -> bool:
        """Whether finding new pieces together pays, by a sample: most of the text is in pieces that are no tokens."""
        if len(text) < (_LONGER if self._together is None else _LONG):
            return False
        sample = " ".join(text[at : at + _SAMPLED] for at in range(0, len(text), _SAMPLE_OF))
        new = {*pieces(sample)} - self.keys()
        size = sum(len(piece) for piece in new if self._tokenizer.token_to_id(piece) is None)
        return size >= _MANY_NEW * len(sample)

    def __missing__(self, piece: str) -> bytes:
        """The ids of a new piece, which is cached unless it is long."""
        if len(piece) > _LONGEST_PIECE:
            return self._long(piece)
        if len(self) >= _MOST_PIECES:
            self.clear()  # frequent words are soon cached again; an LRU order would slow every look-up
        ids = self[piece] = self._encoded(piece)
        return ids

    def _long(self, piece: str) -> bytes:
        """The ids of a long piece, cut further where that is safe: the tokenizer needs 250 bytes a character."""
        if (kept := self._kept.get(piece)) is not None:
            return kept
        if re.fullmatch(_HOPELESS, piece) or (len(piece) > _LONGEST_KEPT and all(map(_is_joined, set(piece)))):
            return self._unknown
        parts = [part for part in re.split(_HAN, piece) if part]
        if len(parts) > 1:
            return b"".join(map(self.__getitem__, parts))
        ids = self._encoded(piece)
        if len(piece) <= _LONGEST_KEPT:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[piece] = ids
        return ids

    def _encoded(self, piece: str) -> bytes:
        if piece.isascii() and piece.isprintable():
            # BERT's normalization would only fold the case; without it a piece takes a quarter of the time: 1.6 µs.
            piece = piece.lower()
            is_number = _LONG_NUMBER <= len(piece) <= _LONGEST_KEPT and is_hexadecimal(piece)
            if is_number and (tokens := self._hexadecimal_tokens()):
                return tokens(piece)
            return array("H", [token.id for token in self._tokenize(piece)]).tobytes()
        self._other_characters += len(piece)
        if self._letters is None and self._other_characters > _MANY_OTHERS:
            self._letters = LetterTokens(self._tokenizer, self._unknown)
        if self._letters and (ids := self._letters(piece)) is not None:
            return ids
        # Joins surrogate pairs; a lone surrogate becomes U+FFFD, which BERT deletes.
        whole = piece if piece.isascii() else piece.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return array("H", self._tokenizer.encode(whole, add_special_tokens=False).ids).tobytes()

    def _hexadecimal_tokens(self) -> HexadecimalTokens | None:
        """The tokens of hexadecimal numbers, once there were many of these."""
        if self._hexadecimal is None:
            self._numbers += 1
            if self._numbers > _MANY_NUMBERS:
                self._hexadecimal = HexadecimalTokens(self._tokenizer.get_vocab(with_added_tokens=False))
        return self._hexadecimal


class _OwnPieces(dict[str, bytes]):
    """The token ids of the pieces of one text."""

    def __init__(self, known: PieceTokens, found: Iterable[tuple[str, bytes]]) -> None:
        super().__init__(found)
        self._known = known

    def __missing__(self, piece: str) -> bytes:
        ids = self[piece] = self._known[piece]
        return ids


class _PieceCounts(dict[str, int]):
    """The number of token ids of the pieces of one text."""

    def __init__(self, known: Mapping[str, bytes]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, piece: str) -> int:
        count = self[piece] = len(self._known[piece]) // 2
        return count


def _is_joined(char: str) -> bool:
    """Whether the character belongs to the word around it, for BERT too: a letter, a digit or a sign such as an emoji.

    BERT cuts at Chinese characters, and at punctuation, also where a sign decomposes to some.
    """
    category = unicodedata.category(char)
    if category == "So":
        return char >= _FIRST_SIGN and not unicodedata.decomposition(char)
    return category[0] in "LN" and char < "\u3400"


def pieces(text: str) -> list[str]:
    """The text cut at whitespace and around ASCII punctuation, in lower case where Python and BERT agree.

    One regular expression that finds the pieces takes half as long again (41 to 28 µs for 200 words), but a sixth for
    the single words that chunks are cut at.
    """
    if text.isascii():
        text = text.lower()  # elsewhere Python and BERT differ, as in a final sigma
        if len(text) <= _SHORT:
            return _ASCII_PIECE.findall(text)
    if any(char in text for char in DELETED):  # str.split() would cut at them
        text = text.translate(_WITHOUT_DELETED)
    for mark, spaced in _SPACED:
        if mark in text:
            text = text.replace(mark, spaced)
    return text.split()
