"""Where the tags that a query selects are in a text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from ...formats.registry import outline_of
from ...model.document import Document, Span
from ...query.ast import And, Expr, FieldEquals, Or
from ...query.select import is_tag_under, tag_key

_MOST_SPANS = 60  # of a document that are compared


def selected_tags(where: Expr) -> frozenset[str]:
    """The tags that the tree requires or allows, in the form for comparisons."""
    match where:
        case FieldEquals("tag", value):
            return frozenset({tag_key(value)})
        case And(items) | Or(items):
            return frozenset[str]().union(*map(selected_tags, items))
        case _:
            return frozenset()


def tag_spans(document: Document, within: Span, tags: Collection[str]) -> tuple[Span, ...]:
    """The first tags in that part of the body that are among these or nested under them; of a heading the line."""
    return tuple(islice(_tag_spans(document, within, tags), _MOST_SPANS)) if tags else ()


def _tag_spans(document: Document, within: Span, tags: Collection[str]) -> Iterator[Span]:
    start, end = max(within[0], document.body_start), within[1]
    for found in outline_of(document.head.path).tags.finditer(document.text, start, end):
        written = map(tag_key, found[1].split(":"))
        if any(is_tag_under(each, tag) for each in written for tag in tags):
            yield found.span()
