"""The texts of a document for keyword search, one for each field weight."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.document import Document, Head
from ..model.kinds import SPEC_OF, STATE_FIELDS
from ..model.lazy_pattern import lazy_pattern

# The body first: FTS5 writes two bytes for each other field in which a document has a term.
FIELD_ORDER = ("body", "filename", "title", "aliases", "tags", "area", "headings", "summary", "path")
HEADINGS, BODY = FIELD_ORDER.index("headings"), FIELD_ORDER.index("body")
NAME_FIELDS = ("filename", "title", "aliases")
NAMES = tuple(map(FIELD_ORDER.index, NAME_FIELDS))
BETWEEN = " ␟ "  # between texts that no phrase may span

_NO_WORDS = lazy_pattern(r"https?://|\d{4}-\d\d(?!\w)")  # an address, a date or time


def field_texts(document: Document) -> tuple[str, ...]:
    """The searched texts, in FIELD_ORDER."""
    head = document.head
    is_source = document.is_source  # its name is its path, which has a field and a weight of its own
    return (
        document.body,
        "" if is_source else head.name,
        "" if is_source else head.title,
        BETWEEN.join(head.aliases),
        BETWEEN.join(sorted(head.tags)),
        f"{head.fact('category')} {head.fact('area')}".strip(),
        BETWEEN.join(document.headings),
        BETWEEN.join(filter(None, (head.fact("summary"), *_properties(head)))),
        f"{head.path.rpartition('/')[0]}/{head.name}" if is_source else "",
    )


def phrase_text(document: Document) -> str:
    """The text besides the body that a quoted phrase can match."""
    return BETWEEN.join(text for text in field_texts(document)[BODY + 1 :] if text)


def _properties(head: Head) -> Iterator[str]:
    """The values of properties that are texts, as in `director: "[[Ridley Scott]]"`, without times and addresses.

    A type and a status have their links alone: these name notes.
    """
    excluded = SPEC_OF[head.kind].unsearched
    for key in head.properties:
        if key not in excluded and not isinstance(fact := head.facts[key], bool | int | float):
            values = (fact,) if isinstance(fact, str) else fact
            yield from (each for each in values if ("[[" in each if key in STATE_FIELDS else not _NO_WORDS.match(each)))
