"""A PDF to a Document with a unit for each page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...model.document import Document, Link, Unit
from ..line_offsets import folded, line_at, line_starts
from ..markdown.headings import section_at
from ..markdown.wikilinks import ids
from ..metadata import head, short_code
from .page_texts import page_texts

_HEADER = 1024  # bytes in which the mark of a PDF stands
_NO_TITLE = re.compile(  # a program's, a file name, or one without a letter
    r"(?i)untitled|microsoft \w+ - |.*\.(?:docx?|dvi|html?|indd|odt|pdf|pptx?|ps|qxd|rtf|tex|xlsx?)\Z|[\W\d_]*\Z"
)
_LONGEST_TITLE = 200  # characters
_UNWANTED = re.compile("[\0\ud800-\udfff]")  # a full-text index may end a string at NUL; no encoding has half a pair


def refusal(data: bytes) -> str | None:
    """Why a file is not read as a PDF, as a message for the user; None when it is."""
    return None if b"%PDF-" in data[:_HEADER] else "not a PDF file"


def parse(path: str, data: bytes, *, modified: float, digest: str) -> Document:
    """The document of a PDF; never fails. Its text has the pages with text, separated by blank lines."""
    title, pages, odd = page_texts(data)
    text, units = _joined(pages)
    starts = line_starts(folded(text).split("\n"))
    links = (
        Link(target, "id", section_at(units, at), line=line_at(starts, at))
        for target, at in ids(text, own=short_code(path, {}))
    )
    return Document(
        head=head(path, {}, modified=modified, title=sensible_title(title)),
        text=text,
        digest=digest,
        units=units,
        links=tuple(links),
        odd=odd,
    )


def sensible_title(title: str) -> str:
    """The title, unless a program made it up; empty then."""
    shown = " ".join(_UNWANTED.sub(" ", title).split())
    return "" if _NO_TITLE.match(shown) or len(shown) > _LONGEST_TITLE else shown


def _joined(pages: Sequence[str]) -> tuple[str, tuple[Unit, ...]]:
    """The text of all pages, and their units: `p12` is the twelfth page, whatever number is printed on the page."""
    texts = {f"p{number}": f"{shown}\n\n" for number, shown in _shown(pages)}
    units, at = [], 0
    for name, text in texts.items():
        units.append(Unit(name, name, 1, at, at + len(text), kind="page"))
        at += len(text)
    return "".join(texts.values()), tuple(units)


def _shown(pages: Sequence[str]) -> Iterator[tuple[int, str]]:
    for number, page in enumerate(pages, start=1):
        if shown := _UNWANTED.sub(" ", page).strip():
            yield number, shown
