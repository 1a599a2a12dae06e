"""A document as the reference engine keeps it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...analysis.tokens import Token
from ...model.document import Head
from ...ports.storage import FileStamp, IndexedDocument


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """With the words of its fields."""

    indexed: IndexedDocument
    fields: tuple[list[Token], ...]  # in FIELD_ORDER

    @property
    def head(self) -> Head:
        """Of the document."""
        return self.indexed.document.head


def restamped(item: IndexedDocument, stamp: FileStamp) -> IndexedDocument:
    """The document with another size and time; its content is the same."""
    modified = item.document.head.modified if stamp.mtime_ns < 0 else stamp.mtime_ns / 1e9
    head = replace(item.document.head, modified=modified)
    return IndexedDocument(replace(item.document, head=head), replace(stamp, digest=item.stamp.digest), item.chunks)
