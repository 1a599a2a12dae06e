"""The token ids of texts that a chunker counts, for the chunks that are made of these texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..chunking.spans import paragraphs
from ..model.chunk import Chunk, CountSpan

_SHORTEST_KEPT = 40  # characters; words are counted too, and no chunk is made of them alone
_SHORT = 512  # characters; most chunks of fewer are not counted


class CountedTexts:
    """Counts tokens, and keeps the ids of the texts of one document: to tokenize them again takes as long as to count.

    No token of the bundled embedder goes over the end of a line, so that the ids of a text are those of its paragraphs.
    """

    def __init__(self, encoder: Callable[[str], Callable[[str], bytes]]) -> None:
        self._encoder = encoder  # for stretches of a text
        self._encode = encoder("")
        self._kept: dict[str, bytes] = {}  # without blanks at the ends, which have no tokens

    def __call__(self, text: str) -> int:
        """The number of tokens."""
        ids = self._encode(text)
        if len(text) >= _SHORTEST_KEPT:
            self._kept[text.strip()] = ids
        return len(ids) // 2

    def of(self, text: str) -> CountSpan:
        """Counts stretches of this text until it is forgotten."""
        self._encode = self._encoder(text)
        return lambda start, end: self(text[start:end])

    def ids_of(self, text: str) -> bytes:
        """The ids of a chunk, as the bytes of uint16."""
        if kept := self._kept.get(text):
            return kept
        if len(text) <= _SHORT or not self._kept:
            return self._encode(text)
        found, since = list[bytes](), 0
        for start, end in paragraphs(text, 0, len(text)):
            if kept := self._kept.get(text[start:end].strip()):
                if since < start:
                    found.append(self._encode(text[since:start]))
                found.append(kept)
                since = end
        if since < len(text):
            found.append(self._encode(text[since:]))
        return b"".join(found)

    def taken(self, chunks: Iterable[Chunk]) -> tuple[bytes, ...]:
        """The ids of all chunks of a document, whose texts are forgotten then."""
        found = tuple(self.ids_of(chunk.text) for chunk in chunks)
        self._kept.clear()
        self._encode = self._encoder("")
        return found
