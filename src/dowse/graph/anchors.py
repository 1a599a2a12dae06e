"""Look up the anchor of a link in its document."""

from __future__ import annotations

import re

from ..analysis.folding import fold
from ..model.document import Document

_LINES = re.compile(r",\d+$")  # Dendron's: so many lines below the heading
_NO_LETTER = re.compile(r"[\W_]+")


def has_anchor(document: Document, anchor: str) -> bool:
    """Whether there is a heading of that text or slug, or a block of that id (`^id`).

    Of `Costs#Heating` the last heading counts, of a range (`a:b`) the first end; `*` is all of it.
    """
    wanted = _LINES.sub("", anchor.partition(":")[0].rpartition("#")[2].strip())
    if wanted in {"", "*"}:
        return True
    if wanted.startswith("^"):
        return re.search(rf"(?m)\^{re.escape(wanted[1:])}\s*$", document.text) is not None
    slugs = {section.name for section in document.units}
    headings = {_letters(heading) for heading in document.headings}
    return wanted in slugs or _letters(wanted) in headings


def _letters(text: str) -> str:
    """The common form of spellings of a heading: `Task Complete-Status` and `taskcompletestatus`."""
    return _NO_LETTER.sub("", fold(text)) or text.strip()
