"""The spans of a text that meet conditions of the query on the text itself, such as `task-todo:` and `match-case:`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, islice

from ...analysis.densest_window import densest
from ...analysis.term_matching import TermMatcher
from ...model.document import Document, Span
from ...query.ast import And, Expr, SamePassage, Word
from ...query.extract import Condition
from ...query.text_match import PassageSource, matching_spans

_MOST_SPANS = 60  # of a document that are compared
_SEARCHED = 200_000  # characters of a passage that are searched for words


def condition_spans(
    document: Document, conditions: Sequence[Condition], spotter: TermMatcher, size: int, *, likely: Span
) -> tuple[Span, ...]:
    """Where the body meets the conditions, in order; of a long passage the part with most words of the query.

    Of very many places those in the `likely` part are taken, and the first ones.
    """
    if not conditions:
        return ()
    source = PassageSource.of(document)
    body = (source.body_start, len(source.text))
    starts = cache(lambda: [at for at, *_ in spotter.marks(source.text, *body)])
    found = set[Span]()
    for within in (likely, body):
        places = (_spans(each, source, spotter, size, within=within, starts=starts) for each in conditions)
        found.update(islice(chain.from_iterable(places), _MOST_SPANS))
    return tuple(sorted(found))


def _spans(
    condition: Condition,
    source: PassageSource,
    spotter: TermMatcher,
    size: int,
    *,
    within: Span,
    starts: Callable[[], Sequence[int]],
) -> Iterator[Span]:
    """The spans of one condition that begin `within`; `starts` are the offsets of words of the query."""
    text, body = source.text, (source.body_start, len(source.text))
    if not isinstance(condition, SamePassage):
        lines = text.rfind("\n", body[0], within[0]) + 1 or body[0], text.find("\n", within[1]) + 1 or body[1]
        yield from (span for span in matching_spans(condition, source, lines) if within[0] <= span[0] < within[1])
        return
    has_words = any(any(spotter.marks(word)) for word in _required_words(condition))

    def may_hold(span: Span) -> bool:  # in a fraction of the time
        if span[1] <= within[0] or span[0] >= within[1]:
            return False
        at = bisect_left(starts(), span[0]) if has_words else 0
        return not has_words or (at < len(starts()) and starts()[at] < span[1])

    for start, end in matching_spans(condition, source, body, may_hold=may_hold):
        marks = list(spotter.marks(text, start, min(end, start + _SEARCHED))) if end - start > size else []
        first = densest(marks, size, (), prefer=(start, end)) if marks else start
        if within[0] <= first < within[1]:
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
