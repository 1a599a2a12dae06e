"""Look up the unit that the anchor of a link names in its document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..analysis.folding import fold
from ..model.document import Document, Unit

_LINES = re.compile(r",\d+$")  # Dendron's: so many lines below the heading
_PAGE = re.compile(r"page=(\d{1,6})(?![^&])")  # of a PDF: `paper.pdf#page=3`, with more parameters behind it
_NO_LETTER = re.compile(r"[\W_]+")


class UnitNames:
    """The units of a document by name and by title; made once for the many links that lead to it."""

    def __init__(self, units: Iterable[Unit]) -> None:
        listed = list(units)
        self._names = {unit.name for unit in listed}
        self._by_title = {_letters(unit.title): unit.name for unit in reversed(listed) if unit.title}

    def named(self, anchor: str) -> str:
        """The unit whose name or title the anchor is; empty for all of the document, for a block, and for none."""
        return next(filter(None, map(self._named, _readings(anchor))), "")

    def _named(self, wanted: str) -> str:
        if wanted in {"", "*"} or wanted.startswith("^"):
            return ""
        if wanted in self._names:
            return wanted
        page = _PAGE.match(wanted)
        if page and (name := f"p{int(page[1])}") in self._names:
            return name
        return self._by_title.get(_letters(wanted), "")


def has_anchor(document: Document, anchor: str, names: UnitNames) -> bool:
    """Whether there is a heading of that text or slug, or a block of that id (`^id`).

    `names` are those of the document.  Of `Costs#Heating` the last heading counts, of a range
    (`a:b`, unless that is a heading) the first end; `*` is all of it.
    """
    *_, wanted = _readings(anchor)
    if wanted in {"", "*"}:
        return True
    if wanted.startswith("^"):
        return re.search(rf"(?m)\^{re.escape(wanted[1:])}\s*$", document.text) is not None
    return bool(names.named(anchor))


def _readings(anchor: str) -> Iterator[str]:
    """The heading with the colons in its text, unless that is a range of two anchors, and the first end of a range."""
    first, _, rest = anchor.partition(":")
    if rest and "#" not in rest:
        yield anchor.rpartition("#")[2].strip()
    yield _LINES.sub("", first.rpartition("#")[2].strip())


def _letters(text: str) -> str:
    """The common form of spellings of a heading: `Task Complete-Status` and `taskcompletestatus`."""
    return _NO_LETTER.sub("", fold(text)) or text.strip()
