"""A document as the reference engine keeps it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...analysis.tokens import Token
from ...model.document import Head
from ...ports.storage import FileStamp, IndexedDocument


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document with the tokens of its fields."""

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


def placed(item: IndexedDocument) -> IndexedDocument:
    """With links and chunks of units that the document does not have as those of the document itself."""
    names = {unit.name for unit in item.document.units}
    links = tuple(link if link.section in names else replace(link, section="") for link in item.document.links)
    chunks = tuple(
        chunk if chunk.ref.section in names else replace(chunk, ref=chunk.ref._replace(section=""))
        for chunk in item.chunks
    )
    return IndexedDocument(replace(item.document, links=links), item.stamp, chunks)
