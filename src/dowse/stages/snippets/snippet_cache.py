"""The snippets that were cut last: a search that is repeated, with other filters or for its next page, shows many of
them again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from ...model.document import Document
from .snippet_text import CachedSnippet

_MOST_BYTES = 5_000_000  # about 2,300 snippets of the default size
_ENTRY = 1_900  # bytes besides the text of a snippet


class SnippetCache:
    """Snippets by what they depend on: the content of the document, and the rest as a key. Threads may share it."""

    def __init__(self) -> None:
        self._held: dict[Hashable, CachedSnippet] = {}
        self._room = _MOST_BYTES

    def of(self, document: Document, key: tuple[Hashable, ...], cut: Callable[[], CachedSnippet]) -> CachedSnippet:
        """The snippet, which `cut` makes if the cache lacks it."""
        asked = (*_content(document), *key)  # one tuple: garbage collections visit each that is kept
        found = self._held.get(asked)
        if found is None:
            found = cut()
            size = len(found.snippet.text) + _ENTRY
            if size > self._room:
                self._held, self._room = {}, _MOST_BYTES
            self._held[asked] = found  # all threads store the same values
            self._room -= size
        return found


def _content(document: Document) -> tuple[Hashable, ...]:
    """What tells the document from others and from its earlier content.

    A text remembers its hash.  The units follow from the path and the text, but for a grammar that is new.
    """
    head, text = document.head, document.text
    sizes = len(text), len(document.units), len(document.symbols)
    return head.path, head.title, head.aliases, head.tags, hash(text), *sizes
