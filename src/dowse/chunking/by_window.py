"""Chunk by window: overlapping spans of equal length, independent of headings and paragraphs.

The parameters are Temoa's, for models that read 512 tokens, about 2,500 characters.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining

from ..model.chunk import Chunk
from ..model.document import Document, Span
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from .chunker import placed

_MOST_MARKS = 8  # on one letter; more are a joke, and are cut apart
_JOINED = frozenset("\u200d\ufe0e\ufe0f")  # what holds an emoji together


@dataclass(frozen=True, slots=True)
class ByWindow:
    """The `window` chunker: windows of `size` characters at steps of `size - overlap`.

    A text shorter than `from_size` is one chunk, and a last window shorter than `least_tail` is merged with the one
    before.  A window never begins or ends between a letter and its accent.
    """

    size: int = parameter(2000, "length of a window in characters", minimum=1)
    overlap: int = parameter(400, "overlap of neighbouring windows in characters", minimum=0, below="size")
    from_size: int = parameter(4000, "texts with fewer characters than this are one chunk", minimum=0)
    least_tail: int = parameter(
        1000, "length in characters below which the last window joins the one before", minimum=0
    )
    enrich: bool = parameter(True, "whether to embed title, area, tags and summary with each chunk")

    def __post_init__(self) -> None:
        check(self)

    @property
    def fingerprint(self) -> str:
        """Identifies the parameters: equal fingerprints give equal chunks."""
        numbers = f"{self.size}-{self.overlap}-{self.from_size}-{self.least_tail}"
        return f"window-numbered-{numbers}-{'title-area-tags' if self.enrich else 'plain'}"

    def __call__(self, document: Document) -> tuple[Chunk, ...]:
        """The chunks of a document in order; a document without text has one chunk, of its title."""
        text, start = document.text, document.body_start
        spans = [(at, end) for at, end in self._windows(text, start) if text[at:end].strip()]
        return placed(document, spans, enrich=self.enrich)

    def _windows(self, text: str, start: int) -> Iterator[Span]:
        length = len(text)
        if length - start < self.from_size:
            yield start, length
            return
        at = start
        held: Span | None = None  # until it is known whether the last window joins it
        while at + self.size < length:
            if held:
                yield held
            held = max(start, _apart(text, at)), _apart(text, at + self.size)
            at += self.size - self.overlap
        if held and length - at < self.least_tail:
            yield held[0], length
            return
        if held:
            yield held
        yield max(start, _apart(text, at)), length


def _apart(text: str, at: int) -> int:
    """The offset, moved before the letter if its accents or the rest of an emoji follow."""
    for back in range(min(at, _MOST_MARKS)):
        here = at - back
        if here == len(text) or not (combining(text[here]) or text[here] in _JOINED or text[here - 1] == "\u200d"):
            return here
    return at
