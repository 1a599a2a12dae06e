"""Chunk by paragraph: neighbouring paragraphs are merged up to a length.

The algorithm is that of local-rag's function, the length its 800 characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..model.chunk import Chunk
from ..model.document import Document, Span
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from .chunker import placed
from .spans import paragraphs, sentences, trimmed, words


@dataclass(frozen=True, slots=True)
class ByParagraph:
    """The `paragraph` chunker: paragraphs merged up to `size` characters, not counting the lines between them.

    A merged paragraph longer than `split_above` is split at sentences, a longer sentence at words, and a longer word
    anywhere, so no chunk is longer.
    """

    size: int = parameter(800, "length in characters up to which to merge paragraphs", minimum=1, maximum="split_above")
    split_above: int = parameter(
        1200, "length in characters above which to split a paragraph at sentences", minimum="size"
    )
    enrich: bool = parameter(True, "whether to embed title, area, tags and summary with each chunk")

    def __post_init__(self) -> None:
        check(self)

    @property
    def fingerprint(self) -> str:
        """Identifies the parameters: equal fingerprints give equal chunks."""
        numbers = f"{self.size}-{self.split_above}"
        return f"paragraph-numbered-{numbers}-{'title-area-tags' if self.enrich else 'plain'}"

    def __call__(self, document: Document) -> tuple[Chunk, ...]:
        """The chunks of a document in order; a document without text has one chunk, of its title."""
        text = document.text
        whole = (trimmed(text, *span) for span in paragraphs(text, document.body_start, len(text)))
        together = _together((span for span in whole if span[0] < span[1]), self._fits_beside)
        spans = [part for span in together for part in self._cut(text, span)]
        return placed(document, spans, enrich=self.enrich)

    def _fits_beside(self, held: Span, more: Span) -> bool:
        return _length(held) + _length(more) <= self.size

    def _reaches(self, held: Span, more: Span) -> bool:
        return more[1] - held[0] <= self.size

    def _cut(self, text: str, span: Span) -> Iterator[Span]:
        if _length(span) <= self.split_above:
            yield span
            return
        for part in _together(self._pieces(text, span), self._reaches):
            yield trimmed(text, *part)

    def _pieces(self, text: str, span: Span) -> Iterator[Span]:
        """Sentences; words of a too long sentence; spans of a too long word; all without trailing spaces."""
        for sentence in sentences(text, *span):
            whole = trimmed(text, *sentence)
            if _length(whole) <= self.split_above:
                yield whole
                continue
            for word in words(text, *whole):
                end = word[0] + len(text[slice(*word)].rstrip())
                yield from ((at, min(at + self.size, end)) for at in range(word[0], end, self.size))


def _together(spans: Iterable[Span], fits: Callable[[Span, Span], bool]) -> Iterator[Span]:
    """Neighbouring spans merged as long as the next one `fits`."""
    held: Span | None = None
    for span in spans:
        if held is not None and fits(held, span):
            held = held[0], span[1]
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def _length(span: Span) -> int:
    return span[1] - span[0]
