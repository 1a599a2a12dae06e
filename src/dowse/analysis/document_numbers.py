"""The numbers of documents in a series, such as `0007-use-postgres.md`, `rfc-2119.txt` or `2238-probes/README.md`, and
the parts of a query that mean one: "ADR 7", `SE-0302`, "what does RFC 2119 say".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern
from .folding import fold
from .stopwords import STOP_WORDS
from .tokens import stem, words

_MOST_DIGITS = 6
_MOST_PADDED = 5  # digits of a number with zeros before it
_LETTERS = r"[a-z]{2,12}"
_IN_QUERY = lazy_pattern(
    rf"(?<![\w./@-])({_LETTERS})(?:[-_]?|\s*#|\s+(?:#|no\.?\s*)?)([0-9]{{1,{_MOST_DIGITS}}})(?![\w/@%°]|[-.:,]\w)"
)
LEAST_DIGITS = 3  # as the name has them; one or two are often the place in an order, and in a text those of a version
_ALONE = lazy_pattern(rf"\s*#?([0-9]{{1,{_MOST_DIGITS}}})\s*")
# No date, no version and no part of a chapter: `2024-01-31`, `1.2`, `ch02-01`.
_OF_NAME = lazy_pattern(rf"(?:({_LETTERS})[-_ .]?)?([0-9]{{1,{_MOST_DIGITS}}})(?:[-_ .](?!\d).*)?", re.DOTALL)
FOLDER_NOTES = ("readme", "index")  # or `_index`
# The folders of documents that are called by initials.
_CALLED = {"adr": "decision"}
SERIES = frozenset({"adr", "bip", "eip", "jep", "kep", "pep", "rfc"})  # whose folder may be the vault itself


class DocumentNumber(NamedTuple):
    """What a query calls a document by: `adr` and 7."""

    letters: str  # folded; empty for a number that is the whole query
    number: int
    is_alone: bool = True  # but for stop words


class NumberedName(NamedTuple):
    """The number with which the name of a document begins, or that of its folder for the page of a folder."""

    letters: str  # before the number; mostly empty
    digits: str


def document_numbers(text: str) -> tuple[DocumentNumber, ...]:
    """The parts of a query that may be the numbers of documents, each once, in order."""
    if not any(map(str.isdigit, text)):
        return ()
    if alone := _ALONE.fullmatch(text):
        return (DocumentNumber("", int(alone[1])),)
    folded = fold(text)
    is_alone = STOP_WORDS.issuperset(words(_IN_QUERY.sub(" ", folded)))
    found = (DocumentNumber(part[1], int(part[2]), is_alone) for part in _IN_QUERY.finditer(folded))
    return tuple(dict.fromkeys(each for each in found if each.letters not in STOP_WORDS))


def is_number(text: str) -> bool:
    """Whether the whole text is one: `ADR-7`, `0302`."""
    return bool(_ALONE.fullmatch(text) or _IN_QUERY.fullmatch(fold(text)))


def numbered_name(path: str) -> NumberedName | None:
    """The number of the document with this path; None without one."""
    folders, _, name = fold(path).rpartition("/")
    base = name.rpartition(".")[0] or name
    if base.removeprefix("_") in FOLDER_NOTES:
        base = folders.rpartition("/")[2]
    found = _OF_NAME.fullmatch(base)
    return NumberedName(found[1] or "", found[2]) if found else None


def is_called(asked: DocumentNumber, name: NumberedName, path: str) -> bool:
    """Whether the letters are those of the name, `adr-7.md`, or of a folder, `docs/decisions/0007-use-postgres.md` by
    "decision" and "adr".

    By a folder, a number of one or two digits must be all that the query says: "python 3 functions" means no
    `python/3-classes.md`.
    """
    if asked.letters == name.letters:
        return True
    if len(name.digits) < LEAST_DIGITS and not asked.is_alone:
        return False
    wanted = {stem(asked.letters), stem(_CALLED.get(asked.letters, asked.letters))}
    return any(stem(word) in wanted for folder in path.split("/")[:-1] for word in words(fold(folder)))


def states_number(asked: DocumentNumber, text: str) -> bool:
    """Whether the text has the number as it is asked for: `SE-0302`, `RFC 2119`, `rfcs#2094`."""
    form = rf"(?<![a-z]){asked.letters}s?[-_ #.:]{{0,2}}0*{asked.number}(?![0-9])"
    return re.search(form, fold(text)) is not None


def file_patterns(asked: DocumentNumber) -> tuple[str, str]:
    """Patterns of the filter `file:` for the documents with this number, by their own names and by those of folders."""
    digits = str(asked.number)
    forms = ",".join(digits.zfill(width) for width in range(len(digits), max(_MOST_PADDED, len(digits) + 1) + 1))
    letters = f"{{,{asked.letters},{asked.letters}-,{asked.letters}_}}" if asked.letters else "*"
    begins = f"{letters}{{{forms}}}"
    return f"{begins}[-_ .]*", f"**/{begins}[-_ .]*/*.*"
