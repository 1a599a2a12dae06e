"""The texts of a document, compressed together: its own, the names that a phrase matches, and its details.

Source code takes 0.18 of its size, a note of 2 kB 0.45, and 17 kB of source are decompressed in 50 µs.  Signatures,
headings and prefixes repeat the text and each other: in a row of each they took as much as the word index.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

from ....model.chunk import Chunk
from ....model.document import Document
from ...indexed_fields import phrase_text
from ..sqlite_errors import RowError
from .bounded_decompression import decompressed_bytes
from .text_dictionaries import NAME_BYTES, dictionary_of, name_of

LEVEL = 6  # 66 MB/s of source; 9 makes it smaller by a hundredth and takes twice the time
LEVEL_ALONE = 4  # of a document that is written alone, as a saved file is: half of the time, longer by a twentieth
_WITH_DICTIONARY = 1  # the byte before the name of a dictionary and the stream; zlib begins with another one
_MOST_BYTES = 1 << 26  # decompressed; sixteen times the greatest note
_LAST_STREAMS = 2  # that are kept: a saved file is read several times, as it was and as it is
_LEAST_KEPT, _MOST_KEPT = 20_000, 500_000  # characters of a stream that is kept


_TYPES = (str, str, int, str, str, int, int)  # of the columns of the details


class DocumentDetails(NamedTuple):
    """What a document states about its chunks and its symbols besides the columns of their rows, one column each."""

    headings: Sequence[str]
    prefixes: Sequence[str]
    units: Sequence[int]  # the number of each symbol among the units
    signatures: Sequence[str]
    abouts: Sequence[str]
    definitions: Sequence[int]
    exported: Sequence[int]  # 1 or 0


class TextRow(NamedTuple):
    """The columns of a row of texts behind its document: a stream of three texts, and where the first two end."""

    data: bytes
    body_start: int
    text_end: int
    names_end: int


class TextStream(NamedTuple):
    """Three texts in one, where the first two end, and where the body begins."""

    whole: str
    body_start: int
    text_end: int
    names_end: int


def text_stream(document: Document, chunks: Sequence[Chunk]) -> TextStream:
    """The texts of a document with these chunks."""
    numbers = {unit.name: n for n, unit in enumerate(document.units, start=1)}
    symbols = document.symbols
    details = DocumentDetails(
        [chunk.heading for chunk in chunks],
        [chunk.prefix for chunk in chunks],
        [numbers[symbol.unit] for symbol in symbols],
        [symbol.signature for symbol in symbols],
        [symbol.about for symbol in symbols],
        [symbol.definition for symbol in symbols],
        [int(symbol.is_exported) for symbol in symbols],
    )
    return _stream(document.text, phrase_text(document), details, document.body_start)


def text_rows(streams: Iterable[TextStream], dictionary: bytes, *, level: int = LEVEL) -> Iterator[TextRow]:
    """The rows of these texts, compressed with a dictionary of text_dictionaries.py, or with none if it is empty."""
    begin = bytes((_WITH_DICTIONARY,)) + name_of(dictionary) if dictionary else b""
    settings = (level, zlib.DEFLATED, zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY)
    prepared = zlib.compressobj(*settings, dictionary) if dictionary else zlib.compressobj(*settings)
    for whole, *bounds in streams:
        compressor = prepared.copy()  # a third of the time of reading the dictionary
        data = begin + compressor.compress(whole.encode()) + compressor.flush()
        _LAST.keep(data, whole)
        yield TextRow(data, *bounds)


def packed_texts(text: str, names: str, details: DocumentDetails, body_start: int) -> TextRow:
    """The row of these texts, without a dictionary."""
    return next(text_rows((_stream(text, names, details, body_start),), b""))


def _stream(text: str, names: str, details: DocumentDetails, body_start: int) -> TextStream:
    """The texts in one; a prefix that repeats the one before it is written as null."""
    written = details._asdict() | {"prefixes": list(_unrepeated(details.prefixes))}
    whole = text + names + json.dumps(list(written.values()), ensure_ascii=False, separators=(",", ":"))
    return TextStream(whole, body_start, len(text), len(text) + len(names))


def dictionary_name(data: bytes) -> bytes:
    """The name of the dictionary of a stream that begins with one."""
    return data[1 : NAME_BYTES + 1]


def decompressed(connection: apsw.Connection, data: object) -> str:
    """The stream. Raises RowError for data that `text_rows` does not write, and for a stream that is too long."""
    if (kept := _LAST.of(data)) is not None:
        return kept
    written, dictionary = data, b""
    if isinstance(data, bytes) and data[:1] == bytes((_WITH_DICTIONARY,)):
        dictionary, data = dictionary_of(connection, dictionary_name(data)), data[NAME_BYTES + 1 :]
    try:
        found = decompressed_bytes(data, _MOST_BYTES, "the text of a document", dictionary).decode()
    except UnicodeDecodeError as error:
        raise RowError(f"the text of a document is not UTF-8: {error}") from error
    _LAST.keep(written, found)
    return found


def text_of(connection: apsw.Connection, data: object, text_end: object) -> str:
    """The whole text of a document."""
    return _cut(decompressed(connection, data), 0, text_end)


def body_of(connection: apsw.Connection, data: object, body_start: object, text_end: object) -> str:
    """The text without its frontmatter."""
    return _cut(decompressed(connection, data), body_start, text_end)


def searched_texts(
    connection: apsw.Connection, data: object, body_start: object, text_end: object, names_end: object
) -> tuple[str, str]:
    """The texts that a phrase matches: the names, and the body."""
    stream = decompressed(connection, data)
    return _cut(stream, text_end, names_end), _cut(stream, body_start, text_end)


def text_and_details(
    connection: apsw.Connection, data: object, text_end: object, names_end: object
) -> tuple[str, DocumentDetails]:
    """The whole text of a document, and its details."""
    stream = decompressed(connection, data)
    return _cut(stream, 0, text_end), _details(_cut(stream, names_end, len(stream)))


def texts_and_details(connection: apsw.Connection, docs: Iterable[int]) -> dict[int, tuple[str, DocumentDetails]]:
    """The same of those of the documents that are there."""
    rows = connection.execute(
        "select doc, data, text_end, names_end from texts where doc in (select value from json_each(?))",
        (json.dumps(list(docs)),),
    )
    return {doc: text_and_details(connection, *row) for doc, *row in rows}


def _details(written: str) -> DocumentDetails:
    try:
        headings, prefixes, units, signatures, abouts, definitions, exported = json.loads(written)
        details = DocumentDetails(headings, list(_repeated(prefixes)), units, signatures, abouts, definitions, exported)
    except (ValueError, TypeError, RecursionError) as error:
        raise RowError(f"the details of a document are {written[:40]!r}") from error
    for listed, kind in zip(details, _TYPES, strict=True):
        if not isinstance(listed, list) or not set(map(type, listed)) <= {kind}:
            raise RowError(f"the details of a document are {written[:40]!r}")
    if len(headings) != len(prefixes) or len({len(listed) for listed in details[2:]}) > 1:
        raise RowError(f"the details of a document are {written[:40]!r}")
    return details


def _unrepeated(texts: Iterable[str]) -> Iterator[str | None]:
    last = None
    for text in texts:
        yield None if text == last else text
        last = text


def _repeated(texts: Iterable[str | None]) -> Iterator[str]:
    last = ""
    for text in texts:
        last = last if text is None else text
        yield last


def _cut(text: str, start: object, end: object) -> str:
    """The part of the text, cut here since SQLite's substr() ends at a NUL."""
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(text):
        raise RowError("the text of a document does not have its length")
    return text[start:end]


class _LastStreams:
    """The long streams that were compressed or decompressed last. Threads may share it."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, str], ...] = ()

    def of(self, data: object) -> str | None:
        """The stream of the data, if it is kept."""
        return next((whole for kept, whole in self._kept if kept == data), None)

    def keep(self, data: object, whole: str) -> None:
        """Keeps a long stream."""
        if _LEAST_KEPT <= len(whole) <= _MOST_KEPT:
            self._kept = ((data, whole), *self._kept[: _LAST_STREAMS - 1])


_LAST = _LastStreams()
