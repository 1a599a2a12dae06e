"""Numbers by which people name documents of a series: "PEP 20" is `pep-0020.rst`, "ADR 7" `0007-use-postgres.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern
from .stopwords import STOP_WORDS
from .tokens import words

# Of architecture decisions and proposals; files of a series often have the number alone, in any folder.
_SERIES = frozenset({"adr", "bip", "decision", "eip", "jep", "kep", "pep", "proposal", "rfc"})
_WIDTHS = range(3, 6)  # digits with zeros before the number: two digits may be a month or a day
_LABELLED = lazy_pattern(r"(?<![\w.-])([A-Za-z]{2,12})(?:[ -]?#?|[ _])(0{0,4}[1-9]\d{0,4})(?![\w%]|[.:,-]\d)")
_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_ALONE = lazy_pattern(r"#?(0{0,4}[1-9]\d{0,4})")


class DocumentNumber(NamedTuple):
    """A number of a document, and the label before it, in small letters, which may be empty."""

    label: str
    digits: str  # without zeros before them

    @property
    def is_of_series(self) -> bool:
        """Whether the label is that of a common series."""
        return self.label in _SERIES

    def names(self) -> tuple[str, ...]:
        """The number, with zeros before it, as the names of files have it; with the label unless it is of a series.

        A year is none without the label of a series.
        """
        if _YEAR.fullmatch(self.digits) and not self.is_of_series:
            return ()
        forms = [self.digits.zfill(width) for width in _WIDTHS if width > len(self.digits)]
        own = (self.digits,) if len(self.digits) in _WIDTHS and self.label else ()
        before = "" if self.is_of_series or not self.label else f"{self.label} "
        return tuple(f"{before}{form}" for form in (*forms, *own))

    def is_of(self, path: str) -> bool:
        """Whether the file name begins or ends with the number, and the label is a word of the name or of a folder."""
        folder, _, name = path.rpartition("/")
        stem = name.rpartition(".")[0] or name
        if not re.match(rf"0*{self.digits}(?!\d|-\d\d-)", stem) and not re.search(rf"(?<!\d)0*{self.digits}\Z", stem):
            return False
        labels = {self.label, f"{self.label}s"}
        return self.is_of_series or not self.label or any(word.lower() in labels for word in words(f"{folder}/{stem}"))


def document_number(text: str) -> DocumentNumber | None:
    """The number that the whole text is."""
    written = text.strip()
    if found := _LABELLED.fullmatch(written):
        return DocumentNumber(found[1].lower(), found[2].lstrip("0"))
    found = _ALONE.fullmatch(written)
    return DocumentNumber("", found[1].lstrip("0")) if found else None


def document_numbers(text: str) -> Iterator[tuple[DocumentNumber, str]]:
    """The numbers with a label in the text, in order, each with how it is written."""
    for found in _LABELLED.finditer(text):
        if (label := found[1].lower()) not in STOP_WORDS:
            yield DocumentNumber(label, found[2].lstrip("0")), found[0]
