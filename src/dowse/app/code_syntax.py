"""Spans for syntax colours in the texts of results: snippets and passages of source code."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ..formats.code.detect_language import language_of
from ..formats.code.languages import LanguageSpec
from ..formats.code.syntax import SyntaxSpan, syntax_spans
from ..model.document import Document
from ..model.hit import Hit, Hits, Snippet
from ..model.line_numbers import lines as lines_of
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.questions import DocumentsQuestion
from ..ports.storage import Reader
from ..search.passages.passage import Passage

_MOST_PARSED = 8_000  # characters around a snippet, so that ten snippets take a few milliseconds
_MOST_KEPT = 64  # texts with their spans: while a user types, most hits stay
_LETTER = re.compile(r"[^\s,]")
_GAP = "…"  # at the end of a snippet's line that is cut


def snippet_syntax(hits: Hits, reader: Reader) -> Mapping[Ref, tuple[SyntaxSpan, ...]]:
    """The spans of the snippets in source code; hits in other documents are left out."""
    docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits))
    reader.prefetch((DocumentsQuestion(docs),))
    documents = reader.documents(docs)
    found = ((hit, documents[hit.ref.doc]) for hit in hits if hit.head.kind == "code" and hit.ref.doc in documents)
    return {hit.ref: tuple(_of_snippet(hit, document)) for hit, document in found}


def passage_syntax(passage: Passage) -> tuple[SyntaxSpan, ...]:
    """The spans of the lines of a passage, joined by line feeds; none of a document that is no source code."""
    document = passage.document
    language = language_of(document.head.path, document.text) if document.head.kind == "code" else None
    if language is None or not passage.lines:
        return ()
    all_lines, text = lines_of(document.text), "\n".join(line for _, line in passage.lines)
    whole = "\n".join(all_lines)
    start = whole.find(text, sum(len(line) + 1 for line in all_lines[: passage.lines[0][0] - 1]))
    if start < 0:
        return ()
    end = start + len(text)
    return tuple(_shifted(syntax_spans(whole, language, (start, end)), -start, start, end))


def _of_snippet(hit: Hit, document: Document) -> Iterator[SyntaxSpan]:
    """The spans of each line of a snippet: those of the same text in its symbol, where the symbol has it."""
    language = language_of(document.head.path, document.text)
    if language is None or hit.snippet is None:
        return
    source, at = _source(_around(hit, hit.snippet, document), language), 0
    for line in hit.snippet.text.split("\n"):
        if line.strip() != _GAP:
            found = source.spans(line.removesuffix(_GAP)) or syntax_spans(line, language)
            yield from _shifted(found, at, 0, len(line))
        at += len(line) + 1


@dataclass(frozen=True, slots=True)
class _Source:
    """A text with its spans."""

    text: str
    syntax: tuple[SyntaxSpan, ...]

    def spans(self, line: str) -> list[SyntaxSpan]:
        """The spans of the line, in its own characters; none if the text does not have it."""
        content = line.strip()
        at, own = self.text.find(content), line.find(content)
        if at >= 0:
            return list(_shifted(self.syntax, own - at, at, at + len(content)))
        return list(self._folded(line))

    def _folded(self, line: str) -> Iterator[SyntaxSpan]:
        """As `spans`, where blanks, commas and comments in the line differ from those in the text."""
        comments = {n for start, end, syntax in self.syntax if syntax == "comment" for n in range(start, end)}
        theirs, own = [n for n in _places(self.text) if n not in comments], _places(line)
        first = "".join(self.text[n] for n in theirs).find("".join(line[n] for n in own))
        places = theirs[first : first + len(own)] if first >= 0 else []
        for start, end, syntax in self.syntax:
            low, high = bisect_left(places, start), bisect_left(places, end)
            if low < high:
                yield SyntaxSpan(own[low], own[high - 1] + 1, syntax)


@lru_cache(_MOST_KEPT)
def _source(text: str, language: LanguageSpec) -> _Source:
    return _Source(text, syntax_spans(text, language))


def _places(text: str) -> list[int]:
    """The places of all characters but blanks and commas."""
    return [found.start() for found in _LETTER.finditer(text)]


def _around(hit: Hit, snippet: Snippet, document: Document) -> str:
    """The lines of the symbol of the snippet; the chunk of the snippet, if it is in no symbol."""
    section = (hit.spot or hit.ref).section
    unit = next((unit for unit in document.units if unit.name == section), None)
    start, end = (unit.start, unit.end) if unit else (snippet.start, snippet.end)
    start = document.text.rfind("\n", 0, start) + 1
    return document.text[start : min(end, start + _MOST_PARSED)]


def _shifted(spans: Iterable[SyntaxSpan], by: int, start: int, end: int) -> Iterator[SyntaxSpan]:
    """The parts of the spans between two offsets, moved."""
    for a, b, syntax in spans:
        if a < end and b > start:
            yield SyntaxSpan(max(a, start) + by, min(b, end) + by, syntax)
