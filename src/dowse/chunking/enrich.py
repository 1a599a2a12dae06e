"""The prefix of a chunk, which adds title, area, tags and summary of the document to its embedding."""

from __future__ import annotations

import re
from functools import lru_cache

from ..model.chunk import Chunk, digest_of
from ..model.document import SUMMARY_KEYS, Document, Head
from ..model.kinds import SPEC_OF
from ..model.lazy_pattern import lazy_pattern
from ..model.ref import Ref

_LONGEST_NAME = 200  # characters of a title, an area or a heading; the longest in 16,000 notes has 171
_LONGEST_SUMMARY = 200  # characters; nine in ten summaries of documentation are shorter
_TAGS = 200  # bytes of tags before each chunk
_VECTOR = 620  # bytes of the index that a chunk takes besides its row: its vector twice, and keys
_ROW = 80  # bytes of the row of a chunk without its prefix and its heading
_TIMES_THE_TEXT = 4.5  # of all chunks with their tags; documentation with 40 tags has 4.4
_FREE = 200_000  # bytes beyond that, so that no note of ordinary length loses tags
_ITEM = 90  # bytes of the index that a heading, a link or a tag takes besides its text
_MOST_TAGS = 5_000  # bytes before each chunk in any case; the longest list of tags in 16,000 notes has 4,306
_PAGE = 4_096  # bytes; the index stores rows in pages
_IN_PAGE = 4_061  # bytes of a row that fit a page; a longer row continues in pages of its own
_IN_OVERFLOW = 4_092
_LEAST_IN_PAGE = 489  # bytes of such a row in the page of the table
_STEP = 32  # bytes
_VALUE = lazy_pattern(r"\[(Title|Area|Tags|Summary): (.*?)\] (?=\[(?:Area|Tags|Summary): |\Z)", re.DOTALL)


def prefix(document: Document, chunks: int) -> str:
    """`[Title: …] [Area: …] [Tags: …] [Summary: …] ` before each of so many chunks, without what the document lacks.

    Long names and summaries are cut and tags above the limit left out: all prefixes together are linear in the text.
    Where headings, links and tags take more of the index than the text is long, the prefixes take that much less.
    The title of source code is its path in words.
    """
    head = document.head
    if document.is_source:
        return _written(("Title", _cut(head.path_words)))
    names = _written(("Title", _cut(head.title)), ("Area", _cut(head.fact("area"))))
    summary = _written(("Summary", _summary(head)))
    tags = ", ".join(sorted(head.tags))
    size = _bytes(tags)
    if size > _TAGS:
        row = _ROW + _longest_heading(document) + _bytes(names) + _bytes(summary)
        tags = _whole(tags, _most_tags(row, min(size, _MOST_TAGS), share=_share(document, chunks)))
    return names + _written(("Tags", tags)) + summary


def blended_texts(chunk: Chunk) -> tuple[str, str]:
    """The title part and the text whose vectors are added in the form `blend`, both without labels.

    The title part is empty for a chunk without a prefix.  A summary is a part of both: a note that only its summary
    describes would have too little of its vector in a quarter of the sum.
    """
    if not chunk.prefix:
        return "", chunk.text
    title, summary = _values(chunk.prefix)
    return title, f"{summary} {chunk.text}" if summary else chunk.text


@lru_cache(maxsize=64)  # all chunks of a document have one prefix
def _values(before: str) -> tuple[str, str]:
    """All values of a prefix, and the summary alone."""
    values = dict(_VALUE.findall(before))
    return " ".join(values.values()), values.get("Summary", "")


def chunk_of(document: Document, ref: Ref, start: int, end: int, *, heading: str, before: str) -> Chunk:
    """The stretch as a chunk with `before` in front of it."""
    text = document.text[start:end]
    return Chunk(ref, text, start, end, digest_of(before, text), _cut(heading), before)


def _cut(name: str) -> str:
    return name[:_LONGEST_NAME].rstrip()


def _summary(head: Head) -> str:
    """The summary and the description, of a skill also its triggers, each once, cut after a word if too long."""
    stated = (" ".join(head.fact(key).split()) for key in (*SUMMARY_KEYS, *SPEC_OF[head.kind].embedded))
    text = " ".join(dict.fromkeys(filter(None, stated)))
    if len(text) <= _LONGEST_SUMMARY:
        return text
    whole_words = text[: _LONGEST_SUMMARY + 1].rpartition(" ")[0]
    is_most = len(whole_words) > _LONGEST_SUMMARY * 3 / 4  # not so in a script without spaces, or beside a long address
    return whole_words if is_most else text[:_LONGEST_SUMMARY]


def _written(*parts: tuple[str, str]) -> str:
    return "".join(f"[{name}: {value}] " for name, value in parts if value)


def _longest_heading(document: Document) -> int:
    """The bytes of the longest heading of a chunk."""
    titles = [title[:_LONGEST_NAME].rstrip() for title in document.headings]  # as in `_cut`
    return max(map(len if "".join(titles).isascii() else _bytes, titles), default=0)


def _share(document: Document, chunks: int) -> float:
    """The bytes of the index for the row of each of so many chunks."""
    length = len(document.text)
    items = _ITEM * (len(document.units) + len(document.links) + len(document.head.tags))
    return (_TIMES_THE_TEXT * length + _FREE - max(0, items - length)) / max(chunks, 1) - _VECTOR


def _most_tags(row: int, tags: int, *, share: float) -> int:
    """The greatest number of bytes, up to that of the tags, with which a row takes at most its share of the index."""
    while tags > _TAGS and _in_pages(row + tags) > share:
        tags -= _STEP
    return max(tags, _TAGS)


def _in_pages(row: int) -> float:
    """The bytes of the pages that a row of so many bytes takes: several rows to a page, or several pages to a row."""
    if row <= _IN_PAGE:
        return _PAGE / (_IN_PAGE // row)
    here = _LEAST_IN_PAGE + (row - _LEAST_IN_PAGE) % _IN_OVERFLOW
    here = here if here <= _IN_PAGE else _LEAST_IN_PAGE
    return _PAGE / (_IN_PAGE // here) + _PAGE * -(-(row - here) // _IN_OVERFLOW)


def _whole(tags: str, limit: int) -> str:
    """The first of the listed tags, as many as are within the limit in bytes."""
    if _bytes(tags) <= limit:
        return tags
    return tags.encode("utf-8", "surrogatepass")[: limit + 1].decode("utf-8", "ignore").rpartition(", ")[0]


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
