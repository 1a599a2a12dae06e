"""The text of a reference: a document, a section with its subsections, or some lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..model.document import Document, Unit
from ..model.errors import RefError
from ..model.line_numbers import line_of, lines
from ..model.ref import Ref
from ..ports.storage import Reader
from .reference import Reference, found, nothing

_RANGE = re.compile(r"^(.*?):(\d+)(?::(\d+))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document: `lines` are (number in the file, text without line end)."""

    ref: str
    document: Document
    lines: tuple[tuple[int, str], ...]


def passage(text: str, reader: Reader) -> Passage:
    """The passage that `text` refers to. Raises RefError, with the most similar name, for an unknown reference.

    `REF:from` and `REF:from:count` are lines of the file of REF, by absolute line numbers, also for a section.
    """
    named = found(text, reader)
    if place := _place(named, reader):
        ref, document, section = place
        start, end = _extent(document, section)
        return Passage(str(ref), document, _lines(document, start, end))
    ranged = _RANGE.match(text)
    if ranged and (place := _place(found(ranged[1], reader), reader)):
        ref, document, _ = place
        first = max(1, int(ranged[2][:9]))
        count = int(ranged[3][:9]) if ranged[3] else len(document.text)
        numbered = _lines(document, 0, len(document.text))
        return Passage(str(ref), document, numbered[first - 1 : first - 1 + count])
    raise RefError(named.hint if named and named.folder else nothing(text, reader))


def _place(named: Reference | None, reader: Reader) -> tuple[Ref, Document, Unit | None] | None:
    ref = named.ref if named else None
    document = reader.documents((ref.doc,)).get(ref.doc) if ref else None
    if ref is None or document is None:
        return None
    return ref, document, next((section for section in document.units if section.name == ref.section), None)


def _extent(document: Document, section: Unit | None) -> tuple[int, int]:
    if section is None:
        return 0, len(document.text)
    after = document.units[document.units.index(section) + 1 :]
    deeper_end = section.end
    for other in after:
        if other.level <= section.level:
            break
        deeper_end = other.end
    return section.start, deeper_end


def _lines(document: Document, start: int, end: int) -> tuple[tuple[int, str], ...]:
    return tuple(enumerate(lines(document.text[start:end]), start=line_of(document.text, start)))
