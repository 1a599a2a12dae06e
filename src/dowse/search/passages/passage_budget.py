"""The tokens that are left for passages of an answer."""

from __future__ import annotations

from collections.abc import Callable
from sys import maxsize

from ...model.chunk import CountTokens
from ...model.document import Document, Span
from ...model.value_class import dataclass
from .passage_headings import title_at

OVERHEAD = 8  # tokens around a passage: its lines and punctuation
_LONGEST_TOKENS = 8  # characters a token; a piece with more of them for each token that is left does not fit
_USUAL_TOKENS = 4  # characters a token


@dataclass(frozen=True, slots=True)
class AnswerLimit:
    """The maximum size of all passages as an answer contains them, where they take more tokens than as text."""

    tokens: int
    size: Callable[[str, int], int]  # of a passage as it is written, from its text and the tokens of the text


UNLIMITED = AnswerLimit(maxsize, lambda _, tokens: tokens)


class TokenBudget:
    """The tokens that are left of a budget, and of the limit of an answer as it is written."""

    def __init__(self, budget: int, count: CountTokens, written: AnswerLimit) -> None:
        self._budget, self._count, self._written = budget, count, written
        self._used = self._used_written = 0
        self._characters, self._tokens = _USUAL_TOKENS, 1  # of the pieces that were counted

    @property
    def left(self) -> int:
        """The tokens until the nearer limit."""
        return min(self._budget - self._used, self._written.tokens - self._used_written)

    def may_fit(self, characters: int) -> bool:
        """Whether a piece of that length can fit."""
        return characters <= _LONGEST_TOKENS * (self.left - OVERHEAD)

    def estimated_tokens(self, characters: int) -> int:
        """The number of tokens of texts like those that were counted."""
        return round(characters * self._tokens / self._characters)

    def estimated_size(self, characters: int) -> int:
        """The tokens that a passage takes of the nearer limit, or more."""
        return self._written.size("", OVERHEAD + self.estimated_tokens(characters))

    def sizes(self, document: Document, span: Span, place: int) -> tuple[int, int]:
        """The tokens that a passage of the piece alone takes of the budget, and of an answer."""
        text = document.text[slice(*span)]
        tokens = self._count(text)
        return tokens + OVERHEAD + self._count(title_at(document, place)), self._written.size(text, tokens)

    def take(self, document: Document, span: Span, place: int, *, is_adjacent: bool) -> bool:
        """Whether the piece fits; it is counted in then. The headings of one that does not are not read."""
        text = document.text[slice(*span)]
        tokens = self._count(text)
        self._characters, self._tokens = self._characters + len(text), self._tokens + tokens
        used = self._used + tokens + OVERHEAD
        if used > self._budget:
            return False
        used += self._count(title_at(document, place))
        written = self._used_written + (tokens + OVERHEAD if is_adjacent else self._written.size(text, tokens))
        if used > self._budget or written > self._written.tokens:
            return False
        self._used, self._used_written = used, written
        return True
