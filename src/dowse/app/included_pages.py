"""The files of AsciiDoc that are on a page with another one: those that it includes, and those that include it.

An anchor of one is an anchor of the page, and so of each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..formats.plaintext.adoc_links import adoc_includes
from ..model.document import Document
from ..ports.storage import Reader

_ENDINGS = (".adoc", ".asc", ".asciidoc")
_MOST = 200  # files of one page; a part may be on many


class IncludedPages:
    """Finds the documents that share a page with another one; each is read once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._document, self._included = cache(self._read), cache(self._read_included)

    def around(self, path: str) -> Iterator[Document]:
        """The other documents of the pages that have the document; none for another format."""
        if not path.lower().endswith(_ENDINGS):
            return
        ways, seen = [path, *self._including(path)], {path}
        while ways and len(seen) < _MOST:
            at = ways.pop(0)
            if at not in seen and (document := self._document(at)) is not None:
                yield document
            seen.add(at)
            ways += (each for each in self._included(at) if each not in seen)

    def _including(self, path: str) -> list[str]:
        """The documents that include the document, in order, and those that include these."""
        found, ways = dict[str, None](), [path]
        while ways and len(found) < _MOST:
            at = ways.pop(0)
            sources = sorted({edge.source.doc for edge in self._reader.edges([at])} - {at, path, *found})
            including = [source for source in sources if at in self._included(source)]
            found.update(dict.fromkeys(including))
            ways += including
        return list(found)

    def _read(self, path: str) -> Document | None:
        return self._reader.documents([path]).get(path)

    def _read_included(self, path: str) -> tuple[str, ...]:
        document = self._document(path) if path.lower().endswith(_ENDINGS) else None
        if document is None or "include::" not in document.text:
            return ()
        written = {found.target for found in adoc_includes(document.text)}
        links = self._reader.aimed([path])
        return tuple(
            dict.fromkeys(each.aim.target for each in links if each.link.target in written and each.aim.target)
        )
