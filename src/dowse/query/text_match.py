"""The meaning of the leaves that only the text of a document decides, for every engine."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet

from ..analysis.folding import fold
from ..analysis.passages import passages
from ..analysis.phrase_match import holds_exact, holds_phrase, phrase_spans_from
from ..analysis.regular_expression import finder, searcher
from ..analysis.tokens import LONGEST_WORD, Token, alternatives, beginning, tokens, word_tokens, words
from ..model.document import Document, Span
from ..model.value_class import dataclass
from .ast import And, ExactPhrase, Expr, MatchCase, Not, Or, RegularExpression, SamePassage, Word
from .candidate_passages import candidate_passages, plain_letters

_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_ASCII_LETTERS = f"{string.ascii_letters}{string.digits}_"


@dataclass(frozen=True, slots=True)
class PassageSource:
    """The text of a document, with the offsets that divide it."""

    text: str
    body_start: int
    sections: tuple[int, ...]  # where sections begin, sorted

    @classmethod
    def of(cls, document: Document) -> PassageSource:
        """The text of the document."""
        return cls(document.text, document.body_start, tuple(unit.start for unit in document.units))


def holds_passage(leaf: SamePassage, source: PassageSource) -> bool:
    """Whether one passage of the body meets the whole condition of the leaf."""
    body = source.body_start, len(source.text)
    return _may_hold(leaf, source) and _holds(leaf, source, body, plain_letters(source.text))


def matches(leaf: RegularExpression, text: str) -> bool:
    """Whether the regular expression matches in the text."""
    return searcher(leaf.pattern, match_case=leaf.match_case)(text)


def matching_spans(
    expr: Expr, source: PassageSource, span: Span, *, may_hold: Callable[[Span], bool] = lambda _: True
) -> Iterator[Span]:
    """Where the part of the text has the quotations and expressions of the condition, words aside.

    Of a passage that meets a condition these matches in it, or else the whole passage.  Not in order.  Passages without
    `may_hold` are not read.
    """
    match expr:
        case And(items) | Or(items):
            for item in items:
                yield from matching_spans(item, source, span, may_hold=may_hold)
        case SamePassage(kind, item):
            letters = plain_letters(source.text)
            for each in candidate_passages(passages(kind, source.text, span, source.sections), item, letters):
                if may_hold(each) and _holds(item, source, each, letters):
                    yield from tuple(matching_spans(item, source, each, may_hold=may_hold)) or (each,)
        case ExactPhrase(text):
            yield from phrase_spans_from(source.text, text, *span)
        case MatchCase(text):
            yield from phrase_spans_from(source.text, text, *span, is_exact=True)
        case RegularExpression(pattern, match_case):
            start, end = span
            for first, last in finder(pattern, match_case=match_case)(source.text[start:end]):
                yield start + first, start + last


def _may_hold(expr: Expr, source: PassageSource) -> bool:
    """Whether the regular expressions that one passage has to match do so in the text: one search instead of many.

    A passage ends with its lines, so that a match in it is a match in the text, unless the pattern names the ends of
    the text.  The passage of a task begins inside a line.
    """
    match expr:
        case And(items):
            return all(_may_hold(item, source) for item in items)
        case SamePassage("section" | "block" | "line", item):
            return _may_hold(item, source)
        case RegularExpression(pattern):
            return "\\A" in pattern or "\\z" in pattern or matches(expr, source.text)
        case _:
            return True


def _holds(expr: Expr, source: PassageSource, span: Span, letters: bytes) -> bool:
    """Whether the part of the text meets the condition; `letters` are the plain ones of the whole text."""
    match expr:
        case And(items):
            return all(_holds(item, source, span, letters) for item in items)
        case Or(items):
            return any(_holds(item, source, span, letters) for item in items)
        case Not(item):
            return not _holds(item, source, span, letters)
        case SamePassage(kind, item):
            inside = candidate_passages(passages(kind, source.text, span, source.sections), item, letters)
            return any(_holds(item, source, each, letters) for each in inside)
    start, end = span
    text = source.text[start:end]
    match expr:
        case Word(word):
            return _holds_word(text, word)
        case ExactPhrase(phrase):
            return holds_phrase(text, phrase)
        case MatchCase(exact):
            return holds_exact(text, exact)
        case RegularExpression():
            return matches(expr, text)
        case _:
            return True


def _holds_word(text: str, word: str) -> bool:
    """By stem; a word without letters or digits has no tokens, and excludes nothing."""
    phrases = alternatives(word)
    if not phrases:
        return True
    return any(_holds_tokens(text, phrase) for phrase in phrases)


def _holds_tokens(text: str, phrase: Token) -> bool:
    """Whether the text has the tokens in this order; to analyse a word takes longer than to compare its letters."""
    folded = fold(text)
    if not all(beginning(wanted) in folded for wanted in phrase):
        return False
    if text.isascii():
        has_all = all(
            any(_has_term(word, each) for word in _words_with(beginning(each), text, folded)) for each in phrase
        )
    else:
        distinct = set(words(text))
        has_all = all(any(_has_term(word, wanted) for word in _may_have(distinct, wanted)) for wanted in phrase)
    return has_all and (len(phrase) == 1 or _occurs(phrase, tokens(text)))


def _words_with(letters: str, text: str, folded: str) -> Iterator[str]:
    """The words of an ASCII text that contain the letters, without those that are too long to have tokens."""
    at = folded.find(letters)
    while at >= 0:
        near = text[max(0, at - LONGEST_WORD) : at]
        rest = near.rstrip(_ASCII_LETTERS)
        match = _ASCII_WORD.match(text, at - len(near) + len(rest))
        if match and len(near) - len(rest) < LONGEST_WORD:
            yield match.group()
        at = folded.find(letters, match.end() if match else at + 1)


def _may_have(distinct: AbstractSet[str], term: str) -> Iterator[str]:
    letters = beginning(term)
    return (word for word in distinct if not word.isascii() or letters in word.lower())


def _has_term(word: str, term: str) -> bool:
    return any(term in token for token in word_tokens(word))


def _occurs(phrase: Token, own: list[Token]) -> bool:
    return any(
        all(wanted in own[at + step] for step, wanted in enumerate(phrase)) for at in range(len(own) - len(phrase) + 1)
    )
