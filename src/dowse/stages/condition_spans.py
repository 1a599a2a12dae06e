"""The spans of a text that meet conditions of the query on the text itself, such as `task-todo:` and `match-case:`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from ..analysis.term_matching import TermMatcher, densest
from ..model.document import Document, Span
from ..query.ast import And, Expr, SamePassage, Word
from ..query.extract import Condition
from ..query.text_match import PassageSource, matching_spans

_MOST_SPANS = 60  # of a document that are compared
_SEARCHED = 200_000  # characters of a passage that are searched for words


def condition_spans(
    document: Document, conditions: Sequence[Condition], spotter: TermMatcher, size: int
) -> tuple[Span, ...]:
    """Where the body meets the conditions, in order; of a long passage the part with most words of the query."""
    if not conditions:
        return ()
    source = PassageSource.of(document)
    found = chain.from_iterable(_spans(each, source, spotter, size) for each in conditions)
    return tuple(sorted(set(islice(found, _MOST_SPANS))))


def _spans(condition: Condition, source: PassageSource, spotter: TermMatcher, size: int) -> Iterator[Span]:
    text, body = source.text, (source.body_start, len(source.text))
    if not isinstance(condition, SamePassage):
        yield from matching_spans(condition, source, body)
        return
    has_words = any(any(spotter.marks(word)) for word in _required_words(condition))
    starts = [at for at, *_ in spotter.marks(text, *body)] if has_words else []

    def may_hold(span: Span) -> bool:  # in a fraction of the time
        at = bisect_left(starts, span[0])
        return not has_words or (at < len(starts) and starts[at] < span[1])

    for start, end in matching_spans(condition, source, body, may_hold=may_hold):
        marks = list(spotter.marks(text, start, min(end, start + _SEARCHED))) if end - start > size else []
        first = densest(marks, size, (), prefer=(start, end)) if marks else start
        yield first, min(end, first + size)


def _required_words(expr: Expr) -> tuple[str, ...]:
    match expr:
        case Word(text):
            return (text,)
        case SamePassage(_, item):
            return _required_words(item)
        case And(items):
            return tuple(chain.from_iterable(map(_required_words, items)))
        case _:
            return ()
