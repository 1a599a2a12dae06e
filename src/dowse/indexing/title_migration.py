"""Migration of titles: after a change of the boilerplate, the documents whose title it decides are read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from ..analysis.boilerplate import BOILERPLATE, Boilerplate
from ..model.document import Document, Head
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import IndexFacts
from .stored_documents import DocumentSource, stored_documents

REMEMBERED = "titles"  # key in the index: the boilerplate by which its titles were decided


class TitledIndex(DocumentSource, IndexFacts, Protocol):
    """The part of a store that the migration needs."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def titled(document: Document, boilerplate: Boilerplate) -> Document:
    """The document, with its file name for a title that is boilerplate, such as the heading of a footer."""
    head = document.head
    if not (boilerplate.digests and _is_of_heading(head) and boilerplate.contains(head.title)):
        return document
    return replace(document, head=head._replace(title=head.name))


def migrate_titles(index: TitledIndex) -> tuple[str, ...]:
    """Marks the documents as changed whose title is another one by the boilerplate of now, and returns their paths.

    A later run reads them if this one does not.
    """
    fact, decided = index.recalled(BOILERPLATE), index.recalled(REMEMBERED)
    if fact == decided:
        return ()
    now, before = Boilerplate.parsed(fact).digests, Boilerplate.parsed(decided).digests
    again = tuple(sorted(_affected(index, Boilerplate(now - before), Boilerplate(before - now))))
    with suppress(StorageError):  # a read-only index keeps the old titles
        if again:
            index.read_again(again)
        index.remember(REMEMBERED, fact)
        return again
    return ()


def _affected(index: TitledIndex, added: Boilerplate, removed: Boilerplate) -> Iterator[str]:
    """The documents with a title that has become boilerplate, and those with a heading that no longer is."""
    heads = {path: head for path, head in index.heads(index.known()).items() if not head.fact("title")}
    yield from (path for path, head in heads.items() if _is_of_heading(head) and added.contains(head.title))
    if removed.digests:
        named = [path for path, head in heads.items() if head.title == head.name]
        for document in stored_documents(named, index):
            if any(map(removed.contains, document.headings[:1])):
                yield document.head.path


def _is_of_heading(head: Head) -> bool:
    """Whether the text of the document states its title, not a property or the file name."""
    return head.title != head.name and not head.fact("title")
