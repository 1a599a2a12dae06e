"""The text behind a reference: a document, a section with what is below it, or some lines."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..analysis.fold import fold
from ..model.document import Document, Section
from ..model.errors import RefError
from ..model.lines import line_of, lines
from ..model.ref import Ref, readings
from ..ports import Reader
from ..query.ast import Anything

_RANGE = re.compile(r"^(.*?):(\d+)(?::(\d+))?$", re.DOTALL)
_MOST_CONSIDERED = 20_000  # documents looked at for a near miss


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document: `lines` are (number in the file, text without line end)."""

    ref: str
    document: Document
    lines: tuple[tuple[int, str], ...]


def passage(text: str, reader: Reader) -> Passage:
    """What `text` refers to; RefError with the nearest name when it refers to nothing.

    `REF:from` and `REF:from:count` are lines of the file that REF is in, absolute; in a section they begin with the
    file's line of that number all the same.
    """
    if found := _resolved(text, reader):
        ref, document, section = found
        start, end = _extent(document, section)
        return Passage(str(ref), document, _lines(document, start, end))
    ranged = _RANGE.match(text)
    if ranged and (found := _resolved(ranged[1], reader)):
        ref, document, _ = found
        first = max(1, int(ranged[2][:9]))
        count = int(ranged[3][:9]) if ranged[3] else len(document.text)
        numbered = _lines(document, 0, len(document.text))
        return Passage(str(ref), document, numbered[first - 1 : first - 1 + count])
    raise RefError(_nothing(text, reader))


def _resolved(text: str, reader: Reader) -> tuple[Ref, Document, Section | None] | None:
    for ref, document in _documents(text, reader):
        if not ref.section:
            return Ref(document.head.id), document, None
        if section := _section(document, ref.section):
            return Ref(document.head.id, section.slug), document, section
    return None


def _documents(text: str, reader: Reader) -> Iterator[tuple[Ref, Document]]:
    """The readings of `text` whose document there is, longest document first."""
    refs = list(readings(text.strip().removeprefix("./")))
    documents = reader.documents({ref.doc for ref in refs})
    for ref in refs:
        document = documents.get(ref.doc) or _named(ref.doc, reader)
        if document is not None:
            yield ref, document


def _named(name: str, reader: Reader) -> Document | None:
    """The document called so; of several the one with the shortest path, then the first."""
    called = sorted((hit.ref.doc for hit in reader.named(name)), key=lambda path: (path.count("/"), path))
    return reader.documents(called[:1]).get(called[0]) if called else None


def _section(document: Document, wanted: str) -> Section | None:
    by_slug = {section.slug: section for section in document.sections}
    by_heading: Mapping[str, Section] = {fold(section.heading): section for section in reversed(document.sections)}
    return by_slug.get(wanted) or by_slug.get(wanted.casefold()) or by_heading.get(fold(wanted))


def _extent(document: Document, section: Section | None) -> tuple[int, int]:
    if section is None:
        return 0, len(document.text)
    after = document.sections[document.sections.index(section) + 1 :]
    deeper_end = section.end
    for other in after:
        if other.level <= section.level:
            break
        deeper_end = other.end
    return section.start, deeper_end


def _lines(document: Document, start: int, end: int) -> tuple[tuple[int, str], ...]:
    return tuple(enumerate(lines(document.text[start:end]), start=line_of(document.text, start)))


def _nothing(text: str, reader: Reader) -> str:
    if "#" in text or not _RANGE.match(text):
        for ref, document in _documents(text, reader):
            slugs = ", ".join(section.slug for section in document.sections)
            return f"{document.head.path} has no section {ref.section!r}; it has {slugs or 'no sections'}"
    close = difflib.get_close_matches(text, _known(reader), n=1, cutoff=0.5)
    meant = f"; did you mean {close[0]!r}?" if close else "; `dowse find` lists what there is"
    return f"nothing is called {text!r}{meant}"


def _known(reader: Reader) -> list[str]:
    hits = reader.select(Anything(), _MOST_CONSIDERED)
    names: Iterable[str] = (name for hit in hits for name in (hit.head.path, hit.head.title))
    return list(dict.fromkeys(names))
