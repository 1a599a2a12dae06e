"""The texts of a document that are searched by word, one for each field weight."""

from __future__ import annotations

from ..model.document import Document

FIELD_ORDER = ("filename", "title", "aliases", "tags", "area", "headings", "summary", "body")
_BETWEEN = " ␟ "  # between texts that no phrase may span


def field_texts(document: Document) -> tuple[str, ...]:
    """The searched texts, in FIELD_ORDER."""
    head = document.head
    return (
        head.name,
        head.title,
        _BETWEEN.join(head.aliases),
        _BETWEEN.join(sorted(head.tags)),
        f"{head.fact('category')} {head.fact('area')}".strip(),
        _BETWEEN.join(document.headings),
        head.fact("summary"),
        document.body,
    )


def phrase_text(document: Document) -> str:
    """Everything a quoted phrase may stand in, besides the body."""
    return _BETWEEN.join(text for text in field_texts(document)[:-1] if text)
