"""Chunk by section: a `#` or `##` heading with the text below it, split at paragraphs if it is long.

The parameters are those of Metis: sections at `##`, 512 tokens, overlap 10 % and at least 50 tokens, no minimum size.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import sub

from ..model.chunk import Chunk, CountSpan, CountTokens
from ..model.document import Document, Span, Unit
from ..model.parameter import check, parameter
from ..model.value_class import dataclass
from .chunker import Chunker, placed
from .spans import longest_piece, paragraph_ends, sentence_ends, trimmed, word_ends, words_backwards

# A chunk takes some 700 bytes of the index. More than _MOST_SECTIONS, and one for every _SECTION_LENGTH, are merged.
_MOST_SECTIONS = 500  # the longest changelog at hand has 91
_SECTION_LENGTH = 250  # characters

_BEGINNING = 10  # characters for each token of a limit; prose has 5
_BLANK = re.compile(r"\s")
_USUAL = 4  # characters for each token of a limit; prose of fewer is within the limit
_SHARE_OF_RUN = 4  # a run of short pieces has at most this part of a chunk
_LONG = 20_000  # characters of a text
_MANY = 1_000  # pieces, whose lengths are compared at once
_SHORT_PIECE = 40  # characters; the tokens of longer texts that are counted are kept for embedding

# Neighbouring pieces: where the first begins, where each ends, and the number of tokens, of several _UNCOUNTED.
_Run = tuple[Sequence[int], int]
_UNCOUNTED = 0  # the number of tokens of pieces that are short enough without counting
_Top = tuple[Unit, int, int]  # a section, where it starts, and where the deeper ones below it end


@dataclass(frozen=True, slots=True)
class BySection:
    """The `section` chunker. A chunk has at most `size` tokens of the embedder, unless a single word has more.

    A character counts as a token until `counting` sets the tokenizer.
    """

    count_tokens: CountTokens = len
    size: int = parameter(512, "maximum length in tokens", minimum=1)
    overlap: float = parameter(0.1, "overlap of neighbouring parts, as a share of size", minimum=0, below=1)
    least_overlap: int = parameter(50, "minimum overlap in tokens", minimum=0)
    enrich: bool = parameter(True, "whether to embed title, area, tags and summary with each chunk")
    counter: Callable[[str], CountSpan] | None = None  # gives `count_tokens` for stretches of a long text

    def __post_init__(self) -> None:
        check(self)

    @property
    def fingerprint(self) -> str:
        """Identifies the parameters: equal fingerprints give equal chunks."""
        before = "title-area-tags" if self.enrich else "plain"
        return f"section-{self.size}-{self.overlap:g}-{self.least_overlap}-{before}"

    def __call__(self, document: Document) -> tuple[Chunk, ...]:
        """The chunks of a document in order; a document without text has one chunk, of its title."""
        text, count_tokens = document.text, self.count_tokens
        if self.counter and len(text) >= _LONG:
            count = self.counter(text)
        else:
            count = lambda start, end: count_tokens(text[start:end])  # noqa: E731  # in half of the lines
        cut = _Cutter(text, text.isascii(), count, self.size, self._shared)
        sections = (trimmed(text, start, end) for _, start, end in _together(list(document.tops()), len(text)))
        spans = [part for start, end in sections if start < end for part in cut(start, end)]
        return placed(document, spans, enrich=self.enrich)

    @property
    def _shared(self) -> int:
        return min(max(self.least_overlap, round(self.size * self.overlap)), self.size // 2)


@dataclass(frozen=True, slots=True)
class _Cutter:
    """Cuts sections of a text into parts of at most `size` tokens; neighbours have about `shared` of them in common."""

    text: str
    is_all_ascii: bool
    count: CountSpan
    size: int
    shared: int

    def __call__(self, start: int, end: int) -> Iterator[Span]:
        """Spans of at most `size` tokens that end at a paragraph, a sentence or a word, with overlap."""
        length = end - start if self._is_ascii(start, end) else 3 * (end - start)
        if length <= self.size:  # a character is at most one token, or three (a Hangul syllable in its letters)
            yield start, end
            return
        # No token goes over the end of a paragraph or a sentence: a section has the tokens of its parts together.  One
        # of a usual length is counted as a whole, which is what the embedder needs, and a longer one is not.
        if end - start <= _USUAL * self.size and self.count(start, end) <= self.size:
            yield start, end
            return
        first, size = start, 0
        for ends, counted in self._runs(start, end):
            whole = counted or self.count(ends[0], ends[-1])
            if size + whole <= self.size:
                size += whole
                continue
            for piece_start, piece_end in pairwise(ends):
                more = counted or self.count(piece_start, piece_end)
                if size and size + more > self.size:
                    yield trimmed(self.text, first, piece_start)
                    first, size = self._overlapping(first, piece_start, room=self.size - more)
                size += more
        yield trimmed(self.text, first, end)

    def _runs(self, start: int, end: int) -> Iterator[_Run]:
        """Paragraphs; sentences of a paragraph that is too long; words of a sentence that is too long."""
        text, most = self.text, self.size - self.shared
        for paragraph in self._grouped(start, paragraph_ends(text, start, end), most):
            if paragraph[1] <= most:
                yield paragraph
                continue
            lines = sentence_ends(text, *paragraph[0])
            for sentence in self._grouped(paragraph[0][0], lines, most, whole=paragraph):
                if sentence[1] <= most:
                    yield sentence
                elif sentence[1] <= self.size and self._tokens(start, end, self.size) <= self.size:
                    yield sentence  # words may have more tokens than the section that they are in
                else:
                    parts = word_ends(text, *sentence[0])
                    yield from self._grouped(sentence[0][0], parts, most, whole=sentence)

    def _tokens(self, start: int, end: int, limit: int) -> int:
        """The number of tokens; above the limit perhaps that of a beginning which has more than the limit, too."""
        beginning = _BEGINNING * limit
        if end - start > 2 * beginning and (blank := _BLANK.search(self.text, start + beginning, end)):
            counted = self.count(start, blank.start())
            if counted > limit:
                return counted
        return self.count(start, end)

    def _grouped(self, start: int, ends: Sequence[int], limit: int, *, whole: _Run | None = None) -> Iterator[_Run]:
        """The pieces that end there: short ones in runs of at most a fourth of a chunk, which one call counts, and each
        other alone with the number of its tokens; above the limit, at which it is cut again, that of `_tokens`.

        The pieces end with blanks, so that several of ASCII have the tokens of each together.
        `whole` is what the pieces are cut from: one that is not cut, such as a line of megabytes, is not counted again.
        """
        most = self.size // _SHARE_OF_RUN
        short = min(limit, most, _SHORT_PIECE - 1)
        are_short = len(ends) >= _MANY and longest_piece(start, ends) <= short
        at = 0
        while at < len(ends):
            after = bisect_right(ends, start + most, at + 1)
            run = (start, *ends[at:after])
            at = after
            if (are_short or max(map(sub, run[1:], run)) <= short) and self._is_ascii(start, run[-1]):
                yield run, _UNCOUNTED  # a character is at most one token
            else:
                yield from self._separated(run, limit, short, whole)
            start = run[-1]

    def _separated(self, pieces: Sequence[int], limit: int, short: int, whole: _Run | None) -> Iterator[_Run]:
        """The pieces of which some are not short; those in ASCII that are, in runs."""
        run = [pieces[0]]
        for start, end in pairwise(pieces):
            if end - start <= short and self._is_ascii(start, end):
                run.append(end)
                continue
            if len(run) > 1:
                yield run, _UNCOUNTED
            run = [end]
            yield whole if whole and (start, end) == whole[0] else ((start, end), self._tokens(start, end, limit))
        if len(run) > 1:
            yield run, _UNCOUNTED

    def _overlapping(self, first: int, end: int, *, room: int) -> tuple[int, int]:
        """The start of the next part, and the number of tokens that it repeats: the last `shared` ones if they fit."""
        at, shared = end, 0
        for start, stop in words_backwards(self.text, first, end):
            if shared >= self.shared or start <= first:
                break
            more = self.count(start, stop)
            if shared + more > room:
                break
            at, shared = start, shared + more
        return at, shared if self._is_ascii(at, end) else self.count(at, end)

    def _is_ascii(self, start: int, end: int) -> bool:
        return self.is_all_ascii or self.text[start:end].isascii()


def _together(tops: Sequence[_Top], length: int) -> Sequence[_Top]:
    """The sections; in a text with more than the limit, neighbours are merged up to twice _SECTION_LENGTH."""
    if len(tops) <= _MOST_SECTIONS + length // _SECTION_LENGTH:
        return tops
    found: list[_Top] = []
    for section, start, end in tops:
        if found and end - found[-1][1] <= 2 * _SECTION_LENGTH:  # so that two neighbours have more together
            found[-1] = (*found[-1][:2], end)
        else:
            found.append((section, start, end))
    return found


def counting(chunker: Chunker, count_tokens: CountTokens, counter: Callable[[str], CountSpan] | None = None) -> Chunker:
    """The chunker with this tokenizer, if the chunker counts tokens."""
    if not isinstance(chunker, BySection):
        return chunker
    return replace(chunker, count_tokens=count_tokens, counter=counter)
