"""The pieces of a document that are chosen as a whole: one or more paragraphs of a section."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator

from ...chunking.spans import paragraphs, sentences, trimmed, words
from ...formats.outline import Outline
from ...formats.registry import outline_of
from ...model.document import Document, Span

_PIECE = 800  # bytes that are chosen together, some 200 tokens in any script
_LONGEST_PIECE = 1_200  # bytes; a paragraph above that is cut at sentences, those at words, and those anywhere
_MOST_KEPT = 4_096  # documents whose pieces are kept: the next search packs mostly the same ones
_LONGEST_KEPT = 1_000  # pieces of one of them: 8 KB

_HAS_WORD = re.compile(r"\w")  # the end of a symbol is often a bracket alone

_kept: dict[tuple[str, int, int], array[int]] = {}


def pieces_of(document: Document) -> list[Span]:
    """The body in pieces: paragraphs of one section together, in order; the frontmatter if there is no body."""
    key = document.head.path, hash(document.text), len(document.text)  # the hash costs nothing after the first time
    if (kept := _kept.get(key)) is not None:
        return list(zip(kept[::2], kept[1::2], strict=True))
    spans = list(_pieces(document)) or _frontmatter(document)
    if len(spans) <= _LONGEST_KEPT:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = array("I", [offset for span in spans for offset in span])
    return spans


def pieces_within(document: Document, spans: Iterable[Span]) -> list[Span]:
    """The spans of the document in pieces: paragraphs of one span together."""
    outline, text = outline_of(document.head.path), document.text
    return [piece for start, end in spans for piece in _pieces_of_span(text, start, end, outline)]


def _frontmatter(document: Document) -> list[Span]:
    """The whole text of a document without pieces."""
    start, end = trimmed(document.text, 0 if not document.body.strip() else document.body_start, len(document.text))
    return [(start, end)] if start < end else []


def _pieces(document: Document) -> Iterator[Span]:
    outline, text = outline_of(document.head.path), document.text
    if document.is_source:
        for start, end in _spans_of_symbols(document):
            if _HAS_WORD.search(text, start, end):
                yield from _pieces_of_span(text, start, end, outline)
        return
    for section in document.units:
        if section.title and _is_heading(text[section.start : section.end], outline):
            continue  # a heading alone says nothing that those below it do not
        yield from _pieces_of_span(text, section.start, section.end, outline)


def _spans_of_symbols(document: Document) -> Iterator[Span]:
    """The text in order, each stretch inside of one symbol or outside of all; a symbol that is a piece is whole."""
    text, at = document.text, 0
    ends: list[int] = []  # of the symbols around
    for unit in document.units:
        while ends and ends[-1] <= unit.start:
            end = ends.pop()
            yield at, end
            at = end
        if unit.start < at:
            continue  # in a whole symbol
        yield at, unit.start
        end = min((unit.end, *ends[-1:]))
        if _size(text, unit.start, end) <= _PIECE:
            yield unit.start, end
            at = end
        else:
            ends.append(end)
            at = unit.start
    for end in (*reversed(ends), len(text)):
        yield at, end
        at = end


def _pieces_of_span(text: str, first: int, last: int, outline: Outline) -> Iterator[Span]:
    if _size(text, first, last) > _PIECE:
        for start, end in _segments(text, first, last):
            if _size(text, first, end) > _PIECE and not _is_heading(text[first:start], outline):
                yield from _trimmed_span(text, first, start)
                first = start
    yield from _trimmed_span(text, first, last)


def _segments(text: str, start: int, end: int) -> Iterator[Span]:
    """Paragraphs; sentences of a paragraph too long for a piece; words, or parts of words, of such a sentence."""
    for paragraph in paragraphs(text, start, end):
        if _size(text, *paragraph) <= _LONGEST_PIECE:
            yield paragraph
            continue
        for sentence in sentences(text, *paragraph):
            if _size(text, *sentence) <= _LONGEST_PIECE:
                yield sentence
                continue
            for first, last in words(text, *sentence):
                yield from ((at, min(last, at + _PIECE // 3)) for at in range(first, last, _PIECE // 3))


def _size(text: str, start: int, end: int) -> int:
    """Bytes: a token has about as many in every script, and not as many characters."""
    return end - start if text.isascii() else len(text[start:end].encode("utf-8", "replace"))


def _is_heading(text: str, outline: Outline) -> bool:
    """Whether the span has only a heading, or nothing."""
    line = text.strip()
    return "\n" not in line and (not line or outline.is_heading(line))


def _trimmed_span(text: str, start: int, end: int) -> Iterator[Span]:
    start, end = trimmed(text, start, end)
    if start < end:
        yield start, end
