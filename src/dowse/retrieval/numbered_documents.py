"""The documents of a series that a text calls by number: "ADR 7", `SE-0302`, "what does RFC 2119 say"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..analysis.document_numbers import (
    FOLDER_NOTES,
    LEAST_DIGITS,
    DocumentNumber,
    NumberedName,
    document_numbers,
    file_patterns,
    is_called,
    may_be_version,
    numbered_name,
    states_number,
    states_series,
)
from ..model.document import Head
from ..ports.questions import DocumentsQuestion, SelectQuestion
from ..ports.storage import Reader
from ..query.ast import NO_CODE, And, ExactPhrase, Expr, FieldEquals, MatchAll, Not, OneOf, Or
from ..query.extract import conjunction

_MOST_WORDS = 12  # of a text
_MOST_NUMBERED = 500  # documents of one number, such as the first chapters of many books
_MOST_READ = 50  # of them, for what they state
_MOST = 3  # of them that are called so
_BEGINNING = 2_000  # characters of it
_EVERYTHING = MatchAll()
_FILE = partial(FieldEquals, "file")
_IS_FOLDER_NOTE = Or(tuple(map(_FILE, FOLDER_NOTES)))


def numbered_documents(text: str, reader: Reader, where: Expr = _EVERYTHING) -> Sequence[Head]:
    """The documents that the filter selects, in the order of the numbers in the text; none for a number of more than
    three documents.

    The letters before the number are those of the file name, `adr-7.md`, of a folder, `docs/adr/0007-use-postgres.md`,
    or the document states the number so in its title or at its beginning.  A short number in a folder is none where
    another document has it, too: "python 3" beside `python/3-classes.md`.  "RFC 416" alone is the document of that
    number also where its beginning speaks of RFCs.
    """
    if len(text.split()) > _MOST_WORDS:
        return ()
    found = (head for asked in document_numbers(text) for head in _called(asked, reader, where))
    return tuple({head.path: head for head in found}.values())


def _called(asked: DocumentNumber, reader: Reader, where: Expr) -> Sequence[Head]:
    by_name, *by_folder = map(_FILE, file_patterns(asked))
    # What the index compares itself comes before the patterns, which take ten times as long.
    has_number = And((_FILE(str(asked.number)), by_name)), And((_IS_FOLDER_NOTE, *by_folder))
    question = SelectQuestion(conjunction(where, NO_CODE, Or(has_number)), _MOST_NUMBERED)
    reader.prefetch((question,))
    numbered = [
        (hit.head, name)
        for hit in question.of(reader)
        if (name := numbered_name(hit.head.path)) and name.number == asked.number
    ]
    series = [(head, name) for head, name in numbered if len(name.digits) >= LEAST_DIGITS]
    if not asked.letters:
        return [head for head, _ in series] if len(series) <= _MOST else ()
    named = [(head, name) for head, name in numbered if is_called(asked, name, head.path)]
    if named and _is_version(asked, named, reader):
        return ()
    called = [head for head, _ in named] or _stating(asked, series[:_MOST_READ], reader)
    return called if len(called) <= _MOST else ()


def _is_version(asked: DocumentNumber, named: Sequence[tuple[Head, NumberedName]], reader: Reader) -> bool:
    """Whether the letters and the number are rather a version of what a folder is about: another document has them."""
    if not all(may_be_version(asked, name, head.path) for head, name in named):
        return False
    own = OneOf(frozenset(head.path for head, _ in named))
    written = Or(tuple(ExactPhrase(f"{asked.letters}{separator}{asked.number}") for separator in ("", " ", "-")))
    question = SelectQuestion(And((Not(own), written)), 1)
    reader.prefetch((question,))
    return bool(question.of(reader))


def _stating(asked: DocumentNumber, series: Sequence[tuple[Head, NumberedName]], reader: Reader) -> Sequence[Head]:
    """Those that state their number in their title or at their beginning; for a number alone else those that state
    their series there.
    """
    if not series:
        return ()
    question = DocumentsQuestion(tuple(head.path for head, _ in series))
    reader.prefetch((question,))
    documents = question.of(reader)
    beginnings = [
        (head, name, f"{head.title}\n{documents[head.path].text[:_BEGINNING]}")
        for head, name in series
        if head.path in documents
    ]
    stating = [head for head, _, text in beginnings if states_number(asked, text)]
    if stating or not asked.is_alone:
        return stating
    return [head for head, name, text in beginnings if states_series(asked, name, text)]
